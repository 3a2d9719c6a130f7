/** One repo that is broken, gone or unreadable never changes an answer about the others. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createApp } from '../../src/app/create-app.ts'
import type { App } from '../../src/app/port.ts'
import { gitRepo, tempFolder } from '../kit/temp-repo.ts'

const files = (name: string) => ({ 'a.py': `def refund():\n    return "${name}"\n` })

type World = { app: App; good: string; bad: string; home: string }

async function world(): Promise<World> {
  const home = tempFolder('home')
  const [good, bad] = [gitRepo(files('good'), 'good'), gitRepo(files('bad'), 'bad')]
  const app = await createApp({ cwd: good, surface: 'mcp', flags: { home, watch: 'false' } })
  await app.index([good, bad])
  return { app, good, bad, home }
}

const questions: readonly (readonly [string, Record<string, unknown>])[] = [
  ['rag_search', { query: 'refund', repo: '*' }],
  ['search_code', { query: 'refund', repo_filter: '*' }],
  ['definition', { symbol: 'refund', repo: '*' }],
  ['where_used', { symbol: 'refund', repo: '*' }],
  ['list_repos', {}],
]

/** Every question over both repos shows the good one; questions about it alone are untouched. */
async function expectOthersUnharmed({ app, good }: World): Promise<void> {
  for (const [tool, args] of questions) {
    const { meta, items } = await app.callTool(tool, args)
    expect(meta, `${tool} ${meta.message}`).toMatchObject({ error_code: null })
    if (tool !== 'where_used') expect(JSON.stringify(items)).toContain('good')
  }
  const alone = await app.callTool('rag_search', { query: 'refund', repo: good })
  expect(alone).toMatchObject({ freshness_state: 'FRESH', meta: { status: 'OK', message: null } })
  const about = await app.callTool('rag_search', { query: 'refund', repo: 'bad' })
  expect(about.meta.error_code).not.toBe('INTERNAL')
  await app.close()
}

describe('one bad repo', () => {
  it.each([
    ['no JSON', (file: string) => writeFileSync(file, '{')],
    ['too large', (file: string) => writeFileSync(file, `{"ignore":["${'x'.repeat(1_100_000)}"]}`)],
    ['bad values', (file: string) => writeFileSync(file, '{"budget_files":"many","ignore":{"a":1}}')],
    ['a pipe', (file: string) => void spawnSync('mkfifo', [file])],
    ['a folder', (file: string) => mkdirSync(file)],
    ['a link to a terminal', (file: string) => symlinkSync('/dev/tty', file)],
  ])('[CF13] its .cairn.json is %s: answers about it have a note, others are as before', async (_, write) => {
    const made = await world()
    const file = path.join(made.bad, '.cairn.json')
    write(file)
    const { meta } = await made.app.callTool('rag_search', { query: 'refund', repo: 'bad' })
    expect(meta).toMatchObject({ error_code: null, message: expect.stringContaining('.cairn.json') })
    const { checks } = await made.app.doctor()
    expect(checks.find(({ name }) => name === 'bad')).toMatchObject({
      state: 'warning',
      words: expect.stringContaining('.cairn.json'),
    })
    await expectOthersUnharmed(made)
    const there = await createApp({ cwd: made.bad, surface: 'cli', flags: { home: made.home } })
    expect((await there.config()).warnings.join(' ')).toContain('.cairn.json')
    expect((await there.callTool('rag_search', { query: 'refund' })).meta.error_code).toBeNull()
    await there.close()
  })

  it.each([
    ['gone', (root: string) => rmSync(root, { recursive: true })],
    [
      'a file',
      (root: string) => {
        rmSync(root, { recursive: true })
        writeFileSync(root, 'x')
      },
    ],
    [
      'a circle of links',
      (root: string) => {
        rmSync(root, { recursive: true })
        symlinkSync(root, root)
      },
    ],
    ['unreadable', (root: string) => chmodSync(root, 0)],
    ['without objects', (root: string) => rmSync(path.join(root, '.git/objects'), { recursive: true })],
    [
      'with an index that is a folder',
      (root: string) => {
        rmSync(path.join(root, '.git/index'))
        mkdirSync(path.join(root, '.git/index'))
      },
    ],
    ['with a damaged HEAD', (root: string) => writeFileSync(path.join(root, '.git/HEAD'), Buffer.alloc(70_000, 255))],
  ])('[FR25] its folder is %s: the others are answered', async (_, harm) => {
    const made = await world()
    harm(made.bad)
    try {
      await expectOthersUnharmed(made)
    } finally {
      spawnSync('chmod', ['755', made.bad])
    }
  })
})
