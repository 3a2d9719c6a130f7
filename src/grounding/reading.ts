/**
 * The files of one answer: from the index if they are unchanged, else from disk. A file's facts come from the store only if the
 * bytes read for this answer have the recorded hash; else the file is parsed.
 */
import { Lru } from '../base/lru.ts'
import { emptyFacts } from '../contract/empty-facts.ts'
import type { Binding, SourceTag } from '../contract/envelope.ts'
import type { FactsView } from '../contract/facts-codec.ts'
import type { RepoView } from '../freshness/scope.ts'
import type { IndexView } from '../store/index-view.ts'
import type { FileRow } from '../store/port.ts'
import { factsByKey } from '../store/read-one.ts'
import type { GroundRooms } from './ground-rooms.ts'
import { createQuotes, type QuotedFile, type Quotes } from './quote.ts'

/** A file as it is now. `live`: the index does not have these bytes under this path. */
export type CurrentFile = {
  file: QuotedFile
  language: string
  facts: Pick<FactsView, 'outline' | 'uses'>
  binding: Extract<Binding, 'indexed' | 'live'>
  source: SourceTag
}

export interface Reading {
  quotes: Quotes
  /** Reads the stored data of these files together; later calls for each of them need no further read. */
  load(repo: RepoView, paths: Iterable<string>): Promise<void>
  /** The file's row in the store; undefined for a live repo and for a file that is not indexed. */
  row(repo: RepoView, path: string): Promise<FileRow | undefined>
  /** The file as recorded, if its bytes are still those of the row; else undefined. */
  indexed(repo: RepoView, path: string): Promise<CurrentFile | undefined>
  /** The file as it is now, parsed if the index does not have these bytes; undefined when it cannot be read as text. */
  current(repo: RepoView, path: string): Promise<CurrentFile | undefined>
  /** Call it when a file's bytes changed while the answer is made. */
  sawChange(repo: RepoView, path: string): void
  /** Number of files of a repo that changed, or became unreadable, while the answer was made. */
  changedMeanwhile(repo: RepoView): number
}

export function createReading(view: IndexView | undefined, rooms: GroundRooms): Reading {
  const quotes = createQuotes()
  const asIndexed = new Lru<string, Promise<CurrentFile | undefined>>(FILES_KEPT)
  const asCurrent = new Lru<string, Promise<CurrentFile | undefined>>(FILES_KEPT)
  const moved = new Map<string, Set<string>>()
  const sawChange: Reading['sawChange'] = (repo, path) => add(moved, repo.repo_id, path)
  const row: Reading['row'] = async (repo, path) => (repo.mode === 'live' ? undefined : view?.row(repo.repo_id, path))
  const indexed: Reading['indexed'] = (repo, path) =>
    remember(asIndexed, `${repo.repo_id}\0${path}`, async () => {
      // `deleted` includes files that exist but no longer belong to the repo, for example because they are ignored now.
      const recorded = repo.deleted.has(path) ? undefined : await row(repo, path)
      if (!recorded) return undefined
      const file = await quotes.file(repo.root, path)
      if (file?.content_hash !== recorded.content_hash) {
        if (!repo.changed.has(path)) sawChange(repo, path)
        return undefined
      }
      const facts = (await view?.factsAt(repo.repo_id, path)) ?? factsOfUnparsed(recorded)
      return facts && { file, language: recorded.language, facts, binding: 'indexed', source: 'RAG_GRAPH' }
    })
  const current: Reading['current'] = (repo, path) =>
    remember(
      asCurrent,
      `${repo.repo_id}\0${path}`,
      async () => (await indexed(repo, path)) ?? readNow(repo, path, quotes, view, rooms),
    )
  return {
    quotes,
    async load(repo, paths) {
      if (repo.mode !== 'live') await view?.facts(repo.repo_id, paths)
    },
    row,
    indexed,
    current,
    sawChange,
    changedMeanwhile: (repo) => moved.get(repo.repo_id)?.size ?? 0,
  }
}

/** A file that could not be parsed when it was indexed is treated as text: parsing the same bytes would fail again. */
function factsOfUnparsed({ status }: FileRow): CurrentFile['facts'] | undefined {
  return status === 'failed' || status === 'timed-out' ? { outline: emptyFacts, uses: () => [] } : undefined
}

/** Size of the cache; hits of one file follow each other. Keeping all files of a large answer would take too much memory. */
const FILES_KEPT = 200

function remember<Value>(kept: Lru<string, Promise<Value>>, key: string, make: () => Promise<Value>): Promise<Value> {
  const known = kept.get(key)
  if (known) return known
  const made = make()
  kept.set(key, made)
  return made
}

function add(sets: Map<string, Set<string>>, key: string, value: string): void {
  const known = sets.get(key)
  if (known) known.add(value)
  else sets.set(key, new Set([value]))
}

async function readNow(
  repo: RepoView,
  path: string,
  quotes: Quotes,
  view: IndexView | undefined,
  rooms: GroundRooms,
): Promise<CurrentFile | undefined> {
  // Changed files come from the change set, which contains only files of the repo.
  const changed = repo.changed.get(path)
  const shown = changed === undefined ? await admitted(repo, path, rooms) : { path, language: changed }
  const file = shown && (await quotes.file(repo.root, shown.path))
  if (!file) return undefined
  const { language } = shown
  const { parser_version } = rooms
  // The bytes may have been parsed before: a renamed file, an earlier branch, a catch-up that ran out of time.
  const known = view && (await factsByKey(view.snapshot, { content_hash: file.content_hash, language, parser_version }))
  const facts = known ?? (await parseNow(file.text, language, rooms))
  return facts && { file, language, facts, binding: 'live', source: 'LOCAL_FALLBACK' }
}

async function admitted(repo: RepoView, path: string, { files }: GroundRooms) {
  const admission = await files.admit(repo.root, path)
  return admission.state === 'file' ? admission : undefined
}

async function parseNow(text: string, language: string, { parser }: GroundRooms): Promise<CurrentFile['facts'] | undefined> {
  const outcome = await parser.parse(text, language)
  if (!('parsed' in outcome)) return undefined
  const { uses, ...outline } = outcome.parsed.facts
  return { outline: () => outline, uses: () => uses }
}
