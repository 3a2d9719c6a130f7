/** A language definition prepared for one loaded grammar: tables by type id instead of by name. */
import { type EdgeKind, edgeKinds } from '../contract/symbol.ts'
import type { GrammarNames } from './engine.ts'
import { tokenHash } from './fingerprint.ts'
import { ERROR_TYPE } from './flat-tree.ts'
import type { CodeLanguage, DeclareRule, NodeIndex, UseRule } from './language.ts'
import { compileReceiverText, type ReceiverText } from './receiver-text.ts'
import type { SyntaxTree } from './syntax-tree.ts'

export type CompiledLanguage = {
  definition: CodeLanguage
  declare: (DeclareRule | undefined)[]
  use: (CompiledUse | undefined)[]
  /** Per type id: 1 for a comment or decorator. */
  comments: Uint8Array
  decorators: Uint8Array
  /** Per type id: the hash of a token with a fixed text in fingerprints; undefined where the text decides. */
  tokenHashes: readonly (number | undefined)[]
  receiverText: ReceiverText
  isWrapper(tree: SyntaxTree, node: NodeIndex): boolean
}

/** A use rule with its field names as ids and its edges as numbers (index + 1). */
export type CompiledUse =
  | { do: 'name'; use: EdgeKind }
  | { do: 'member'; object: number; property: number; edge: number }
  | { do: 'call'; field: number }
  | { do: 'intend'; fields: readonly (readonly [field: number, edge: number])[] }
  | { do: 'pass'; field: number }
  | { do: 'context'; edge: number }
  | { do: 'skip' }
  | { do: 'visit'; visit: Extract<UseRule, (...args: never[]) => void> }

/** Means "every named child" where a field id is expected. */
export const EVERY_FIELD = -1

export function compileLanguage(definition: CodeLanguage, names: GrammarNames): CompiledLanguage {
  const fieldId = (field: string): number => (field === '*' ? EVERY_FIELD : (names.fieldIds.get(field) ?? 0))
  const flags = (types: readonly string[]) => {
    const marked = new Uint8Array(ERROR_TYPE + 1)
    for (const [id, type] of names.types.entries()) if (names.named[id] && types.includes(type)) marked[id] = 1
    return marked
  }
  const table = <Rule>(rules: Readonly<Record<string, Rule>>) =>
    names.types.map((type, id) => (names.named[id] && Object.hasOwn(rules, type) ? rules[type] : undefined))
  const wrappers = flags(definition.wrappers)
  return {
    definition,
    declare: table(definition.declare),
    use: table(definition.use).map((rule) => rule && compileUse(rule, fieldId)),
    comments: flags(definition.comments),
    decorators: flags(definition.decorators),
    tokenHashes: names.types.map((type, id) => (names.named[id] ? undefined : tokenHash(type))),
    receiverText: compileReceiverText(definition.receiver, definition.comments, names),
    isWrapper: (tree, node) => wrappers[tree.flat.type[node] as number] === 1,
  }
}

function compileUse(rule: UseRule, fieldId: (field: string) => number): CompiledUse {
  if (typeof rule === 'function') return { do: 'visit', visit: rule }
  if ('name' in rule) return { do: 'name', use: rule.name }
  if ('object' in rule) {
    const edge = edgeNumber(rule.use ?? 'reads')
    return { do: 'member', object: fieldId(rule.object), property: fieldId(rule.property), edge }
  }
  if ('call' in rule) return { do: 'call', field: fieldId(rule.call) }
  if ('pass' in rule) return { do: 'pass', field: fieldId(rule.pass) }
  if ('context' in rule) return { do: 'context', edge: edgeNumber(rule.context) }
  if ('skip' in rule) return { do: 'skip' }
  return { do: 'intend', fields: Object.entries(rule.intend).map(([field, use]) => [fieldId(field), edgeNumber(use)] as const) }
}

export const edgeNumber = (use: EdgeKind): number => edgeKinds.indexOf(use) + 1
