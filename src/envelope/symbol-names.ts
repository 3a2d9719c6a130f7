/** Turns anchors into names for people: `sym:src.pay.ledger.Ledger.post` in `src/pay/ledger.ts` is `Ledger.post`. */

export type SymbolNames = (anchor: string, file?: string) => string

/** `known` are anchors with their files. For others only the last name is printed, because the end of the module is unknown. */
export function createSymbolNames(known: Iterable<readonly [anchor: string, file: string]>): SymbolNames {
  const files = new Map<string, string>(known)
  return (anchor, file) => nameIn(anchor, file ?? files.get(anchor))
}

function nameIn(anchor: string, file: string | undefined): string {
  const plain = anchor.replace(/^sym:/, '').replace(/~[^~]*$/, '')
  if (file === undefined) return plain.slice(plain.lastIndexOf('.') + 1)
  const module = moduleOf(file)
  if (plain === module) return file.slice(file.lastIndexOf('/') + 1)
  return plain.startsWith(`${module}.`) ? plain.slice(module.length + 1) : plain
}

const moduleOf = (file: string): string => file.replace(/(?<=[^/])\.[^./]+$/, '').replaceAll('/', '.')
