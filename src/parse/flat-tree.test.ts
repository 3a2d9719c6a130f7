import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { builtFile } from '../base/built-file.ts'
import { type LoadedGrammar, openEngine } from './engine.ts'
import { FlatTree, fillFromCursor, firstDifference } from './flat-tree.ts'
import { createGrammarModules } from './grammar-modules.ts'
import { HeapWalk } from './heap-walk.ts'
import { extractedLanguages, languageDefinition } from './language-table.ts'

const engine = await openEngine(createGrammarModules())
const manifest = JSON.parse(readFileSync(builtFile('../grammars/manifest.json', import.meta.url), 'utf8')) as Record<
  string,
  unknown
>

/** Every fixture of every language, whatever its language: a grammar must also agree about text that it cannot parse. */
const texts = readdirSync(path.join(import.meta.dirname, 'languages'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.includes('fixtures') && /\.\w+$/.test(file) && !file.endsWith('.facts.txt'))
  .map((file) => readFileSync(path.join(import.meta.dirname, 'languages', file), 'utf8'))
texts.push('', '\n', '\u0000', 'é = "😀"\n', `${'('.repeat(3000)}1${')'.repeat(3000)}`)

describe('the flat tree', () => {
  for (const name of Object.keys(manifest)) {
    it(`[PA3] the fast walk agrees with TreeCursor node for node: ${name}`, async () => {
      const grammar = await engine.load(name, 'x')
      const problems = texts.map((text) => differenceOn(grammar, text)).filter((problem) => problem !== '')
      expect(problems).toEqual([])
    })
  }

  it('[PA3] the sample of every language lets its grammar use the fast walk', async () => {
    let compared = 0
    for (const language of extractedLanguages) {
      const definition = await languageDefinition(language)
      if (definition?.kind !== 'code') continue
      expect(differenceOn(await engine.load(definition.grammar, definition.sample), definition.sample), language).toBe('')
      compared++
    }
    expect(compared).toBeGreaterThan(10)
  })

  it('[PA3] a walk that does not agree is not used', async () => {
    const { run } = HeapWalk.prototype
    HeapWalk.prototype.run = () => undefined
    afterAll(() => {
      HeapWalk.prototype.run = run
    })
    const grammar = await (await openEngine(createGrammarModules())).load('javascript', 'let a = 1')
    HeapWalk.prototype.run = run
    expect(grammar.fill).toBe(fillFromCursor)
  })
})

function differenceOn(grammar: LoadedGrammar, text: string): string {
  const tree = grammar.parser.parse(text)
  if (!tree) return 'no tree'
  const [fast, certain] = [new FlatTree(), new FlatTree()]
  grammar.fill(tree, fast)
  fillFromCursor(tree, certain)
  tree.delete()
  const node = firstDifference(fast, certain)
  return node === -1 || (fast.count === 0 && certain.count <= 1) ? '' : `node ${node} of ${certain.count} in ${text.slice(0, 40)}`
}
