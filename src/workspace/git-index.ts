/**
 * Reads git's index file: paths with blob ids and the stat data that git recorded. Asking git would need a process and a pipe for
 * every question. For formats that are not simple to read (split, sparse) the result is undefined, and git is asked.
 */
import { Lru } from '../base/lru.ts'
import { LARGEST_GIT_FILE, readGitFile } from '../base/repo-files/git-folder-files.ts'
import { changeTime } from '../base/stat-files.ts'
import type { RecordedFile } from '../contract/freshness.ts'
import { cloneSettings } from './clone-settings.ts'
import type { GitFolders } from './git-folders.ts'

/** One path of the index. Everything except the path is decoded on demand: of 30,000 entries most questions need only a few. */
export class IndexEntry {
  readonly path: string
  /** Its bytes are not UTF-8: `path` contains replacement characters. */
  readonly isOdd: boolean
  private readonly index: Layout
  private readonly at: number
  constructor(index: Layout, at: number, path: string, isOdd: boolean) {
    this.index = index
    this.at = at
    this.path = path
    this.isOdd = isOdd
  }
  get oid(): string {
    return this.index.bytes.toString('hex', this.at + OID_AT, this.at + this.index.flagsAt)
  }
  /** Git's id of the bytes on disk; null when git has not checked them. */
  get blob_id(): string | null {
    return this.isVouchedFor ? this.oid : null
  }
  get kind(): 'file' | 'link' | 'submodule' {
    const type = this.index.bytes.readUInt32BE(this.at + 24) >>> 12
    return type === 0xe ? 'submodule' : type === 0xa ? 'link' : 'file'
  }
  /** 0, or 1 to 3 while a merge is in conflict. */
  get stage(): number {
    return (this.flags >> 12) & 3
  }
  /** Git does not check the file on disk: assume-unchanged or skip-worktree. */
  get unseen(): boolean {
    return (this.flags & ASSUME_UNCHANGED) !== 0 || (this.moreFlags & SKIP_WORKTREE) !== 0
  }
  /** The index has no bytes for the file yet, or several, in conflict. Only git can tell whether the file on disk differs. */
  get dirty(): boolean {
    return this.stage !== 0 || (this.moreFlags & INTENT_TO_ADD) !== 0
  }
  /** Modulo 4 GiB; 0 if git itself does not trust its recorded stat data. */
  get size(): number {
    return this.index.bytes.readUInt32BE(this.at + 36)
  }
  get mtime_ms(): number {
    return milliseconds(this.index.bytes, this.at + 8)
  }
  get ctime_ms(): number {
    return milliseconds(this.index.bytes, this.at)
  }
  /** The stat that git recorded, if git found the file unchanged. */
  get remembered(): IndexEntry | undefined {
    return this.isVouchedFor ? this : undefined
  }
  /**
   * Whether the row was made from the file that git recorded and found unchanged. The id alone is not enough: a file checked out
   * with other line ends or another filter has other bytes and the same id.
   */
  fits(row: RecordedFile): boolean {
    const { bytes, flagsAt } = this.index
    if (row.blob_id === null || this.size !== row.size || changeTime(this.mtime_ms, this.ctime_ms) !== row.mtime_ms) return false
    return this.isVouchedFor && isHexOf(row.blob_id, bytes, this.at + OID_AT, this.at + flagsAt)
  }
  private get isVouchedFor(): boolean {
    return this.kind === 'file' && !this.unseen && !this.dirty
  }
  private get flags(): number {
    return this.index.bytes.readUInt16BE(this.at + this.index.flagsAt)
  }
  private get moreFlags(): number {
    return (this.flags & EXTENDED) === 0 ? 0 : this.index.bytes.readUInt16BE(this.at + this.index.flagsAt + 2)
  }
}

export async function readGitIndex(root: string, folders: GitFolders): Promise<readonly IndexEntry[] | undefined> {
  const [file, { isSha256 }] = await Promise.all([
    readGitFile(folders.git, 'index', { max_bytes: LARGEST_GIT_FILE }),
    cloneSettings(root, folders),
  ])
  if (file.state !== 'read') return undefined
  const { bytes } = file
  const oidLength = isSha256 ? 32 : 20
  const known = read.get(folders.git)
  if (known?.oidLength === oidLength && known.bytes.equals(bytes)) return known.entries
  const entries = decode(bytes, oidLength)
  read.set(folders.git, { bytes, oidLength, entries })
  return entries
}

/** While the file has the same bytes, the entries are the same array: what is derived from it can be kept too. */
const read = new Lru<string, { bytes: Buffer; oidLength: number; entries: readonly IndexEntry[] | undefined }>(4)

function decode(bytes: Buffer, oidLength: number): readonly IndexEntry[] | undefined {
  try {
    return readEntries(bytes, oidLength)
  } catch {
    // The file is shorter than its header says, so git is asked instead.
    return undefined
  }
}

/** Ten numbers of four bytes, then the blob id, then the flags. */
const OID_AT = 40
type Layout = { bytes: Buffer; flagsAt: number }

const ASSUME_UNCHANGED = 0x8000
const EXTENDED = 0x4000
const SKIP_WORKTREE = 0x4000
const INTENT_TO_ADD = 0x2000
/** No system opens a file with a longer path. */
const LONGEST_PATH = 4096
/** All names together. A repo with a million files has 100 MB of them. */
const MOST_NAMES = 256 * 1024 * 1024
/** Names of this length or longer: the end is found by the NUL byte. */
const LENGTH = 0xfff

function readEntries(bytes: Buffer, oidLength: number): readonly IndexEntry[] | undefined {
  const version = bytes.readUInt32BE(4)
  if (bytes.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) return undefined
  const index = { bytes, flagsAt: OID_AT + oidLength }
  const { entries, end } = version === 4 ? readPacked(index) : readPlain(index)
  return hasOnlyKnownParts(bytes, end, oidLength) ? entries : undefined
}

type Entries = { entries: IndexEntry[]; end: number }

const nameStart = ({ bytes, flagsAt }: Layout, at: number): number =>
  at + flagsAt + ((bytes.readUInt16BE(at + flagsAt) & EXTENDED) === 0 ? 2 : 4)

function readPlain(index: Layout): Entries {
  const { bytes, flagsAt } = index
  // One string of all bytes; names are slices of it. This takes a third of the time of decoding 30,000 names.
  const text = bytes.toString('latin1')
  const entries: IndexEntry[] = []
  let at = 12
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    const from = nameStart(index, at)
    const length = bytes.readUInt16BE(at + flagsAt) & LENGTH
    const to = length < LENGTH ? from + length : endOfName(bytes, from)
    if (to > bytes.length) throw new RangeError('no end of name')
    // The hole of a sparse file, which takes no room on the disk, would be millions of them.
    if (to === from) throw new RangeError('no file has an empty name')
    if (isAscii(bytes, from, to)) entries.push(new IndexEntry(index, at, text.slice(from, to), false))
    else entries.push(withName(index, at, bytes.subarray(from, to)))
    // The name ends in NUL, and the entry is padded to a multiple of eight bytes.
    at += ((to - at + 8) >> 3) << 3
  }
  return { entries, end: at }
}

/** Version 4: each name is the number of bytes to drop from the end of the previous name, then the rest. */
function readPacked(index: Layout): Entries {
  const { bytes } = index
  const entries: IndexEntry[] = []
  let name: Buffer = Buffer.alloc(0)
  let room = MOST_NAMES
  let at = 12
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    let from = nameStart(index, at)
    let byte = bytes.readUInt8(from++)
    let drop = byte & 0x7f
    while ((byte & 0x80) !== 0) {
      byte = bytes.readUInt8(from++)
      drop = ((drop + 1) << 7) | (byte & 0x7f)
    }
    const to = endOfName(bytes, from)
    if (drop > name.length) throw new RangeError('no end of name')
    // Each name is a few bytes of the file and may repeat all of the one before: a small file would fill the memory.
    if (name.length - drop + to - from > LONGEST_PATH) throw new RangeError('no file has such a long name')
    name = Buffer.concat([name.subarray(0, name.length - drop), bytes.subarray(from, to)])
    room -= name.length
    if (name.length === 0 || room < 0) throw new RangeError('no repo has such names')
    entries.push(withName(index, at, name))
    at = to + 1
  }
  return { entries, end: at }
}

function withName(index: Layout, at: number, name: Buffer): IndexEntry {
  const text = name.toString('utf8')
  return new IndexEntry(index, at, text, text.includes('\uFFFD') && !Buffer.from(text, 'utf8').equals(name))
}

function isAscii(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if ((bytes[at] as number) > 0x7f) return false
  return true
}

function endOfName(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(0, from)
  if (end < 0) throw new RangeError('no end of name')
  return end
}

function isHexOf(hex: string, bytes: Buffer, from: number, to: number): boolean {
  if (hex.length !== (to - from) * 2) return false
  for (let at = from, digit = 0; at < to; at++) {
    const byte = bytes[at] as number
    if (hex.charCodeAt(digit++) !== hexDigit(byte >> 4) || hex.charCodeAt(digit++) !== hexDigit(byte & 15)) return false
  }
  return true
}

const hexDigit = (value: number): number => (value < 10 ? 48 : 87) + value

/** Computed as Node does, from the same two numbers. */
const milliseconds = (bytes: Buffer, at: number): number => bytes.readUInt32BE(at) * 1e3 + bytes.readUInt32BE(at + 4) / 1e6

/** After the entries come extensions. With `link` (split) or `sdir` (sparse) the entries are not complete. */
function hasOnlyKnownParts(bytes: Buffer, from: number, oidLength: number): boolean {
  const end = bytes.length - oidLength
  let at = from
  while (at + 8 <= end) {
    const name = bytes.toString('latin1', at, at + 4)
    // A name that begins with a lower-case letter: a reader must understand this extension.
    if (/^[a-z]/.test(name)) return false
    at += 8 + bytes.readUInt32BE(at + 4)
  }
  return at === end
}
