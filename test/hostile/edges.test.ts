/** The edges of a machine: each gives an answer or a problem with a code, never a stack trace and never INTERNAL. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { environment, program } from '../kit/run-cairn.ts'
import { gitRepo, tempFolder } from '../kit/temp-repo.ts'

const repo = gitRepo({ 'a.py': 'def refund():\n    return 1\n' })
const home = tempFolder('home')

type Shell = { status: number | null; stdout: string; stderr: string }

/** `$CAIRN` in the script is the command. */
function shell(script: string, { env = {}, cwd = repo, input = '' }: Partial<Where> = {}): Shell {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script], {
    cwd,
    env: { ...environment({ cwd, home, env }), CAIRN: `${process.execPath} ${program}`, ...env },
    encoding: 'utf8',
    input,
    timeout: 60_000,
    maxBuffer: 64 * 1024 * 1024,
  })
  return { status, stdout, stderr }
}
type Where = { env: Record<string, string>; cwd: string; input: string }

/** A sentence with a code, or nothing. */
function expectNoBug({ status, stdout, stderr }: Shell): void {
  expect(stdout + stderr).not.toMatch(/INTERNAL|^\s+at .*:\d+:\d+|node:internal/m)
  expect([0, 2, 3, 4, 5]).toContain(status)
}

const LINUX = process.platform === 'linux'

describe.skipIf(!LINUX)('the machine', () => {
  it('[CL25] a deleted working folder is a problem, except for what needs no folder', () => {
    const gone = 'mkdir -p "$CAIRN_HOME.gone"; cd "$CAIRN_HOME.gone"; rmdir "$CAIRN_HOME.gone";'
    expect(shell(`${gone} $CAIRN search refund --text`)).toMatchObject({
      status: 4,
      stderr: expect.stringContaining('the working folder was deleted'),
    })
    expect(shell(`${gone} $CAIRN --version`)).toMatchObject({ status: 0, stderr: '' })
    for (const command of ['mcp', 'index', 'batch']) expectNoBug(shell(`${gone} $CAIRN ${command}`))
  })

  it('[CL25] output that cannot be written is DISK_FULL; stderr that cannot be written changes nothing', () => {
    for (const command of ['search refund', 'search refund --text', '--help', 'config'])
      expect(shell(`$CAIRN ${command} > /dev/full`)).toMatchObject({ status: 5, stderr: expect.stringContaining('(DISK_FULL)') })
    expect(shell('$CAIRN search refund --text 2> /dev/full')).toMatchObject({ status: 0 })
    expect(shell('$CAIRN search refund --text 2>&-')).toMatchObject({ status: 0, stdout: expect.stringContaining('a.py:1:5') })
    expect(shell('$CAIRN search refund >&-')).toMatchObject({ status: 0, stderr: '' })
    expect(shell('$CAIRN nonsense > /dev/full 2> /dev/full').status).toBe(5)
  })

  it('[CL25] a home that cannot be used: questions are answered from the files, the rest says why', () => {
    const file = path.join(home, 'file')
    const circle = path.join(home, 'circle')
    writeFileSync(file, '')
    symlinkSync(circle, circle)
    for (const CAIRN_HOME of [file, path.join(file, 'below'), circle, '/proc/no-home', '/dev/null']) {
      const commands =
        CAIRN_HOME === file ? ['search refund', 'status', 'repos', 'token create', 'gc', 'doctor'] : ['search refund', 'index']
      for (const command of commands) expectNoBug(shell(`$CAIRN ${command}`, { env: { CAIRN_HOME } }))
    }
    expect(shell('$CAIRN search refund --text', { env: { CAIRN_HOME: file } }).stdout).toContain('a.py:1:5')
    expect(shell('$CAIRN index', { env: { CAIRN_HOME: file } })).toMatchObject({ status: 4 })
  })

  it('[CL25] HOME, TMPDIR, PATH and the number of open files', () => {
    const user = path.join(home, 'user-file')
    writeFileSync(user, '')
    expectNoBug(shell('unset HOME; $CAIRN search refund'))
    expectNoBug(shell('unset CAIRN_HOME; $CAIRN search refund', { env: { HOME: user } }))
    expectNoBug(shell('$CAIRN search refund; $CAIRN doctor', { env: { TMPDIR: '/no/such/folder' } }))
    expectNoBug(shell('export PATH=/no; $CAIRN search refund; $CAIRN index'))
    expectNoBug(shell('ulimit -n 64; $CAIRN search refund'))
    expect(shell('unset CAIRN_HOME; $CAIRN config', { env: { HOME: 'relative' } }).stdout).not.toContain('"relative')
  })

  it('[CL25] arguments that are not UTF-8, and a path with NUL in a batch', () => {
    expectNoBug(shell("$CAIRN search $'\\xff\\xfe'; $CAIRN file $'\\xff'; $CAIRN search x --repo $'\\xff'"))
    const lines = [
      { id: 1, tool: 'get_file', arguments: { file_path: 'a\0b' } },
      { id: 2, tool: 'rag_search', arguments: { query: 'x', repo: 'a\0b' } },
      { id: 3, tool: 'rag_search', arguments: { query: 'a\0b', regex: true } },
      { id: 4, tool: 'explore_structure', arguments: { path: '\0' } },
      { id: 5, tool: 'definition', arguments: { symbol: 'a\0.py:1:1' } },
      { id: 6, tool: 'search_code', arguments: { query: 'x', path: '\0' } },
      { id: 7, tool: 'rag_search', arguments: { query: 'x', limit: 1e308, ['__proto__']: 1 } },
    ]
    const said = shell('$CAIRN batch', {
      input: `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"id":8,"tool":"rag_search","arguments":{"query":"x","limit":1e999,"__proto__":{"x":1}}}\n`,
    })
    expectNoBug(said)
    expect(
      said.stdout
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { id: number }).id),
    ).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('[CL26] a line of a batch that is too long is refused, and the others are answered', () => {
    const script = '{ head -c 30000000 /dev/zero | tr "\\0" a; echo; echo \'{"id":2,"tool":"list_repos"}\'; } | $CAIRN batch'
    const answers = shell(script)
      .stdout.trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Answered)
    expect(answers.map(({ result }) => result.meta.error_code)).toEqual(['TOO_LARGE', null])
  })

  it('[MC22] a message that is too long, or no JSON, is refused with its id, and the server goes on', () => {
    const long = (rest: string): string => `{"jsonrpc":"2.0",${rest}"params":{"name":"list_repos","arguments":{"x":"`
    const input = [
      `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`,
      `{"jsonrpc":"2.0","method":"notifications/initialized"}`,
      `${long('"id":"seven","method":"tools/call",')}${'y'.repeat(11_000_000)}"}}}`,
      `${long('"method":"tools/call",')}${'y'.repeat(11_000_000)}{\\"id\\":3"}},"id":8}`,
      'no json',
      `{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"list_repos","arguments":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}}`,
      `{"jsonrpc":"2.0","id":10,"method":"tools/call","params":{"name":"list_repos","arguments":{}}}`,
    ].join('\n')
    const folder = path.join(home, 'long')
    mkdirSync(folder)
    writeFileSync(path.join(folder, 'input'), `${input}\n`)
    const said = shell(`{ cat ${folder}/input; sleep 4; } | $CAIRN mcp`)
    const messages = said.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Message)
    const ofId = (id: Message['id']) => messages.find((message) => message.id === id)
    for (const id of ['seven', 8]) expect(ofId(id)?.error?.message).toContain('at most')
    expect(ofId(10)?.result).toBeDefined()
    expectNoBug(said)
  })
})

type Answered = { id: unknown; result: { meta: { error_code: string | null } } }
type Message = { id?: string | number | null; error?: { message: string }; result?: unknown }
