/**
 * The further work that changed files need once they are visible: find the affected files, link them, write the notes of their
 * folders. Each step is committed with its removal from the due work, so work that was stopped is continued, never repeated.
 */
import type { Repo } from '../contract/repo.ts'
import type { FileNote } from '../contract/reports.ts'
import type { DueWork, FactsKey, FileRow, StoreBuild } from '../store/port.ts'
import { factsByKey } from '../store/read-one.ts'
import { type IndexRooms, keyOfRow, type WorkOptions } from './index-rooms.ts'
import { linkable, linkFiles } from './link-files.ts'
import { reading } from './reading.ts'
import { relinkPaths } from './relink-paths.ts'
import { writeNotes } from './write-notes.ts'

export type SettleOptions = WorkOptions & {
  /** Link every file and write every note, whatever changed. */
  all?: boolean
  /** Nothing of the repo was ever linked. */
  isFirst?: boolean
  /** A file that could not be linked. */
  failed?(file: FileNote): void
  /** Checked between files. */
  isLate?: () => boolean
  /** If time runs out before this much was spent on finding the affected files, the search is tried once more. */
  search_ms?: number
}

/** False when there was no time for all of it. */
export async function settle(repo: Repo, rooms: IndexRooms, build: StoreBuild, options: SettleOptions = {}): Promise<boolean> {
  const { rows, due, known } = await look(repo, rooms)
  const after = { rows, pending: new Map() }
  if (options.all || due.changed.length > 0) {
    const began = rooms.now().getTime()
    const found = options.all ? linkable(rows) : await concerned(repo, rooms, rows, due, options)
    const isTooEarly = rooms.now().getTime() - began < (options.search_ms ?? 0)
    if (options.isLate?.() && isTooEarly) return false
    await build.putDue(found, { all: found.length === linkable(rows).length })
  }
  const { links, notes } = (await look(repo, rooms)).due
  await linkFiles(repo, rooms, after, links, options, async (linked, paths, sources, facts) => {
    for (const { path, state } of linked) if (state?.status === 'failed') options.failed?.({ path, reason: state.reason })
    await build.putLinkSources(sources)
    await build.putLinks(linked, paths, facts)
  })
  await build.flush()
  if (options.isLate?.() && (await look(repo, rooms)).due.links.length > 0) return false
  options.onProgress?.({ phase: 'summarise', repo_id: repo.repo_id, done: 0, total: null })
  await note(repo, rooms, build, rows, options.all ? undefined : notes, known)
  await build.finish({ last_indexed_at: rooms.now().toISOString() })
  return true
}

type Looked = { rows: Map<string, FileRow>; due: DueWork; known: string[] }

async function look(repo: Repo, rooms: IndexRooms): Promise<Looked> {
  return reading(rooms, async (snapshot) => ({
    rows: new Map((await snapshot.recordedFiles(repo.repo_id)).map((row) => [row.path, row])),
    due: await snapshot.due(repo.repo_id),
    known: await snapshot.modulePaths(repo.repo_id),
  }))
}

/** The files to link again. When time runs out, all of them: that is safe, and linking proceeds in steps that are kept. */
async function concerned(
  repo: Repo,
  rooms: IndexRooms,
  rows: ReadonlyMap<string, FileRow>,
  { changed }: DueWork,
  options: SettleOptions,
): Promise<string[]> {
  // Beyond a third of the repo, finding the files to link again costs more than linking everything.
  if (changed.length > rows.size / 3 || (await isForgotten(changed, rooms))) return linkable(rows)
  const before = new Map<string, FactsKey>(changed.flatMap(({ path, before }) => (before ? [[path, before] as const] : [])))
  const paths = changed.map(({ path }) => path)
  return relinkPaths(repo, rooms, { rows, pending: new Map() }, before, paths, options)
}

/** The earlier facts were collected meanwhile: it is unknown what changed. */
async function isForgotten(changed: DueWork['changed'], rooms: IndexRooms): Promise<boolean> {
  const keys = changed.flatMap(({ before }) => before ?? [])
  const there = await reading(rooms, (snapshot) => snapshot.hasFacts(keys))
  return there.includes(false)
}

async function note(
  repo: Repo,
  rooms: IndexRooms,
  build: StoreBuild,
  rows: ReadonlyMap<string, FileRow>,
  changed: readonly string[] | undefined,
  known: readonly string[],
): Promise<void> {
  await reading(rooms, async (snapshot) => {
    const { outlines: kept } = rooms
    const outline = async (path: string) => {
      const row = rows.get(path)
      if (!row || row.parser_version === '') return undefined
      const key = keyOfRow(row)
      return kept?.get(key) ?? (await factsByKey(snapshot, key))?.outline()
    }
    // The earlier rows are gone by now: each file counts as newly listed, which writes a few notes too many.
    const touched = changed && { paths: changed, before: new Map<string, FileRow>() }
    const changes = await writeNotes(repo.repo_id, { rows, outline }, touched, known)
    await build.putNotes(changes.notes)
    await build.removeNotes(changes.removeNotes)
  })
}
