/** Texts with NUL characters, as those in UTF-32 are: what is stored of them fits its checksum (ST42), and nothing of it is cut. */
import { describe, expect, it } from 'vitest'
import { createApp } from '../../src/app/create-app.ts'
import { openEmbeddedStore } from '../../src/store/embedded/open-embedded-store.ts'
import { gitRepo, tempFolder } from '../kit/temp-repo.ts'
import { batch, note, record, SHOP, symbol } from '../store/samples.ts'

const encodings: Readonly<Record<string, (text: string) => Buffer>> = {
  'UTF-16': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'UTF-16, the high byte first': (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  'UTF-32': (text) => Buffer.from(Uint32Array.from([...`\ufeff${text}`], (character) => character.codePointAt(0) ?? 0).buffer),
  'UTF-16 with NUL characters': (text) => Buffer.from(`\ufeff${text.replaceAll(' ', '\0')}`, 'utf16le'),
}

const texts: Readonly<Record<string, string>> = {
  'words/about.txt': 'What the shop sells\nand to whom\n',
  'words/README.md': '# The shop\n\nIt sells what people want.\n\n## How\n\nBy post.\n',
  'code/pay.py': '"""Pays."""\nimport os.path\n\ndef refund(order):\n    """Gives back."""\n    return os.path.join(order)\n',
  'code/cart.ts': '/** Holds. */\nimport { total } from "./a b"\nexport const cart = () => total("x y")\n',
  'code/Cart.java':
    'package shop;\nimport java.util.List;\n/** Holds. */\nclass Cart { List<String> all() { return List.of(); } }\n',
  'set/package.json': '{ "name": "a b", "main": "./a b" }\n',
}

describe('texts in wide encodings', () => {
  it.each(Object.entries(encodings))('[ST42] %s', async (_, encoded) => {
    const root = gitRepo(Object.fromEntries(Object.entries(texts).map(([file, text]) => [file, encoded(text)])))
    const app = await createApp({ cwd: root, surface: 'library', flags: { home: tempFolder('home'), watch: 'false' } })
    try {
      await app.index([])
      await app.buildGraph(null)
      const answers = [
        await app.callTool('search_code', { query: 'what does the shop sell', level: 'module' }),
        await app.callTool('search_code', { query: 'refund an order', level: 'symbol' }),
        await app.callTool('where_used', { symbol: 'refund' }),
        await app.callTool('explore_structure', {}),
      ]
      for (const { meta } of answers) expect(meta).toMatchObject({ status: 'OK', freshness_state: 'FRESH' })
      const { checks } = await app.doctor()
      expect(checks.find(({ name }) => name === 'store')).toMatchObject({ state: 'ok' })
    } finally {
      await app.close()
    }
  })

  it('[ST42] a text with a NUL is stored whole, and every checksum of it fits', async () => {
    const { reader, writer } = await openEmbeddedStore(tempFolder('home'))
    const file = record({
      path: 'a.py',
      symbols: [{ name: 'to\0tal' }],
      uses: [{ name: 'c' }, { name: 'to\0tal' }],
      words: { cart: 1 },
    })
    const uses = [
      { to: 'package' as const, target: 'pkg:npm/a\0b#c' },
      { to: 'symbol' as const, target: symbol('a.py', 'to\0tal'), tier: 'resolved' as const },
    ]
    await writer.apply(
      SHOP,
      batch({
        replace: [{ ...file, row: { ...file.row, status: 'partial', reason: 'a line with \0 in it' } }],
        notes: [note('src', { cart: 1 }, 'before\0after'), note('lib', { cart: 1 }, 'half \ud800 of one')],
        links: [{ path: 'a.py', uses, derived: [] }],
      }),
    )
    expect(await reader.check()).toBeUndefined()
    await writer.close()
    await reader.close()
  })
})
