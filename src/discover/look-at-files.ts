/**
 * Turns paths into entries with one stat each (size, time, kind); anything but a plain file of the repo is left out with a
 * reason.
 */
import path from 'node:path'
import { mapBounded } from '../base/bounded.ts'
import { megabytes } from '../base/megabytes.ts'
import { readFirstBytes, readTextInside } from '../base/repo-files/read-inside.ts'
import { kindAt, realPath } from '../base/repo-files/see.ts'
import { changeTime, type SeenFile, settledTime, statFiles } from '../base/stat-files.ts'
import { UNKNOWN_LANGUAGE } from '../contract/languages.ts'
import type { FileNote } from '../contract/reports.ts'
import type { IndexEntry } from '../workspace/git-index.ts'
import { isInside } from '../workspace/repo-root.ts'
import { classifyPath, isTestPath, languageOf } from './classify.ts'
import { type FoundPath, NOT_PLAIN } from './found-paths.ts'
import type { PathRules } from './path-rules.ts'
import type { FileEntry, ListOptions } from './port.ts'
import { MAX_FILE_BYTES } from './read-source.ts'
import { holdsCredentials } from './withheld.ts'

export type LookContext = {
  root: string
  rules: PathRules
  options: ListOptions
  taken_at_ms: number
  /** Paths that are listed. */
  isFound(path: string): boolean
  /** Nested repos: their files do not belong to this repo, even if a link points there. */
  skipped: readonly FileNote[]
}

/** One outcome for each path, in order. `gone`: the file does not exist. */
export type Looked = { state: 'file'; entry: FileEntry } | { state: 'skipped'; reason: string } | { state: 'gone' }

const AT_ONCE = 16
const TEXT_ONLY_FROM = 2_000_000

export async function lookAtFiles(found: readonly FoundPath[], context: LookContext): Promise<Looked[]> {
  const stats = await seeAll(context.root, found, context.options.signal)
  const looked = found.map((file, at) => lookAt(file, stats[at], context))
  const open = [...looked.keys()].filter((at) => looked[at] === undefined)
  await mapBounded(open, AT_ONCE, async (at) => {
    const file = found[at] as FoundPath
    const isLink = stats[at]?.kind === 'link'
    looked[at] = isLink
      ? { state: 'skipped', reason: await whyNotLink(file, context) }
      : await lookInside(file, stats[at] as SeenFile, context)
  })
  return looked as Looked[]
}

/** What the stat alone decides; undefined when the file must be opened or a link followed. */
function lookAt(file: FoundPath, seen: SeenFile | null | undefined, context: LookContext): Looked | undefined {
  if (seen === undefined) return { state: 'gone' }
  if (seen === null) return { state: 'skipped', reason: 'cannot be read' }
  if (file.unseen || seen.kind === 'link') return undefined
  return lookAtPlain(file, seen, context)
}

async function seeAll(
  root: string,
  found: readonly FoundPath[],
  signal: AbortSignal | undefined,
): Promise<(SeenFile | null | undefined)[]> {
  const known = found.map(({ remembered }) => remembered && rememberedStat(remembered))
  const unknown = found.filter((_, at) => !known[at]).map((file) => `${root}/${file.path}`)
  const looked = await statFiles(unknown, signal ? { signal } : {})
  let next = 0
  return known.map((seen) => seen ?? looked[next++])
}

/**
 * If git found a file unchanged, the stat that git recorded is used. But a recorded size of 0 means "check again", and whole
 * seconds may mean that git stores no finer times.
 */
function rememberedStat({ size, mtime_ms, ctime_ms }: IndexEntry): SeenFile | undefined {
  return size !== 0 && mtime_ms % 1000 !== 0 ? { kind: 'file', size, mtime_ms, ctime_ms } : undefined
}

function lookAtPlain(file: FoundPath, seen: SeenFile, context: LookContext): Looked | undefined {
  if (seen.kind !== 'file') return { state: 'skipped', reason: seen.kind === 'folder' ? 'a folder' : NOT_PLAIN }
  const limit = context.options.max_file_bytes ?? MAX_FILE_BYTES
  if (seen.size > limit) return { state: 'skipped', reason: `larger than ${megabytes(limit)}` }
  const language = languageOf(file.path)
  const mustOpen = (language === UNKNOWN_LANGUAGE && mayBeScript(file.path)) || context.rules.withheld.mustLookInto(file.path)
  return mustOpen ? undefined : entryOf(file, seen, context, language)
}

const mayBeScript = (file: string): boolean => !path.basename(file).includes('.', 1)

async function lookInside(file: FoundPath, seen: SeenFile, context: LookContext): Promise<Looked> {
  const { root } = context
  const folder = path.dirname(path.join(root, file.path))
  // Git did not check that the folders above are real folders.
  if (file.unseen && (await realPath(folder)) !== folder) return { state: 'gone' }
  const decided = lookAtPlain(file, seen, context)
  if (decided) return decided
  if (context.rules.withheld.mustLookInto(file.path)) {
    const text = await readTextInside(root, file.path)
    if (text === undefined || holdsCredentials(text)) return { state: 'skipped', reason: 'withheld: it may hold a secret' }
  }
  return entryOf(file, seen, context, languageOf(file.path, await firstBytes(root, file.path)))
}

/** The first line of a script names its language. */
const firstBytes = async (root: string, file: string): Promise<Uint8Array | undefined> =>
  mayBeScript(file) ? readFirstBytes(root, file, 256) : undefined

function entryOf(file: FoundPath, seen: SeenFile, { root, taken_at_ms }: LookContext, language: string): Looked {
  // The file was written while git was running, so it is not known which bytes git saw.
  const mtime_ms = changeTime(seen.mtime_ms, seen.ctime_ms)
  const settled = settledTime(Math.max(mtime_ms, seen.ctime_ms), taken_at_ms) !== 0
  const entry: FileEntry = {
    path: file.path,
    root,
    size: seen.size,
    mtime_ms,
    blob_id: settled ? file.blob_id : null,
    dirty: file.dirty,
    language,
    role: classifyPath(file.path, language),
    test: isTestPath(file.path),
    text_only: seen.size > TEXT_ONLY_FROM ? `larger than ${megabytes(TEXT_ONLY_FROM)}` : '',
  }
  return { state: 'file', entry }
}

/**
 * A link is not listed: the file that it points to is listed under its own name, if it may be shown. A link to an ignored file would
 * otherwise show what the ignore rules hide.
 */
async function whyNotLink(file: FoundPath, context: LookContext): Promise<string> {
  const target = await realPath(path.join(context.root, file.path))
  if (target === undefined) return 'a link that leads nowhere'
  if (!isInside(context.root, target)) return 'a link that leads outside the repo'
  const inRepo = path.relative(context.root, target).split(path.sep).join('/')
  if (context.skipped.some((note) => note.path.endsWith('/') && inRepo.startsWith(note.path))) return 'a link into another repo'
  const verdict = context.rules.judge(inRepo)
  if (verdict.state === 'withheld') return `withheld: ${verdict.reason}`
  const kind = await kindAt(target)
  if (kind !== 'file') return kind === 'folder' ? 'a link to a folder' : NOT_PLAIN
  return context.isFound(inRepo) ? `a link to ${inRepo}` : 'a link to an ignored file'
}
