/**
 * Whether the name written at a place can refer to a symbol: it is the symbol's own name, or an alias that this file or the
 * symbol's file declares. An imported link is refused if the text at its place has another name.
 */
import type { ImportFact, SymbolFact, UseFact } from '../contract/facts.ts'
import type { Outline } from '../contract/facts-codec.ts'
import { modulePath } from '../contract/identity.ts'
import type { MeantSymbol } from './graph-anchors.ts'

export function leadsTo(use: UseFact, here: Outline, target: MeantSymbol, there: Outline): boolean {
  const imports = importsBehind(use, here)
  // Any module may have a default export, so the module must match too.
  const named = imports.filter(({ name }) => name !== 'default' || isModuleNamed(target.path, new Set(), imports))
  const said = new Set([...(use.name === 'default' ? [] : [use.name]), ...named.map(({ name }) => name)])
  if (target.fact === null) return isModuleNamed(target.path, said, imports)
  if (namesOf(target.fact, there).some((name) => said.has(name))) return true
  // `export { total as sum }`, `export default total`: the target's file declares the alias.
  const own = target.fact.qualified_name
  return there.exports.some(({ name, local, module }) => module === '' && local === own && said.has(name))
}

/** The import that binds the name, or the import statement that contains the use. */
function importsBehind(use: UseFact, { imports }: Outline): ImportFact[] {
  const own = imports[use.import]
  if (own) return [own]
  return use.receiver === '' ? imports.filter(({ alias }) => alias === use.name) : []
}

/** A constructor is called by the name of its class. */
function namesOf({ name, kind, parent }: SymbolFact, { symbols }: Outline): string[] {
  const owner = kind === 'constructor' || name === '__init__' ? symbols[parent] : undefined
  return owner ? [name, owner.name] : [name]
}

/** Files that represent their folder and are imported by its name. */
const folderFiles = new Set(['index', '__init__', 'mod', 'lib', 'main'])

function isModuleNamed(path: string, said: ReadonlySet<string>, imports: readonly ImportFact[]): boolean {
  const parts = modulePath(path).split('.')
  const own = folderFiles.has(parts.at(-1) ?? '') ? parts.slice(0, -1) : parts
  if (said.has(own.at(-1) ?? '')) return true
  return imports.some(({ module }) => {
    const isFile = module.endsWith(path.slice(path.lastIndexOf('.')))
    const written = (isFile ? module.slice(0, module.lastIndexOf('.')) : module)
      .replace(/\.[cm]?[jt]sx?$/, '')
      .split(/[./\\:]+/)
      .filter((part) => part !== '')
    // `./index` alone names no file: many folders have one.
    const isGeneric = written.length === 1 && folderFiles.has(written[0] ?? '')
    return !isGeneric && (endsAlike(written, own) || endsAlike(written, parts))
  })
}

/** One ends with the whole other: `shop/auth` and `src/shop/auth`. */
function endsAlike(a: readonly string[], b: readonly string[]): boolean {
  const length = Math.min(a.length, b.length)
  return length > 0 && a.slice(-length).join('/') === b.slice(-length).join('/')
}
