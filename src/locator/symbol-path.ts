/** `Auth.login`, and `Auth.login~tag` where one of several is meant. */
export function readSymbolPath(symbolPath: string): { qualified_name: string; tag?: string } {
  // A name may begin with `~`; a tag stands behind one.
  const [, qualified_name, tag] = /^(.*[^.])~([\w-]{8}(?:#\d+)?)$/s.exec(symbolPath) ?? []
  return qualified_name !== undefined && tag !== undefined ? { qualified_name, tag } : { qualified_name: symbolPath }
}
