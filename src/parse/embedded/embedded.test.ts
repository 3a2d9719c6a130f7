/** Files with parts in other languages: where the parts end, where their facts are, and that odd ones end in an outcome. */
import { afterAll, describe, expect, it } from 'vitest'
import { wordMap } from '../../contract/numbered-words.ts'
import { createParser } from '../create-parser.ts'

const parser = createParser()
afterAll(() => parser.close())

/** `name@line:column` of every symbol but the component, and `name@line:column` of every use. */
async function read(text: string, language: string) {
  const outcome = await parser.parse(text, language)
  if (!('parsed' in outcome)) throw new Error(`${outcome.state}: ${outcome.reason}`)
  const { symbols, uses } = outcome.parsed.facts
  return {
    state: outcome.state,
    reason: outcome.reason,
    symbols: symbols
      .filter(({ qualified_name }) => qualified_name !== 'default')
      .map((symbol) => `${symbol.qualified_name}@${symbol.name_line}:${symbol.name_column}`),
    uses: uses.map((use) => `${use.name}@${use.line}:${use.column}`),
  }
}

describe('scripts of components', () => {
  it('[PA15] a script that is not closed ends with the file', async () => {
    expect(await read('<template><b/></template>\n<script>\nfunction f() { g() }\n', 'vue')).toMatchObject({
      symbols: ['f@3:10'],
      uses: ['g@3:16'],
    })
  })

  it('[PA15] two scripts are one module, wherever they are', async () => {
    const text = '<script lang="ts">export const a = 1</script>\n<b/>\n<script setup lang="ts">const b: number = a</script>'
    expect(await read(text, 'vue')).toMatchObject({ state: 'indexed', symbols: ['a@1:32', 'b@3:31'], uses: ['a@3:43'] })
  })

  it('[PA15] an empty script, an empty file and a file without a script are components', async () => {
    for (const text of ['<script></script>', '<script setup />', '', '\n\n', '<template><p>text</p></template>']) {
      for (const language of ['vue', 'svelte']) {
        const outcome = await parser.parse(text, language)
        const symbols = 'parsed' in outcome ? outcome.parsed.facts.symbols.map((symbol) => symbol.qualified_name) : []
        expect([outcome.state, symbols]).toEqual(['indexed', ['default']])
      }
    }
  })

  it('[PA15] a script in a comment, or in an element of the markup, is not a script of the component', async () => {
    const text = '<!-- <script>let a</script> -->\n<template><script>let b</script></template>\n<script>let c</script>\n'
    expect((await read(text, 'vue')).symbols).toEqual(['c@3:13'])
    const svelte = '<!-- <script>let a</script> -->\n<svelte:head><script>let b</script></svelte:head>\n<script>let c</script>\n'
    expect((await read(svelte, 'svelte')).symbols).toEqual(['c@3:13'])
  })

  it('[PA15] a closing tag in a string ends the script, as it does for the compiler', async () => {
    const { symbols, state } = await read('<script>\nlet a\nlet b = "</script>"\nlet c\n', 'vue')
    expect([symbols.slice(0, 1), state]).toEqual([['a@2:5'], 'partial'])
  })

  it('[PA15] lines and columns are those of the file, with CRLF, a BOM and characters of two units', async () => {
    const text =
      '\ufeff<template>\r\n  <p>😀 {{ a }}</p>\r\n</template>\r\n<script setup>\r\nconst a = "😀", b = a\r\n</script>\r\n'
    expect(await read(text, 'vue')).toMatchObject({
      state: 'indexed',
      symbols: ['a@5:7', 'b@5:17'],
      uses: ['a@2:12', 'a@5:21'],
    })
  })

  it('[PA15] JSX in a component is JSX', async () => {
    const text = '<script lang="jsx">\nimport B from "./B"\nexport default { render() { return <B>{text}</B> } }\n</script>\n'
    expect(await read(text, 'vue')).toMatchObject({ state: 'indexed', uses: ['default@2:8', 'B@3:37', 'text@3:40'] })
    const tsx = '<script setup lang="tsx">\nconst a = (b: number) => <C n={b as any} />\n</script>\n'
    expect(await read(tsx, 'vue')).toMatchObject({ state: 'indexed', symbols: ['a@2:7'], uses: ['C@2:27'] })
  })

  it('[PA15] a script in an unknown language is left out, with a reason', async () => {
    expect(await read('<script lang="coffee">\nf = -> 1\n</script>\n<template>{{ a }}</template>\n', 'vue')).toMatchObject({
      state: 'partial',
      reason: 'a script in coffee is not read',
      symbols: [],
      uses: ['a@4:14'],
    })
  })

  it('[PA15] an error in a script does not affect the markup, nor the reverse', async () => {
    const vue = await read(
      '<script setup>\nfunction f( {\n</script>\n<template><B @a="f()" :b="))" />{{ g }}</template>\n',
      'vue',
    )
    expect(vue.state).toBe('partial')
    expect(vue.uses).toEqual(expect.arrayContaining(['B@4:12', 'f@4:18', 'g@4:36']))
    expect((await read('<script>let a = 1</script>\n{#if }\n{/each}{a}</p>{#each a as}{b', 'svelte')).symbols).toEqual(['a@1:13'])
  })
})

describe('notebooks', () => {
  const notebook = (language: string, ...sources: (string | string[])[]): string =>
    JSON.stringify(
      {
        cells: sources.map((source) => ({ cell_type: 'code', source, outputs: [] })),
        metadata: { language_info: { name: language } },
      },
      null,
      1,
    )

  it('[PA16] a cell uses what another cell defines, on the lines of the file', async () => {
    const text = notebook('python', ['def f(x):\n', '    return x\n'], ['f("é\\"")'])
    expect(await read(text, 'notebook')).toMatchObject({ state: 'indexed', symbols: ['f@6:10'], uses: ['f@14:6'] })
    const one = JSON.stringify(JSON.parse(text))
    expect((await read(one, 'notebook')).symbols).toEqual([`f@1:${one.indexOf('f(x)') + 1}`])
  })

  it('[PA16] a notebook without a language is Python; in an unknown language it is prose', async () => {
    expect((await read('{"cells": [{"cell_type": "code", "source": "a = 1"}]}', 'notebook')).symbols).toEqual(['a@1:45'])
    expect(await read(notebook('brainfuck', 'def f(): pass'), 'notebook')).toMatchObject({ state: 'indexed', symbols: [] })
  })

  it('[PA16] in a language other than Python there are definitions and no uses', async () => {
    expect(await read(notebook('javascript', 'function f() { g() }\nimport x from "y"'), 'notebook')).toMatchObject({
      symbols: ['f@5:24'],
      uses: [],
    })
  })

  it('[PA4] broken strings and escapes have an outcome', async () => {
    for (const text of [
      '{"cells": [{"cell_type": "code", "source": "a = \\',
      '{"cells": [{"source": "\\u00"}]}',
      '{"cells": [{"source": "\\x"}]}',
    ])
      expect((await parser.parse(text, 'notebook')).state).toMatch(/indexed|partial/)
    const magics = notebook('python', '%%time\n'.repeat(5000), `!x \\\n${'y \\\n'.repeat(5000)}`)
    expect((await parser.parse(magics, 'notebook')).state).toMatch(/indexed|partial/)
  })
})

describe('pages and documents', () => {
  it('[PA15] a page without a script, and one with a script that is not closed', async () => {
    expect(await read('<p onclick="">text</p>', 'html')).toMatchObject({ state: 'indexed', symbols: [], uses: [] })
    expect((await read('<script>\nlet a = 1\n', 'html')).symbols).toEqual(['a@2:5'])
  })

  it('[PD10] code in a fence is text of its section: found by its words, and neither defined nor used', async () => {
    const text = '# Use\n\n```python\nfrom shop import total\n\ndef checkout(): return total()\n```\n'
    const outcome = await parser.parse(text, 'markdown')
    if (!('parsed' in outcome)) throw new Error(outcome.reason)
    const { facts, identifiers, terms } = outcome.parsed
    expect([facts.symbols, facts.uses, facts.imports]).toEqual([[], [], []])
    expect(identifiers.get('total')).toBe(2)
    expect(wordMap(terms.find(({ level }) => level === 'doc')!.words).get('checkout')).toBe(1)
  })
})

describe('hostile markup', () => {
  const DEEP = 10_000
  const odd: Record<string, string> = {
    elements: '<div v-for="a in b">\n'.repeat(DEEP),
    closings: `${'<p>\n'.repeat(DEEP)}${'</b>\n'.repeat(DEEP)}`,
    blocks: '{#each a as b}\n'.repeat(DEEP),
    turns: `{#if a}${'{:else}\n'.repeat(DEEP)}`,
    braces: '{\n'.repeat(DEEP),
    templates: '{`${\n'.repeat(DEEP),
    tags: '<\n'.repeat(DEEP),
    attributes: `<a ${'b="\n'.repeat(DEEP)}`,
    quotes: `<a b='{"\n`.repeat(DEEP),
    scripts: '<script>\nlet a\n'.repeat(DEEP),
    regexes: '{/[\n'.repeat(DEEP),
    variables: `a { ${'\n'.repeat(DEEP)}${'--b: 1;\n $c: 2;\n'.repeat(DEEP)}`,
    mustaches: '<template>{{ a\n'.repeat(DEEP),
  }
  for (const [name, text] of Object.entries(odd)) {
    it(`[PA4] ${DEEP} ${name} have an outcome`, async () => {
      for (const language of ['vue', 'svelte', 'html', 'scss']) {
        const whole = language === 'vue' ? `<template>${text}` : text
        const outcome = await parser.parse(whole, language, { budget_ms: 10_000 })
        expect(outcome.state).toMatch(/indexed|partial|timed-out/)
      }
    })
  }
})
