/** Paths become entries: each is looked at once (size, time, kind), and what is no plain file of the repo is left out with a reason. */
import { lstat, type Stats } from 'node:fs'
import { open, readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { mapBounded } from '../base/bounded.ts'
import { errorCode } from '../base/error-code.ts'
import { UNKNOWN_LANGUAGE } from '../contract/languages.ts'
import type { FileNote } from '../contract/reports.ts'
import { isInside } from '../workspace/repo-root.ts'
import { classifyPath, isTestPath, languageOf } from './classify.ts'
import { type FoundPath, NOT_PLAIN } from './found-paths.ts'
import type { PathRules } from './path-rules.ts'
import type { FileEntry, ListOptions } from './port.ts'
import { MAX_FILE_BYTES, megabytes, settledTime } from './read-source.ts'
import { holdsCredentials } from './withheld.ts'

export type LookContext = {
  root: string
  rules: PathRules
  options: ListOptions
  taken_at_ms: number
  /** Paths that are listed under their own name: a link to one of them is not listed again. */
  isFound(path: string): boolean
  /** Nested repos: what lies in them is not ours, even when a link leads there. */
  skipped: readonly FileNote[]
}

/** One outcome for each path, in order. `gone` is no news: the file is not there. */
export type Looked = { state: 'file'; entry: FileEntry } | { state: 'skipped'; reason: string } | { state: 'gone' }

/** More at once gains nothing: the thread pool has four. */
const AT_ONCE = 64
const TEXT_ONLY_FROM = 2_000_000

export async function lookAtFiles(found: readonly FoundPath[], context: LookContext): Promise<Looked[]> {
  const stats = await statAll(context.root, found, context.options.signal)
  const looked = found.map((file, at) => lookAt(file, stats[at], context))
  const open = [...looked.keys()].filter((at) => looked[at] === undefined)
  const [links, others] = [open.filter((at) => stats[at]?.isSymbolicLink()), open.filter((at) => !stats[at]?.isSymbolicLink())]
  await mapBounded(others, AT_ONCE, async (at) => {
    looked[at] = await lookInside(found[at] as FoundPath, stats[at] as Stats, context)
  })
  // One after the other: of two links to one file the first is listed, today and tomorrow.
  const places = new Set<string>()
  for (const at of links) looked[at] = await lookAtLink(found[at] as FoundPath, context, places)
  return looked as Looked[]
}

/** What its stat alone decides; undefined when the file must be opened or a link followed. */
function lookAt(file: FoundPath, seen: Stats | null | undefined, context: LookContext): Looked | undefined {
  if (seen === undefined) return { state: 'gone' }
  if (seen === null) return { state: 'skipped', reason: 'cannot be read' }
  if (file.unseen || seen.isSymbolicLink()) return undefined
  return lookAtPlain(file, seen, context)
}

/** Undefined: not there. Null: there, but the system does not let us look. */
function statAll(
  root: string,
  found: readonly FoundPath[],
  signal: AbortSignal | undefined,
): Promise<(Stats | null | undefined)[]> {
  const stats: (Stats | null | undefined)[] = new Array(found.length)
  const prefix = root.endsWith('/') ? root : `${root}/`
  // Callbacks, not promises: half the time for 20,000 files.
  return new Promise((resolve, reject) => {
    let next = 0
    let open = 0
    const step = (): void => {
      if (signal?.aborted) reject(signal.reason)
      else if (next < found.length) look(next++)
      else if (open === 0) resolve(stats)
    }
    const look = (at: number): void => {
      open++
      lstat(prefix + found[at]?.path, (cause, seen) => {
        stats[at] = cause ? (['ENOENT', 'ENOTDIR'].includes(errorCode(cause) ?? '') ? undefined : null) : seen
        open--
        step()
      })
    }
    for (let count = 0; count < AT_ONCE; count++) step()
  })
}

function lookAtPlain(file: FoundPath, seen: Stats, context: LookContext): Looked | undefined {
  if (!seen.isFile()) return { state: 'skipped', reason: seen.isDirectory() ? 'a folder' : NOT_PLAIN }
  const limit = context.options.max_file_bytes ?? MAX_FILE_BYTES
  if (seen.size > limit) return { state: 'skipped', reason: `larger than ${megabytes(limit)}` }
  const language = languageOf(file.path)
  const mustOpen = (language === UNKNOWN_LANGUAGE && mayBeScript(file.path)) || context.rules.withheld.mustLookInto(file.path)
  return mustOpen ? undefined : entryOf(file, seen, context, language)
}

const mayBeScript = (file: string): boolean => !path.basename(file).includes('.', 1)

async function lookInside(file: FoundPath, seen: Stats, context: LookContext): Promise<Looked> {
  const place = path.join(context.root, file.path)
  // Git did not check that the folders above are real folders.
  if (file.unseen && (await realpath(path.dirname(place)).catch(() => '')) !== path.dirname(place)) return { state: 'gone' }
  const decided = lookAtPlain(file, seen, context)
  if (decided) return decided
  if (context.rules.withheld.mustLookInto(file.path)) {
    const text = await readFile(place, 'latin1').catch(() => 'password')
    if (holdsCredentials(text)) return { state: 'skipped', reason: 'withheld: it may hold a secret' }
  }
  return entryOf(file, seen, context, languageOf(file.path, await firstBytes(place)))
}

/** Scripts say in their first line what they are written in. A plain file was seen here a moment ago. */
async function firstBytes(place: string): Promise<Uint8Array | undefined> {
  if (!mayBeScript(place)) return undefined
  const handle = await open(place, 'r').catch(() => undefined)
  try {
    const { buffer, bytesRead } = (await handle?.read(Buffer.alloc(256), 0, 256, 0)) ?? { buffer: Buffer.alloc(0), bytesRead: 0 }
    return buffer.subarray(0, bytesRead)
  } catch {
    return undefined
  } finally {
    await handle?.close()
  }
}

function entryOf(file: FoundPath, seen: Stats, { root, taken_at_ms }: LookContext, language: string): Looked {
  // Written while git was looking: nobody can say which bytes git meant.
  const settled = settledTime(Math.max(seen.mtimeMs, seen.ctimeMs), taken_at_ms) !== 0
  const entry: FileEntry = {
    path: file.path,
    absolute_path: `${root}/${file.path}`,
    size: seen.size,
    mtime_ms: seen.mtimeMs,
    blob_id: settled ? file.blob_id : null,
    dirty: file.dirty,
    language,
    role: classifyPath(file.path, language),
    test: isTestPath(file.path),
    text_only: seen.size > TEXT_ONLY_FROM ? `larger than ${megabytes(TEXT_ONLY_FROM)}` : '',
  }
  return { state: 'file', entry }
}

/** A link counts when it leads to a plain file inside the repo that is not listed under its own name already. */
async function lookAtLink(file: FoundPath, context: LookContext, places: Set<string>): Promise<Looked> {
  const target = await realpath(path.join(context.root, file.path)).catch(() => undefined)
  if (target === undefined) return { state: 'skipped', reason: 'a link that leads nowhere' }
  if (!isInside(context.root, target)) return { state: 'skipped', reason: 'a link that leads outside the repo' }
  const inRepo = path.relative(context.root, target).split(path.sep).join('/')
  if (context.skipped.some((note) => note.path.endsWith('/') && inRepo.startsWith(note.path)))
    return { state: 'skipped', reason: 'a link into another repo' }
  const verdict = context.rules.judge(inRepo)
  if (verdict.state === 'ignored') return { state: 'skipped', reason: 'a link to an ignored file' }
  if (verdict.state === 'withheld') return { state: 'skipped', reason: `withheld: ${verdict.reason}` }
  const seen = await stat(target).catch(() => undefined)
  if (!seen?.isFile()) return { state: 'skipped', reason: seen?.isDirectory() ? 'a link to a folder' : NOT_PLAIN }
  if (context.isFound(inRepo) || places.has(inRepo)) return { state: 'skipped', reason: `a link to ${inRepo}` }
  places.add(inRepo)
  return lookInside({ ...file, blob_id: null, unseen: false }, seen, context)
}
