/** `Auth.login`, or `Auth.login~tag` for one of several. */
export function readSymbolPath(symbolPath: string): { qualified_name: string; tag?: string } {
  // A name may begin with `~`; a tag follows one.
  const [, qualified_name, tag] = /^(.*[^.])~([\w-]{8}(?:#\d+)?)$/s.exec(symbolPath) ?? []
  return qualified_name !== undefined && tag !== undefined ? { qualified_name, tag } : { qualified_name: symbolPath }
}
