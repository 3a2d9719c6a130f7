// Everything that is read of one package before pairs are made: its definitions, files, documents and tests.
import { isTestPath } from '../../dist/discover/classify.js'
import { codeOf } from './code-text.mjs'

const CODE_LENGTH = 1600
const notDefinitions = new Set(['field', 'property', 'variable', 'enum_member', 'parameter', 'namespace', 'module', 'import'])

const codeLanguages = new Set(
  'python javascript typescript tsx jsx go rust java kotlin scala swift c cpp csharp objective-c ruby php lua bash haskell elixir perl dart ocaml zig vue svelte'.split(
    ' ',
  ),
)

export function createPackageReading(name) {
  const reading = { name, symbols: [], files: [], documents: [], tests: [], byName: new Map() }
  return Object.assign(reading, {
    async add(source, facts) {
      if (!facts) return
      const lines = source.text.split('\n')
      if (facts.sections.length > 0) reading.documents.push({ ...source, lines, facts })
      if (facts.symbols.length === 0 || !codeLanguages.has(source.language)) return
      const place = { path: source.path, language: source.language, blob: source.blob, test: isTestPath(source.path) }
      const symbols = facts.symbols.map((fact, ordinal) => symbolOf(fact, ordinal, facts, lines, place))
      const kept = symbols.filter((symbol) => symbol !== undefined)
      const known = { ...place, facts, lines, symbols }
      reading.files.push(known)
      for (const symbol of kept) {
        if (symbol.test) reading.tests.push(symbol)
        else reading.symbols.push(symbol)
        if (!place.test) reading.byName.set(symbol.name, reading.byName.has(symbol.name) ? null : symbol)
      }
    },
  })
}

function symbolOf(fact, ordinal, facts, lines, place) {
  if (notDefinitions.has(fact.kind) || fact.hidden || fact.name.length < 2) return undefined
  const code = codeOf(lines, fact, place.language).slice(0, CODE_LENGTH)
  const callable = ['function', 'method', 'constructor', 'macro'].includes(fact.kind)
  return {
    ...place,
    name: fact.name,
    qualified: fact.qualified_name,
    kind: fact.kind,
    doc: fact.doc,
    code,
    // A class is told by the names of its members more than by its first lines.
    members: callable ? [] : facts.symbols.filter(({ parent }) => parent === ordinal).map(({ name }) => name),
    test: place.test || fact.test,
    isTest: fact.test,
    ordinal,
  }
}
