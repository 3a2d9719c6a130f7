/** Promises CL1–CL6, CL9–CL12 and CL14 of docs/spec/cli.md, with a fake app. */
import { describe, expect, it } from 'vitest'
import { type Called, error, indexReport, run } from '../../../test/kit/run-command.ts'
import type { CallOptions } from '../../app/port.ts'
import type { RagResult } from '../../contract/envelope.ts'
import { badArgument, CairnProblem, problems } from '../../contract/problems.ts'
import { problemResult } from '../../envelope/problem-result.ts'
import { okResult } from '../../envelope/result.ts'

describe('what is printed', () => {
  const answer = () => okResult([{ odd: 'thing' }])
  it('[CL1] JSON if stdout is not a terminal, or on request; otherwise text', async () => {
    const piped = await run(['repos'], { answer })
    expect(JSON.parse(piped.stdout)).toMatchObject({ items: [{ odd: 'thing' }], meta: { status: 'OK' } })
    expect(piped.stdout.trimEnd()).not.toContain('\n')
    const terminal = await run(['repos'], { answer, terminal: true })
    expect(terminal.stdout).toContain('1 item')
    expect(terminal.stdout).not.toContain('RAG_GRAPH')
    expect(() => JSON.parse(terminal.stdout)).toThrow()
    expect(JSON.parse((await run(['repos', '--json'], { answer, terminal: true })).stdout)).toMatchObject({ total: 1 })
    expect((await run(['repos', '--text'], { answer })).stdout).toMatch(/^1 item\n/)
  })
  it('[CL1] colours on a terminal, none in a pipe', async () => {
    expect((await run(['repos'], { answer, terminal: true })).stdout).toContain('\u001b[1m1 item')
    const isPlain = ({ stdout }: { stdout: string }): boolean => stdout.startsWith('1 item') && !stdout.includes('\u001b')
    expect(isPlain(await run(['repos', '--text'], { answer }))).toBe(true)
    expect(isPlain(await run(['repos'], { answer, terminal: true, settings: { color: 'never' } }))).toBe(true)
  })
  it('[CL1] the hint for the next page is an option of the command line', async () => {
    const more = () => Object.assign(okResult([1]), { next_cursor: 'abc', total: 9 })
    expect((await run(['repos', '--text'], { answer: more })).stdout).toContain('… 8 more: add --cursor abc')
  })
  it('[CL2] the app is closed whatever happens', async () => {
    expect((await run(['repos'])).closed).toBe(1)
    expect((await run(['where-used'])).closed).toBe(1)
  })
})

describe('the form of an answer', () => {
  const answer = () => okResult(Array.from({ length: 40 }, (_, at) => ({ line: at })))
  it('[CL1] the setting format applies to every run; --text and --json override it', async () => {
    const isJson = async (format: 'auto' | 'text' | 'json', terminal: boolean, ...flags: string[]) =>
      (await run(['repos', '--no-pager', ...flags], { answer, terminal, settings: { format } })).stdout.startsWith('{')
    expect(await Promise.all([isJson('auto', false), isJson('text', false), isJson('json', true)])).toEqual([true, false, true])
    expect(await Promise.all([isJson('text', false, '--json'), isJson('json', true, '--text')])).toEqual([true, false])
  })
  it('[CL18] long text on a terminal goes through the pager, and nothing else does', async () => {
    const paged: string[] = []
    const page = async (text: string, pager: string) => {
      paged.push(pager)
      return text !== ''
    }
    const shown = async (argv: string[], more: object = {}) =>
      (await run(argv, { answer, terminal: true, rows: 24, page, ...more })).stdout
    expect(await shown(['repos'])).toBe('')
    expect(paged).toEqual(['less'])
    expect(await shown(['repos'], { settings: { pager: 'more -x' } })).toBe('')
    expect(paged.splice(0)).toEqual(['less', 'more -x'])
    for (const [argv, more] of [
      [['repos', '--no-pager'], {}],
      [['repos', '--json'], {}],
      [['repos', '--text'], { terminal: false }],
      [['repos'], { rows: 100 }],
      [['repos'], { settings: { pager: 'cat' } }],
      [['repos'], { settings: { pager: '' } }],
    ] as const)
      expect(await shown([...argv], more)).toContain('39')
    expect(paged).toEqual([])
    const none = async () => false
    expect(await shown(['repos'], { page: none })).toContain('39')
  })
})

describe('options', () => {
  it("[CL3] a command's options are its tool's arguments, as long flags, short flags and the first word", async () => {
    const { called } = await run(['where-used', 'Auth.login', '-r', 'shop', '-l5', '--tier', 'proven,possible', '--cursor=c'])
    expect(called).toEqual([
      { name: 'where_used', args: { symbol: 'Auth.login', repo: 'shop', limit: '5', tier: ['proven', 'possible'], cursor: 'c' } },
    ])
    expect((await run(['where-used', '--symbol', 'x'])).called[0]?.args).toEqual({ symbol: 'x' })
    expect((await run(['where-used', '-s', 'x', '--tier', 'proven', '--tier', 'possible'])).called[0]?.args.tier).toEqual([
      'proven',
      'possible',
    ])
  })
  it('[CL3] words after -- are never options', async () => {
    expect((await run(['where-used', '--', '--json'])).called[0]?.args.symbol).toBe('--json')
  })
  it('[CL4] without -r the repo asked from is used; --all asks every repo and excludes -r', async () => {
    expect((await run(['file', 'a.py'])).called[0]?.args).toEqual({ file_path: 'a.py' })
    const asked: unknown[] = []
    const answer = (_: Called, { all }: CallOptions) => {
      asked.push(all)
      return okResult([])
    }
    for (const argv of [
      ['where-used', 'x'],
      ['where-used', 'x', '--all'],
      ['search', '-a', 'x'],
    ])
      await run(argv, { answer })
    expect(asked).toEqual([false, true, true])
    expect((await error(['search', 'x', '--all', '-r', 'shop'])).said).toContain('--all and --repo cannot go together')
    expect((await run(['file', 'a.py', '-r', '../lib'])).called[0]?.args.repo_id).toBe('../lib')
    const [used] = (await run(['where-used', 'x'])).called
    expect(used?.args).toMatchObject({ symbol: 'x' })
    expect(used?.args).not.toHaveProperty('repo')
  })
  it('[CL17] a path may be relative to the current folder', async () => {
    const app = { pathFromHere: async (written: string) => (written === 'a.py' ? 'src/a.py' : written) }
    const asked = async (...argv: string[]) => (await run(argv, { app })).called[0]?.args
    expect(await asked('file', 'a.py')).toMatchObject({ file_path: 'src/a.py' })
    expect(await asked('where-used', 'a.py:3:7')).toMatchObject({ symbol: 'src/a.py:3:7' })
    expect(await asked('file', 'a.py', '-r', 'lib')).toMatchObject({ file_path: 'a.py' })
    expect(await asked('where-used', 'std::move')).toMatchObject({ symbol: 'std::move' })
  })
  it('[CL5] wrong arguments are refused with exit 2 before any tool is called', async () => {
    expect(await error(['where-used', 'x', '--limit', '0'])).toEqual({
      exit: 2,
      said: 'cairn: --limit must be a whole number from 1 to 5000; it is "0". Correct the argument and ask again. (BAD_ARGUMENT)',
      called: 0,
    })
    expect((await error(['search', 'x', '--limit', '-3'])).said).toContain('--limit must be a whole number from 1')
    expect((await error(['where-used', 'x', '--limmit', '3'])).said).toContain(
      'no option "--limmit" for `cairn where-used`. Did you mean --limit?',
    )
    expect((await error(['where-used', 'x', '-z'])).said).toContain('no option "-z" for')
    expect((await error(['where-used', 'x', '-r'])).said).toContain('-r needs a value')
    expect((await error(['where-used'])).said).toContain('cairn where-used needs --symbol')
    expect((await error(['where-used', 'a', 'b'])).said).toContain('takes one SYMBOL; there are 2: a, b')
    expect((await error(['where-used', 'a', '-s', 'b'])).said).toContain('SYMBOL is given twice')
    expect((await error(['repos', 'x'])).said).toContain('takes no arguments')
    expect((await error(['serach', 'x'])).said).toContain('no command "serach". Did you mean `cairn search`?')
    expect((await error(['search_code', 'x'])).said).toContain(
      'There is no command "search_code". Did you mean `cairn search` or `cairn code`? `cairn --help` lists the commands.',
    )
    expect((await error(['--nonsense'])).said).toContain('no option "--nonsense" here')
    expect((await error(['repos', '--set', 'x'])).said).toContain('--set takes KEY=VALUE')
  })
  it('[CL6] settings of this run override all others', async () => {
    const { opened } = await run(['--home', '/tmp/h', 'repos', '--set', 'budget-ms=5', '--no-color', '--set=scan_ms=9'])
    expect(opened[0]).toMatchObject({
      cwd: '/src/shop',
      surface: 'cli',
      flags: { home: '/tmp/h', budget_ms: '5', color: 'never', scan_ms: '9' },
    })
  })
})

describe('problems', () => {
  it('[CL9] an ERROR answer ends with the exit status of its code; stdout has the envelope for programs', async () => {
    const answer = () => problemResult(new CairnProblem('REPO_UNKNOWN', { repo: 'x' }))
    const piped = await run(['repos'], { answer })
    expect(piped.exit).toBe(3)
    expect(JSON.parse(piped.stdout)).toMatchObject({ items: [], meta: { status: 'ERROR', error_code: 'REPO_UNKNOWN' } })
    expect(piped.stderr).toContain('Cairn knows no repo x. List the names')
    const terminal = await run(['repos'], { answer, terminal: true })
    expect(terminal).toMatchObject({ exit: 3, stdout: '' })
  })
  it('[CL9] so does a problem thrown by a command', async () => {
    const app = {
      index: async (): Promise<never> => {
        throw new CairnProblem('INDEX_LOCKED', { repo: 'acme/shop' })
      },
    }
    const { exit, stdout, stderr } = await run(['index'], { app })
    expect(exit).toBe(5)
    expect(JSON.parse(stdout).meta.error_code).toBe('INDEX_LOCKED')
    expect(stderr).toContain('Another process is indexing acme/shop. Wait for it')
  })
  it('[CL9] and settings that cannot be read', async () => {
    const createApp = async (): Promise<never> => {
      throw badArgument('The setting "budget_ms" must be a number.')
    }
    expect(await error(['repos'], { createApp })).toMatchObject({ exit: 2, said: expect.stringContaining('budget_ms') })
  })
  it('[CL10] a bug is exit 70 with one line; the stack is printed only with debug', async () => {
    const app = {
      gc: async (): Promise<never> => {
        throw new TypeError('x is not a function')
      },
    }
    const quiet = await run(['gc'], { app, terminal: true })
    expect(quiet.exit).toBe(70)
    expect(quiet.stderr).toContain('Something went wrong inside Cairn: x is not a function.')
    expect(quiet.stderr).not.toContain('    at ')
    expect((await run(['gc'], { app, terminal: true, debug: true })).stderr).toContain('    at ')
  })
  it('[CL11] an interrupt aborts the work, and the exit status is 130', async () => {
    const stop = new AbortController()
    const answer = async (_: Called, { signal }: CallOptions): Promise<RagResult<unknown>> => {
      stop.abort()
      return problemResult(signal?.reason)
    }
    expect((await run(['repos'], { answer, signal: stop.signal })).exit).toBe(130)
    const app = {
      index: async (_: readonly string[], options: { signal?: AbortSignal } = {}): Promise<never> => {
        options.signal?.throwIfAborted()
        throw new Error('the signal did not arrive')
      },
    }
    expect((await run(['index'], { app, signal: stop.signal })).exit).toBe(130)
  })
})

describe('commands that are not tools', () => {
  it('[CL12] index passes folders and switches to the app, and prints what was done', async () => {
    const given: unknown[] = []
    const app = {
      index: async (folders: readonly string[], { fresh, dryRun }: { fresh?: boolean; dryRun?: boolean } = {}) => {
        given.push([folders, fresh, dryRun])
        return [{ ...indexReport, dry_run: dryRun ?? false }]
      },
    }
    const { stdout, exit } = await run(['index', 'a', 'b', '--fresh', '--dry-run', '--text'], { app })
    expect(exit).toBe(0)
    expect(given).toEqual([[['a', 'b'], true, true]])
    expect(stdout).toBe(
      [
        'acme/shop  1,204 files would be indexed in 3.1 s  /src/shop',
        '  1,200 read, 4 already parsed · 9,000 symbols, 30 document sections',
        '  5 left out or read in part',
        '    binary: a.bin and 1 more',
        '    and 3 not listed',
        '  would write, outside of home:',
        '    /src/shop/.llmc/rag/index_status.json',
        '',
      ].join('\n'),
    )
    const json = await run(['index'], { app })
    expect(JSON.parse(json.stdout)).toMatchObject({ items: [{ repo_id: 'acme/shop', files: 1204 }], meta: { status: 'OK' } })
    expect(given[1]).toEqual([[], false, false])
  })
  it('[CL19] index --name passes the name, and -r is a folder too', async () => {
    const given: unknown[] = []
    const app = {
      index: async (folders: readonly string[], { name }: { name?: string } = {}) => {
        given.push([folders, name])
        return [indexReport]
      },
    }
    await run(['index', '--name', 'acme/next', '-r', '../shop'], { app })
    expect(given).toEqual([[['../shop'], 'acme/next']])
  })
  it('[CL12] status is about this repo, with --all about every repo', async () => {
    const asked: unknown[] = []
    const app = {
      status: async (name: string | null) => {
        asked.push(name)
        return { home: '/h', repos: [], size: { total: 40_000_000, facts: 16_000_000, vectors: 15_000_000 }, quota_bytes: null }
      },
    }
    await run(['status'], { app })
    await run(['status', '--all'], { app })
    const { stdout } = await run(['status', '-r', 'shop', '--text'], { app })
    expect(asked).toEqual(['.', null, 'shop'])
    expect(stdout).toContain('No repo is registered')
    expect(stdout).toContain('home /h  40.0 MB, 16.0 MB of it parsed data and 15.0 MB vectors shared by all repos')
  })
  it('[CL12] doctor exits with 4 when something does not work', async () => {
    const check = (state: 'ok' | 'warning' | 'problem') => ({
      name: 'git',
      state,
      words: 'w',
      fix: state === 'ok' ? '' : 'Do it.',
    })
    const app = (state: 'ok' | 'warning' | 'problem') => ({
      doctor: async () => ({ version: '1', checks: [check(state)], repos: [] }),
    })
    expect((await run(['doctor'], { app: app('ok') })).exit).toBe(0)
    expect((await run(['doctor'], { app: app('warning') })).exit).toBe(0)
    const broken = await run(['doctor', '--text'], { app: app('problem') })
    expect(broken.exit).toBe(4)
    expect(broken.stdout).toContain('problem  git: w\n         Do it.')
  })
  it('[CL12] remove needs a repo', async () => {
    expect((await error(['remove'])).said).toContain('needs --repo')
  })
  it('[MC16] mcp -r serves with the folder of that repo as working directory, and closes both apps', async () => {
    const { exit, stderr, opened, closed } = await run(['mcp', '-r', 'lib', '--set', 'budget_ms=5'])
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: 'serving 1.2.3' })
    expect(opened.map(({ cwd, surface, flags }) => ({ cwd, surface, flags }))).toEqual([
      { cwd: '/src/shop', surface: 'mcp', flags: { budget_ms: '5' } },
      { cwd: '/src/lib', surface: 'mcp', flags: { budget_ms: '5' } },
    ])
    expect(closed).toBe(2)
  })

  it('[MC15] mcp --remote passes the address and the token, which is never a flag', async () => {
    const bridged = async (...argv: string[]) => (await run(['mcp', ...argv], { app: { token: async () => 'crn_1' } })).stderr
    expect(await bridged('--remote', 'https://cairn.example.com')).toBe('bridging https://cairn.example.com/mcp crn_1')
    expect(await bridged('--remote', 'http://localhost:7420/other')).toBe('bridging http://localhost:7420/other crn_1')
    expect(await bridged('--remote', 'http://cairn.example.com/mcp')).toMatch(
      /^cairn: The token is sent to cairn\.example\.com without encryption/,
    )
    const asked: unknown[] = []
    const token = async (source: object) => void asked.push(source)
    await run(['mcp', '--remote', 'https://a.example'], { app: { token } })
    await run(['mcp', '--remote', 'https://a.example', '--token-env', 'MINE'], { app: { token } })
    await run(['mcp', '--remote', 'https://a.example', '--token-file', 'secret.txt'], { app: { token } })
    expect(asked).toEqual([{}, { variable: 'MINE' }, { file: 'secret.txt' }])
  })

  it('[MC15] mcp refuses what does not go together, and addresses that are none or contain a password', async () => {
    for (const argv of [
      ['--remote', 'https://a.example', '-r', 'shop'],
      ['--token-env', 'MINE'],
      ['--remote', 'cairn.example.com'],
      ['--remote', 'file:///etc/passwd'],
      ['--remote', 'https://me:pass@a.example'],
    ])
      expect(await run(['mcp', ...argv])).toMatchObject({ exit: 2, stderr: expect.stringContaining('BAD_ARGUMENT') })
  })

  it('[CL12] mcp serves until the client disconnects', async () => {
    const { exit, stdout, stderr, opened } = await run(['mcp'])
    expect({ exit, stdout, stderr }).toEqual({ exit: 0, stdout: '', stderr: 'serving 1.2.3' })
    expect(opened[0]?.surface).toBe('mcp')
  })
})

describe('help', () => {
  it('[CL14] lists every command by group, in lines that fit a terminal', async () => {
    const { stdout, exit } = await run(['--help'], { terminal: true })
    expect(exit).toBe(0)
    for (const name of [
      'index build-graph import-graph status watch search where-used lineage definition code explore file document repos',
      'mcp batch doctor config gc remove completion',
    ]
      .join(' ')
      .split(' '))
      expect(stdout).toMatch(new RegExp(`^  ${name}  `, 'm'))
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(102)
    expect((await run([])).stdout).toBe(stdout)
    expect((await run(['help'])).stdout).toBe(stdout)
  })
  it('[CL22] lists every exit status of the table of problems, and 0', async () => {
    const { stdout } = await run(['--help'])
    const [, list = ''] = /^Exit status\n((?: {2}.*\n)+)/m.exec(stdout) ?? []
    const listed = [...list.matchAll(/^ {2}(\d+) {2,}\S/gm)].map(([, status]) => Number(status))
    const known = new Set([0, ...Object.values(problems).map(({ exit }) => exit)])
    expect(listed).toEqual([...known].sort((a, b) => a - b))
  })
  it('[CL14] of a command shows its options with letters, limits and defaults, and examples', async () => {
    const { stdout } = await run(['search', '--help'])
    expect(stdout).toMatch(/^Usage: cairn search QUERY \[options\]$/m)
    expect(stdout).toMatch(/^ {2}-l, --limit N +Items per page, from 1; ranked levels show at most 50\. Default: 20\.$/m)
    expect(stdout).toMatch(/--no-case-sensitive +Case does not count\./)
    expect(stdout).toContain('cairn search retryUpload')
    expect((await run(['help', 'search'])).stdout).toBe(stdout)
    expect((await run(['status', '-h'])).stdout).toContain('-a, --all')
    expect((await run(['--version'])).stdout).toBe('1.2.3\n')
  })
  it('[CL14] completion scripts contain every command and its options', async () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { stdout, exit } = await run(['completion', shell])
      expect(exit).toBe(0)
      for (const word of ['where-used', 'build-graph', 'tier', 'dry-run']) expect(stdout, shell).toContain(word)
    }
    expect((await error(['completion', 'tcsh'])).said).toContain('must be one of bash, zsh, fish')
    expect((await run(['completion', 'repos'])).stdout).toBe('acme/shop\nacme/lib\n')
    const { stdout: script } = await run(['completion', 'bash'])
    expect(script).toContain("'code --level') COMPREPLY=($(compgen -W 'symbol file module repo doc'")
    expect(script).toContain("'search -l'".replace('-l', '--level'))
    expect(script).toContain("'code --kind') COMPREPLY=($(compgen -W 'class function'")
    expect(script).toContain('-r|--repo) COMPREPLY=($(compgen -W "$(cairn completion repos 2>/dev/null)"')
  })
})
