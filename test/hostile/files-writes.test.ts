/**
 * Cairn writes a few files into a repo. Whatever a repo has in their place, links, pipes or folders, also while they are written, nothing
 * outside the repo changes, and the command ends.
 */
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCairn } from '../kit/run-cairn.ts'
import { git, gitRepo, tempFolder, writeFiles } from '../kit/temp-repo.ts'

const isLong = process.env.CAIRN_TEST_LONG !== undefined

type World = { root: string; outside: string; cairn(...args: string[]): ReturnType<typeof runCairn>; untouched(): void }

/** A repo beside files of the user, which no command may change. */
function world(): World {
  const root = realpathSync(gitRepo({ 'a.py': 'def f():\n    return 1\n\n\nf()\n' }, 'victim'))
  const outside = path.join(path.dirname(root), 'outside')
  writeFiles(outside, { 'precious.txt': 'precious\n', 'rag/index_status.json': '{}', 'info/exclude': 'mine\n' })
  const home = tempFolder('home')
  const list = (): string[] => readdirSync(outside, { recursive: true, encoding: 'utf8' }).sort()
  const before = list()
  return {
    root,
    outside,
    cairn: (...args) => runCairn(args, { cwd: root, home, limit_ms: 60_000 }),
    untouched: () => {
      expect(list()).toEqual(before)
      expect(readFileSync(path.join(outside, 'precious.txt'), 'utf8')).toBe('precious\n')
      expect(readFileSync(path.join(outside, 'rag/index_status.json'), 'utf8')).toBe('{}')
      expect(readFileSync(path.join(outside, 'info/exclude'), 'utf8')).toBe('mine\n')
    },
  }
}

const link = (target: string, at: string): void => {
  rmSync(at, { recursive: true, force: true })
  mkdirSync(path.dirname(at), { recursive: true })
  symlinkSync(target, at)
}
const pipe = (at: string): void => {
  rmSync(at, { recursive: true, force: true })
  mkdirSync(path.dirname(at), { recursive: true })
  execFileSync('mkfifo', [at])
}

describe('what Cairn writes into a repo', () => {
  it('[BA4] links in place of its files lead nowhere', { timeout: 300_000 }, () => {
    const { root, outside, cairn, untouched } = world()
    link('../../outside/precious.txt', path.join(root, '.llmc/rag_graph.json.tmp'))
    link('../../outside/precious.txt', path.join(root, '.llmc/rag_graph.json'))
    link('../../../outside/precious.txt', path.join(root, '.llmc/rag/index_status.json'))
    link(path.join(outside, 'info/exclude'), path.join(root, '.git/info/exclude'))
    expect(cairn('build-graph').status).toBe(0)
    untouched()
    expect(lstatSync(path.join(root, '.llmc/rag_graph.json')).isFile()).toBe(true)
    expect(lstatSync(path.join(root, '.llmc/rag/index_status.json')).isFile()).toBe(true)
    // Git's exclude file is a link, so the folder hides itself.
    expect(git(root, 'status', '--porcelain', '--', '.llmc')).toBe('')
    expect(cairn('remove', 'victim').status).toBe(0)
    untouched()
    expect(readdirSync(path.join(root, '.llmc'))).toEqual(['rag_graph.json.tmp'])
  })

  it('[BA4] folders that are links are not entered', { timeout: 300_000 }, () => {
    for (const folder of ['.llmc', '.llmc/rag', '.git/info'] as const) {
      const { root, outside, cairn, untouched } = world()
      link(outside, path.join(root, folder))
      if (folder === '.llmc/rag') link(path.join(outside, 'rag'), path.join(root, folder))
      const run = cairn('build-graph')
      expect(run.status, `${folder}: ${run.stderr}`).toBe(0)
      untouched()
      expect(cairn('remove', 'victim').status).toBe(0)
      untouched()
    }
  })

  it('[BA4] pipes and folders in place of its files neither hold it nor are written to', { timeout: 300_000 }, () => {
    const { root, cairn, untouched } = world()
    for (const name of ['.llmc/rag_graph.json', '.llmc/rag_graph.json.tmp', '.llmc/rag/index_status.json'])
      pipe(path.join(root, name))
    const built = cairn('build-graph')
    expect(built.status, built.stderr).toBe(0)
    expect(lstatSync(path.join(root, '.llmc/rag_graph.json')).isFile()).toBe(true)
    rmSync(path.join(root, '.llmc'), { recursive: true })
    for (const name of ['.llmc/rag_graph.json/x', '.llmc/rag/index_status.json/x']) writeFiles(root, { [name]: 'x' })
    expect(cairn('index').status).toBe(0)
    expect([0, 1, 2]).toContain(cairn('build-graph').status)
    untouched()
  })

  it('[BA4] a .git that names a folder of another repo does not change that repo', { timeout: 300_000 }, () => {
    const { root, cairn, untouched } = world()
    const other = realpathSync(gitRepo({ 'b.py': 'x = 1\n' }, 'other'))
    const before = readFileSync(path.join(other, '.git/info/exclude'), 'utf8')
    rmSync(path.join(root, '.git'), { recursive: true })
    writeFileSync(path.join(root, '.git'), `gitdir: ${path.join(other, '.git')}\n`)
    expect(cairn('index').status).toBe(0)
    link(path.join(other, '.git'), path.join(root, '.git'))
    expect(cairn('index', '--fresh').status).toBe(0)
    expect(readFileSync(path.join(other, '.git/info/exclude'), 'utf8')).toBe(before)
    untouched()
  })

  it('[BA4] worktrees, submodules and repos with their git folder elsewhere stay clean', { timeout: 300_000 }, () => {
    const { root, cairn } = world()
    const base = path.dirname(root)
    git(root, 'worktree', 'add', '-q', path.join(base, 'tree'))
    git(root, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', root, 'sub')
    git(base, 'clone', '-q', '--separate-git-dir', path.join(base, 'apart.git'), root, path.join(base, 'apart'))
    for (const folder of [path.join(base, 'tree'), path.join(root, 'sub'), path.join(base, 'apart')]) {
      expect(cairn('index', folder).status, folder).toBe(0)
      expect(existsSync(path.join(folder, '.llmc/rag/index_status.json')), folder).toBe(true)
      expect(git(folder, 'status', '--porcelain'), folder).toBe('')
    }
    expect(readFileSync(path.join(root, '.git/info/exclude'), 'utf8').match(/llmc/g)).toHaveLength(1)
  })

  it('[BA4] a forged worktree does not change the exclude file of another repo', () => {
    const { root, cairn } = world()
    const forged = path.join(path.dirname(root), 'forged')
    writeFiles(forged, {
      '.git': 'gitdir: ./fake\n',
      'a.py': 'def f():\n    return 1\n',
      'fake/HEAD': 'ref: refs/heads/main\n',
      'fake/commondir': `${path.join(root, '.git')}\n`,
      'fake/gitdir': `${path.join(forged, '.git')}\n`,
    })
    const before = readFileSync(path.join(root, '.git/info/exclude'), 'utf8')
    expect(cairn('build-graph', '-r', forged).status).toBe(0)
    expect(readFileSync(path.join(root, '.git/info/exclude'), 'utf8')).toBe(before)
  })

  it('[BA5] what a killed build left is removed by the next one, and only that', { timeout: 300_000 }, () => {
    const { root, outside, cairn, untouched } = world()
    expect(cairn('build-graph').status).toBe(0)
    const folder = path.join(root, '.llmc')
    // The process has ended by now.
    const pid = execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }).trim()
    const left = `.rag_graph.json.${machine}-${pid}-0123456789ab.tmp`
    writeFiles(folder, { [left]: 'half', '.rag_graph.json.mine.tmp': 'kept', 'notes.tmp': 'kept' })
    link(path.join(outside, 'precious.txt'), path.join(folder, left.replace('0123456789ab', 'ba9876543210')))
    expect(cairn('build-graph').status).toBe(0)
    expect(readdirSync(folder).sort()).toEqual(['.rag_graph.json.mine.tmp', 'notes.tmp', 'rag', 'rag_graph.json'])
    untouched()
  })

  it.runIf(process.platform === 'linux')(
    '[BA4] a folder that becomes a link while files are written leads nowhere',
    { timeout: 300_000 },
    async () => {
      const { root, outside, cairn, untouched } = world()
      expect(cairn('build-graph').status).toBe(0)
      const program = `const { renameSync, symlinkSync } = require('node:fs')
      process.chdir(${JSON.stringify(root)})
      symlinkSync(${JSON.stringify(outside)}, '.llmc-link')
      for (;;) { renameSync('.llmc', '.llmc-kept'); renameSync('.llmc-link', '.llmc'); renameSync('.llmc', '.llmc-link'); renameSync('.llmc-kept', '.llmc') }`
      const swapper = spawn(process.execPath, ['-e', program], { stdio: 'ignore' })
      try {
        for (let round = 0; round < (isLong ? 40 : 3); round++) cairn('build-graph')
      } finally {
        swapper.kill('SIGKILL')
      }
      untouched()
    },
  )
})

/** The part of a temporary name that stands for this machine. */
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
