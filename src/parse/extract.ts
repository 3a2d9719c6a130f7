/** Turns a parsed tree into facts: two walks over its nodes, with the language's tables deciding at each. */
import type { FileFacts } from '../contract/facts.ts'
import { type EdgeKind, edgeKinds } from '../contract/symbol.ts'
import { type CompiledLanguage, type CompiledUse, EVERY_FIELD, edgeNumber } from './compile-language.ts'
import { callableKinds, FileFactsBuilder, NOT_A_USE } from './facts-builder.ts'
import type { DefineRule, MaskedName, NodeIndex } from './language.ts'
import { useMasked } from './masked-uses.ts'
import { numberTwins } from './number-twins.ts'
import type { SyntaxTree } from './syntax-tree.ts'

/** `outlineOnly`: definitions, imports and exports, but no uses: for too large files. `masked`: names hidden from the grammar. */
export function extractFacts(
  tree: SyntaxTree,
  language: CompiledLanguage,
  options: { outlineOnly: boolean; masked?: readonly MaskedName[] },
): FileFacts {
  const file = new FileFactsBuilder(tree, language)
  if (tree.count === 0) return file.facts
  declareAll(file, tree, language)
  file.reached = tree.count
  language.definition.declared?.(file)
  if (!options.outlineOnly) {
    useAll(file, tree, language)
    useMasked(file, options.masked ?? [])
  }
  file.facts.uses.sort((one, other) => one.line - other.line || one.column - other.column)
  numberTwins(file.facts.symbols)
  return file.facts
}

function declareAll(file: FileFactsBuilder, tree: SyntaxTree, language: CompiledLanguage): void {
  const { type, parent } = tree.flat
  const { owner, scope } = file
  const { declare, comments, decorators } = language
  for (let node = 0; node < tree.count; node++) {
    const kind = type[node] as number
    if (node > 0) {
      const up = parent[node] as number
      owner[node] = owner[up] as number
      scope[node] = scope[up] as number
    }
    if (comments[kind] === 1) file.docs.note(node)
    else if (decorators[kind] === 1) file.docs.noteDecorator(node)
    const rule = declare[kind]
    if (rule === undefined) continue
    file.reached = node
    if (typeof rule === 'function') rule(node, file)
    else if ('scope' in rule) file.openScope(node, rule.scope)
    else defineByRule(node, rule, file)
  }
}

function defineByRule(node: NodeIndex, rule: DefineRule, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  if (name < 0 || tree.start(name) === tree.end(name)) return
  const kind = rule.define
  file.define({
    node,
    kind,
    name,
    body: tree.child(node, 'body'),
    type: rule.type ? file.typeText(tree.child(node, rule.type)) : '',
    ...(callableKinds.has(kind) && { parameters: tree.child(node, 'parameters') }),
    ...(rule.opens && { opens: rule.opens }),
  })
}

function useAll(file: FileFactsBuilder, tree: SyntaxTree, language: CompiledLanguage): void {
  const { type, parent, next } = tree.flat
  const { contexts } = file
  const { use } = language
  for (let node = 0; node < tree.count; ) {
    if (node > 0) contexts[node] = contexts[parent[node] as number] as number
    const rule = use[type[node] as number]
    if (rule !== undefined) {
      if (rule.do === 'skip') {
        node = next[node] as number
        continue
      }
      applyUse(node, rule, file, tree)
    }
    node++
  }
}

const CALLS = edgeNumber('calls')
const DECORATES = edgeNumber('decorates')
const READS = edgeNumber('reads')
const REFERENCES = edgeNumber('references')

function applyUse(node: NodeIndex, rule: Exclude<CompiledUse, { do: 'skip' }>, file: FileFactsBuilder, tree: SyntaxTree): void {
  const { intents, contexts } = file
  switch (rule.do) {
    case 'name':
      file.useName(node, rule.use)
      return
    case 'member':
      useMember(node, rule, file, tree)
      return
    case 'call':
      hand(intents[node] === DECORATES ? DECORATES : CALLS, tree.childByField(node, rule.field), intents)
      return
    case 'pass':
      handToField(intents[node] as number, node, rule.field, file, tree)
      return
    case 'intend':
      for (const [field, edge] of rule.fields) handToField(edge, node, field, file, tree)
      return
    case 'context':
      contexts[node] = rule.edge
      return
    case 'visit':
      rule.visit(node, file)
      return
  }
}

function useMember(
  node: NodeIndex,
  rule: Extract<CompiledUse, { do: 'member' }>,
  file: FileFactsBuilder,
  tree: SyntaxTree,
): void {
  const { intents } = file
  const object = tree.childByField(node, rule.object)
  const property = tree.childByField(node, rule.property)
  const edge = edgeFor(node, rule.edge, file)
  hand(file.contexts[node] === 0 && rule.edge === READS ? READS : REFERENCES, object, intents)
  if (property < 0) return
  const isDefinition = intents[property] === NOT_A_USE
  intents[property] = NOT_A_USE
  if (edge === NOT_A_USE || isDefinition || tree.start(property) === tree.end(property)) return
  file.use(tree.textOf(property), edgeKinds[edge - 1] as EdgeKind, property, file.receiverText(object))
}

function edgeFor(node: NodeIndex, fallback: number, file: FileFactsBuilder): number {
  return (file.intents[node] as number) || (file.contexts[node] as number) || fallback
}

function handToField(edge: number, node: NodeIndex, field: number, file: FileFactsBuilder, tree: SyntaxTree): void {
  if (edge === 0) return
  if (field !== EVERY_FIELD) {
    for (const child of tree.children(node)) if (tree.flat.field[child] === field) hand(edge, child, file.intents)
    return
  }
  for (const child of tree.children(node)) if (tree.isNamed(child)) hand(edge, child, file.intents)
}

function hand(edge: number, node: NodeIndex, intents: Uint8Array): void {
  if (node >= 0 && intents[node] === 0) intents[node] = edge
}
