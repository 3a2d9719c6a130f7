/** Promises EC26 and EC27 of docs/spec/enrich.md, as the command line shows them, with a fake app. */
import { describe, expect, it } from 'vitest'
import { run, type Setup } from '../../../test/kit/run-command.ts'
import type { App, EnrichWork } from '../../app/port.ts'
import type { EnrichReport } from '../../contract/reports.ts'

const estimate = { symbols: 1200, files: 30, modules: 4, repos: 1, requests: 1235, input_tokens: 90_000, output_tokens: 40_000 }
const report: EnrichReport = {
  ...{ repo_id: 'acme/shop', root: '/src/shop', model: 'small', server: 'llm.example:443', estimate },
  ...{ known: 7, written: 5, shared: 2, refused: [{ path: 'a.py', name: 'f', reason: 'it names "g"' }], refused_total: 1 },
  ...{ requests: 6, input_tokens: 1234, output_tokens: 321, stopped: 'limit', left: 1229 },
  ...{ samples: [], warnings: [], seconds: 1.25, dry_run: false },
}

async function enrich(argv: string[], setup: Setup & { isLocal?: boolean; reports?: EnrichReport[] } = {}) {
  const works: EnrichWork[] = []
  const folders: (readonly string[])[] = []
  const confirmed: boolean[] = []
  const app: Partial<App> = {
    enrich: async (given, work = {}) => {
      folders.push(given)
      works.push(work)
      const question = { model: 'small', server: 'llm.example:443', isLocal: setup.isLocal ?? true }
      confirmed.push((await work.confirm?.({ ...question, repos: [{ repo_id: 'acme/shop', estimate }] })) ?? false)
      return setup.reports ?? [report]
    },
  }
  return { ...(await run(['enrich', ...argv], { ...setup, app })), works, folders, confirmed }
}

describe('cairn enrich', () => {
  it('[EC26] passes folders, levels, paths and limits on', async () => {
    const argv = '../shop --path src --path !src/gen --level symbol --level file --limit 9 --max-tokens 1000 --tests --yes'
    const { exit, works, folders } = await enrich(argv.split(' '))
    expect(exit).toBe(0)
    expect(folders).toEqual([['../shop']])
    expect(works).toEqual([
      expect.objectContaining({
        ...{ paths: ['src', '!src/gen'], levels: ['symbol', 'file'], limit: 9, maxTokens: 1000 },
        ...{ concurrency: 2, tests: true, dryRun: false },
      }),
    ])
    expect((await enrich(['--limit', '0'])).exit).toBe(2)
    expect((await enrich(['--level', 'doc'])).exit).toBe(2)
  })

  it('[EC27] says how much it would ask, and starts at once on this machine, or with --yes', async () => {
    const { stderr, confirmed } = await enrich([])
    expect(confirmed).toEqual([true])
    expect(stderr).toContain(
      'acme/shop: 1,200 symbols, 30 files, 4 folders, the repo: about 1,235 requests, 90,000 tokens in, 40,000 out',
    )
    const remote = await enrich(['--yes'], { isLocal: false })
    expect(remote.confirmed).toEqual([true])
    expect(remote.stderr).toContain('asking small at llm.example:443, which is not this machine')
  })

  it('[EC27] in a pipe a remote model needs --yes', async () => {
    const { exit, stderr, confirmed } = await enrich([], { isLocal: false })
    expect([exit, confirmed]).toEqual([2, []])
    expect(stderr).toMatch(/--yes.*--dry-run/)
  })

  it.each([
    ['y\n', true],
    ['Yes\n', true],
    ['\n', false],
    ['no\n', false],
    ['', false],
  ])('[EC27] at a terminal it asks: %j', async (typed, yes) => {
    const { stderr, confirmed } = await enrich(['--text'], { isLocal: false, terminal: true, stdin: typed === '' ? [] : [typed] })
    expect(stderr).toMatch(/Start\? \[y\/N\] /)
    expect(confirmed).toEqual([yes])
  })

  it('[EC26] reports what was written, refused and left', async () => {
    const { stdout } = await enrich(['--text', '--yes'])
    expect(stdout).toBe(`acme/shop  /src/shop
  5 texts written by small, 2 shared by equal source, 7 known before, 1 refused
  6 requests, 1,234 tokens in, 321 out, 1.3 s
    refused: a.py f: it names "g"
  1,229 left (the limit of requests is reached); the same command continues there
`)
    const { stdout: json } = await enrich(['--yes'])
    expect(JSON.parse(json).items).toEqual([report])
  })

  it('[EC27] a dry run prints the requests as they would be sent', async () => {
    const messages = [
      { role: 'system', text: 'Describe it.' },
      { role: 'user', text: '1| key = [redacted]\u001b[31m' },
    ]
    const dry = { ...report, dry_run: true, samples: [{ path: 'a.py', name: 'f', messages }] }
    const { stdout } = await enrich(['--text', '--dry-run'], { reports: [dry] })
    expect(stdout).toContain('about 1,235 requests')
    expect(stdout).toContain('a.py f\nsystem:\nDescribe it.\nuser:\n1| key = [redacted]')
    expect(stdout).not.toContain('\u001b')
  })
})
