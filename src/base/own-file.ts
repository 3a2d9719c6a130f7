/**
 * Reads a small file of Cairn's home: lists, marks and locks that Cairn wrote itself. What is there now may be something else: a pipe
 * would be waited for, and a file of gigabytes fills the memory. Neither is read.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from 'node:fs'
import { errorCode } from './error-code.ts'
import { megabytes } from './megabytes.ts'

export type OwnFile =
  /** Nothing, or a link to nothing. */
  | { state: 'none' }
  /** Something that Cairn did not write; `why`: as in "… it is not a plain file". */
  | { state: 'odd'; why: string }
  | { state: 'read'; text: string; mode: number }

/** A list of 40,000 repos has 10 MB. */
const LARGEST = 64 * 1024 * 1024

/** Never waits. Throws what the file system throws when the file may not be read. Links are followed. */
export function readOwnFile(file: string, largest = LARGEST): OwnFile {
  const found = readOwnBytes(file, largest)
  return found.state === 'read' ? { state: 'read', text: found.bytes.toString('utf8'), mode: found.mode } : found
}

type OwnBytes = Exclude<OwnFile, { state: 'read' }> | { state: 'read'; bytes: Buffer; mode: number }

/** The same for a file that is no text. */
export function readOwnBytes(file: string, largest = LARGEST): OwnBytes {
  try {
    // A device is not even opened: that alone may do something.
    if (!statSync(file).isFile()) return notPlain
    return readOpened(openSync(file, FLAGS), largest)
  } catch (cause) {
    const code = errorCode(cause)
    if (code === 'ENOENT') return { state: 'none' }
    if (code === 'ELOOP' || code === 'EISDIR' || code === 'ENXIO') return notPlain
    throw cause
  }
}

const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)
const notPlain = { state: 'odd', why: 'it is not a plain file' } as const

function readOpened(descriptor: number, largest: number): OwnBytes {
  try {
    const seen = fstatSync(descriptor)
    if (!seen.isFile()) return notPlain
    if (seen.size > largest) return { state: 'odd', why: `it is larger than ${megabytes(largest)}` }
    return { state: 'read', bytes: readFileSync(descriptor), mode: seen.mode }
  } finally {
    closeSync(descriptor)
  }
}
