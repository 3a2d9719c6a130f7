// How long it takes to find a symbol in an edited file, as a share of one full parse of that file.
//   node --liftoff-only bench/locator.mjs [LANGUAGE ENDING DIR]…
// Without arguments: this repo's own sources and those of its node_modules. Each time is the best of seven. Needs a build.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { findSymbolInSource } from '../dist/locator/find-symbol-in-source.js'
import { createParser } from '../dist/parse/create-parser.js'

const given = process.argv.slice(2)
const sets =
  given.length > 0
    ? Array.from({ length: given.length / 3 }, (_, at) => given.slice(at * 3, at * 3 + 3))
    : [
        ['typescript', '.ts', 'src'],
        ['javascript', '.js', 'node_modules'],
        ['typescript', '.d.ts', 'node_modules'],
      ]
const MAX_FILES = 60
const SYMBOLS_PER_FILE = 6
/** A hundred more lines: comments, but in Python a function, because its grammar is very slow with many comments. */
const more = { python: ['def added():', ...Array(99).fill('    step = 1')] }
const parser = createParser()

for (const [language, ending, folder] of sets) await measure(language, ending, folder)

async function measure(language, ending, folder) {
  const ratios = { unchanged: [], above: [], body: [] }
  const long = []
  let files = 0
  for (const file of choose(folder, ending)) {
    const text = readFileSync(file, 'utf8')
    const symbols = await symbolsOf(text, language)
    if (symbols.length === 0) continue
    files++
    for (const symbol of pick(symbols, SYMBOLS_PER_FILE)) {
      for (const [edit, edited] of Object.entries(edits(text, symbol, language))) {
        const { tag, kind, span_hash, start_line, end_line, qualified_name } = symbol
        const options = { language, hint: { tag, kind, span_hash, start_line, end_line } }
        const spent = await best(() => findSymbolInSource(edited, qualified_name, options, parser))
        ratios[edit].push(spent / (await best(() => parser.parse(edited, language))))
        const lines = text.split('\n').length
        if (lines >= 1500 && lines <= 2500) long.push(spent)
      }
    }
  }
  console.log(`${language} ${folder} (${ending}): ${files} files, ${ratios.above.length * 3} questions`)
  for (const [edit, values] of Object.entries({ ...ratios, all: Object.values(ratios).flat() })) {
    console.log(`  ${edit.padEnd(10)} p50 ${at(values, 0.5)}  p90 ${at(values, 0.9)}  p99 ${at(values, 0.99)} of one full parse`)
  }
  if (long.length > 0)
    console.log(`  1,500 to 2,500 lines: p50 ${at(long, 0.5)} ms, p99 ${at(long, 0.99)} ms (${long.length} questions)`)
}

/** Files spread over the folder, the same in every run. */
function choose(folder, ending) {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending) && !/\.min\.|\.test\.|fixtures/.test(file))
    .sort()
    .map((file) => path.join(folder, file))
    .filter((file) => {
      const text = readFileSync(file, 'utf8')
      return text.length > 2000 && text.length < 500_000 && text.length / text.split('\n').length < 200
    })
  return pick(all, MAX_FILES)
}

function pick(all, count) {
  const step = Math.max(1, all.length / count)
  return Array.from({ length: Math.min(count, all.length) }, (_, at) => all[Math.floor(at * step)])
}

async function symbolsOf(text, language) {
  const outcome = await parser.parse(text, language)
  return outcome.state === 'indexed' ? outcome.parsed.facts.symbols.filter((symbol) => symbol.fingerprint !== '') : []
}

function edits(text, symbol, language) {
  const lines = text.split('\n')
  const first =
    lines.findIndex((content) => /^(import|package|from|const|def|class|func|export|public)\b/.test(content)) +
    (/^package/m.test(text) ? 1 : 0)
  const inside = Math.floor((symbol.name_line + symbol.end_line) / 2)
  return {
    unchanged: text,
    above: insert(lines, first, more[language] ?? Array(100).fill('// a line more')),
    body: insert(lines, inside, [`${/^\s*/.exec(lines[inside] ?? '')?.[0]}${language === 'python' ? '#' : '//'} edited`]),
  }
}

function insert(lines, at, more) {
  return [...lines.slice(0, at), ...more, ...lines.slice(at)].join('\n')
}

async function best(work) {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 7; round++) {
    const start = performance.now()
    await work()
    least = Math.min(least, performance.now() - start)
  }
  return least
}

function at(values, share) {
  const sorted = [...values].sort((one, other) => one - other)
  return (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(2)
}
