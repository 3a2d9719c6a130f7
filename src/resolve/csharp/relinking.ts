/** What other files see of a C# file: types by namespace, overloads by parameters, extension methods by name alone. */
import type { SymbolFact } from '../../contract/facts.ts'
import type { Outline } from '../../contract/facts-codec.ts'
import { isCallable } from '../meaning.ts'
import type { AddVisible, Relinking } from '../relinking.ts'

export const csharpRelinking: Relinking = {
  manifests: /(^|\/)([^/]*\.csproj|Directory\.Build\.(?:props|targets))$/,
  leadsBySignature: isCallable,
  seenWith,
  describeMore,
  /** A caller of an extension method does not name its class. */
  ownerOf: (symbol) => (isForOthers(symbol) ? '' : undefined),
  /** `global using` affects every file of the project. */
  concernsAll: ({ changed }) => changed.stars.size > 0,
}

const isForOthers = ({ static: isStatic, kind, signature }: SymbolFact): boolean =>
  isStatic && kind === 'method' && /\((?:\[[^\]]*\]\s*)*this\s/.test(signature)

/** Its namespace and visibility. */
function seenWith(symbol: SymbolFact, outline: Outline): string {
  let around: SymbolFact | undefined = symbol
  while (around && around.kind !== 'namespace') around = outline.symbols[around.parent]
  const access = symbol.signature.match(/\b(?:public|protected|internal|private)\b/g) ?? []
  return `${around?.name ?? outline.package} ${access.join(' ')}`
}

/** `[Marker]` is short for `MarkerAttribute`. */
function describeMore(outline: Outline, add: AddVisible): void {
  for (const { name, kind, signature } of outline.symbols) {
    if (kind !== 'class' || !name.endsWith('Attribute')) continue
    add({ owner: '', name: name.slice(0, -'Attribute'.length) }, 'attribute', name, signature, outline.package)
  }
}
