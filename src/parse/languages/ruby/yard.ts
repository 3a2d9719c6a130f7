/** Types in a YARD comment: `@param name [Type]`, `@return [Type]`. Text in, text out. */

export type Yard = { params: ReadonlyMap<string, string>; returns: string }

export function readYard(doc: string): Yard {
  const params = new Map<string, string>()
  if (!doc.includes('@')) return { params, returns: '' }
  for (const [, before = '', type = '', after = ''] of doc.matchAll(/@param\s+(\w+)?\s*\[([^\]\n]*)\]\s*(\w+)?/g)) {
    const name = before || after
    if (name !== '' && !params.has(name)) params.set(name, type.trim())
  }
  return { params, returns: /@return\s+\[([^\]\n]*)\]/.exec(doc)?.[1]?.trim() ?? '' }
}

/** The same for a Sorbet signature: `sig { params(order: Order).returns(T.nilable(Line)) }`. */
export function readSignature(text: string): Yard {
  const params = new Map<string, string>()
  const listed = /\bparams\(((?:[^()]|\([^()]*\))*)\)/.exec(text)?.[1] ?? ''
  for (const [, name = '', type = ''] of listed.matchAll(/(\w+):\s*((?:[^,()]|\([^()]*\))+)/g)) params.set(name, type.trim())
  return { params, returns: /\breturns\(((?:[^()]|\([^()]*\))*)\)/.exec(text)?.[1]?.trim() ?? '' }
}
