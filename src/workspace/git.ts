/**
 * Runs git, and turns every failure into a value. A repo may come from a stranger, so git runs without a shell, hooks, file
 * watchers and filters of the repo, takes no lock and writes nothing.
 */
import { filtersOff, LIST_FILTERS, namesInRecords } from './git-filters.ts'
import { findGitFolders, type GitFolders } from './git-folders.ts'
import { failed, type GitAnswer, type GitJob, type StartGit, startGit } from './git-process.ts'

export type { GitAnswer } from './git-process.ts'

export type GitOptions = {
  /** 30 s unless set. */
  timeout_ms?: number
  signal?: AbortSignal
  /** Written to git's standard input. */
  input?: string
  /** For a command that takes only paths, not patterns, and does not accept the option that says so. */
  plain_paths?: true
}

export type Environment = Readonly<Record<string, string | undefined>>

let environment: Environment | undefined

/**
 * Set once, by `app`, with the environment that `config` has read. Variables such as GIT_DIR and GIT_INDEX_FILE, set when we
 * run inside a hook, would make git answer for the wrong repo, so they are removed. Until this is set, git inherits the whole
 * environment.
 */
export function setGitEnvironment(given: Environment): void {
  const kept = Object.entries(given).filter(([name]) => !name.startsWith('GIT_') || harmless.has(name))
  environment = { ...Object.fromEntries(kept), LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0' }
}

/** Undefined until it is set. */
export const gitEnvironment = (): Environment | undefined => environment

let starter: StartGit = startGit

/** Set by `app` in a long-lived process, which starts git from a small process of its own; undefined: from this process. */
export function setGitStarter(given: StartGit | undefined): void {
  starter = given ?? startGit
}

/** Variables for git's program files and settings; they do not choose a repo. */
const harmless = new Set(['GIT_EXEC_PATH', 'GIT_SSL_CAINFO', 'GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM', 'GIT_CONFIG_NOSYSTEM'])

const always = [
  '--no-optional-locks',
  '--no-pager',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'core.untrackedCache=keep',
  // A file that was restored with its old time differs only in the change time of its inode, so git must not ignore that
  // time.
  '-c',
  'core.trustctime=true',
  '-c',
  'core.checkStat=default',
]

/** `root` must be the repo's own root: with a damaged `.git` there, git would silently answer for a repo further up. */
export async function runGit(root: string, args: readonly string[], options: GitOptions = {}): Promise<GitAnswer> {
  const folders = await findGitFolders(root)
  if (!folders) return failed(128, 'the .git here is missing or damaged')
  return (await openGit(root, folders, options))(args, options)
}

export type RunGit = (args: readonly string[], options?: GitOptions) => Promise<GitAnswer>

/** For several commands at once: the settings of the clone are read once. `folders` are those of `root`, found just now. */
export async function openGit(root: string, folders: GitFolders, options: Pick<GitOptions, 'signal'> = {}): Promise<RunGit> {
  const withoutFilters = await filtersOff(folders, () => allFilters(root, options))
  if (!withoutFilters) return async () => failed(128, 'its settings name a filter that cannot be switched off')
  return (args, limits = {}) => start(root, [...withoutFilters, ...args], limits)
}

async function allFilters(root: string, { signal }: GitOptions): Promise<string[] | undefined> {
  const answer = await start(root, LIST_FILTERS, signal ? { signal } : {})
  if (answer.state === 'ok') return namesInRecords(answer.bytes.toString('utf8'))
  // Exit 1: there are no filters.
  return answer.state === 'failed' && answer.code !== 1 ? undefined : []
}

function start(
  root: string,
  args: readonly string[],
  { signal, timeout_ms, input, plain_paths }: GitOptions,
): Promise<GitAnswer> {
  const literal = plain_paths ? [] : ['--literal-pathspecs']
  const job: GitJob = {
    args: [...always, ...literal, '-C', root, ...args],
    timeout_ms: timeout_ms ?? 30_000,
    ...(input === undefined ? {} : { input }),
    ...(environment ? { env: { ...environment } } : {}),
  }
  return starter(job, signal)
}

/** The first line git printed, or undefined when it did not answer. */
export async function askGit(root: string, args: readonly string[], options: GitOptions = {}): Promise<string | undefined> {
  const answer = await runGit(root, args, options)
  return answer.state === 'ok' ? answer.bytes.toString('utf8').split('\n')[0] : undefined
}

/** Why git did not answer, in a few words for people. */
export function whyGitFailed(answer: Exclude<GitAnswer, { state: 'ok' }>): string {
  switch (answer.state) {
    case 'missing':
      return 'git is not installed, or not on the PATH'
    case 'timed-out':
      return 'git did not answer in time'
    case 'failed':
      if (/dubious ownership|unsafe repository/.test(answer.stderr))
        return 'git refuses a repo that belongs to another user (see safe.directory)'
      return `git failed: ${answer.stderr.split('\n')[0] || `exit ${answer.code}`}`
    default:
      return answer satisfies never
  }
}
