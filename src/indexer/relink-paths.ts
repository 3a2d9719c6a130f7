/** Which files must be linked again after a change: `resolve` decides, with facts, mentions and what links were made from, from the store. */
import type { LinkSources } from '../contract/links.ts'
import type { Repo } from '../contract/repo.ts'
import { type FileChange, pathsToRelink } from '../resolve/affected.ts'
import { importsAsking } from '../resolve/imports-asking.ts'
import { openProject } from '../resolve/open-project.ts'
import type { MentionSource } from '../resolve/port.ts'
import type { Project } from '../resolve/project.ts'
import type { FactsKey, FileRow } from '../store/port.ts'
import { factsByKey } from '../store/read-one.ts'
import type { WorkOptions } from './index-rooms.ts'
import { type LinkRooms, linkable } from './link-files.ts'
import { RenewedSnapshot, type RepoAfter, symbolSource } from './symbol-source.ts'

/** `before`: the facts that each changed or removed path had; a path that is not in it is new. */
export async function relinkPaths(
  repo: Repo,
  rooms: LinkRooms,
  after: RepoAfter,
  before: ReadonlyMap<string, FactsKey>,
  changed: readonly string[],
  { signal, isLate }: WorkOptions & { isLate?: () => boolean },
): Promise<string[]> {
  const view = new RenewedSnapshot(rooms.reader)
  try {
    const snapshot = await view.current()
    if (isOutdated(await snapshot.linkSources(repo.repo_id), after.rows)) return linkable(after.rows)
    const { facts, paths, languageOf } = symbolSource(repo, rooms, view, after)
    const changes: FileChange[] = []
    for (const path of changed) {
      const key = before.get(path)
      changes.push(...changesOf(path, key, key && (await factsByKey(snapshot, key)), after.rows.get(path), await facts(path)))
    }
    const source: MentionSource = {
      facts,
      paths,
      languageOf: (path) => languageOf(path) || (before.get(path)?.language ?? ''),
      filesNaming: async (name) =>
        ((await snapshot.filesWithIdentifiers(repo.repo_id, [name])).get(name) ?? []).map((found) => found.path),
      linkSources: () => snapshot.linkSources(repo.repo_id),
      filesAsking: (questions) => snapshot.filesAsking(repo.repo_id, questions),
      importsAsking: importsIn(repo, rooms, view, after),
    }
    const found = await pathsToRelink(changes, source, { ...(signal ? { signal } : {}), ...(isLate ? { isLate } : {}) })
    return found.state === 'all' ? linkable(after.rows) : found.paths.filter((path) => after.rows.has(path))
  } finally {
    await view.close()
  }
}

/** Links were made from a manifest with other bytes than its row has: whatever the reason, they are in doubt. */
const isOutdated = ({ manifests }: LinkSources, rows: ReadonlyMap<string, FileRow>): boolean =>
  [...manifests].some(([path, hash]) => (rows.get(path)?.content_hash ?? hash) !== hash)

/** A script whose first line now names another language is one file less in the old language, and one more in the new one. */
function changesOf(
  path: string,
  key: FactsKey | undefined,
  before: FileChange['before'],
  row: FileRow | undefined,
  after: FileChange['after'],
): FileChange[] {
  const language = row?.language ?? key?.language ?? ''
  if (!key || !row || key.language === language) return [{ path, language, before, after, cameOrWent: !key || !row }]
  return [
    { path, language: key.language, before, after: undefined, cameOrWent: true },
    { path, language, before: undefined, after, cameOrWent: true },
  ]
}

/** Opened when it is first needed: most changes move no import. */
function importsIn(repo: Repo, rooms: LinkRooms, view: RenewedSnapshot, after: RepoAfter): MentionSource['importsAsking'] {
  const source = symbolSource(repo, rooms, view, after)
  let project: Project | undefined
  return async (path, questions) => {
    const facts = await source.facts(path)
    project ??= openProject(source, rooms.families)
    return facts ? importsAsking(path, facts, project, questions) : []
  }
}
