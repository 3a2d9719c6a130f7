/** The bases after the colon of a Swift type, its attributes, and the type that an extension extends. */
import type { EdgeKind } from '../../../contract/symbol.ts'
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { skipLabels } from './arguments.ts'
import { nameOfType } from './value-type.ts'

export function useHeritage(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const word = tree.textOf(tree.child(node, 'declaration_kind'))
  const bases = tree.children(node).filter((child) => tree.is(child, 'inheritance_specifier'))
  for (const [at, base] of bases.entries()) {
    const type = tree.child(base, 'inherits_from')
    file.intend(type, edgeTo(nameOfType(type, file), word, at, file))
  }
  if (word === 'extension') useExtended(tree.child(node, 'name'), file)
}

/** Only the first base of a class may be a class, unless this file or the standard library declares it as a protocol. */
function edgeTo(base: string, word: string, at: number, file: FileFactsBuilder): EdgeKind {
  if (word === 'protocol') return 'extends'
  if (word === 'enum' && at === 0 && rawTypes.has(base)) return 'uses_type'
  if (word !== 'class' || at > 0 || isProtocol(base, file)) return 'implements'
  return 'extends'
}

const rawTypes = new Set(
  'String Character Int Int8 Int16 Int32 Int64 UInt UInt8 UInt16 UInt32 UInt64 Float Double CGFloat'.split(' '),
)

const isProtocol = (name: string, file: FileFactsBuilder): boolean =>
  knownProtocols.has(name) ||
  /(?:Protocol|Delegate|DataSource|Convertible|able)$/.test(name) ||
  file.symbol(file.ordinalNamed(name))?.kind === 'interface'

const knownProtocols = new Set(
  'Equatable Hashable Comparable Codable Encodable Decodable Sendable Error LocalizedError AnyObject Identifiable ObservableObject View App Scene Sequence Collection IteratorProtocol Encoder Decoder Publisher Subscriber Subscription Actor CodingKey'.split(
    ' ',
  ),
)

/** The extension references the extended type; the name itself is the extension's. */
function useExtended(type: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const names = tree.children(type).filter((part) => tree.is(part, 'type_identifier'))
  const last = names.at(-1)
  if (!tree.is(type, 'user_type') || last === undefined) return
  file.use(
    tree.textOf(last),
    'uses_type',
    last,
    names
      .slice(0, -1)
      .map((part) => tree.textOf(part))
      .join('.'),
  )
  const [first = -1] = names
  if (first !== last) file.use(tree.textOf(first), 'references', first)
  for (const name of names) file.notAUse(name)
}

const languageAttributes = new Set(
  `available objc objcMembers discardableResult escaping autoclosure Sendable testable main inlinable inline usableFromInline
  frozen unknown nonobjc IBAction IBOutlet IBDesignable IBInspectable dynamicMemberLookup dynamicCallable propertyWrapper resultBuilder
  globalActor preconcurrency unchecked retroactive convention warn_unqualified_access backDeployed exclusivity NSManaged NSCopying
  UIApplicationMain NSApplicationMain requires_stored_property_inits attached freestanding implementationOnly _exported
  _implementationOnly _spi _disfavoredOverload _spiOnly _documentation alwaysEmitIntoClient _alwaysEmitIntoClient _transparent`.split(
    /\s+/,
  ),
)

/** `@Wrapped(x)` decorates; attributes of the language itself are not uses. */
export function useAttribute(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const type = tree.childOfType(node, 'user_type')
  if (!languageAttributes.has(nameOfType(type, file))) {
    file.intend(type, 'decorates')
    skipLabels(node, file)
    return
  }
  for (let at = node + 1; at < tree.after(node); at++) file.notAUse(at)
}

export function useMacro(node: NodeIndex, file: FileFactsBuilder): void {
  file.intend(file.tree.childOfType(node, 'simple_identifier'), 'calls')
}

/** `continue outer` refers to a label. */
export function useTransfer(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  if (tree.is(node + 1, 'continue', 'break')) file.notAUse(tree.child(node, 'result'))
}

export function useConstructor(node: NodeIndex, file: FileFactsBuilder): void {
  file.intend(file.tree.child(node, 'constructed_type'), 'calls')
}
