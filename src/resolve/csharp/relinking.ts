/** What others see of a file of C#: types by their namespaces, overloads by their parameters, extensions by their names alone. */
import type { SymbolFact } from '../../contract/facts.ts'
import type { Outline } from '../../contract/facts-codec.ts'
import { isCallable } from '../meaning.ts'
import type { AddVisible, Relinking } from '../relinking.ts'

export const csharpRelinking: Relinking = {
  manifests: /(^|\/)([^/]*\.csproj|Directory\.Build\.(?:props|targets))$/,
  leadsBySignature: isCallable,
  seenWith,
  describeMore,
  /** Whoever calls a method that is written for another type does not name its class. */
  ownerOf: (symbol) => (isForOthers(symbol) ? '' : undefined),
  /** What `global using` opens is opened for every file of the project. */
  concernsAll: ({ changed }) => changed.stars.size > 0,
}

const isForOthers = ({ static: isStatic, kind, signature }: SymbolFact): boolean =>
  isStatic && kind === 'method' && /\((?:\[[^\]]*\]\s*)*this\s/.test(signature)

/** Its namespace, and who may see it. */
function seenWith(symbol: SymbolFact, outline: Outline): string {
  let around: SymbolFact | undefined = symbol
  while (around && around.kind !== 'namespace') around = outline.symbols[around.parent]
  const access = symbol.signature.match(/\b(?:public|protected|internal|private)\b/g) ?? []
  return `${around?.name ?? outline.package} ${access.join(' ')}`
}

/** `[Marker]` is written for `MarkerAttribute`. */
function describeMore(outline: Outline, add: AddVisible): void {
  for (const { name, kind, signature } of outline.symbols) {
    if (kind !== 'class' || !name.endsWith('Attribute')) continue
    add({ owner: '', name: name.slice(0, -'Attribute'.length) }, 'attribute', name, signature, outline.package)
  }
}
