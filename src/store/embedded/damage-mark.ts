/**
 * A file in Cairn's home that says that the store is damaged. Readers cannot write the store; with this file every process knows of the
 * damage and answers without the index, until one that may write builds a new store.
 */
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readOwnFile } from '../../base/own-file.ts'
import { CairnProblem } from '../../contract/problems.ts'
import { storeFile } from './home.ts'

type Mark = { store: string; detail: string }

const markFile = (home: string): string => path.join(home, 'store.damaged.json')
/** Also where the home cannot be written. */
const marks = new Map<string, Mark>()

/** Identifies the store as it is now: another file that later has its name is not meant. */
export function storeNow(home: string): string {
  try {
    const found = statSync(storeFile(home))
    return `${found.dev}:${found.ino}:${found.birthtimeMs}`
  } catch {
    // There is none, or the home is no folder.
    return ''
  }
}

/** `store`: as `storeNow` gave it before the damage was met. It may have been replaced since. */
export function markDamaged(home: string, store: string, detail: string): void {
  if (store !== storeNow(home) || readMark(home) !== undefined) return
  marks.set(home, { store, detail })
  try {
    // An old mark, or something that is none: a pipe would be waited for, and a link would be written through.
    rmSync(markFile(home), { recursive: true, force: true })
    writeFileSync(markFile(home), `${JSON.stringify({ store, detail, found_at: new Date().toISOString() }, null, 2)}\n`, {
      flag: 'wx',
    })
  } catch {
    // The home cannot be written: the next process finds the damage for itself.
  }
}

/** What is damaged, if the store as it is now was marked. */
export function readMark(home: string): string | undefined {
  const mark = existsSync(markFile(home)) ? readMarkFile(home) : marks.get(home)
  return mark?.store === storeNow(home) ? mark.detail : undefined
}

const LONGEST_MARK = 100_000

function readMarkFile(home: string): Mark | undefined {
  try {
    const found = readOwnFile(markFile(home), LONGEST_MARK)
    if (found.state !== 'read') return marks.get(home)
    const { store, detail } = JSON.parse(found.text) as { store?: unknown; detail?: unknown }
    return { store: String(store), detail: String(detail) }
  } catch {
    return marks.get(home)
  }
}

export function assertUnmarked(home: string): void {
  const detail = readMark(home)
  if (detail !== undefined) throw new CairnProblem('STORE_CORRUPT', { detail })
}

export function removeMark(home: string): void {
  marks.delete(home)
  rmSync(markFile(home), { recursive: true, force: true })
}
