/** Completes the argument `repo` of the prompts with the ids of the registered repos. Nothing else can be completed cheaply. */
import type { CompleteRequestParams, CompleteResult } from '@modelcontextprotocol/server'
import type { App } from '../../app/port.ts'
import type { ReadScope } from '../../contract/read-scope.ts'
import { readableRepos } from './resources.ts'

/** The protocol allows no more. */
const MOST = 100

export async function complete(
  app: App,
  { ref, argument }: CompleteRequestParams,
  scope: ReadScope | undefined,
): Promise<CompleteResult> {
  const found = ref.type === 'ref/prompt' && argument.name === 'repo' ? await reposLike(argument.value, app, scope) : []
  return { completion: { values: found.slice(0, MOST), total: found.length, hasMore: found.length > MOST } }
}

/** Those that begin with the text, then those that contain it. */
async function reposLike(text: string, app: App, scope: ReadScope | undefined): Promise<string[]> {
  const wanted = text.toLowerCase()
  const ids = (await readableRepos(app, scope)).map(({ repo_id }) => repo_id)
  const at = (id: string): number => id.toLowerCase().indexOf(wanted)
  return [...ids.filter((id) => at(id) === 0), ...ids.filter((id) => at(id) > 0)]
}
