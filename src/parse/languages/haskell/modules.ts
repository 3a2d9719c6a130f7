/** Imports, exports and the head of a module of Haskell. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'

const bare = (text: string): string => text.replace(/^\((.*)\)$/s, '$1').trim()

/** `import qualified A.B as C (x)`: C refers to the module, and x to itself unless the import is `qualified`. */
export function declareImport(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const path = tree.child(node, 'module')
  const module = tree.textOf(path).replaceAll(/\s+/g, '')
  const alias = tree.textOf(tree.child(node, 'alias')) || module
  if (module === '') return
  const isQualified = tree.childOfType(node, 'qualified') >= 0
  const list = tree.child(node, 'names')
  const isHiding = tree.childOfType(node, 'hiding') >= 0
  if (isQualified || alias !== module) file.addImport({ module, name: '', alias, kind: 'namespace', type_only: false }, path)
  if (isQualified) return
  if (list < 0 || isHiding) importAll(isHiding ? `${module} hiding ${hiddenBy(list, file)}` : module, path, file)
  else importNames(module, list, file)
}

/** Hidden names are part of the import's meaning; the use it makes is of the module. */
function importAll(module: string, path: NodeIndex, file: FileFactsBuilder): void {
  file.addImport({ module, name: '', alias: '', kind: 'wildcard', type_only: false }, path)
  const use = file.facts.uses.at(-1)
  if (use) use.name = file.tree.textOf(path)
}

const hiddenBy = (list: NodeIndex, { tree }: FileFactsBuilder): string =>
  tree
    .childrenIn(list, 'name')
    .map((entry) => bare(tree.textOf(entry).replace(/\(\s*\.\.\s*\)$/, '')))
    .join(' ')

function importNames(module: string, list: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const names = tree
    .childrenIn(list, 'name')
    .flatMap((entry) => [
      ...['variable', 'type', 'operator'].map((field) => tree.child(entry, field)),
      ...tree.childrenIn(tree.child(entry, 'children'), 'element'),
    ])
  for (const name of names) {
    const text = bare(tree.textOf(name))
    if (name < 0 || text === '' || text === '..') continue
    file.addImport({ module, name: text, alias: text, kind: 'named', type_only: false }, name)
  }
  // `Foo(..)` imports all members of Foo.
  if (/\(\s*\.\.\s*\)/.test(tree.textOf(list)))
    file.addImport({ module, name: '', alias: '', kind: 'wildcard', type_only: true }, list)
}

export function declareHeader(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  file.facts.package = tree.textOf(tree.child(node, 'module')).replaceAll(/\s+/g, '')
  file.facts.doc = cleanDoc(file.docs.above(node))
  const list = tree.child(node, 'exports')
  for (const entry of tree.children(list)) {
    if (tree.is(entry, 'module_export')) {
      const module = tree.child(entry, 'module')
      file.addExport({ name: '*', local: '', module: tree.textOf(module) }, module)
    }
    if (!tree.is(entry, 'export')) continue
    for (const field of ['variable', 'type', 'operator']) exportName(tree.child(entry, field), file)
    for (const element of tree.childrenIn(tree.child(entry, 'children'), 'element')) exportName(element, file)
  }
}

function exportName(node: NodeIndex, file: FileFactsBuilder): void {
  const text = bare(file.tree.textOf(node))
  if (node < 0 || text === '' || text === '..') return
  const name = text.slice(text.lastIndexOf('.') + 1) || text
  file.addExport({ name, local: name, module: '' }, node)
}

/** Without `--` before its lines, `{- -}` around it, and the bar of Haddock. */
const cleanDoc = (text: string): string =>
  text
    .replace(/^\{-|-\}\s*$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*--+ ?/, '').trimEnd())
    .join('\n')
    .replace(/^\s*[|^*]\s?/, '')
    .trim()

/** The head lists the exports; without a list everything is exported. `(..)` exports the members of a type too. */
export function completeFile(file: FileFactsBuilder): void {
  const { tree, facts } = file
  let head = -1
  for (let at = 1; at < tree.count && head < 0; at = tree.after(at)) if (tree.is(at, 'header')) head = at
  const hasList = head >= 0 && tree.child(head, 'exports') >= 0
  const listed = new Set(facts.exports.map((one) => one.name))
  const exportsItself = facts.exports.some((one) => one.name === '*' && one.module === facts.package)
  const withMembers = hasList ? exportedWithMembers(tree.textOf(tree.child(head, 'exports'))) : new Set<string>()
  for (const symbol of facts.symbols) {
    const around = facts.symbols[symbol.parent]
    const isInside = around !== undefined && ['struct', 'enum', 'trait'].includes(around.kind)
    const isTop = symbol.parent < 0 || isInside
    const withAll = isInside && withMembers.has(around.name)
    const isInstance = symbol.parent < 0 && symbol.kind === 'method'
    symbol.exported = isTop && (!hasList || listed.has(symbol.name) || withAll || isInstance || exportsItself)
    symbol.doc = cleanDoc(symbol.doc)
    if (/^(?:prop|test|spec|unit)_/.test(symbol.name) && symbol.kind === 'function') symbol.test = true
  }
}

/** Types whose members an export list exports too: `Shape(..)`, `Data.Map.Map (..)`, `(:+:)(..)`. */
const exportedWithMembers = (list: string): Set<string> =>
  new Set(
    [...list.matchAll(/(?<![\p{L}\p{N}_'.])(?:[\p{L}\p{N}_']+\.)*([\p{L}\p{N}_']+|\([^\s()]+\))\s*\(\s*\.\./gu)].map(
      ([, name = '']) => name.replace(/^\(|\)$/g, ''),
    ),
  )
