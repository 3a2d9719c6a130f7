/**
 * One writer per repo, across processes and inside one. The lock is an exclusive transaction, held open, on a file that holds
 * nothing: an operating system's lock, which ends with the process however it ends.
 */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { repoKey } from '../../contract/identity.ts'
import type { RepoId } from '../../contract/ids.ts'
import type { RepoLock } from '../port.ts'
import { openDatabase, type SqlDatabase } from './driver.ts'
import { isBusy, storeFailure } from './store-failure.ts'

const POLL_MS = 25

export async function lockRepo(
  home: string,
  repo: RepoId,
  options: { wait_ms: number; signal?: AbortSignal },
): Promise<RepoLock | undefined> {
  const folder = path.join(home, 'locks')
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `${repoKey(repo)}.lock`)
  const until = performance.now() + options.wait_ms
  for (;;) {
    options.signal?.throwIfAborted()
    const held = tryLock(file, repo)
    if (held) return lockOn(held)
    const left = until - performance.now()
    if (left <= 0) return undefined
    await sleep(Math.min(POLL_MS, left), undefined, options.signal ? { signal: options.signal } : {})
  }
}

function tryLock(file: string, repo: RepoId): SqlDatabase | undefined {
  let database: SqlDatabase | undefined
  try {
    database = openDatabase(file, { readOnly: false })
    database.exec('BEGIN EXCLUSIVE')
    return database
  } catch (cause) {
    database?.close()
    if (isBusy(cause)) return undefined
    throw storeFailure(cause, file, repo)
  }
}

function lockOn(database: SqlDatabase): RepoLock {
  let isHeld = true
  return {
    async release() {
      if (isHeld) database.close()
      isHeld = false
    },
  }
}
