/**
 * What Cairn wrote into which file: `clients.json` in Cairn's home. With it an uninstall gives back the same bytes; without it, it
 * still removes the entry, but cannot know which empty objects, files and folders it created. Text of the user is not recorded.
 */
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { atomicWrite } from '../base/atomic-write.ts'
import { errorCode } from '../base/error-code.ts'
import { LockTimeout, withFileLock } from '../base/file-lock.ts'
import { makeFolder } from '../base/make-folder.ts'
import { readOwnFile } from '../base/own-file.ts'
import { CairnProblem } from '../contract/problems.ts'
import { isObject } from './config-format.ts'
import type { Inserted } from './text-edit.ts'

/** Something that Cairn wrote into a file: `server cairn`, `skill`, `instructions`. */
export type RecordedPart = {
  /** The clients for which it was written. It is removed with the last of them. */
  clients: readonly string[]
  /** Hash of the file's text right after it was written. */
  after: string
  /** What was inserted; null if text was replaced. */
  inserted: Inserted | null
}
export type RecordedFile = {
  created: boolean
  /** Folders that were created for it, outermost first. */
  folders: readonly string[]
  /** Keys of the objects that were created in it. */
  containers: readonly (readonly string[])[]
  parts: Readonly<Record<string, RecordedPart>>
}
/** By the path of the file, links resolved. */
export type InstallRecord = Readonly<Record<string, RecordedFile>>

export async function readRecord(home: string): Promise<InstallRecord> {
  try {
    const found = readOwnFile(recordFile(home))
    const value: unknown = found.state === 'read' ? JSON.parse(found.text) : undefined
    const files = isObject(value) && value.version === 1 && isObject(value.files) ? value.files : {}
    return Object.fromEntries(Object.entries(files).filter((entry): entry is [string, RecordedFile] => isRecordedFile(entry[1])))
  } catch {
    // A missing or damaged record is no reason to refuse: entries are recognised without it.
    return {}
  }
}

/**
 * Does work that changes the record, while no other process does. False as the second value: the record cannot be written, because
 * the home folder cannot be used; the work is done all the same.
 */
export async function withRecord<Value>(
  home: string,
  work: (record: InstallRecord) => Promise<{ value: Value; record: InstallRecord }>,
): Promise<[Value, boolean]> {
  const file = recordFile(home)
  let done: [Value, boolean] | undefined
  try {
    makeFolder(home, 0o700)
    await withFileLock(`${file}.lock`, async () => {
      const before = await readRecord(home)
      const { value, record } = await work(before)
      done = [value, isDeepStrictEqual(before, record)]
      if (done[1]) return
      const files = Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
      await atomicWrite(file, `${JSON.stringify({ version: 1, files }, null, 2)}\n`, { durable: true, mode: 0o600 })
      done = [value, true]
    })
  } catch (cause) {
    if (cause instanceof LockTimeout)
      throw new CairnProblem('TIMEOUT', { what: 'Waiting for another `cairn install`', limit: '8 s' }, { cause })
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'EISDIR'].includes(errorCode(cause) ?? '')) throw cause
  }
  return done ?? [(await work(await readRecord(home))).value, false]
}

const recordFile = (home: string): string => path.join(home, 'clients.json')

function isRecordedFile(value: unknown): value is RecordedFile {
  if (!isObject(value) || typeof value.created !== 'boolean' || !isObject(value.parts)) return false
  return isTexts(value.folders) && Array.isArray(value.containers) && value.containers.every(isTexts) && everyPart(value.parts)
}

const everyPart = (parts: Record<string, unknown>): boolean =>
  Object.values(parts).every(
    (part) => isObject(part) && isTexts(part.clients) && typeof part.after === 'string' && isInserted(part.inserted),
  )
const isInserted = (value: unknown): boolean =>
  value === null || (Array.isArray(value) && value.every((each) => Array.isArray(each) && each.every(Number.isInteger)))
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((each) => typeof each === 'string')
