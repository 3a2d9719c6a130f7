/** The command line as a real process. Runs the built program. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runCairn } from '../kit/run-cairn.ts'
import { gitRepo } from '../kit/temp-repo.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'cairn-cli-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const options = { cwd: folder, home: folder }
const program = path.resolve(import.meta.dirname, '../../dist/surfaces/cli/main.js')

describe('the program', () => {
  it('[CL14] prints its version and its help without opening anything', () => {
    expect(runCairn(['--version'], options)).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
      stderr: '',
    })
    expect(runCairn(['--help'], options)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Usage: cairn'),
      stderr: '',
    })
  })
  it('[CL5] exits with 2 for an unknown command, with an envelope for the calling program', () => {
    const { status, stdout, stderr } = runCairn(['serach'], options)
    expect(status).toBe(2)
    expect(JSON.parse(stdout)).toMatchObject({ meta: { status: 'ERROR', error_code: 'BAD_ARGUMENT' } })
    expect(stderr).toContain('Did you mean `cairn search`?')
  })
  it('[CL19] index --name names a repo until it is removed; a name that is in use is refused with its folder', () => {
    const [one, two] = [gitRepo({ 'a.py': 'a = 1\n' }, 'one'), gitRepo({ 'b.py': 'b = 1\n' }, 'two')]
    const at = { cwd: one, home: path.join(folder, 'named') }
    expect(runCairn(['index', '--name', 'acme/next'], at).stdout).toContain('"repo_id":"acme/next"')
    expect(runCairn(['search', 'a', '--text'], at).stdout).toContain('in acme/next')
    const clash = runCairn(['index', two, '--name', 'acme/next'], at)
    expect(clash).toMatchObject({ status: 2, stderr: expect.stringContaining(`already called "acme/next": ${one}`) })
    const again = runCairn(['index', '--name', 'acme/other'], at)
    expect(again).toMatchObject({ status: 2, stderr: expect.stringContaining('`cairn remove acme/next`') })
    expect(runCairn(['index', one, two, '--name', 'x'], at).status).toBe(2)
  })
  it('[CF9] write_artifacts=false does not change the repo or git’s exclude file', () => {
    const root = gitRepo({ 'a.py': 'def a():\n    pass\n' }, 'untouched')
    const exclude = path.join(root, '.git/info/exclude')
    const before = readFileSync(exclude, 'utf8')
    const at = { cwd: root, home: path.join(folder, 'untouched'), env: { CAIRN_WRITE_ARTIFACTS: 'false' } }
    for (const argv of [['search', 'a'], ['index'], ['build-graph'], ['status']]) expect(runCairn(argv, at).status).toBe(0)
    expect(existsSync(path.join(root, '.llmc'))).toBe(false)
    expect(readFileSync(exclude, 'utf8')).toBe(before)
    expect(runCairn(['where-used', 'a', '--text'], at).stdout).toContain('up to date')
  })
  it('[AG1, AG11] ask answers a question: JSON in a pipe, places and lines as text', () => {
    const at = { cwd: gitRepo({ 'pay.py': 'def refund(order):\n    return -order\n' }, 'shop'), home: path.join(folder, 'asked') }
    const { status, stdout } = runCairn(['ask', 'find', 'function', 'refund', '-l', '1'], at)
    expect(status).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      query: 'find function refund',
      items: [
        { level: 'symbol', mode: 'extractive', citations: [{ repo_id: 'shop', path: 'pay.py', start_line: 1, end_line: 2 }] },
      ],
    })
    const text = runCairn(['ask', '--text', '--level', 'file', 'refund'], at).stdout
    expect(text).toMatch(/^answer from 1 hit in shop · up to date · level file\n/)
    expect(text).toContain('\n1. pay.py:1-2 refund (function)\n')
    expect(text).toContain('\n    def refund(order):\n        return -order\n')
    expect(text).toContain('try: cairn file pay.py')
    expect(runCairn(['ask', 'zookeeper'], at).status).toBe(0)
    expect(runCairn(['ask'], at)).toMatchObject({ status: 2, stderr: expect.stringContaining('`cairn ask` needs') })
  })
  it('[CL16] it ends quietly when the reader of its output closes the pipe', () => {
    const { stderr } = spawnSync('bash', ['-c', `"${process.execPath}" "${program}" --help | true; sleep 0.1`], {
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
  })
  it('[CL11] SIGINT ends a process that waits for its caller, with 130', async () => {
    const child = spawn(process.execPath, [program, 'batch'], {
      cwd: folder,
      env: { ...process.env, CAIRN_HOME: path.join(folder, 'cairn') },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    child.stdin.write('not json\n')
    await new Promise((resolve) => child.stdout.once('data', resolve))
    child.kill('SIGINT')
    const status = await new Promise((resolve) => child.once('exit', resolve))
    expect(status).toBe(130)
  })
  it.each(['bash', 'zsh', 'fish'])('[CL14] the completion script for %s is valid, if that shell is installed', (shell) => {
    const { stdout, status } = runCairn(['completion', shell], options)
    expect(status).toBe(0)
    const file = path.join(folder, `completion.${shell}`)
    writeFileSync(file, stdout)
    const { error, stderr } = spawnSync(shell, ['-n', file], { encoding: 'utf8' })
    if (error && 'code' in error && error.code === 'ENOENT') return
    expect(stderr).toBe('')
  })
  it('[CL14, CL21] bash completes commands, their second word, and options', () => {
    const { stdout } = runCairn(['completion', 'bash'], options)
    const file = path.join(folder, 'complete.bash')
    writeFileSync(
      file,
      `${stdout}
try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _cairn; echo "\${COMPREPLY[*]}"; }
try cairn whe
try cairn where-used x --ti
try cairn search --level do
try cairn tok
try cairn token re
try cairn token create --ex
try cairn --json token revoke --to
`,
    )
    expect(spawnSync('bash', [file], { encoding: 'utf8', cwd: folder }).stdout.split('\n').slice(0, 7)).toEqual([
      'where-used',
      '--tier',
      'doc',
      'token',
      'revoke',
      '--expires',
      '--token',
    ])
  })
  it('[CL12] config shows a value set by a variable, and the name of the variable', () => {
    const { stdout } = runCairn(['config'], { ...options, env: { CAIRN_BUDGET_MS: '77' } })
    const items = JSON.parse(stdout).items as { key: string; value: unknown; origin: string }[]
    expect(items.find(({ key }) => key === 'budget_ms')).toMatchObject({ value: 77, origin: 'CAIRN_BUDGET_MS' })
  })
})
