/**
 * Git's index, read from its file: paths with blob ids and the stat git remembers. Asking git for the same costs a process and a
 * pipe, on every question. Formats that are not plainly readable (split, sparse, SHA-256) give undefined, and git is asked.
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { GitFolders } from './git-folders.ts'

/** One path of the index. What git remembers of the file's stat is decoded when asked for: most questions never do. */
export class IndexEntry {
  /** Undefined when its bytes are no UTF-8; `lossy` shows what can be shown of it. */
  readonly path: string | undefined
  readonly lossy: string
  readonly blob_id: string
  private readonly bytes: Buffer
  private readonly at: number
  constructor(bytes: Buffer, at: number, name: EntryName) {
    this.bytes = bytes
    this.at = at
    this.lossy = name.text
    this.path = name.isOdd ? undefined : name.text
    this.blob_id = bytes.toString('hex', at + 40, at + FLAGS_AT)
  }
  get kind(): 'file' | 'link' | 'submodule' {
    const type = this.bytes.readUInt32BE(this.at + 24) >>> 12
    return type === 0xe ? 'submodule' : type === 0xa ? 'link' : 'file'
  }
  /** 0, or 1 to 3 while a merge is in conflict. */
  get stage(): number {
    return (this.bytes.readUInt16BE(this.at + FLAGS_AT) >> 12) & 3
  }
  /** Git is told not to look at the file on disk: assume-unchanged or skip-worktree. */
  get unseen(): boolean {
    const flags = this.bytes.readUInt16BE(this.at + FLAGS_AT)
    if ((flags & ASSUME_UNCHANGED) !== 0) return true
    return (flags & EXTENDED) !== 0 && (this.bytes.readUInt16BE(this.at + FLAGS_AT + 2) & SKIP_WORKTREE) !== 0
  }
  /** Modulo 4 GiB, and 0 where git itself distrusts its memory. */
  get size(): number {
    return this.bytes.readUInt32BE(this.at + 36)
  }
  get mtime_ms(): number {
    return milliseconds(this.bytes, this.at + 8)
  }
  get ctime_ms(): number {
    return milliseconds(this.bytes, this.at)
  }
}

export async function readGitIndex(folders: GitFolders): Promise<IndexEntry[] | undefined> {
  const [bytes, config] = await Promise.all([
    readFile(path.join(folders.git, 'index')).catch(() => undefined),
    readFile(path.join(folders.common, 'config'), 'utf8').catch(() => undefined),
  ])
  if (!bytes || config === undefined || /objectformat/i.test(config)) return undefined
  try {
    return readEntries(bytes)
  } catch {
    // Shorter than it says it is: git will know what to say about it.
    return undefined
  }
}

const OID_BYTES = 20
/** Ten numbers of four bytes, then the blob id, then the flags. */
const FLAGS_AT = 40 + OID_BYTES
const ASSUME_UNCHANGED = 0x8000
const EXTENDED = 0x4000
const SKIP_WORKTREE = 0x4000
/** Longer names are measured by their end. */
const LENGTH = 0xfff

function readEntries(bytes: Buffer): IndexEntry[] | undefined {
  const version = bytes.readUInt32BE(4)
  if (bytes.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) return undefined
  const count = bytes.readUInt32BE(8)
  const entries: IndexEntry[] = []
  let at = 12
  let packed: Buffer = Buffer.alloc(0)
  for (let number = 0; number < count; number++) {
    const flags = bytes.readUInt16BE(at + FLAGS_AT)
    const nameAt = at + FLAGS_AT + ((flags & EXTENDED) === 0 ? 2 : 4)
    if (version === 4) {
      const unpacked = unpackName(bytes, nameAt, packed)
      packed = unpacked.name
      entries.push(new IndexEntry(bytes, at, nameOf(packed, 0, packed.length)))
      at = unpacked.next
    } else {
      const end = (flags & LENGTH) < LENGTH ? nameAt + (flags & LENGTH) : endOfName(bytes, nameAt)
      entries.push(new IndexEntry(bytes, at, nameOf(bytes, nameAt, end)))
      // The name ends in NUL, and the entry is filled up to a multiple of eight bytes.
      at += ((end - at + 8) >> 3) << 3
    }
  }
  return hasOnlyKnownParts(bytes, at) ? entries : undefined
}

type EntryName = { text: string; isOdd: boolean }

function nameOf(bytes: Buffer, from: number, to: number): EntryName {
  if (to > bytes.length) throw new RangeError('no end of name')
  const text = bytes.toString('utf8', from, to)
  return { text, isOdd: text.includes('\uFFFD') && !Buffer.from(text, 'utf8').equals(bytes.subarray(from, to)) }
}

function endOfName(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(0, from)
  if (end < 0) throw new RangeError('no end of name')
  return end
}

/** As Node makes it of the same two numbers. */
const milliseconds = (bytes: Buffer, at: number): number => bytes.readUInt32BE(at) * 1e3 + bytes.readUInt32BE(at + 4) / 1e6

/** Version 4: how many bytes to drop from the end of the name before, then what follows. */
function unpackName(bytes: Buffer, nameAt: number, before: Buffer): { name: Buffer; next: number } {
  let at = nameAt
  let byte = bytes.readUInt8(at++)
  let drop = byte & 0x7f
  while ((byte & 0x80) !== 0) {
    byte = bytes.readUInt8(at++)
    drop = ((drop + 1) << 7) | (byte & 0x7f)
  }
  const end = endOfName(bytes, at)
  if (drop > before.length) throw new RangeError('no end of name')
  return { name: Buffer.concat([before.subarray(0, before.length - drop), bytes.subarray(at, end)]), next: end + 1 }
}

/** After the entries stand parts with a name and a length. `link` (split) and `sdir` (sparse) mean that the entries are not all there is. */
function hasOnlyKnownParts(bytes: Buffer, from: number): boolean {
  const end = bytes.length - OID_BYTES
  let at = from
  while (at + 8 <= end) {
    const name = bytes.toString('latin1', at, at + 4)
    // A small letter first: a part that must be understood.
    if (/^[a-z]/.test(name)) return false
    at += 8 + bytes.readUInt32BE(at + 4)
  }
  return at === end
}
