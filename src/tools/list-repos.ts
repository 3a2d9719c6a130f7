/** The registered repos, what they contain and whether their index is up to date. */

import { isFolder } from '../base/repo-files/see.ts'
import type { RouteDecision } from '../contract/freshness.ts'
import type { RepoInfo } from '../contract/items.ts'
import type { Repo } from '../contract/repo.ts'
import type { ArgumentSpecs, GivenArguments } from '../contract/tool.ts'
import type { RepoRow } from '../store/port.ts'
import { pageArguments } from './list-arguments.ts'
import { defineTool, type ToolAnswer } from './tool.ts'
import type { ToolContext } from './tool-context.ts'

const specs = {
  limit: { type: 'integer', default: 100, min: 1, max: 1000, describe: 'Per page, 1–1000.' },
  cursor: pageArguments.cursor,
  max_chars: pageArguments.max_chars,
} as const satisfies ArgumentSpecs
export type ListReposArguments = GivenArguments<typeof specs>

export const listRepos = defineTool({
  name: 'list_repos',
  title: 'List repos',
  description:
    'Known repos: id, path, languages (most code first), documents per level, freshness. Use it to get oriented, or for an unfamiliar project name. ' +
    'Its ids are what repo, repo_id and repo_filter take; the last part of an id is enough. limit: 1–1000 a page, default 100.',
  arguments: specs,
  repos: async () => [],
  async run({ args, ground, context, after }): Promise<ToolAnswer<RepoInfo>> {
    const known = await context.repos.list()
    const from = after === null ? 0 : known.findIndex((repo) => repo.repo_id === after) + 1
    const page = known.slice(from, from + args.limit)
    const rows = new Map((await ground.view?.snapshot.repos())?.map((row) => [row.repo_id, row]))
    return {
      items: await Promise.all(page.map((repo) => describeRepo(repo, rows.get(repo.repo_id), context))),
      total: known.length,
      status: ground.view ? 'OK' : 'FALLBACK',
      source: 'RAG_GRAPH',
      message: ground.view ? messageOf(known, context) : uncounted,
      nextAfter: (kept) => (from + kept < known.length ? (known[from + kept - 1]?.repo_id ?? null) : null),
      next: page[0] ? [`explore_structure ${page[0].repo_id}`] : [],
    }
  },
})

/** Without this a damaged index would look like empty repos. */
const uncounted = 'The index could not be opened, so documents and languages were not counted.'

function messageOf(known: readonly Repo[], { cwd_repo: here }: ToolContext): string | null {
  if (here && !known.some(({ root }) => root === here.root))
    return `${here.repo_id}, where this was asked, is not registered yet; the first question about it builds its index.`
  return known.length === 0 ? 'No repo is registered yet; `cairn index DIR` registers one.' : null
}

const nothing: RepoInfo['counts'] = { symbol: 0, file: 0, module: 0, repo: 0, doc: 0 }

/** The status file knows nothing of a store that was lost, or that lost what was written last. */
function stateOf({ freshness_state, status }: RouteDecision, row: RepoRow | undefined): RepoInfo['freshness_state'] {
  const isThere = row?.complete === true && (row.last_indexed_at ?? '') >= (status?.last_indexed_at ?? '')
  return freshness_state === 'FRESH' && !isThere ? 'UNKNOWN' : freshness_state
}

async function describeRepo(repo: Repo, row: RepoRow | undefined, context: ToolContext): Promise<RepoInfo> {
  const counts = row?.counts ?? nothing
  return {
    repo_id: repo.repo_id,
    doc_count: Object.values(counts).reduce((sum, count) => sum + count, 0),
    languages: row?.languages.map((entry) => entry.language) ?? [],
    path: repo.root,
    freshness_state: stateOf(await context.computeRoute(repo.root), row),
    last_indexed_at: row?.last_indexed_at ?? null,
    counts: { ...counts },
    ...((await isFolder(repo.root)) ? {} : { missing: true as const }),
  }
}
