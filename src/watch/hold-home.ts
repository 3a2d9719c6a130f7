/**
 * Allows one `cairn watch` for each home. The lock is the operating system's and ends with its process; the file next to it only
 * names the holder, for messages.
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { atomicWrite } from '../base/atomic-write.ts'
import { CairnProblem } from '../contract/problems.ts'
import { type ProcessLock, tryProcessLock } from '../store/embedded/process-lock.ts'

export async function holdHome(home: string): Promise<ProcessLock> {
  const who = path.join(home, 'watch.json')
  const lock = tryProcessLock(path.join(home, 'locks', 'watch.lock'), `the repos of ${home}`)
  if (!lock) throw alreadyHeld(home, await readPid(who))
  const started_at = new Date().toISOString()
  // The file is used only in messages, so a failure to write it is ignored.
  await atomicWrite(who, `${JSON.stringify({ pid: process.pid, started_at })}\n`).catch(() => undefined)
  return lock
}

function alreadyHeld(home: string, pid: number | undefined): CairnProblem {
  const repo = `the repos of ${home} as they change (\`cairn watch\`${pid === undefined ? '' : `, process ${pid}`})`
  const fix = `One is enough for all terminals; to have it here, end that one first${pid === undefined ? '' : ` (\`kill ${pid}\`)`}.`
  return new CairnProblem('INDEX_LOCKED', { repo }, { fix })
}

async function readPid(file: string): Promise<number | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'))
    return typeof value === 'object' && value !== null && 'pid' in value && typeof value.pid === 'number' ? value.pid : undefined
  } catch {
    return undefined
  }
}
