/** What every process of git gets: the environment, our own git folder, and the place from which it is started. */
import { failed, type GitAnswer, type StartGit, startGit } from './git-process.ts'
import { privateGitFolder, type Shape } from './private-git.ts'
import type { Checkout } from './stuck-git.ts'

export type Environment = Readonly<Record<string, string | undefined>>

let environment: Environment | undefined

/**
 * Set once, by `app`, with the environment that `config` has read. Variables such as GIT_DIR and GIT_INDEX_FILE, set when we
 * run inside a hook, would make git answer for the wrong repo, and others name programs, so they are removed.
 */
export function setGitEnvironment(given: Environment): void {
  environment = Object.fromEntries(Object.entries(given).filter(([name]) => !name.startsWith('GIT_') || harmless.has(name)))
}

/** Undefined until it is set. */
export const gitEnvironment = (): Environment | undefined => environment

let starter: StartGit = startGit

/** Set by `app` in a long-lived process, which starts git from a small process of its own; undefined: from this process. */
export function setGitStarter(given: StartGit | undefined): void {
  starter = given ?? startGit
}

/** Variables for git's program files and the user's own settings; they do not choose a repo. */
const harmless = new Set(['GIT_EXEC_PATH', 'GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM', 'GIT_CONFIG_NOSYSTEM'])

/** Nothing is fetched, asked or shown by another program, whatever the user's own settings say. */
const always = {
  LC_ALL: 'C',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_ASKPASS: '',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_EDITOR: ':',
  GIT_NO_LAZY_FETCH: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
  SSH_ASKPASS: '',
}

/** Until the environment is set. */
const FIRST = { PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin' }

export type PrivateJob = {
  args: readonly string[]
  shape: Shape
  checkout: Checkout
  /** Which data of the repo git gets. */
  data: Readonly<Record<string, string>>
  input?: string | undefined
  timeout_ms?: number | undefined
  signal?: AbortSignal | undefined
}

/** Runs git in a folder of our own. */
export async function startInPrivate({ args, shape, checkout, data, input, timeout_ms, signal }: PrivateJob): Promise<GitAnswer> {
  let folder: string
  try {
    folder = privateGitFolder(shape)
  } catch (cause) {
    return failed(null, `no folder for its settings can be made (${cause instanceof Error ? cause.message : String(cause)})`)
  }
  const job = {
    args: ['--no-optional-locks', '--no-pager', ...args],
    env: { ...(environment ?? FIRST), ...always, ...data, GIT_DIR: folder },
    cwd: folder,
    checkout,
    timeout_ms: timeout_ms ?? 30_000,
  }
  return starter(input === undefined ? job : { ...job, input }, signal)
}

/** The version of the git that is used; undefined when there is none. `root`: of the repo of the working directory. */
export async function gitVersion(root: string): Promise<string | undefined> {
  const env = { ...(environment ?? FIRST), ...always }
  const checkout = { root, folders: { git: root, common: root } }
  const answer = await startGit({ args: ['--version'], env, checkout, timeout_ms: 5_000 })
  return answer.state === 'ok'
    ? answer.bytes
        .toString('utf8')
        .trim()
        .replace(/^git version /, '')
    : undefined
}
