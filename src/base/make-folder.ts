/**
 * Creates a folder and those above it. Node's own way (`recursive`) never ends where the system answers that the parent is
 * missing although it is there, as below /proc.
 */
import { mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { errorCode } from './error-code.ts'

export function makeFolder(folder: string, mode = 0o777): void {
  const absolute = path.resolve(folder)
  try {
    makeOne(absolute, mode)
  } catch (cause) {
    const parent = path.dirname(absolute)
    if (errorCode(cause) !== 'ENOENT' || parent === absolute) throw cause
    makeFolder(parent, mode)
    makeOne(absolute, mode)
  }
}

function makeOne(folder: string, mode: number): void {
  try {
    mkdirSync(folder, mode)
  } catch (cause) {
    if (errorCode(cause) !== 'EEXIST' || !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw cause
  }
}
