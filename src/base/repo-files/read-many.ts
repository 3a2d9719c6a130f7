/**
 * Reads many files below a folder one after the other into one buffer, without promises: about twice as fast as a promise for each.
 * The caller must close it.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { errorCode } from '../error-code.ts'
import { FOLDER_FLAGS } from './folder-inside.ts'
import { openInsideSync } from './open-inside.ts'
import { pathBelow, placeBelowSync, READ_FLAGS } from './opened-path.ts'

const FIRST_BUFFER = 1024 * 1024

export class ManyFiles {
  private buffer = Buffer.allocUnsafe(FIRST_BUFFER)
  private readonly root: string
  private readonly max_bytes: number
  /** The folder of the last file, held open: the files in it need no check of their path. */
  private folder: { name: string; fd: number } | undefined
  /** `root` must be resolved. */
  constructor(root: string, options: { max_bytes: number }) {
    this.root = root
    this.max_bytes = options.max_bytes
  }

  /** The bytes are valid until the next file is read. `gone`: nothing is there, or a link. */
  read(relative: string): Buffer | 'gone' | 'unreadable' {
    let fd: number | undefined
    try {
      fd = this.open(relative)
      return fd === undefined ? 'unreadable' : this.readAll(fd)
    } catch (cause) {
      return ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errorCode(cause) ?? '') ? 'gone' : 'unreadable'
    } finally {
      if (fd !== undefined) closeSync(fd)
    }
  }

  close(): void {
    if (this.folder) closeSync(this.folder.fd)
    this.folder = undefined
  }

  private open(relative: string): number | undefined {
    const slash = relative.lastIndexOf('/')
    const name = relative.slice(slash + 1)
    if (process.platform !== 'linux' || slash < 1 || name === '' || name === '.' || name === '..' || name.includes('\0'))
      return openInsideSync(this.root, relative)
    const folder = this.enter(relative.slice(0, slash))
    if (folder === undefined) return undefined
    const fd = openSync(`/proc/self/fd/${folder}/${name}`, READ_FLAGS)
    if (fstatSync(fd).isFile()) return fd
    closeSync(fd)
    return undefined
  }

  private enter(name: string): number | undefined {
    if (this.folder?.name === name) return this.folder.fd
    this.close()
    const wanted = pathBelow(this.root, name)
    if (wanted === undefined) return undefined
    const fd = openSync(wanted, FOLDER_FLAGS)
    if (placeBelowSync(fd, fstatSync(fd), this.root, wanted) === undefined) closeSync(fd)
    else this.folder = { name, fd }
    return this.folder?.fd
  }

  private readAll(fd: number): Buffer | 'unreadable' {
    for (let length = 0; ; ) {
      if (length === this.buffer.length) {
        if (length >= this.max_bytes) return 'unreadable'
        this.buffer = Buffer.concat([this.buffer], length * 2)
      }
      const room = this.buffer.length - length
      const got = readSync(fd, this.buffer, length, room, null)
      length += got
      if (got < room) return this.buffer.subarray(0, length)
    }
  }
}
