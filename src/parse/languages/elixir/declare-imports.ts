/** `alias`, `import`, `require`, `use`. */
import type { ImportFact } from '../../../contract/facts.ts'
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { argumentsOf, keywordOf, moduleText } from './heads.ts'

export function declareImport(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const word = tree.textOf(tree.child(node, 'target'))
  const [named = -1] = argumentsOf(node, file)
  file.notAUse(keywordOf(node, 'as', file))
  if (tree.is(named, 'dot')) file.notAUse(tree.child(named, 'left'))
  for (const { node: at, module } of modulesIn(named, file)) {
    if (word === 'import') importFunctions(node, at, module, file)
    else {
      const as = tree.textOf(keywordOf(node, 'as', file))
      const alias = as || (word === 'alias' ? module.slice(module.lastIndexOf('.') + 1) : '')
      add({ module, name: '', alias, kind: alias === '' ? 'side-effect' : 'namespace' }, at, file)
    }
  }
}

/** `only: [map: 2]` imports those; without it everything is imported. */
function importFunctions(node: NodeIndex, at: NodeIndex, module: string, file: FileFactsBuilder): void {
  const { tree } = file
  const only = keywordOf(node, 'only', file)
  const [keywords = -1] = tree.is(only, 'list') ? tree.namedChildren(only) : []
  const pairs = tree.is(keywords, 'keywords') ? tree.namedChildren(keywords) : []
  if (pairs.length === 0) add({ module, name: '', alias: '', kind: 'wildcard' }, at, file)
  else add({ module, name: '', alias: '', kind: 'side-effect' }, at, file)
  for (const pair of pairs) {
    const key = tree.child(pair, 'key')
    const name = tree.textOf(key).replace(/:\s*$/, '')
    add({ module, name, alias: name, kind: 'named' }, key, file)
  }
}

/** `Foo.Bar`, `Foo.{A, B.C}`, `__MODULE__.X` */
function modulesIn(named: NodeIndex, file: FileFactsBuilder): { node: NodeIndex; module: string }[] {
  const { tree } = file
  const group = tree.is(named, 'dot') ? tree.child(named, 'right') : -1
  const whole = tree.is(group, 'tuple') ? moduleText(tree.child(named, 'left'), file) : ''
  const parts = tree.is(group, 'tuple') ? tree.namedChildren(group) : [named]
  return parts
    .map((node) => ({ node, module: whole === '' ? moduleText(node, file) : `${whole}.${tree.textOf(node)}` }))
    .filter(({ module }) => /^[\p{Lu}_][\p{L}\p{N}_.]*$/u.test(module))
}

function add(fact: Pick<ImportFact, 'module' | 'name' | 'alias' | 'kind'>, at: NodeIndex, file: FileFactsBuilder): void {
  file.addImport({ ...fact, type_only: false }, at)
  for (let node = at; node < file.tree.after(at); node++) file.notAUse(node)
}
