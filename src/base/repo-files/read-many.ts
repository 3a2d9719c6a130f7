/** Reads many files below a folder one after the other into one buffer, without promises: about twice as fast as a promise for each. */
import { closeSync, readSync } from 'node:fs'
import { errorCode } from '../error-code.ts'
import { openInsideSync } from './open-inside.ts'

const FIRST_BUFFER = 1024 * 1024

export class ManyFiles {
  private buffer = Buffer.allocUnsafe(FIRST_BUFFER)
  private readonly root: string
  private readonly max_bytes: number
  /** `root` must be resolved. */
  constructor(root: string, options: { max_bytes: number }) {
    this.root = root
    this.max_bytes = options.max_bytes
  }

  /** The bytes are valid until the next file is read. `gone`: nothing is there, or a link. */
  read(relative: string): Buffer | 'gone' | 'unreadable' {
    let fd: number | undefined
    try {
      fd = openInsideSync(this.root, relative)
      return fd === undefined ? 'unreadable' : this.readAll(fd)
    } catch (cause) {
      return ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errorCode(cause) ?? '') ? 'gone' : 'unreadable'
    } finally {
      if (fd !== undefined) closeSync(fd)
    }
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
