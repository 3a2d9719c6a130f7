/** What a skeleton promises, tested on real files edited at random: every definition of the name, on its lines, in its scopes. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { SymbolFact } from '../contract/facts.ts'
import { languageOfPath } from '../contract/languages.ts'
import { createParser } from '../parse/create-parser.ts'
import { findSymbolInSource } from './find-symbol-in-source.ts'
import { relocate } from './relocate.ts'
import { skeletonOf } from './skeleton.ts'

const parser = createParser()
afterAll(() => parser.close())

const fullLanguages: ReadonlySet<string> = new Set(['javascript', 'typescript', 'tsx', 'python', 'go', 'java'])
const root = path.resolve(import.meta.dirname, '../..')
const folders = ['test/repos', 'src/parse', 'src/locator']
const files = folders
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .map((file) => ({ file, language: languageOfPath(file)?.id ?? '' }))
  .filter(({ file, language }) => fullLanguages.has(language) && !file.includes('node_modules'))
  .sort((one, other) => (one.file < other.file ? -1 : 1))

async function symbolsOf(text: string, language: string) {
  const outcome = await parser.parse(text, language, { outline: true })
  return 'parsed' in outcome ? { clean: outcome.state === 'indexed', symbols: outcome.parsed.facts.symbols } : undefined
}

const identityOf = ({ qualified_name, kind, tag, start_line, end_line, name_line }: SymbolFact) =>
  `${qualified_name} ${kind} ${tag} ${start_line}-${end_line} ${name_line}`

describe.each([...fullLanguages])('%s', (language) => {
  const own = files.filter((each) => each.language === language).map(({ file }) => readFileSync(path.join(root, file), 'utf8'))

  it('[LO7] where a text parses, its skeleton has every definition of the name as in the whole text', async () => {
    const random = generator(17)
    let compared = 0
    for (const text of spread(own, 12)) {
      for (const edited of [text, editAtRandom(text, random), editAtRandom(text, random)]) {
        const whole = await symbolsOf(edited, language)
        if (!whole?.clean) continue
        for (const name of spread([...new Set(whole.symbols.map((symbol) => symbol.name))], 12)) {
          const skeleton = skeletonOf(edited, language, name, { worthIt: false })
          if (skeleton === null) continue
          const found = await symbolsOf(skeleton, language)
          const named = (symbols: readonly SymbolFact[] = []) => symbols.filter((symbol) => symbol.name === name).map(identityOf)
          expect(named(found?.symbols)).toEqual(named(whole.symbols))
          compared++
        }
      }
    }
    expect(compared).toBeGreaterThan(10)
  })

  it('[LO7] and the fast answer equals the answer of the full parse', async () => {
    const random = generator(23)
    let compared = 0
    for (const text of spread(own, 12)) {
      const old = (await symbolsOf(text, language))?.symbols ?? []
      let edited = editAtRandom(text, random)
      let whole = await symbolsOf(edited, language)
      // Most random edits break the text; a language with one fixture would compare nothing.
      for (let tries = 0; tries < 20 && !whole?.clean; tries++) {
        edited = editAtRandom(text, random)
        whole = await symbolsOf(edited, language)
      }
      if (!whole?.clean) continue
      for (const { qualified_name, kind, tag, span_hash, start_line, fingerprint } of spread(old, 10)) {
        const hint = { kind, tag, span_hash, start_line }
        const relocation = relocate({ qualified_name, fingerprint, ...hint }, whole.symbols, { language })
        const fact = whole.symbols[relocation?.ordinal ?? -1]
        const expected = relocation && fact ? { start: fact.start_line, end: fact.end_line, ...relocation } : null
        const found = await findSymbolInSource(edited, qualified_name, { language, hint, fingerprint }, parser)
        expect(found && { start: found.start_line, end: found.end_line, how: found.how, confidence: found.confidence }).toEqual(
          expected && { start: expected.start, end: expected.end, how: expected.how, confidence: expected.confidence },
        )
        compared++
      }
    }
    expect(compared).toBeGreaterThan(5)
  })
})

it('[LO7] a text whose brackets or strings do not end has no skeleton', () => {
  const broken = {
    typescript: 'function a() { `',
    java: 'class A { void a( }',
    go: 'func a() { `',
    python: 'def a():\n    """\n',
  }
  for (const [language, text] of Object.entries(broken)) expect(skeletonOf(text, language, 'a', { worthIt: false })).toBeNull()
})

it('[LO7] brackets in strings, comments, regular expressions and elements do not count', () => {
  const text = `const a = /[{/]/.test('}') ? "{" : \`\${b({})} }\` // }\n/* { */ const e = <p title="{">don't {a} </p>\nfunction f() { return 1 / 2 / 3 }\n`
  expect(skeletonOf(text, 'tsx', 'a', { worthIt: false })?.split('\n')).toEqual([
    `const a = /[{/]/.test('}') ? "{" : \`\${b({})} }\`  `,
    `  const e = <p title="{">don't {a} </p>`,
    'function f() {}',
    '',
  ])
})

/** The same in every run. */
function generator(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function spread<Each>(all: readonly Each[], count: number): Each[] {
  const step = Math.max(1, all.length / count)
  return Array.from({ length: Math.min(count, all.length) }, (_, at) => all[Math.floor(at * step)] as Each)
}

/** Lines copied, moved, deleted, swapped, blank: what is left often still parses. */
function editAtRandom(text: string, random: (below: number) => number): string {
  const lines = text.split('\n')
  for (let edits = 1 + random(3); edits > 0; edits--) {
    const at = random(lines.length)
    const from = random(lines.length)
    const kind = random(5)
    if (kind === 0) lines.splice(at, 1)
    else if (kind === 1) lines.splice(at, 0, ...lines.slice(from, from + 1 + random(12)))
    else if (kind === 2) lines.splice(at, 0, '', '')
    else if (kind === 3) lines.splice(random(lines.length), 0, ...lines.splice(at, 1))
    else lines[at] = (lines[at] ?? '').replace(/\w+/, 'other')
  }
  return lines.join('\n')
}
