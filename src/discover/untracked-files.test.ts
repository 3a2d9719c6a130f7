/** Promise DI21 of docs/spec/discover.md: git's list of untracked files is remembered only while nothing changes it. */
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changeAtRandom, randomFrom } from '../../test/kit/random-changes.ts'
import { git, gitRepo, tempFolder, writeFiles } from '../../test/kit/temp-repo.ts'
import { setGitEnvironment, setGitStarter } from '../workspace/git-environment.ts'
import { startGit } from '../workspace/git-process.ts'
import { takeInventory } from './inventory.ts'
import { UntrackedFiles } from './untracked-files.ts'

/** Longer than a tick of the file system's clock: two changes within one tick have the same time. */
const TICK_MS = 20
const onLinux = process.platform === 'linux'

let started: (readonly string[])[] = []
const listed = (): number => started.filter((args) => args.includes('--others')).length
let home = ''
beforeEach(() => {
  home = tempFolder('home')
  started = []
  setGitEnvironment({ ...process.env, HOME: home, XDG_CONFIG_HOME: '', GIT_CONFIG_NOSYSTEM: '1' })
  setGitStarter((job, signal) => {
    started.push(job.args)
    return startGit(job, signal)
  })
})
afterEach(() => {
  setGitStarter(undefined)
  setGitEnvironment(process.env)
})

/** A server's questions about one repo. Its clock is ahead, so that files written just now count as settled. */
class Server {
  readonly root: string
  ahead_ms = 60_000
  private readonly untracked = new UntrackedFiles()
  constructor(root: string) {
    this.root = realpathSync(root)
  }
  /** Paths and notes, and how many lists of untracked files git was asked for. */
  async ask(): Promise<{ untracked: string[]; asked: number }> {
    const before = listed()
    const found = await takeInventory(this.root, { untracked: this.untracked, now: () => Date.now() + this.ahead_ms })
    const asked = listed() - before
    await this.untracked.preparing
    return { untracked: linesOf(found), asked }
  }
  /** Asks until the list is remembered, if it can be. */
  async settle(): Promise<boolean> {
    // Past the pause after a change.
    this.ahead_ms += 20_000
    for (let question = 0; question < 3; question++) await this.ask()
    const { asked } = await this.ask()
    await sleep(TICK_MS)
    return asked === 0
  }
}

const linesOf = ({ untracked, skipped }: Awaited<ReturnType<typeof takeInventory>>): string[] => [
  ...untracked.map(({ path: file }) => file),
  ...skipped.map(({ path: file, reason }) => `${file}: ${reason}`),
]
const asGitSays = async (root: string): Promise<string[]> => linesOf(await takeInventory(root, {}))

const sample = {
  '.gitignore': 'out/\n*.log\n',
  'a.py': 'a = 1\n',
  'src/b.py': 'b = 1\n',
  'src/deep/.gitignore': '*.tmp\n',
  'src/deep/c.py': 'c = 1\n',
}

async function settled(): Promise<Server> {
  const root = gitRepo(sample)
  writeFiles(root, { 'loose.py': 'l\n', 'out/made.py': 'm\n', 'notes/x.log': 'x\n', 'src/deep/y.tmp': 'y\n' })
  mkdirSync(path.join(root, 'empty'))
  const server = new Server(root)
  expect(await server.settle()).toBe(true)
  expect((await server.ask()).untracked).toEqual(['loose.py'])
  return server
}

describe.runIf(onLinux)('untracked files that a server remembers', () => {
  const changes: Record<string, (root: string) => void> = {
    'a new file at the root': (root) => writeFiles(root, { 'new.py': 'n\n' }),
    'a new file in a tracked folder': (root) => writeFiles(root, { 'src/deep/new.py': 'n\n' }),
    'a new file in an empty folder': (root) => writeFiles(root, { 'empty/new.py': 'n\n' }),
    'a new file in a folder that has only ignored files': (root) => writeFiles(root, { 'notes/new.py': 'n\n' }),
    'a file moved in, with an old time': (root) => {
      const file = path.join(tempFolder(), 'old.py')
      writeFileSync(file, 'o\n')
      utimesSync(file, 1e9, 1e9)
      renameSync(file, path.join(root, 'src/old.py'))
    },
    'a new file, and the time of its folder set back': (root) => {
      const folder = path.join(root, 'src')
      writeFiles(root, { 'src/new.py': 'n\n' })
      utimesSync(folder, 1e9, 1e9)
    },
    'an untracked file removed': (root) => rmSync(path.join(root, 'loose.py')),
    'a folder of files moved': (root) => renameSync(path.join(root, 'out'), path.join(root, 'kept')),
    'a link': (root) => symlinkSync('a.py', path.join(root, 'src/link.py')),
    'ignore rules written in place': (root) => appendFileSync(path.join(root, '.gitignore'), 'loose.py\n'),
    'ignore rules of the same size': (root) => writeFileSync(path.join(root, 'src/deep/.gitignore'), '*.tmq\n'),
    'new ignore rules in a folder': (root) => writeFiles(root, { 'src/.gitignore': '*\n', 'src/z.py': 'z\n' }),
    'the ignore rules of this clone': (root) => appendFileSync(path.join(root, '.git/info/exclude'), 'loose.py\n'),
    'the ignore rules of the user': () => writeFiles(home, { '.config/git/ignore': 'loose.py\n' }),
    'a setting of the clone': (root) => {
      writeFiles(home, { rules: 'loose.py\n' })
      git(root, 'config', 'core.excludesFile', path.join(home, 'rules'))
    },
    'a setting of the user': () => {
      writeFiles(home, { rules: 'loose.py\n', '.gitconfig': '[core]\n\texcludesFile = ~/rules\n' })
    },
    'a file staged': (root) => void git(root, 'add', 'loose.py'),
    'a file no longer tracked': (root) => void git(root, 'rm', '-q', '--cached', 'a.py'),
    'a folder that becomes a repo': (root) => void git(root, 'init', '-q', 'notes'),
  }
  it.each(Object.entries(changes))('[DI21] %s is noticed', async (_, change) => {
    const server = await settled()
    change(server.root)
    const { untracked, asked } = await server.ask()
    expect(untracked).toEqual(await asGitSays(server.root))
    expect(asked).toBe(1)
  })

  it('[DI21] files named by settings are watched, those that settings include and those that do not exist yet', async () => {
    const root = gitRepo(sample)
    writeFiles(root, { 'loose.py': 'l\n' })
    writeFiles(home, {
      '.gitconfig':
        '[include]\n\tpath = more.cfg\n[includeIf "gitdir:/nowhere/"]\n\tpath = ~/other.cfg\n[core]\n\texcludesFile = ~/rules\n',
    })
    const server = new Server(root)
    for (const [file, text, wanted] of [
      ['rules', 'loose.py\n', []],
      ['more.cfg', '[core]\n\texcludesFile = ~/others\n', ['loose.py']],
      ['others', 'loose.py\n', []],
    ] as const) {
      expect(await server.settle()).toBe(true)
      // The include comes first, so that the last setting wins where both are set.
      if (file === 'more.cfg') writeFileSync(path.join(home, '.gitconfig'), '[include]\n\tpath = more.cfg\n')
      writeFiles(home, { [file]: text })
      expect(await server.ask()).toEqual({ untracked: [...wanted], asked: 1 })
      expect(await asGitSays(root)).toEqual([...wanted])
    }
  })

  it('[DI21] editing files, tracked and untracked, does not make git list them again', async () => {
    const server = await settled()
    writeFiles(server.root, { 'a.py': 'a = 2\n', 'loose.py': 'more\n', 'out/made.py': 'changed\n', 'out/new.py': 'n\n' })
    expect(await server.ask()).toEqual({ untracked: ['loose.py'], asked: 0 })
  })

  it('[DI21] what was changed less than two seconds ago is not remembered', async () => {
    const server = new Server(gitRepo(sample))
    server.ahead_ms = 0
    for (let question = 0; question < 4; question++) expect((await server.ask()).asked).toBe(1)
  })

  it('[DI21] nested repos, settings by branch and folders that cannot be read: git is asked each time', async () => {
    const nested = gitRepo(sample)
    git(nested, 'init', '-q', 'inner')
    writeFiles(nested, { 'inner/x.py': 'x\n' })
    const byBranch = gitRepo(sample)
    const closed = gitRepo(sample)
    mkdirSync(path.join(closed, 'closed'))
    chmodSync(path.join(closed, 'closed'), 0)
    // Root can read every folder.
    const asked = process.getuid?.() === 0 ? [nested] : [nested, closed]
    for (const root of asked) expect(await new Server(root).settle()).toBe(false)
    chmodSync(path.join(closed, 'closed'), 0o755)
    writeFiles(home, { '.gitconfig': '[includeIf "onbranch:other"]\n\tpath = other.cfg\n' })
    expect(await new Server(byBranch).settle()).toBe(false)
  })

  it('[DI21] a one-time question prepares nothing, and after five minutes git is asked again', async () => {
    const server = new Server(gitRepo(sample))
    await server.ask()
    expect(started.filter((args) => args.includes('config') || args.includes('status'))).toEqual([])
    const old = await settled()
    old.ahead_ms += 5 * 60_000
    expect((await old.ask()).asked).toBe(1)
  })

  it.each([1, 2, 3])('[DI21] whatever happens to the checkout, the list is that of git (seed %i)', async (seed) => {
    const pick = randomFrom(seed)
    const server = new Server(gitRepo(sample))
    let remembered = 0
    const done: string[] = []
    for (let step = 0; step < 40; step++) {
      if (await server.settle()) remembered++
      done.push(changeAtRandom(server.root, pick))
      const wanted = await asGitSays(server.root)
      expect((await server.ask()).untracked, done.slice(-5).join('; ')).toEqual(wanted)
    }
    // Sparse and split indexes are read by git alone, and nothing is remembered for them.
    expect(remembered).toBeGreaterThan(5)
  })
})
