/**
 * Inside a macro's brackets there are only tokens. Evident uses are recorded: `name(…)` is a call, `name!` too, a name after a
 * dot or `::` is a member, a name in capitals a type or constant. A bare lowercase name may be anything, also a variable that the
 * macro binds, and is left out.
 */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { withVariable } from './value-type.ts'

export function useTokens(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const parent = tree.parent(node)
  const end = tree.after(node)
  if (tree.is(parent, 'macro_invocation', 'macro_rule')) {
    const bound = namesBound(node, file)
    for (let at = node; at < end; at++) {
      if (tree.is(at, 'token_tree') && tree.is(at - 1, '#', '!') && isAttribute(at, file)) at = tree.after(at) - 1
      else if (tree.is(at, 'token_tree', 'token_repetition')) useRow(at, bound, file)
    }
  }
  for (let at = node; at < end; at++) file.notAUse(at)
}

/** `#[…]`, `#![…]` */
const isAttribute = (tokens: NodeIndex, { tree }: FileFactsBuilder): boolean =>
  tree.text.charAt(tree.start(tokens)) === '[' && (tree.is(tokens - 1, '#') || tree.is(tokens - 2, '#'))

/**
 * Names that `let`, `for` and closures bind inside the macro, and their names in receivers: their types are unknown, except where
 * a closure declares them (`|dir: Dir|`).
 */
function namesBound(node: NodeIndex, file: FileFactsBuilder): Map<string, string> {
  const { tree } = file
  const bound = new Map<string, string>()
  for (let at = node; at < tree.after(node); at++) {
    if (!tree.is(at, 'identifier') || /^\p{Lu}/u.test(tree.textOf(at))) continue
    const name = tree.textOf(at)
    const isNew = tree.is(at - 1, 'let', 'for', 'ref', '|', 'mutable_specifier') || tree.is(at + 1, '|')
    const type = tree.is(at + 1, ':') && tree.is(at - 1, '|', ',', 'mutable_specifier') ? typeBehind(at + 2, file) : ''
    const known = type === '' ? '…' : `${name}@${tree.line(at)}`
    // Two variables of one name with different types: which one is used is not followed.
    if (type !== '') bound.set(name, bound.has(name) && bound.get(name) !== known ? '…' : known)
    else if (isNew) bound.set(name, '…')
    if (type !== '') file.bind({ name: at, known, at: node, role: 'parameter', scope: file.owner[node] as number, type })
  }
  return bound
}

/** A plain type between `:` and `,` or `|`; '' for anything else. */
function typeBehind(from: NodeIndex, { tree }: FileFactsBuilder): string {
  let end = from
  while (tree.is(end, 'identifier', '::', '&', 'mutable_specifier', 'crate', 'super')) end = tree.after(end)
  if (end === from || !tree.is(end, ',', '|')) return ''
  return tree.text.slice(tree.start(from), tree.end(end - 1)).replaceAll(/\s+/g, ' ')
}

/** A name after these words is defined, not used. */
const defining = ['fn', 'struct', 'enum', 'trait', 'mod', 'type', 'const', 'static', 'union', 'let', "'"] as const

/** The tokens between one pair of brackets. `chain`: the receiver of the next name, as text. */
function useRow(row: NodeIndex, bound: ReadonlyMap<string, string>, file: FileFactsBuilder): void {
  const { tree } = file
  let chain = ''
  const tokens = withoutArguments(tree.children(row), file)
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1] ?? -1
    const isBehind = tree.is(before, '.', '::')
    if (tree.is(token, 'identifier', 'self', 'crate', 'super', 'metavariable', 'primitive_type')) {
      const text = tree.textOf(token).replace(/^r#/, '').replace('$crate', 'crate')
      const receiver = isBehind ? withVariable(token, chain.replace(/\.$/, ''), file) : ''
      if (tree.is(token, 'identifier') && !tree.is(before, ...defining))
        useToken(token, text, receiver, tokens.slice(at + 1, at + 3), file)
      chain = isBehind ? `${chain}${text}` : (bound.get(text) ?? text)
    } else if (tree.is(token, '.', '::', '?')) chain += chain === '' && !tree.is(token, '::') ? '…' : tree.textOf(token)
    else if (tree.is(token, 'token_tree') && chain !== '' && !/[.:]$/.test(chain)) {
      const open = tree.text.charAt(tree.start(token))
      chain = open === '(' ? `${chain}()` : open === '[' ? `${chain}[]` : ''
    } else chain = tree.is(token, 'await') ? `${chain}await` : ''
  }
}

/** `Vec::<u8>::new` → `Vec::new`; attributes gone. */
function withoutArguments(tokens: readonly NodeIndex[], file: FileFactsBuilder): NodeIndex[] {
  const { tree } = file
  const kept: NodeIndex[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] ?? -1
    // An attribute contains no calls.
    if (tree.is(token, '#') && tree.is(tokens[at + 1] ?? -1, 'token_tree') && tree.textOf(tokens[at + 1] ?? -1).startsWith('[')) {
      at++
      continue
    }
    if (!tree.is(token, '<') || !tree.is(kept.at(-1) ?? -1, '::')) {
      kept.push(token)
      continue
    }
    kept.pop()
    for (let depth = 0; at < tokens.length; at++) {
      const text = tree.is(tokens[at] ?? -1, 'token_tree') ? '' : tree.textOf(tokens[at] ?? -1)
      depth += text === '<' ? 1 : text === '>' ? -1 : text === '>>' ? -2 : 0
      if (depth <= 0) break
    }
  }
  return kept
}

function useToken(token: NodeIndex, name: string, receiver: string, next: readonly NodeIndex[], file: FileFactsBuilder): void {
  const { tree } = file
  const [follows = -1, second = -1] = next
  const opens = tree.is(follows, 'token_tree') ? tree.text.charAt(tree.start(follows)) : ''
  const isMacro = tree.is(follows, '!') && tree.is(second, 'token_tree')
  const isCapital = /^\p{Lu}/u.test(name)
  if (name === 'Self' || name === '_') return
  if (isMacro || opens === '(') {
    if (receiver === '' && isLocal(token, name, file)) return
    file.use(name, 'calls', token, receiver, { count: isMacro ? -1 : argumentCount(follows, file), types: '' })
    return
  }
  if (receiver !== '') file.use(name, tree.is(follows, '::') ? 'references' : 'reads', token, receiver)
  else if (isLocal(token, name, file)) return
  else if (tree.is(follows, '::')) file.use(name, 'references', token)
  else if (isCapital && !tree.is(follows, ':', '=')) file.use(name, /\p{Ll}/u.test(name) ? 'references' : 'reads', token)
}

const isLocal = (token: NodeIndex, name: string, file: FileFactsBuilder): boolean =>
  file.scopes.isLocal(file.scope[token] as number, name)

function argumentCount(tokens: NodeIndex, file: FileFactsBuilder): number {
  const { tree } = file
  const inside = tree.children(tokens).slice(1, -1)
  const commas = inside.filter((token) => tree.is(token, ',')).length
  return inside.length === 0 ? 0 : commas + (tree.is(inside.at(-1) ?? -1, ',') ? 0 : 1)
}
