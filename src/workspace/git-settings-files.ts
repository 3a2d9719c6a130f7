/**
 * The files that git's settings and the user's own ignore rules come from, whether they exist or not. While they are unchanged,
 * git follows the same settings.
 */
import path from 'node:path'
import type { RunGit } from './git.ts'
import { type Environment, gitEnvironment } from './git-environment.ts'
import type { GitFolders } from './git-folders.ts'
import { isPrivate } from './private-git.ts'

/** Undefined when they cannot all be named, or when settings depend on more than files (on the current branch, say). */
export async function gitSettingsFiles(root: string, folders: GitFolders, git: RunGit): Promise<string[] | undefined> {
  const environment = gitEnvironment()
  const home = environment?.HOME
  if (!environment || !home) return undefined
  const answer = await git(['config', '--list', '--show-origin', '-z'])
  if (answer.state !== 'ok') return undefined
  const named = namedFiles(answer.bytes.toString('utf8'), root, home)
  return named && [...new Set([...usualFiles(folders, home, environment), ...named])]
}

/** Git reads these without being told to. */
function usualFiles({ common }: GitFolders, home: string, environment: Environment): string[] {
  const user = path.join(environment.XDG_CONFIG_HOME || path.join(home, '.config'), 'git')
  return [
    path.join(common, 'config'),
    path.join(common, 'info/exclude'),
    ...(environment.GIT_CONFIG_GLOBAL
      ? [environment.GIT_CONFIG_GLOBAL]
      : [path.join(home, '.gitconfig'), path.join(user, 'config')]),
    path.join(user, 'ignore'),
    environment.GIT_CONFIG_SYSTEM ?? '/etc/gitconfig',
  ]
}

/** Records in pairs: where a setting is written, then `name\nvalue`. */
function namedFiles(text: string, root: string, home: string): string[] | undefined {
  const records = text.split('\0')
  const files: string[] = []
  for (let at = 0; at + 1 < records.length; at += 2) {
    const [origin = '', setting = ''] = records.slice(at, at + 2)
    const from = origin.startsWith('file:') ? path.resolve(root, origin.slice('file:'.length)) : root
    // It does not change.
    if (isPrivate(from)) continue
    if (from !== root) files.push(from)
    const file = fileNamedBy(setting, { home, beside: path.dirname(from), root })
    if (file === 'unknown') return undefined
    if (file) files.push(file)
  }
  return files
}

function fileNamedBy(setting: string, { home, beside, root }: Record<'home' | 'beside' | 'root', string>): string | undefined {
  const end = setting.indexOf('\n')
  const name = setting.slice(0, end)
  const isInclude = name === 'include.path' || /^includeif\..*\.path$/s.test(name)
  if (!isInclude && name !== 'core.excludesfile') return undefined
  const value = setting.slice(end + 1)
  // Another user's home, a place that depends on git's installation, settings that depend on the branch.
  if (end < 0 || value === '' || /^(?:~[^/]|%\()/.test(value) || /^includeif\.onbranch:/.test(name)) return 'unknown'
  if (value.startsWith('~/')) return path.join(home, value.slice(2))
  return path.resolve(isInclude ? beside : root, value)
}
