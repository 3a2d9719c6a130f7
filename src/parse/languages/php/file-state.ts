/** State of one PHP file while it is read: comments that were read, types of parameters. */
import { type FileFactsBuilder, MAX_AROUND } from '../../facts-builder.ts'
import { type PhpDoc, readPhpDoc } from './php-doc.ts'

type PhpState = {
  docs: Map<number, PhpDoc>
  /** `ordinal\0$name` of parameters → type. */
  parameter_types: Map<string, string>
}

const states = new WeakMap<FileFactsBuilder, PhpState>()

export function stateOf(file: FileFactsBuilder): PhpState {
  const known = states.get(file)
  if (known) return known
  const fresh: PhpState = { docs: new Map(), parameter_types: new Map() }
  states.set(file, fresh)
  return fresh
}

/** The content of the comment above a symbol. */
export function docOf(ordinal: number, file: FileFactsBuilder): PhpDoc {
  const { docs } = stateOf(file)
  const known = docs.get(ordinal)
  if (known) return known
  const read = readPhpDoc(file.symbol(ordinal)?.doc ?? '')
  docs.set(ordinal, read)
  return read
}

/** A type from a comment at this symbol, or '' when it contains a type variable of the symbol or of an enclosing one. */
export function withoutTemplates(type: string, ordinal: number, file: FileFactsBuilder): string {
  const words = type.match(/\w+/g)
  if (!words) return type
  for (let at = ordinal, depth = 0; at >= 0 && depth < MAX_AROUND; at = file.symbol(at)?.parent ?? -1, depth++) {
    const { templates } = docOf(at, file)
    if (templates.size > 0 && words.some((word) => templates.has(word))) return ''
  }
  return type
}
