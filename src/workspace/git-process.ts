/** One process of git, from its start to its answer. Every failure is a value; only an abort throws. */
import { spawn } from 'node:child_process'
import { errorCode } from '../base/error-code.ts'
import { ownChild } from '../base/own-children.ts'

export type GitAnswer =
  | { state: 'ok'; bytes: Buffer }
  /** Git is not installed. */
  | { state: 'missing' }
  /** Git refused or failed: not a repo, corrupt, owned by someone else (`safe.directory`). */
  | { state: 'failed'; code: number | null; stderr: string }
  | { state: 'timed-out' }

export type GitJob = {
  args: readonly string[]
  /** The whole environment; that of this process if absent. */
  env?: NodeJS.ProcessEnv
  /** Written to git's standard input. */
  input?: string
  timeout_ms: number
}

export type StartGit = (job: GitJob, signal?: AbortSignal) => Promise<GitAnswer>

export const startGit: StartGit = ({ args, env, input, timeout_ms }, signal) =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const child = ownChild(
      spawn('git', args, {
        stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
        windowsHide: true,
        ...(env ? { env } : {}),
      }),
    )
    const chunks: Buffer[] = []
    let stderr = ''
    const stop = (): void => {
      child.kill('SIGKILL')
      // A program that git started may keep the pipes open, so their end is not waited for.
      child.stdout?.destroy()
      child.stderr?.destroy()
      settle({ state: 'timed-out' })
    }
    const timer = setTimeout(stop, timeout_ms)
    signal?.addEventListener('abort', stop, { once: true })
    const settle = (answer: GitAnswer): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      if (signal?.aborted) reject(signal.reason)
      else resolve(answer)
    }
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (stderr.length < 4_000) stderr += text
    })
    // Git may end before it has read its input. Its exit status then says what happened.
    child.stdin?.on('error', () => undefined).end(input)
    child.on('error', (cause) => settle(errorCode(cause) === 'ENOENT' ? { state: 'missing' } : failed(null, cause.message)))
    child.on('close', (code) => settle(code === 0 ? { state: 'ok', bytes: Buffer.concat(chunks) } : failed(code, stderr.trim())))
  })

export const failed = (code: number | null, stderr: string): GitAnswer => ({ state: 'failed', code, stderr })
