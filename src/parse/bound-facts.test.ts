/** Promise PA19 of docs/spec/parse.md. */
import { describe, expect, it } from 'vitest'
import { createParser } from './create-parser.ts'

const parser = createParser()
const factsOf = async (text: string) => {
  const outcome = await parser.parse(text, 'typescript')
  if (!('parsed' in outcome)) throw new Error(outcome.state)
  return outcome.parsed.facts
}
/** Lines, because a file of one long line is not parsed. */
const lines = '\n'.repeat(2000)

describe('bounds of facts', () => {
  it('[PA19] a long name is cut, and names that begin alike stay apart', async () => {
    const [one, other] = [`${'a'.repeat(100_000)}1`, `${'a'.repeat(100_000)}2`]
    const { symbols, uses } = await factsOf(`function ${one}() {}\nfunction ${other}() {}\n${one}()\n${lines}`)
    const names = symbols.map(({ name }) => name)
    expect(names.map((name) => name.length <= 1000)).toEqual([true, true])
    expect(new Set(names).size).toBe(2)
    expect(uses.map(({ name }) => name)).toEqual([names[0]])
  })

  it('[PA19] no text of a fact is long', async () => {
    const long = 'b'.repeat(50_000)
    const text = [
      `import { ${long} as c${long} } from './${long}'`,
      `export { d${long} } from './${long}'`,
      `/** ${long} */`,
      `const e: ${long} = new ${long}()`,
      `e.${long}.f${long}(${long})`,
      lines,
    ].join('\n')
    const { symbols, imports, exports, uses, bindings } = await factsOf(text)
    const texts = [...symbols, ...imports, ...exports, ...uses, ...bindings].flatMap((fact) => Object.values(fact))
    expect(texts.filter((value) => typeof value === 'string' && value.length > 2000)).toEqual([])
  })

  it('[PA19] an ordinary fact is not changed', async () => {
    const { symbols } = await factsOf('/** Adds. */\nexport function add(a: number): number { return a }\n')
    expect(symbols.map(({ name, type, doc }) => ({ name, type, doc }))).toEqual([{ name: 'add', type: 'number', doc: 'Adds.' }])
  })
})
