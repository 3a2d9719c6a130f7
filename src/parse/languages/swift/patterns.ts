/** Patterns of Swift: which names they bind, and which they only compare with. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'

const DEEPEST = 12

/** The names a pattern binds. `binds`: it is preceded by `let` or `var` (`let (a, b)`, `case let .some(x)`). */
export function bindersIn(pattern: NodeIndex, { binds }: { binds: boolean }, file: FileFactsBuilder, depth = 0): NodeIndex[] {
  const { tree } = file
  const found: NodeIndex[] = []
  let isBinding = binds
  let previous = ''
  for (const child of depth > DEEPEST ? [] : tree.children(pattern)) {
    const type = tree.typeOf(child)
    if (type === 'value_binding_pattern') isBinding = true
    else if (type === 'pattern') for (const name of bindersIn(child, { binds: isBinding }, file, depth + 1)) found.push(name)
    else if (type === 'simple_identifier' && isBinding && previous !== '.' && !isLabel(child, file)) found.push(child)
    if (type !== 'comment') previous = type
  }
  return found
}

/** `case .move(to: let x)`: `to` is a label. */
const isLabel = (name: NodeIndex, file: FileFactsBuilder): boolean => file.tree.is(file.tree.after(name), ':')
