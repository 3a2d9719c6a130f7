/** Ready-made next calls that mean the same as the question: in the repo that was named, or in the one that an item is of. */
import type { Ground } from '../grounding/ground.ts'

type Asked = { args: { repo: string | null }; ground: Pick<Ground, 'repos'> }

/** `repo_id`: the repo of the symbol the call is about; absent where it is about none. */
export function nextCall(call: string, { args, ground }: Asked, repo_id?: string): string {
  const repo = repo_id !== undefined && ground.repos.length > 1 ? repo_id : args.repo
  return repo === null ? call : `${call} repo=${/\s/.test(repo) ? JSON.stringify(repo) : repo}`
}

/** For a name that is not there: the same question about the nearest that is. */
export const nearCalls = (tool: string, near: readonly string[], asked: Asked): string[] =>
  near.slice(0, 1).map((name) => nextCall(`${tool} ${name}`, asked))
