// Rate of parsing and extraction, per CPU-second, on the files of one language below a folder.
//   node --liftoff-only bench/parse-rate.mjs typescript .ts DIR
// Each step is timed separately; the first round runs cold code, the last warm code. Needs a build.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { encodeFacts } from '../dist/contract/facts-codec.js'
import { compileLanguage } from '../dist/parse/compile-language.js'
import { openEngine } from '../dist/parse/engine.js'
import { extractFacts } from '../dist/parse/extract.js'
import { FlatTree } from '../dist/parse/flat-tree.js'
import { createGrammarModules } from '../dist/parse/grammar-modules.js'
import { languageDefinition } from '../dist/parse/language-table.js'
import { SyntaxTree } from '../dist/parse/syntax-tree.js'
import { collectTerms } from '../dist/parse/terms.js'

const [, , language, ending, folder] = process.argv
const MAX_TOTAL = 6_000_000
const texts = []
let total = 0
for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith(ending) || file.includes('node_modules') || total > MAX_TOTAL) continue
  const text = readFileSync(path.join(folder, file), 'utf8')
  if (text.length > 1_000_000 || text.length / text.split('\n').length > 500) continue
  texts.push(text)
  total += text.length
}

const definition = await languageDefinition(language)
const engine = await openEngine(createGrammarModules())
const grammar = await engine.load(definition.grammar, definition.sample)
const compiled = compileLanguage(definition, grammar.names)
const flat = new FlatTree()
const cpu = () => process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000

console.log(`${texts.length} files, ${(total / 1e6).toFixed(2)} MB`)
for (let round = 1; round <= 3; round++) console.log(`round ${round}: ${runRound()}`)

function runRound() {
  const spent = { parse: 0, walk: 0, extract: 0, terms: 0, encode: 0 }
  const timed = (step, work) => {
    const before = cpu()
    const result = work()
    spent[step] += cpu() - before
    return result
  }
  let bytes = 0
  for (const text of texts) {
    const tree = timed('parse', () => grammar.parser.parse((at) => text.slice(at, at + 512)))
    timed('walk', () => grammar.fill(tree, flat))
    tree.delete()
    const facts = timed('extract', () =>
      extractFacts(new SyntaxTree(text, flat, grammar.names), compiled, { outlineOnly: false }),
    )
    const parsed = timed('terms', () => collectTerms(text, facts))
    bytes += timed('encode', () => encodeFacts(parsed)).length
  }
  const sum = Object.values(spent).reduce((one, other) => one + other)
  const steps = Object.entries(spent).map(([step, ms]) => `${step} ${ms.toFixed(0)} ms`)
  const over = (spent.parse + spent.walk + spent.extract) / spent.parse
  const rates = `parse ${rate(spent.parse)}, parse+extract ${rate(spent.parse + spent.walk + spent.extract)}, all ${rate(sum)} MB/s`
  return `${steps.join(', ')}; extraction over parse ${over.toFixed(2)}; ${rates}; facts ${(bytes / total).toFixed(2)} of the text`
}

function rate(ms) {
  return (total / 1000 / ms).toFixed(2)
}
