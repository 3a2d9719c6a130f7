/**
 * Runs git, and turns every failure into a value. A repo may come from a stranger, so nothing of it is run: git works in a folder of
 * our own (`private-git.ts`) and gets only data of the repo. It takes no lock and writes nothing.
 */
import path from 'node:path'
import { seeSync } from '../base/repo-files/see.ts'
import { askSettings, cloneSettings } from './clone-settings.ts'
import { gitEnvironment, startInPrivate } from './git-environment.ts'
import { findGitFolders, type GitFolders } from './git-folders.ts'
import { failed, type GitAnswer } from './git-process.ts'
import { PLAIN_SHAPE, type Shape } from './private-git.ts'
import { readSettledText } from './settled-text.ts'
import { isSpecial, stampOf } from './stuck-git.ts'

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

/** `head`: the commit of HEAD, for a command that compares with it. */
export type OpenOptions = { head?: string | null }

/** `root` must be the repo's own root: with a damaged `.git` there, git would silently answer for a repo further up. */
export async function runGit(root: string, args: readonly string[], options: GitOptions & OpenOptions = {}): Promise<GitAnswer> {
  const folders = await findGitFolders(root)
  if (!folders) return failed(128, 'the .git here is missing or damaged')
  return (await openGit(root, folders, options))(args, options)
}

export type RunGit = (args: readonly string[], options?: GitOptions) => Promise<GitAnswer>

/** For several commands at once: the checkout is looked at once. `folders` are those of `root`, found just now. */
export async function openGit(root: string, folders: GitFolders, options: OpenOptions = {}): Promise<RunGit> {
  const pipe = knownPipe(root, folders)
  if (pipe !== undefined) return async () => ({ state: 'stuck', file: pipe })
  const [shape, more] = await Promise.all([shapeOf(folders, options), ownExcludes(root, folders)])
  const data = {
    GIT_WORK_TREE: root,
    GIT_INDEX_FILE: path.join(folders.git, 'index'),
    GIT_OBJECT_DIRECTORY: path.join(folders.common, 'objects'),
    GIT_SHALLOW_FILE: path.join(folders.common, 'shallow'),
  }
  return async (args, { plain_paths, ...limits } = {}) => {
    const literal = plain_paths ? [] : ['--literal-pathspecs']
    const all = [...more.args, ...literal, ...args]
    const isSha256 = more.isSha256
    const answer = await startInPrivate({
      args: all,
      shape: { ...shape, isSha256 },
      checkout: { root, folders, ...(more.excludes === undefined ? {} : { excludes: more.excludes }) },
      data,
      ...limits,
    })
    if (answer.state === 'stuck') remember(root, answer.file)
    return answer
  }
}

/** Our folder shows git nothing else of the repo's. The second half of a split index is found beside the first. */
async function shapeOf({ common }: GitFolders, { head }: OpenOptions): Promise<Omit<Shape, 'isSha256'>> {
  const exclude = (await readSettledText(common, 'info/exclude')) ?? ''
  const ignoresCase = seeSync(path.join(common, 'CoNfIg'), { follow: true }) !== undefined
  return { ...PLAIN_SHAPE, head: head ?? undefined, exclude, ignoresCase }
}

type OwnExcludes = { args: string[]; isSha256: boolean; excludes?: string }

/** A clone may name a file with ignore rules that takes the place of the user's own. */
async function ownExcludes(root: string, folders: GitFolders): Promise<OwnExcludes> {
  const { isSha256 } = await cloneSettings(root, folders)
  const named = await ownExcludesFile(root, folders)
  if (named === undefined) return { args: [], isSha256 }
  const excludes = seeSync(named, { follow: true })?.isFile() ? named : '/dev/null'
  return { args: ['-c', `core.excludesFile=${excludes}`], isSha256, excludes }
}

/** The file that the clone's setting names, whether it is there or not. */
export async function ownExcludesFile(root: string, folders: GitFolders): Promise<string | undefined> {
  const { excludesFile } = await cloneSettings(root, folders)
  return excludesFile === undefined ? undefined : placeOf(root, excludesFile)
}

function placeOf(root: string, excludesFile: string): string {
  const home = gitEnvironment()?.HOME
  return home && excludesFile.startsWith('~/') ? path.join(home, excludesFile.slice(2)) : path.resolve(root, excludesFile)
}

/** The user's own list, which counts where the clone names none; for whoever does without git's answers about the repo. */
export async function userExcludesFile(root: string, folders: GitFolders | undefined): Promise<string | undefined> {
  const asked = await askSettings(root, folders ?? { git: root, common: root }, '^core\\.excludesfile$', 'user')
  const named = asked?.get('core.excludesfile')?.at(-1)
  if (named !== undefined) return placeOf(root, named)
  const { HOME: home, XDG_CONFIG_HOME: settings } = gitEnvironment() ?? {}
  const folder = settings || (home && path.join(home, '.config'))
  return folder ? path.join(folder, 'git/ignore') : undefined
}

/** Where git got stuck, by root. */
const pipes = new Map<string, { file: string | null; stamp: string | undefined; until_ms: number }>()
/** If it was not found what git waited for, git is tried again after this time. */
const PAUSE_MS = 60_000
/** The same for ignore rules: the names that they were compared with may be gone. */
const RULES_PAUSE_MS = 10 * 60_000

function remember(root: string, file: string | null): void {
  const pause_ms = file === null ? PAUSE_MS : RULES_PAUSE_MS
  pipes.set(root, { file, stamp: file === null ? undefined : stampOf(file), until_ms: Date.now() + pause_ms })
}

/** Git would wait for ever: a pipe at a place where git always looks, or at one where it got stuck before. */
function knownPipe(root: string, { git, common }: GitFolders): string | null | undefined {
  const known = pipes.get(root)
  if (known?.file === null && Date.now() < known.until_ms) return null
  const usual = [
    path.join(git, 'index'),
    path.join(common, 'shallow'),
    path.join(common, 'objects/info/alternates'),
    path.join(root, '.gitignore'),
    path.join(root, '.gitattributes'),
  ]
  const isSame = known?.file && known.stamp === stampOf(known.file) && Date.now() < known.until_ms
  if (known?.file && (isSame || isSpecial(known.file))) return known.file
  pipes.delete(root)
  return usual.find(isSpecial)
}

/** Why git did not answer, in a few words for people. */
export function whyGitFailed(answer: Exclude<GitAnswer, { state: 'ok' }>): string {
  switch (answer.state) {
    case 'missing':
      return 'git is not installed, or not on the PATH'
    case 'timed-out':
      return 'git did not answer in time'
    case 'stuck':
      return answer.file === null
        ? 'git waited for something or took too much memory, and was ended'
        : isSpecial(answer.file)
          ? `${answer.file} is not a plain file; git would wait for it`
          : `git takes too long with a pattern in ${answer.file}`
    case 'failed':
      if (/dubious ownership|unsafe repository/.test(answer.words))
        return 'git refuses a repo that belongs to another user (see safe.directory)'
      return `git failed: ${answer.words || `exit ${answer.code}`}`
    default:
      return answer satisfies never
  }
}
