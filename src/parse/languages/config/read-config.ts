/** Turns a known settings file into the few definitions that its shape names. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import type { SyntaxTree } from '../../syntax-tree.ts'
import { withoutQuotes } from '../defined-by.ts'
import type { Entries, Entry } from './entries.ts'
import type { KeyRule, Shape } from './shapes.ts'

/** More than any handwritten file has; the rest of a generated one is not useful. */
const MOST = 2000

export function readConfig(file: FileFactsBuilder, root: NodeIndex, entries: Entries, shapes: readonly Shape[]): void {
  const { tree } = file
  const top = entries(tree, root)
  const keys = new Set(top.map((entry) => entry.key))
  const shape = shapes.find((one) => one.keys.every((key) => key.split('|').some((either) => keys.has(either))))
  if (!shape) return
  const reader: Reader = { file, entries, root }
  // Outer entries first, so that they can be parents of inner ones.
  const found = shape.rules.flatMap((rule) => entriesAt(reader, root, rule.at).map((reached) => ({ rule, reached })))
  found.sort((one, other) => one.reached.entry.node - other.reached.entry.node)
  for (const { rule, reached } of found.slice(0, MOST)) define(reader, rule, reached)
  for (const at of shape.imports ?? [])
    for (const reached of entriesAt(reader, root, at.replace(/^=/, ''))) addImport(reader, at, reached.entry)
}

type Reader = { file: FileFactsBuilder; entries: Entries; root: NodeIndex }
type ReachedEntry = { entry: Entry; around: readonly Entry[] }

/** The entries of a path. The last dot-separated step may match many; keys of TOML contain dots themselves. */
function entriesAt({ file, entries }: Reader, root: NodeIndex, at: string): ReachedEntry[] {
  let reached: ReachedEntry[] = [{ entry: { key: '', keyNode: root, node: root, value: root }, around: [] }]
  let rest = at
  while (rest !== '') {
    const next: ReachedEntry[] = []
    const { step, length } = stepOf(rest)
    for (const { entry, around } of reached)
      for (const inner of entries(file.tree, entry.value))
        if (fits(step, inner.key)) next.push({ entry: inner, around: [...around, inner] })
    reached = next
    rest = rest.slice(length)
  }
  return reached
}

/** `tool.poetry|project.scripts.*`: alternatives extend to the last dot that is followed by `*`, `#` or one plain word. */
function stepOf(path: string): { step: readonly string[]; length: number } {
  const isChoice = /^[^*#]*\|/.test(path)
  const end = isChoice ? lastDotOfChoice(path) : path.indexOf('.')
  const text = end < 0 ? path : path.slice(0, end)
  return { step: text.split('|'), length: text.length + 1 }
}

/** Alternatives of verbs and the like end with the path; others are followed by a `.*`, a `.#` or one more word. */
function lastDotOfChoice(path: string): number {
  const star = path.search(/\.[*#]/)
  if (star >= 0) return star
  const last = path.lastIndexOf('|')
  const dot = path.lastIndexOf('.')
  return dot > last ? dot : -1
}

const fits = (step: readonly string[], key: string): boolean => step.some((one) => (one === '*' ? key !== '#' : one === key))

function define({ file, entries, root }: Reader, rule: KeyRule, { entry, around }: ReachedEntry): void {
  const { tree } = file
  if (rule.holds !== undefined && below(tree, entries, entry.value, rule.holds) < 0) return
  const named =
    rule.name === undefined ? entry.keyNode : rule.name === 'value' ? entry.value : below(tree, entries, entry.value, rule.name)
  const nameText = scalar(tree, named)
  if (named < 0 || nameText === '' || nameText.length > 120) return
  const fixed = around.slice(0, -1).filter(({ key }) => key !== '#')
  const kindOf = scalar(tree, below(tree, entries, root, /^\{(.*)\}$/.exec(rule.qualifier ?? '')?.[1] ?? ''))
  const qualifier = rule.qualifier?.startsWith('{') ? kindOf : (rule.qualifier ?? fixed.map(({ key }) => key).join('.'))
  // The name of `io.k8s.api.apps.v1.Deployment` is Deployment.
  const dot = rule.kind === 'struct' && /^[\w.]+$/.test(nameText) ? nameText.lastIndexOf('.') : -1
  const ordinal = file.define({
    node: entry.node,
    kind: rule.kind,
    name: named,
    nameText: nameText.slice(dot + 1),
    parent: parentOf(entry.node, file),
    qualifier: dot > 0 ? `${qualifier}.${nameText.slice(0, dot)}` : qualifier,
    ...(rule.whole && { span: root }),
    signature: headOf(rule, { entry, around }, `${qualifier} ${nameText}`, tree),
    exported: true,
    opens: 'none',
    binds: false,
  })
  const symbol = file.symbol(ordinal)
  if (!symbol) return
  symbol.name_column += dot + 1 + (/^["']/.test(tree.textOf(named)) ? 1 : 0)
  const doc = rule.doc ? scalar(tree, below(tree, entries, entry.value, rule.doc)) : ''
  if (doc !== '') symbol.doc = doc.slice(0, 2000)
}

/** For an API operation its verb and path, for a whole document its kind, else the line. */
function headOf(rule: KeyRule, { entry, around }: ReachedEntry, whole: string, tree: SyntaxTree): string {
  if (rule.whole) return whole
  if (rule.name === 'operationId') return `${entry.key.toUpperCase()} ${around.at(-2)?.key ?? ''}`
  return (tree.textOf(entry.node).slice(0, 120).split('\n', 1)[0] ?? '').replace(/(?<![,{\s])[,{\s]+$/, '')
}

/** The nearest enclosing entry that is a symbol. */
function parentOf(node: NodeIndex, file: FileFactsBuilder): number {
  const { tree } = file
  for (let at = tree.parent(node); at > 0; at = tree.parent(at)) {
    const ordinal = file.owner[at] as number
    if (ordinal >= 0 && file.definitionNode(ordinal) === at) return ordinal
  }
  return -1
}

function below(tree: SyntaxTree, entries: Entries, value: NodeIndex, key: string): NodeIndex {
  return key === '' ? -1 : (entries(tree, value).find((entry) => entry.key === key)?.value ?? -1)
}

/** The text of a plain value; '' for a list or mapping. */
function scalar(tree: SyntaxTree, node: NodeIndex): string {
  const text = tree.textOf(node).slice(0, 400)
  if (/^[[{]/.test(text) || /^&|^\*/.test(text)) return ''
  if (/^[|>]/.test(text)) return text.replace(/^[|>][^\n]*\n\s*/, '').trim()
  return text.includes('\n') ? '' : withoutQuotes(text.trim())
}

function addImport({ file }: Reader, at: string, entry: Entry): void {
  const { tree } = file
  const isValue = at.startsWith('=')
  // `serde.workspace = true` names serde.
  const key = tree.is(entry.keyNode, 'dotted_key') ? (tree.namedChildren(entry.keyNode)[0] ?? entry.keyNode) : entry.keyNode
  const node = isValue ? entry.value : key
  // A value may end in a version: `requests>=2`; an action keeps its own: `actions/checkout@v4`.
  const module = isValue ? scalar(tree, node).replace(/[\s<>=!~;[(].*/s, '') : scalar(tree, node)
  if (module === '' || module === 'python' || module.length > 200) return
  const index = file.addImport({ module, name: '', alias: '', kind: 'side-effect', type_only: false }, node)
  if (!/^["']/.test(tree.textOf(node))) return
  for (const fact of [file.facts.imports[index], file.facts.uses.at(-1)]) if (fact) fact.column++
}
