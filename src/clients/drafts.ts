/**
 * The files of one install or uninstall. Everything is planned on drafts in memory first; nothing is written if a plan fails. A file
 * is replaced as a whole, keeps its permissions, and a link is followed to its target.
 */
import { chmod, mkdir, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { atomicWrite } from '../base/atomic-write.ts'
import { errorCode } from '../base/error-code.ts'
import { readInside } from '../base/repo-files/read-inside.ts'
import { linkTarget, realPath, seeAt, seeTarget } from '../base/repo-files/see.ts'
import { removeFileInside, removeFolderInside, replaceInside } from '../base/repo-files/write-inside.ts'
import { CairnProblem } from '../contract/problems.ts'
import type { InstallRecord, RecordedFile } from './install-record.ts'

export type Draft = {
  /** As the client names it. */
  file: string
  /** Where a link leads; else the same. */
  target: string
  /** For a file of a repo: its root, links resolved. The files of a repo come from strangers, so nothing below it is followed. */
  below: string | undefined
  /** Without a byte order mark; null: there is no such file. */
  before: string | null
  /** What it shall hold; null: it shall not exist. */
  text: string | null
  mark: string
  mode: number | undefined
  /** Folders that have to be created for it, outermost first. */
  missing: readonly string[]
  /** What Cairn wrote into it, with what this run adds or removes. */
  record: RecordedFile | undefined
  /** If the file is deleted: folders that go with it if they are empty, outermost first. */
  folders: readonly string[]
}

export type Drafts = { open(file: string): Promise<Draft>; all(): readonly Draft[] }

export function createDrafts(record: InstallRecord, { root }: { root: string | undefined }): Drafts {
  const drafts = new Map<string, Draft>()
  return {
    all: () => [...drafts.values()],
    open: async (file) => {
      const target = await targetOf(file)
      const below = await rootOf(file, target, root)
      const known = drafts.get(target)
      if (known) return known
      const draft = await readDraft({ file, target, below }, record[target])
      drafts.set(target, draft)
      return draft
    },
  }
}

export async function exists(file: string): Promise<boolean> {
  return (await seeAt(file)) !== undefined
}

/** Where a path leads, also if the file or the target of a link does not exist yet. */
async function targetOf(file: string, links = 0): Promise<string> {
  const real = await realPath(file)
  if (real !== undefined || path.dirname(file) === file) return real ?? file
  const folder = await targetOf(path.dirname(file), links)
  const link = links < MOST_LINKS ? await linkTarget(file) : undefined
  return link === undefined ? path.join(folder, path.basename(file)) : targetOf(path.resolve(folder, link), links + 1)
}
/** Links that lead to each other in a circle have no target. */
const MOST_LINKS = 20

/** Of a file of a repo, the repo's root. A link in a repo must not lead Cairn to a file of the user. */
async function rootOf(file: string, target: string, root: string | undefined): Promise<string | undefined> {
  if (root === undefined || !isBelow(root, file)) return undefined
  const below = await targetOf(root)
  if (isBelow(below, target) && mayBeMeant(file, path.relative(below, target))) return below
  const fix = 'Replace the link by a file, or use `scope=user`. Nothing was written.'
  throw new CairnProblem('PATH_OUTSIDE_REPO', { file }, { fix })
}

/** People link CLAUDE.md to AGENTS.md. A link to git's own settings, or to a file of another kind, is a mistake or a trap. */
const mayBeMeant = (file: string, target: string): boolean =>
  path.extname(file) === path.extname(target) && !target.split(path.sep).some((part) => part.toLowerCase() === '.git')

const isBelow = (folder: string, file: string): boolean => file.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep)

type FileSpot = Pick<Draft, 'file' | 'target' | 'below'>

async function readDraft(spot: FileSpot, record: RecordedFile | undefined): Promise<Draft> {
  const { file, target } = spot
  const found = await seeTarget(target)
  const bytes = await readFileAt(spot)
  if (bytes === undefined) {
    const nothing = { before: null, text: null, mark: '', mode: undefined, record: undefined, folders: [] }
    return { ...spot, ...nothing, missing: await missingFolders(path.dirname(target), file) }
  }
  const whole = bytes.toString('utf8')
  if (!Buffer.from(whole, 'utf8').equals(bytes)) throw unreadable(file, 'it is not in UTF-8')
  const mark = whole.startsWith('\ufeff') ? '\ufeff' : ''
  const before = whole.slice(mark.length)
  const mode = found === undefined ? undefined : found.mode & 0o7777
  return { ...spot, before, text: before, mark, mode, missing: [], record, folders: [] }
}

/** Undefined when there is no such file. */
async function readFileAt({ file, target, below }: FileSpot): Promise<Buffer | undefined> {
  // A file of the user: `target` is where its links lead.
  const [folder, name] =
    below === undefined ? [path.dirname(target), path.basename(target)] : [below, path.relative(below, target)]
  const read = await readInside(folder, name, { max_bytes: MOST_BYTES })
  if (read.state === 'gone') return undefined
  if (read.state === 'refused')
    throw unreadable(file, (await seeAt(target))?.isDirectory() ? 'it is a folder' : `it is ${read.reason}`)
  return read.bytes
}
/** No client has settings as large as this. */
const MOST_BYTES = 64 * 1024 * 1024

async function missingFolders(folder: string, file: string): Promise<string[]> {
  const found = await seeTarget(folder)
  if (found?.isDirectory()) return []
  if (found) throw unwritable(file, `${folder} is not a folder`)
  if (path.dirname(folder) === folder) return []
  return [...(await missingFolders(path.dirname(folder), file)), folder]
}

export const unreadable = (file: string, detail: string, cause?: unknown): CairnProblem =>
  new CairnProblem(
    'BAD_FILE',
    { file, expected: 'settings', detail },
    { cause, fix: 'Correct the file, and run the command again. Nothing was written.' },
  )

const unwritable = (file: string, why: string, options: { cause?: unknown; fix?: string } = {}): CairnProblem => {
  const fix = options.fix ?? 'Change its permissions, or write it yourself: `cairn install --print` shows the text.'
  return new CairnProblem('BAD_ARGUMENT', { detail: `The file ${file} cannot be written: ${why}.` }, { ...options, fix })
}

/** Checks all files before the first is written, because a read-only file could still be replaced by renaming another over it. */
export async function writeDrafts(drafts: Drafts): Promise<void> {
  const changed = drafts.all().filter(({ before, text }) => before !== text)
  for (const draft of changed) await checkWritable(draft)
  for (const draft of changed) await write(draft)
}

async function checkWritable({ file, target, below, before, mark, mode }: Draft): Promise<void> {
  if (mode !== undefined && (mode & 0o222) === 0) throw unwritable(file, 'it is read-only')
  const now = (await readFileAt({ file, target, below }).catch(() => undefined))?.toString('utf8')
  if (now !== (before === null ? undefined : mark + before))
    throw unwritable(file, 'another program has just changed it', { fix: 'Run the command again.' })
}

async function write(draft: Draft): Promise<void> {
  const { file, target, below, text, mark, mode, missing, folders } = draft
  try {
    if (below !== undefined) return await writeInRepo(below, draft)
    if (text === null) {
      await rm(target, { force: true })
      for (const folder of [...folders].reverse()) await rmdir(folder).catch(() => undefined)
      return
    }
    for (const folder of missing) await mkdir(folder, { recursive: true })
    await atomicWrite(target, mark + text, { durable: true, ...(mode === undefined ? {} : { mode }) })
    // The mode of a new file passes through the umask.
    if (mode !== undefined) await chmod(target, mode)
  } catch (cause) {
    const code = errorCode(cause)
    if (code === 'ENOSPC' || code === 'EDQUOT') throw new CairnProblem('DISK_FULL', { where: target }, { cause })
    throw unwritable(file, code ?? String(cause), { cause })
  }
}

async function writeInRepo(below: string, { target, text, mark, mode, folders }: Draft): Promise<void> {
  const relative = path.relative(below, target)
  if (text !== null) {
    await replaceInside(below, relative, mark + text, { durable: true, ...(mode === undefined ? {} : { mode }) })
    return
  }
  await removeFileInside(below, relative)
  for (const folder of [...folders].reverse()) await removeFolderInside(below, path.relative(below, folder))
}
