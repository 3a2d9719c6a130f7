/** One writer per repo, across processes and inside one. */
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { repoKey } from '../../contract/identity.ts'
import type { RepoId } from '../../contract/ids.ts'
import type { LockOptions, RepoLock } from '../port.ts'
import { tryProcessLock } from './process-lock.ts'

const POLL_MS = 25

export async function lockRepo(home: string, repo: RepoId, options: LockOptions): Promise<RepoLock | undefined> {
  const file = path.join(home, 'locks', `${repoKey(repo)}${options.of ? `.${options.of}` : ''}.lock`)
  const until = performance.now() + options.wait_ms
  for (;;) {
    options.signal?.throwIfAborted()
    const held = tryProcessLock(file, repo)
    if (held) return held
    const left = until - performance.now()
    if (left <= 0) return undefined
    await sleep(Math.min(POLL_MS, left), undefined, options.signal ? { signal: options.signal } : {})
  }
}
