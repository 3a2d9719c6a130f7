/** What a model wrote about folders and repos, with a mark if something in them has another text now. */
import type { Enrichment, SummaryAuthor } from '../contract/items.ts'
import { FolderTexts } from '../enrich/folder-texts.ts'
import type { RepoView } from '../freshness/scope.ts'
import { byRepo } from '../grounding/by-repo.ts'
import { enrichmentOf } from '../grounding/enrichment.ts'
import type { Ground } from '../grounding/ground.ts'
import type { IndexView } from '../store/index-view.ts'

/** `path` '' is the repo. In the order given. Where the store has no such text, this costs one read. */
export async function folderEnrichments(
  folders: readonly { repo: RepoView; path: string }[],
  { view }: Ground,
): Promise<(Enrichment | undefined)[]> {
  if (!view || folders.length === 0 || !(await view.snapshot.hasFolderTexts())) return folders.map(() => undefined)
  return byRepo(folders, async (repo, asked) => (repo.mode === 'live' ? [] : enrichmentsIn(repo, asked, view)))
}

export const authorOf = ({ author, made_at, state }: Enrichment): SummaryAuthor => ({ author, made_at, state })

/** The text comes after the note's first line, before the lists of what the folder contains. */
export function withSummary(note: string, summary: string): string {
  const [head = '', ...rest] = note.split('\n')
  return [head, summary, ...rest].join('\n')
}

async function enrichmentsIn(
  repo: RepoView,
  asked: readonly { path: string }[],
  view: IndexView,
): Promise<(Enrichment | undefined)[]> {
  const { repo_id, changed, deleted } = repo
  const { all } = await view.rows(repo_id)
  const texts = new FolderTexts({
    files: all,
    outlines: (paths) => view.snapshot.factsOfMany(repo_id, paths),
    texts: (symbols) => view.snapshot.enrichments(repo_id, symbols),
  })
  const found: (Enrichment | undefined)[] = []
  for (const { path } of asked) {
    const folder = await texts.of(path)
    const written = folder && enrichmentOf(folder.text, folder.now.span_hash)
    const isEdited = [...changed.keys(), ...deleted].some((file) => path === '' || file.startsWith(`${path}/`))
    found.push(written && isEdited ? { ...written, state: 'STALE' } : written)
  }
  return found
}
