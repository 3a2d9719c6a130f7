/** One real repo for the soak: a copy in its own folder, a git repo with a commit to return to. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type LanguageName, languages } from './language.ts'

export type World = {
  name: string
  language: LanguageName
  root: string
  /** The first commit. */
  base: string
  /** Runs git with repeatable dates; false when it refuses, which is a valid outcome. */
  git(...args: string[]): boolean
  gitText(...args: string[]): string
}

/** Copies the source (a checkout or a bare folder) and commits the files that git does not ignore. */
export function makeWorld(source: string, name: string, folder: string): World {
  const from = realpathSync(source)
  const root = path.join(folder, name)
  rmSync(root, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  cpSync(from, root, { recursive: true, verbatimSymlinks: true, filter: (each) => !isLeftOut(from, each) })
  let tick = 1_700_000_000
  const run = (args: readonly string[]) => {
    const date = `${++tick} +0000`
    return spawnSync('git', [...settings, ...args], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      env: { ...environment(folder), GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
    })
  }
  const git = (...args: string[]): boolean => run(args).status === 0
  const gitText = (...args: string[]): string => run(args).stdout.trim()
  if (!git('init', '-q', '-b', 'main') || !git('add', '-A') || !git('commit', '-q', '-m', 'base'))
    throw new Error(`${source} cannot be made a git repo`)
  git('tag', 'soak-base')
  return { name, language: languageIn(root), root, base: gitText('rev-parse', 'HEAD'), git, gitText }
}

const settings = [
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'gc.auto=0',
  '-c',
  'commit.gpgsign=false',
  '-c',
  'advice.detachedHead=false',
]

const environment = (home: string): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: home,
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_EDITOR: 'true',
  GIT_AUTHOR_NAME: 'Soak',
  GIT_AUTHOR_EMAIL: 'soak@example.com',
  GIT_COMMITTER_NAME: 'Soak',
  GIT_COMMITTER_EMAIL: 'soak@example.com',
})

function isLeftOut(source: string, from: string): boolean {
  const first = path.relative(source, from).split(path.sep)
  return first[0] === '.git' || first[0] === '.llmc' || first.includes('node_modules')
}

/** The language of most of its files. */
function languageIn(root: string): LanguageName {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => !file.startsWith('.git'))
  const counts = (Object.keys(languages) as LanguageName[]).map((name) => ({
    name,
    count: files.filter((file) => languages[name].extension.test(file)).length,
  }))
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).name
}

/** Lines as bytes, so that an edit changes nothing else, whatever the encoding. */
export const readRaw = (root: string, file: string): string[] => readFileSync(path.join(root, file), 'latin1').split('\n')

export function writeRaw(root: string, file: string, lines: readonly string[]): void {
  const absolutePath = path.join(root, file)
  mkdirSync(path.dirname(absolutePath), { recursive: true })
  writeFileSync(absolutePath, lines.join('\n'), 'latin1')
}

export const exists = (root: string, file: string): boolean => existsSync(path.join(root, file))
