/** Suggested next calls about the same repo as the question: the named repo, or the repo of an item. */
import { callOption, callWord } from '../contract/call-words.ts'
import type { Ground } from '../grounding/ground.ts'

type Asked = { args: { repo: string | null }; ground: Pick<Ground, 'repos'> }

/** `repo_id`: the repo of the symbol in the call; absent if the call is not about a symbol. */
export function nextCall(call: string, { args, ground }: Asked, repo_id?: string): string {
  const repo = repo_id !== undefined && ground.repos.length > 1 ? repo_id : args.repo
  return repo === null ? call : `${call} ${callOption('repo', repo)}`
}

/** For an unknown name: the same question about the most similar name. */
export const nearCalls = (tool: string, near: readonly string[], asked: Asked): string[] =>
  near.slice(0, 1).map((name) => nextCall(`${tool} ${callWord(name)}`, asked))
