/**
 * Puts a new store in the place of a damaged one. The damaged file is renamed and nothing is deleted; what was paid for, the texts of
 * models, is copied from it as far as it can be read. Everything else is built again from the files of the repos.
 */

import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CairnProblem } from '../../contract/problems.ts'
import { readMark, removeMark } from './damage-mark.ts'
import { setAsideCorrupt, strangeStore } from './home.ts'
import { tryProcessLock } from './process-lock.ts'
import { saveEnrichment } from './save-enrichment.ts'

/** `saved`: texts and refusals that are in the new store. */
export type ReplacedStore = { damage: string; aside: string; saved: number }

const WAIT_MS = 60_000

/** Undefined when the store is not, or no longer, marked as damaged: another process has replaced it. */
export async function replaceStore(home: string, now: Date): Promise<ReplacedStore | undefined> {
  const until = performance.now() + WAIT_MS
  for (;;) {
    const lock = tryProcessLock(path.join(home, 'locks', 'store.lock'), 'the store')
    if (lock) {
      try {
        const damage = readMark(home) ?? strangeStore(home)
        const aside = damage === undefined ? undefined : setAsideCorrupt(home, now)
        if (damage === undefined || aside === undefined) return undefined
        removeMark(home)
        return { damage, aside, saved: await saveEnrichment(aside, home) }
      } finally {
        await lock.release()
      }
    }
    if (performance.now() > until) throw new CairnProblem('INDEX_LOCKED', { repo: 'the store' })
    await sleep(25)
  }
}
