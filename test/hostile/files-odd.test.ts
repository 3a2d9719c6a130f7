/**
 * A pipe, a terminal, an endless device, a link to the outside, a file of 5 GB or a folder under a name that Cairn reads: no question
 * waits for it, none shows it, and questions about other repos of the same home do not notice.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, realpathSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { callTool, connectStdio } from '../kit/mcp-client.ts'
import { type Run, runCairn } from '../kit/run-cairn.ts'
import { gitRepo, tempFolder, writeFiles } from '../kit/temp-repo.ts'

const isLong = process.env.CAIRN_TEST_LONG !== undefined
/** Far more than a question takes, far less than for ever. */
const LIMIT_MS = 40_000
const canary = `K${randomBytes(9).toString('hex')}`

type Make = (at: string) => void
const outside = path.join(tempFolder('outside'), 'secret.py')
writeFileSync(outside, `def secret(given="${canary}"):\n    return "${canary}"\n`)

const odd: Readonly<Record<string, Make>> = {
  pipe: (at) => execFileSync('mkfifo', [at]),
  'link to a terminal': (at) => symlinkSync('/dev/tty', at),
  'link to a pipe': (at) => {
    execFileSync('mkfifo', [`${at}.pipe`])
    symlinkSync(`${path.basename(at)}.pipe`, at)
  },
  'link to an endless device': (at) => symlinkSync('/dev/zero', at),
  'link to the outside': (at) => symlinkSync(outside, at),
  '5 GB of nothing': (at) => {
    writeFileSync(at, '')
    truncateSync(at, 5_000_000_000)
  },
  folder: (at) => mkdirSync(at),
}

const names = [
  '.cairnignore',
  'src/.cairnignore',
  '.cairn.json',
  '.llmc/rag/index_status.json',
  '.llmc/rag_graph.json',
  'src/b.py',
  'package.json',
  'tsconfig.json',
  'go.mod',
  'pyproject.toml',
]
/** Where Cairn walks the folders itself. Under git, it is git that reads these. */
const namesWithoutGit = ['.gitignore', 'src/.gitignore', ...names]

function repo(name: string, options: { git: boolean }): string {
  const root = realpathSync(gitRepo({ 'src/a.py': 'def visible():\n    return 1\n\n\nvisible()\n' }, name))
  if (!options.git) rmSync(path.join(root, '.git'), { recursive: true })
  return root
}

function place(root: string, name: string, make: Make): void {
  const at = path.join(root, name)
  rmSync(at, { recursive: true, force: true })
  mkdirSync(path.dirname(at), { recursive: true })
  make(at)
}

/** In a session of its own there is no terminal to read from, so a program that opens one would fail, not wait. */
const script = spawnSync('script', ['--version']).status === 0

describe('odd things under names that Cairn reads', () => {
  // One process asks about many repos; each repo has one odd thing.
  it('[BA6] no question waits, shows them, or fails for other repos', { timeout: 900_000 }, async () => {
    const home = tempFolder('home')
    const other = repo('other', { git: true })
    expect(runCairn(['index'], { cwd: other, home }).status).toBe(0)
    const all = [true, false].flatMap((git) =>
      (git ? names : namesWithoutGit).flatMap((name) => Object.entries(odd).map(([kind, make]) => ({ git, name, kind, make }))),
    )
    // By default every kind and most names; all pairs in the long form.
    const chosen = isLong ? all : all.filter((_, at) => at % 19 === 0)
    const { client } = await connectStdio({ cwd: other, home })
    for (const [at, { git, name, kind, make }] of chosen.entries()) {
      const what = `${kind} at ${name}, ${git ? 'with' : 'without'} git`
      const root = repo(`odd-${at}`, { git })
      place(root, name, make)
      const run = runCairn(['index', '.'], { cwd: root, home, limit_ms: LIMIT_MS })
      expect(run.status, `${what}: ${run.stderr}`).not.toBeNull()
      expect(run.status, `${what}: ${run.stderr}`).not.toBe(70)
      expect(run.stdout + run.stderr, what).not.toContain(canary)
      // A broken `.cairn.json` is the user's to mend; everything else is answered all the same.
      const asked = await Promise.race([callTool(client, 'rag_search', { query: 'visible', repo: '*' }), late(what)])
      expect(asked.text, what).toContain('def visible')
      expect(asked.text, what).not.toContain(canary)
      if (at % 5 === 0) expect(runCairn(['build-graph'], { cwd: root, home, limit_ms: LIMIT_MS }).status, what).not.toBeNull()
      runCairn(['remove', path.basename(root)], { cwd: other, home, limit_ms: LIMIT_MS })
    }
  })

  it('[BA6] each command ends, with a terminal at hand too', { timeout: 900_000 }, () => {
    const home = tempFolder('home')
    const root = repo('all', { git: true })
    writeFiles(root, { 'graph/x': '' })
    for (const [at, name] of ['.cairnignore', '.llmc/rag/index_status.json', '.llmc/rag_graph.json', 'src/b.py'].entries())
      place(root, name, odd[at % 2 === 0 ? 'link to a terminal' : 'pipe'] as Make)
    const commands = [
      ['search', 'visible'],
      ['where-used', 'visible'],
      ['status'],
      ['index'],
      ['doctor'],
      ['import-graph', '.llmc/rag_graph.json'],
      ['get', 'src/b.py'],
    ]
    for (const command of commands) {
      const plain = runCairn(command, { cwd: root, home, limit_ms: LIMIT_MS })
      expect(plain.status, `${command.join(' ')}: ${plain.stdout} ${plain.stderr}`).not.toBeNull()
      expect(plain.status, `${command.join(' ')}: ${plain.stdout} ${plain.stderr}`).not.toBe(70)
    }
    if (script) expect(withTerminal(root, home).status).not.toBeNull()
  })
})

function withTerminal(root: string, home: string): Run {
  const program = path.resolve(import.meta.dirname, '../../dist/surfaces/cli/main.js')
  const { status, stdout, stderr } = spawnSync(
    'script',
    ['-qec', `'${process.execPath}' '${program}' search visible`, '/dev/null'],
    {
      cwd: root,
      env: { PATH: process.env.PATH, HOME: home, CAIRN_HOME: path.join(home, 'cairn') },
      encoding: 'utf8',
      timeout: LIMIT_MS,
      killSignal: 'SIGKILL',
    },
  )
  return { status, stdout, stderr }
}

const late = (what: string): Promise<never> =>
  new Promise((_, reject) => setTimeout(() => reject(new Error(`${what}: no answer`)), LIMIT_MS).unref())
