/**
 * A repo surrounded and filled with files that no answer may show: outside of it, in `.git`, ignored, secret, in a nested repo, and
 * links to all of them. Each has a line with the word `zqxmarker` and a canary of its own.
 */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFileSync, linkSync, mkdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { git, gitRepo, tempFolder, writeFiles } from './temp-repo.ts'

export type ConfinedWorld = {
  root: string
  outside: string
  /** No answer may contain one of these. */
  canaries: ReadonlyMap<string, string>
  /** Names of canaries that a text contains. */
  leaks(text: string): string[]
}

/** In every file that must not be shown, so that a search finds them without naming the canary. */
export const MARKER = 'zqxmarker'

/** Paths to links, secrets, ignored files and so on, relative to the root; asked for by the tests. */
export const forbiddenPaths = [
  '.git/config',
  '.git/zqx.py',
  '.GIT/config',
  '.Git/HEAD',
  '.git',
  '.git/',
  '.llmc/rag/zqx.py',
  '.env',
  '.Env',
  '.env.local',
  'conf/.ENV.production',
  'id_rsa',
  'ID_RSA',
  'keys/server.pem',
  'keys/tls.key',
  '.npmrc',
  '.hg/hgrc',
  '.hg/store/zqx.py',
  'made/zqx.py',
  'made/deep/zqx.py',
  'debug.log',
  'old/zqx.py',
  'nested/zqx.py',
  'nested/deep/zqx.py',
  'to-outside.py',
  'to-outside-far.py',
  'chain-1.py',
  'to-folder/zqx.py',
  'to-folder/deep/zqx.py',
  'to-made.py',
  'to-made/zqx.py',
  'to-made/deep/zqx.py',
  'to-git/config',
  'to-git/zqx.py',
  'to-env',
  'to-nested/deep/zqx.py',
  'loop.py',
  'pipe.py',
  'to-pipe.py',
  'to-device',
] as const

/** `git: false`: a folder without version control; ignore files are then read by Cairn itself. */
export function confinedWorld(name: string, options: { git: boolean } = { git: true }): ConfinedWorld {
  const outside = realpathSync(tempFolder('outside'))
  const canaries = new Map<string, string>()
  const text = (where: string): string => {
    const canary = `K${randomBytes(9).toString('hex')}`
    canaries.set(canary, where)
    return `def ${MARKER}():\n    return "${canary}"\n\n\n${MARKER}()\n`
  }
  writeFiles(outside, { 'zqx.py': text('outside'), 'deep/zqx.py': text('outside/deep'), 'src/b.py': text('outside/src') })
  const root = realpathSync(
    gitRepo(
      {
        'src/a.py': 'def visible():\n    return 1\n\n\ndef caller():\n    return visible()\n',
        'src/b.py': 'from src.a import visible\n\n\ndef other():\n    return visible()\n',
        'docs/guide.md': '# Guide\n\nHow visible works.\n',
        '.gitignore': 'made/\n*.log\n',
        '.cairnignore': 'old/\n',
        'old/zqx.py': text('old'),
        '.npmrc': `# ${MARKER}\n//registry.example/:_authToken=${text('npmrc').split('"')[1]}\n`,
      },
      name,
    ),
  )
  writeFiles(root, {
    'made/zqx.py': text('ignored'),
    'made/deep/zqx.py': text('ignored/deep'),
    'debug.log': text('ignored log'),
    '.env': text('.env'),
    '.env.local': text('.env.local'),
    'conf/.ENV.production': text('.ENV.production'),
    id_rsa: text('id_rsa'),
    'keys/server.pem': text('pem'),
    'keys/tls.key': text('key'),
    '.git/zqx.py': text('.git/zqx.py'),
    '.llmc/rag/zqx.py': text('.llmc'),
    'nested/zqx.py': text('nested'),
    'nested/deep/zqx.py': text('nested/deep'),
  })
  appendFileSync(path.join(root, '.git/config'), `[zqx]\n\t${MARKER} = ${text('.git/config').split('"')[1]}\n`)
  git(path.join(root, 'nested'), 'init', '-q')
  git(path.join(root, 'nested'), 'add', '-A')
  git(path.join(root, 'nested'), 'commit', '-q', '-m', 'nested')
  addLinks(root, outside)
  if (!options.git) {
    rmSync(path.join(root, '.git'), { recursive: true })
    writeFiles(root, { '.hg/hgrc': text('.hg'), '.hg/store/zqx.py': text('.hg/store') })
  }
  return {
    root,
    outside,
    canaries,
    leaks: (said) => [...canaries].filter(([canary]) => said.includes(canary)).map(([, at]) => at),
  }
}

function addLinks(root: string, outside: string): void {
  const link = (target: string, at: string): void => symlinkSync(target, path.join(root, at))
  link(path.join(outside, 'zqx.py'), 'to-outside.py')
  link(path.relative(root, path.join(outside, 'zqx.py')), 'to-outside-far.py')
  link('chain-2.py', 'chain-1.py')
  link('src/../to-folder/zqx.py', 'chain-2.py')
  link(outside, 'to-folder')
  link(path.join(outside, 'nothing.py'), 'to-nothing.py')
  link('made/zqx.py', 'to-made.py')
  link('made', 'to-made')
  link('.git', 'to-git')
  link('.env', 'to-env')
  link('nested', 'to-nested')
  link('loop.py', 'loop.py')
  link('pipe.py', 'to-pipe.py')
  link('/dev/zero', 'to-device')
  link('src/a.py', 'to-inside.py')
  execFileSync('mkfifo', [path.join(root, 'pipe.py')])
  mkdirSync(path.join(root, 'hard'))
  linkSync(path.join(root, 'src/a.py'), path.join(root, 'hard/a.py'))
  git(root, 'add', 'to-outside.py', 'to-folder', 'chain-1.py', 'chain-2.py', 'to-made.py', 'to-git', 'to-env', 'to-inside.py')
  git(root, 'commit', '-q', '-m', 'links')
}
