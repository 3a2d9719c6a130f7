// Prints the syntax tree of a file: node types, fields, lines and the text of leaves. Useful when adding a language.
//   node scripts/show-tree.mjs GRAMMAR FILE
import { readFileSync } from 'node:fs'
import { openEngine } from '../dist/parse/engine.js'
import { createGrammarModules } from '../dist/parse/grammar-modules.js'
import { SyntaxTree } from '../dist/parse/syntax-tree.js'

const [, , name, file] = process.argv
if (!name || !file) {
  console.error('usage: node scripts/show-tree.mjs GRAMMAR FILE')
  process.exit(2)
}
const text = readFileSync(file, 'utf8')
const engine = await openEngine(createGrammarModules())
const grammar = await engine.load(name, text)
const outcome = engine.parse(grammar, text, 10_000)
if (outcome.state !== 'parsed') throw new Error(outcome.state)
const tree = new SyntaxTree(text, outcome.tree, grammar.names)
const depth = new Uint32Array(tree.count)
for (let node = 0; node < tree.count; node++) {
  const parent = tree.parent(node)
  depth[node] = parent < 0 ? 0 : depth[parent] + 1
  const id = tree.flat.type[node]
  // The type of an anonymous token (`"return"`) is its text.
  const isNamed = grammar.names.named[id] === 1
  const type = isNamed ? grammar.names.types[id] : (JSON.stringify(grammar.names.types[id]) ?? 'ERROR')
  const field = tree.fieldOf(node)
  const isLeaf = tree.after(node) === node + 1
  const words = isLeaf && isNamed ? ` ${JSON.stringify(tree.textOf(node).slice(0, 60))}` : ''
  console.log(`${String(tree.line(node)).padStart(4)} ${'  '.repeat(depth[node])}${field ? `${field}: ` : ''}${type}${words}`)
}
