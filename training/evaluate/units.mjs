// Reads the checkouts of an evaluation pack and writes what is searched in them: one JSON object a line for each definition, file and rest of a file.
//   node --liftoff-only training/evaluate/units.mjs PACK CHECKOUTS OUT.jsonl
// PACK holds repos.json and queries.jsonl. With --whole the whole repository is read, else only the folder that the pack names (`root`).
import { closeSync, openSync, readdirSync, readFileSync, statSync, writeSync } from 'node:fs'
import path from 'node:path'
import { looksBinary } from '../../dist/base/text.js'
import { contentRole } from '../../dist/contract/content-role.js'
import { classifyPath, languageOf } from '../../dist/discover/classify.js'
import { createParser } from '../../dist/parse/create-parser.js'
import { codeOf } from '../pairs/code-text.mjs'

const [pack, checkouts, out] = process.argv.slice(2)
const CHUNK = 40
const parser = createParser()
const file = openSync(out, 'w')
const leftOut = new Set(['field', 'property', 'variable', 'enum_member', 'parameter', 'import'])

for (const { name, root } of JSON.parse(readFileSync(path.join(pack, 'repos.json'), 'utf8'))) {
  const base = path.join(checkouts, name)
  let count = 0
  for (const below of walk(base, root ?? '')) {
    for (const unit of await unitsOf(base, below)) {
      writeSync(file, `${JSON.stringify({ repo: name, ...unit })}\n`)
      count++
    }
  }
  console.log(name, count)
}
closeSync(file)
process.exit(0)

async function unitsOf(base, below) {
  const language = languageOf(below)
  const role = classifyPath(below, language)
  if (language === 'unknown' || (role !== 'source' && role !== 'document')) return []
  const bytes = readFileSync(path.join(base, below))
  if (bytes.length > 1_000_000 || contentRole(role, bytes, looksBinary(bytes)) !== role) return []
  const text = bytes.toString('utf8')
  const outcome = await parser.parse(text, language, {})
  const facts = 'parsed' in outcome ? outcome.parsed.facts : undefined
  const lines = text.split('\n')
  const shown = below.split('/').slice(-4).join('/')
  const unit = (level, start, end, n, d, b) => ({
    path: below,
    start,
    end,
    level,
    l: language,
    p: shown,
    n,
    d,
    b: b.slice(0, 1600),
  })
  const symbols = (facts?.symbols ?? []).filter(({ kind, hidden }) => !leftOut.has(kind) && !hidden)
  const named = symbols.map((symbol) => {
    const code = codeOf(lines, symbol, language)
    const ordinal = facts.symbols.indexOf(symbol)
    const members = facts.symbols.filter(({ parent }) => parent === ordinal).map(({ name }) => name)
    const body =
      members.length > 2 && !['function', 'method', 'constructor', 'macro'].includes(symbol.kind)
        ? `${code.slice(0, 500)}\n${members.join('\n')}`
        : code
    return unit('symbol', symbol.start_line, symbol.end_line, symbol.qualified_name, symbol.doc, body)
  })
  const heads = symbols.map((symbol) => lines[symbol.start_line - 1] ?? '').join('\n')
  const whole = unit('file', 1, lines.length, '', facts?.doc ?? '', heads)
  const chunks = []
  for (let at = 0; at < lines.length; at += CHUNK)
    chunks.push(unit('chunk', at + 1, Math.min(at + CHUNK, lines.length), '', '', lines.slice(at, at + CHUNK).join('\n')))
  return [whole, ...named, ...chunks]
}

function* walk(base, below) {
  for (const entry of readdirSync(path.join(base, below), { withFileTypes: true })) {
    const at = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory() && entry.name !== '.git' && entry.name !== 'node_modules') yield* walk(base, at)
    else if (entry.isFile() && statSync(path.join(base, at)).size > 0) yield at
  }
}
