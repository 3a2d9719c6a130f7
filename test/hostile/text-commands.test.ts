/** Promises EN14 and CL24: what the commands print about an installation, and every line of progress, hides and forges nothing. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { App } from '../../src/app/port.ts'
import { okResult } from '../../src/envelope/result.ts'
import { createProgress } from '../../src/surfaces/cli/progress.ts'
import { reportProgress } from '../../src/surfaces/mcp/report-progress.ts'
import { indexReport, run } from '../kit/run-command.ts'
import { expectNothingHidden, harmlessWords, hostile, hostileWords, manyWords, type Words } from './hostile-text.ts'

const RUNS = Number(process.env.CAIRN_TEST_RUNS ?? 15)

const repoStatus = ({ text }: Words) => ({
  ...{ repo_id: text(), root: text(), freshness_state: 'STALE', index_status: null, indexed_commit: text(), head: text() },
  ...{ last_indexed_at: null, files: 3, pending: null, catch_up: null, unchecked: 0, branch: text(), commits: null },
  ...{ uncommitted: null, bytes: 9, vectors: [{ model: text(), files: 1, of: 2 }], words: text(), notes: [text(), text()] },
})
const indexed = ({ text }: Words) => ({
  ...indexReport,
  ...{ repo_id: text(), root: text(), warnings: [text()], written: [text()], dry_run: true, skipped_total: 1, failed_total: 1 },
  ...{ skipped: [{ path: text(), reason: text() }], failed: [{ path: text(), reason: text() }] },
})
const enriched = (words: Words) => {
  const { text, line } = words
  const counts = { symbols: 1, files: 1, modules: 1, repos: 0, requests: 1, input_tokens: 1, output_tokens: 1 }
  return {
    ...{ repo_id: text(), root: text(), model: text(), server: text(), estimate: counts, known: 1, written: 1, shared: 1 },
    ...{
      refused: [{ path: text(), name: text(), reason: text() }],
      refused_total: 1,
      requests: 1,
      input_tokens: 1,
      output_tokens: 1,
    },
    ...{ stopped: 'limit', left: 1, warnings: [text()], seconds: 1, dry_run: false },
    samples: [{ path: text(), name: text(), messages: [{ role: text(), text: `${line()}\n${line()}` }] }],
  }
}
const token = ({ text }: Words) => ({
  ...{ id: text(), name: text(), repos: [text()], created_at: text(), expires_at: text(), expired: true, token: 'secret' },
})
const installed = ({ text, line }: Words) => {
  const file = (change: string) => ({ file: text(), what: 'server', change, why: text(), text: `${line()}\n${line()}` })
  return {
    ...{ client: 'codex', title: text(), scope: 'user', name: text(), dry_run: true, notes: [text()] },
    files: ['added', 'none', 'shown'].map(file),
  }
}
const overview = ({ text }: Words) => ({
  ...{ client: text(), title: text(), found: true, default_scope: 'user' },
  scopes: [{ scope: 'user', file: text(), servers: [text()], problem: text() }],
})
const doctor = ({ text }: Words) => ({
  version: text(),
  checks: [{ name: text(), state: 'warning', words: text(), fix: text() }],
  repos: [
    {
      repo_id: text(),
      languages: [
        {
          ...{ language: text(), extraction: 'full', files: 1, partial: 1, text_only: 1, failed: 1 },
          reasons: [{ reason: text(), files: 1 }],
        },
      ],
    },
  ],
})
const watched = ({ text }: Words) => [
  ...[
    { event: 'added', repo_id: text(), root: text() },
    { event: 'gone', repo_id: text(), root: text() },
  ],
  ...[
    { event: 'problem', repo_id: text(), code: text(), message: text(), fix: text() },
    { event: 'rescan', repo_id: text(), reason: text() },
  ],
  ...[{ event: 'polling', repo_id: text(), every_s: 3, reason: text(), fix: text() }],
  { event: 'caught-up', repo_id: text(), how: 'files', files: 0, added: 0, edited: 0, deleted: 0, commit: text(), seconds: 1 },
]

/** Each command, and what the app tells it. */
const commands: Readonly<Record<string, (words: Words) => object>> = {
  index: (words) => ({ index: async () => [indexed(words)] }),
  'build-graph': (words) => ({
    buildGraph: async () => ({ ...indexed(words), graph_file: words.text(), entities: 1, relations: 1, status: null }),
  }),
  'import-graph x.json': (words) => ({
    importGraph: async () => ({
      repo_id: words.text(),
      file: words.text(),
      enrichment_new: 1,
      links_new: 1,
      enrichment_known: 0,
      links_known: 0,
      enrichment_refused: 0,
      links_refused: 0,
      dry_run: false,
    }),
  }),
  enrich: (words) => ({ enrich: async () => [enriched(words), { ...enriched(words), dry_run: true }] }),
  status: (words) => ({
    status: async () => ({
      home: words.text(),
      repos: [repoStatus(words)],
      size: { total: 1, facts: 1, vectors: 1 },
      quota_bytes: 9,
    }),
  }),
  doctor: (words) => ({ doctor: async () => doctor(words) }),
  gc: (words) => ({
    gc: async () => ({
      dropped: 1,
      freed_bytes: 1,
      unregistered: [words.text()],
      missing: [{ repo_id: words.text(), since: words.text() }],
      models_dropped: [words.text()],
      models_waiting: [words.text()],
      size_bytes: 1,
      quota_bytes: null,
    }),
  }),
  'remove x': (words) => ({
    remove: async () => ({
      repo_id: words.text(),
      root: words.text(),
      freed_bytes: 1,
      removed_files: [words.text()],
      dry_run: false,
    }),
  }),
  config: ({ text }) => ({
    config: async () => ({
      settings: [
        { key: 'k', value: text(), source: 'user file', origin: text(), describe: 'D.' },
        { key: 'l', value: [text()], source: 'default', origin: '', describe: 'D.' },
      ],
      warnings: [text()],
    }),
  }),
  'token list': (words) => ({ tokens: { list: async () => [token(words)] } }),
  'token create': (words) => ({ tokens: { create: async () => token(words) } }),
  install: (words) => ({ clients: async () => [overview(words)] }),
  'install codex': (words) => ({ installClients: async () => [installed(words)] }),
  'completion repos': ({ text }) => ({ repos: async () => [{ repo_id: text(), root: text() }] }),
  watch: (words) => ({
    watch: async (_: unknown, { onEvent }: { onEvent: (event: object) => void }) => {
      for (const event of watched(words)) onEvent({ at: 'now', ...event })
      return 'stopped'
    },
  }),
}

const print = async (command: string, words: Words, flags: string[] = ['--text']) => {
  const { stdout, stderr } = await run([...command.split(' '), ...flags], { app: commands[command]?.(words) as Partial<App> })
  return { stdout, stderr }
}

const indents = (text: string): number[] => text.split('\n').map((line) => line.length - line.trimStart().length)

describe('reports of commands', () => {
  it.each(Object.keys(commands))('[EN14] cairn %s: the lines are those of a report with harmless names', async (command) => {
    const harmless = await print(command, harmlessWords())
    expect(harmless.stdout).toContain('n1')
    await fc.assert(
      fc.asyncProperty(manyWords, async ({ texts, lines }) => {
        const { stdout, stderr } = await print(command, hostileWords(texts, lines))
        expectNothingHidden(stdout + stderr)
        expect(stdout.split('\n')).toHaveLength(harmless.stdout.split('\n').length)
        // A message may begin with spaces, but no line moves to the left, where lines of ours begin.
        for (const [at, indent] of indents(stdout).entries())
          expect(indent).toBeGreaterThanOrEqual(indents(harmless.stdout)[at] ?? 0)
      }),
      { numRuns: RUNS },
    )
  })
  it('[CL27] JSON has the exact text and hides nothing, on a terminal too', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        const answer = () => okResult([{ [text]: text }])
        for (const terminal of [false, true]) {
          const { stdout } = await run(['repos', '--json'], { answer, terminal })
          expectNothingHidden(stdout)
          expect(JSON.parse(stdout).items).toEqual([{ [text]: text }])
        }
      }),
      { numRuns: RUNS },
    )
  })
  it('[CL27] a mistake in the arguments is one line', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        for (const argv of [
          [`x${text}`],
          ['repos', `--${text}`],
          ['repos', text],
          ['token', text],
          ['--set', text],
          ['help', `x${text}`],
          ['mcp', '--remote', text],
        ]) {
          const { stdout, stderr } = await run([...argv, '--text'])
          expectNothingHidden(stdout + stderr)
          expect(stderr.trimEnd()).not.toContain('\n')
        }
      }),
      { numRuns: RUNS },
    )
  })
  it('[CL27] what a command forgets to make visible is made visible at the exit; only our own colours pass', async () => {
    const warned = await run(['repos', '--text'], {
      createApp: async ({ onWarning }) => {
        onWarning?.('a\u202eb')
        throw new Error('c\u001b[2Jd')
      },
    })
    expect(warned.stderr).toContain('a<U+202E>b')
    const paged: string[] = []
    const page = async (text: string) => paged.push(text) > 0
    const answer = () => okResult(Array.from({ length: 60 }, () => ({ x: '\u001b[31m\u009b' })))
    await run(['repos'], { answer, terminal: true, rows: 5, page })
    expectNothingHidden(paged.join('').replaceAll(/\u001b\[\d+m/g, ''))
  })
})

describe('progress', () => {
  const event = (text: string) => ({ phase: 'parse', repo_id: text, done: 1, total: 2, file: text }) as const
  it('[EN14] a line of progress is one line, in a terminal, in a pipe and for a client', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const isTTY of [true, false]) {
          let time = 0
          let written = ''
          const write = (words: string): void => {
            written += words
          }
          const progress = createProgress({ isTTY, columns: 4000, write }, () => {
            time += 9_000
            return time
          })
          progress.onProgress(event(text))
          progress.end()
          const shown = written.replaceAll('\r\u001b[2K', '').trimEnd()
          expect(shown).toContain('reading files')
          expectNothingHidden(shown)
          expect(shown).not.toContain('\n')
        }
        const sent: string[] = []
        const client = reportProgress('t', async ({ message }) => void sent.push(message))
        client.say(`words ${text}`)
        client.end()
        expectNothingHidden(sent.join('').replaceAll('\r\n', '\n'))
      }),
      { numRuns: RUNS * 4 },
    )
  })
})
