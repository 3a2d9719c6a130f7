/**
 * One process of git, from its start to its answer. Every failure is a value; only an abort throws. Nothing else in Cairn starts
 * git.
 */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { errorCode } from '../base/error-code.ts'
import { ownChild } from '../base/own-children.ts'
import { findGitProgram } from './git-program.ts'
import { type Checkout, noticeStuck, type Stuck } from './stuck-git.ts'

export type GitAnswer =
  | { state: 'ok'; bytes: Buffer }
  /** Git is not installed. */
  | { state: 'missing' }
  /** Git refused or failed: not a repo, corrupt, owned by someone else (`safe.directory`). */
  | { state: 'failed'; code: number | null; words: string }
  | { state: 'timed-out' }
  /** Git waited for something that is no file, such as a pipe, or took too much memory, and was ended. */
  | ({ state: 'stuck' } & Stuck)

export type GitJob = {
  args: readonly string[]
  /** The whole environment. */
  env: Readonly<Record<string, string | undefined>>
  /** A folder that no repo can write to; the root of the file system unless set. */
  cwd?: string
  /** The checkout that git looks at, if any: no program in it is started. */
  checkout?: Checkout
  /** Written to git's standard input. */
  input?: string
  timeout_ms: number
}

export type StartGit = (job: GitJob, signal?: AbortSignal) => Promise<GitAnswer>

/** Git never starts in a repo, and the folder for temporary files may be missing. */
const ROOT = path.parse(process.execPath).root

export const startGit: StartGit = ({ args, env, cwd, checkout, input, timeout_ms }, signal) =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const program = findGitProgram(env, checkout?.root)
    if (program === undefined) return resolve({ state: 'missing' })
    const child = ownChild(
      spawn(program, args, {
        stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
        windowsHide: true,
        cwd: cwd ?? ROOT,
        env,
      }),
    )
    const chunks: Buffer[] = []
    let received = 0
    let stderr = ''
    const end = (answer: GitAnswer): void => {
      child.kill('SIGKILL')
      // A program that git started may keep the pipes open, so their end is not waited for.
      child.stdout?.destroy()
      child.stderr?.destroy()
      settle(answer)
    }
    const stop = (): void => end({ state: 'timed-out' })
    const timer = setTimeout(stop, timeout_ms)
    const unwatch =
      child.pid !== undefined && checkout
        ? noticeStuck(
            child.pid,
            checkout,
            () => received,
            (stuck) => end({ state: 'stuck', ...stuck }),
          )
        : undefined
    signal?.addEventListener('abort', stop, { once: true })
    const settle = (answer: GitAnswer): void => {
      clearTimeout(timer)
      unwatch?.()
      signal?.removeEventListener('abort', stop)
      if (signal?.aborted) reject(signal.reason)
      else resolve(answer)
    }
    child.stdout?.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (received > MOST_OUTPUT) end(failed(null, 'it printed too much'))
      else chunks.push(chunk)
    })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (stderr.length < 4_000) stderr += text
    })
    // Git may end before it has read its input. Its exit status then says what happened.
    child.stdin?.on('error', () => undefined).end(input)
    child.on('error', (cause) => settle(errorCode(cause) === 'ENOENT' ? { state: 'missing' } : failed(null, cause.message)))
    child.on('close', (code) =>
      settle(code === 0 ? { state: 'ok', bytes: Buffer.concat(chunks) } : failed(code, gitsOwnWords(stderr))),
    )
  })

/** A repo with a million files has 100 MB of paths. A damaged index can make git print without end. */
const MOST_OUTPUT = 256 * 1024 * 1024

export const failed = (code: number | null, words: string): GitAnswer => ({ state: 'failed', code, words })

/**
 * What git says of a failure, if it is one of these; else ''. Git quotes what it reads: a line of the list of object folders, the first
 * line of the list of shallow commits. A link in their place may lead to any file of the user, so no other words of git are kept.
 */
const gitsOwnWords = (stderr: string): string => known.exec(stderr)?.[0] ?? ''

const known = new RegExp(
  [
    'index file (?:corrupt|smaller than expected|open failed)',
    'bad index (?:version|file sha1 signature)',
    'bad signature',
    'broken index',
    'malformed name field in the index',
    'unordered stage entries in index',
    'unable to map index file',
    'unknown index entry format',
    'detected dubious ownership',
    'unsafe repository',
    'not a git repository',
    'Not a valid object name',
    'unable to read tree',
    '[Oo]ut of memory',
  ].join('|'),
)
