/** What `search_code` shows on each level of realistic repos, and how to get from a hit to what is around it. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { gitRepo } from '../../test/kit/temp-repo.ts'
import { type AnyResult, openDesk, type ToolDesk } from '../../test/kit/tool-desk.ts'
import { type SearchResult, searchLevels } from '../contract/items.ts'
import { renderText } from '../envelope/render-text.ts'

const guide = (title: string, topic: string): string =>
  [
    `## ${title}`,
    '',
    ...Array.from({ length: 40 }, (_, at) => `Paragraph ${at} of this guide is about something else, and goes on for a while.`),
    `To rotate the ${topic} key, run the rotation job and wait for the ${topic} report.`,
    ...Array.from({ length: 40 }, (_, at) => `Remark ${at} after that is about something else again, and is long as well.`),
    '',
  ].join('\n')
const loginTest =
  "import { login } from '../src/auth/login'\n/** auth: login, auth tokens, auth sessions. */\ntest('auth', () => login('auth'))\nexport function authHelper() {}\n"
const built =
  '/** Checks the password of a user. auth */\nexport function login(user) { return user }\nexport function authLogin() {}\n'
const files = {
  'README.md': '# Shop\n\nSells things.\n',
  'docs/keys.md': `# Keys\n\n${guide('Rotation', 'signing')}\n${guide('Storage', 'backup')}\n${guide('Audit', 'billing')}`,
  'docs/more-keys.md': `# More keys\n\n${guide('Release', 'release')}\n${guide('Vendor', 'vendor')}`,
  'docs/deploy.md':
    '# Deployment\n\n## Staging\n\nPush to the branch `stage`.\n\n## Production\n\nTag a version, and wait.\n\n# Appendix\n\nNothing.\n',
  'src/auth/login.ts':
    '/** Checks the password of a user and opens a session. */\nexport function login(user: string, password: string): string {\n  return user + password\n}\n',
  'src/auth/session.ts':
    '/** Sessions of signed-in users. */\nexport class SessionStore {\n  open(user: string): string {\n    return user\n  }\n}\n',
  'src/auth/tokens.ts':
    '/** Makes and verifies signed tokens. */\nexport function verifyToken(token: string): object {\n  return JSON.parse(token)\n}\n',
  'src/billing/invoice.ts':
    '/** Invoices for orders. */\nexport function makeInvoice(total: number): number {\n  return total\n}\n',
  'src/http/require-login.ts':
    "import { verifyToken } from '../auth/tokens'\n/** Refuses requests without a valid token. */\nexport function requireLogin(token: string): void {\n  verifyToken(token)\n}\n",
  'src/jobs/long.ts': [
    'export function nightlyRun(): void {',
    ...Array.from({ length: 40 }, (_, at) => `  step${at}()`),
    '  // Members whose card expired get a reminder.',
    '  const expired = members.filter((member) => member.card.expired)',
    '  for (const member of expired) remind(member)',
    ...Array.from({ length: 40 }, (_, at) => `  later${at}()`),
    '}',
    '',
  ].join('\n'),
  'src/wide/index.ts': '/** Everything about widgets. */\n',
  ...Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [
      `src/wide/widget-${at}.ts`,
      `/** The widget number ${at}, which paints one of the many shapes that the screen of the shop needs. */\nexport function widget${at}(): void {}\n`,
    ]),
  ),
  'tests/auth/login.test.ts': loginTest,
  'test/unit/auth/login.test.ts': loginTest,
  'examples/auth/auth.ts': '/** Demo of auth. */\nexport function authDemo() {}\n',
  'dist/auth/login.js': built,
  'build/auth/login.js': built,
  'vendor/passport/auth/auth.js': built,
}
let root: string
let desk: ToolDesk
beforeAll(async () => {
  root = gitRepo(files, 'shop')
  desk = await openDesk(root, 'mcp')
  await desk.app.index([root])
})
const search = (level: string, query: string, args: Record<string, unknown> = {}): Promise<AnyResult> =>
  desk.ask('search_code', { level, query, ...args })
const get = async (document_id: string | undefined): Promise<SearchResult> =>
  (await desk.ask('get_document', { document_id })).items[0]
const bytes = (answer: AnyResult): number => Buffer.byteLength(renderText(answer))

describe('search_code on level doc', () => {
  it('[TO40] a long section is cut to the passage that matches, and says which lines are left out', async () => {
    const answer = await search('doc', 'how do I rotate the backup key')
    const [hit] = answer.items
    expect(hit).toMatchObject({ file_path: 'docs/keys.md', symbol_name: 'Keys > Storage' })
    const shown: string[] = hit.content.split('\n')
    expect(shown[0]).toBe('## Storage')
    expect(hit.content).toContain('To rotate the backup key')
    const onDisk = readFileSync(path.join(root, 'docs/keys.md'), 'utf8').split('\n')
    const left = shown.filter((line) => /^\[lines \d+-\d+ left out\]$/.test(line))
    expect(left).toHaveLength(2)
    const count = left.map((line) => line.match(/\d+/g)?.map(Number) ?? []).reduce((sum, [a = 0, b = 0]) => sum + b - a + 1, 0)
    expect(shown.length - left.length + count).toBe(hit.end_line - hit.start_line + 1)
    for (const line of shown.filter((each) => !left.includes(each))) expect(onDisk).toContain(line)
    expect((await get(hit.document_id)).content.split('\n')).toHaveLength(hit.end_line - hit.start_line + 1)
    expect(answer.items).toHaveLength(5)
    expect(bytes(answer)).toBeLessThan(6_000)
  })

  it('[TO40] a section that is only a heading shows what its sub-sections say', async () => {
    const [hit] = (await search('doc', 'deployment')).items
    expect(hit).toMatchObject({ symbol_name: 'Deployment', start_line: 1 })
    expect(hit.content).toContain('Push to the branch `stage`.')
    expect(hit.content).toContain('Tag a version, and wait.')
    expect(hit.content).not.toContain('Appendix')
  })
})

describe('search_code on level symbol', () => {
  it('[TO19] quotes up to ten lines of a symbol that match best, and a short summary', async () => {
    const [hit] = (await search('symbol', 'remind members whose card expired')).items
    expect(hit).toMatchObject({ symbol_name: 'nightlyRun', line: 42 })
    const { text, location } = hit.snippet
    expect(text.split('\n')).toHaveLength(location.end_line - location.start_line + 1)
    expect(text.split('\n').length).toBeLessThanOrEqual(10)
    for (const line of [42, 43, 44]) expect(line >= location.start_line && line <= location.end_line).toBe(true)
    expect(hit.content).not.toContain('src/jobs/long.ts')
    const [small] = (await search('symbol', 'makeInvoice')).items
    expect(small.snippet.text).toBe(files['src/billing/invoice.ts'].split('\n').slice(1, 4).join('\n'))
  })
})

describe('search_code on level module', () => {
  it('[TO40] finds the folder by its name, its path and its meaning, before tests, examples, builds and copies of it', async () => {
    for (const query of [
      'which module handles auth',
      'auth module',
      'src/auth',
      'what is in src/auth',
      'checking passwords and sessions',
    ])
      expect([query, (await search('module', query)).items[0].file_path]).toEqual([query, 'src/auth'])
    expect((await search('module', 'tests of auth')).items[0].file_path).toMatch(/^tests?\b/)
    expect((await search('module', 'auth in the build folder')).items[0].file_path).toMatch(/^build\b/)
  })

  it('[TO40] of a large folder it says what it is for and the files that match, and how many are left out', async () => {
    const answer = await search('module', 'widget number 37')
    const [hit] = answer.items
    expect(hit.file_path).toBe('src/wide')
    expect(Buffer.byteLength(hit.content)).toBeLessThan(1_500)
    expect(hit.content).toContain('Everything about widgets.')
    expect(hit.content).toContain('- widget-37.ts')
    const files = hit.content.split('\n').filter((line: string) => line.startsWith('- ')).length
    expect(hit.content).toContain(`and ${61 - files} more`)
    expect(bytes(answer)).toBeLessThan(6_000)
  })
})

describe('search_code on level repo', () => {
  it('[TO40] finds the repos whose files are about the question, though their summaries do not say so', async () => {
    const uses = gitRepo(
      {
        'README.md': '# Cart\n\nKeeps the cart.\n',
        'src/cart.ts':
          "import { createClient } from 'redis'\n\nexport const connection = createClient({ url: 'redis://cache' })\n",
      },
      'cart',
    )
    const other = gitRepo({ 'README.md': '# Mail\n\nSends mail.\n', 'src/mail.ts': 'export function send(): void {}\n' }, 'mail')
    await desk.app.index([uses, other])
    const { items, meta } = await search('repo', 'what repos talk to Redis')
    expect(items.map(({ repo_id }) => repo_id)).toEqual(['cart'])
    expect(items[0]).toMatchObject({ doc_type: 'repo_summary', content: expect.stringContaining('src/cart.ts') })
    expect(meta.repos?.length).toBe(3)
    expect((await search('repo', 'who sends mail')).items[0].repo_id).toBe('mail')
  })
})

describe('every level', () => {
  const asked = { file: 'login', symbol: 'login', doc: 'rotate key', module: 'auth', repo: 'shop' } as const

  it('[TO10] the ids of a hit lead up to the repo and down again', async () => {
    for (const level of searchLevels) {
      const [hit] = (await search(level, asked[level], { repo: 'shop' })).items as SearchResult[]
      const self = await get(hit?.document_id)
      expect([level, self.document_id, self.doc_type]).toEqual([level, hit?.document_id, hit?.doc_type])
      expect(self.children_ids).toEqual(hit?.children_ids)
      for (const child of hit?.children_ids ?? []) expect((await get(child)).parent_id ?? '').toBe(hit?.document_id)
      let top = self
      for (let steps = 0; top.parent_id && steps < 10; steps++) top = await get(top.parent_id)
      expect([level, top.doc_type]).toEqual([level, 'repo_summary'])
    }
  })

  it('[TO9] previews are short, explanations are given, pages join, and a small size is kept', async () => {
    for (const level of searchLevels) {
      const query = level === 'repo' ? 'shop' : level === 'doc' ? 'rotate key' : 'auth login'
      const preview = await search(level, query, { preview: true, explain: true })
      expect([level, preview.items.length > 0]).toEqual([level, true])
      for (const item of preview.items as SearchResult[]) {
        expect(item.content.length).toBeLessThanOrEqual(200)
        expect(item.why?.length).toBeGreaterThan(0)
      }
      const ids = (answer: AnyResult) => answer.items.map(({ document_id }) => document_id)
      const whole = ids(await search(level, query, { limit: 50 }))
      const paged: string[] = []
      for (let cursor: string | null = null; ; ) {
        const page = await search(level, query, { limit: 2, ...(cursor === null ? {} : { cursor }) })
        paged.push(...ids(page))
        cursor = page.next_cursor
        if (cursor === null) break
      }
      expect([level, paged.slice(0, 50)]).toEqual([level, whole])
      const small = await search(level, query, { max_chars: 3_000 })
      expect(small.meta.error_code).toBeNull()
      expect(Buffer.byteLength(JSON.stringify(small.toDict()))).toBeLessThanOrEqual(3_000)
      expect([level, ids(small)]).toEqual([level, whole.slice(0, small.items.length)])
    }
  })
})
