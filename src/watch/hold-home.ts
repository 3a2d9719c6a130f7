/**
 * Allows one `cairn watch` for each home. The lock is the operating system's and ends with its process; the file next to it only
 * names the holder, for messages.
 */
import path from 'node:path'
import { atomicWrite } from '../base/atomic-write.ts'
import { readOwnFile } from '../base/own-file.ts'
import { CairnProblem } from '../contract/problems.ts'
import { type ProcessLock, tryProcessLock } from '../store/embedded/process-lock.ts'

export async function holdHome(home: string): Promise<ProcessLock> {
  const who = path.join(home, 'watch.json')
  const lock = tryProcessLock(path.join(home, 'locks', 'watch.lock'), `the repos of ${home}`)
  if (!lock) throw alreadyHeld(home, readPid(who))
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

function readPid(file: string): number | undefined {
  try {
    const found = readOwnFile(file)
    const value: unknown = found.state === 'read' ? JSON.parse(found.text) : undefined
    const pid = typeof value === 'object' && value !== null && 'pid' in value ? value.pid : undefined
    // `kill` with 0 or a negative number ends more than one process.
    return Number.isSafeInteger(pid) && Number(pid) > 1 ? Number(pid) : undefined
  } catch {
    return undefined
  }
}
