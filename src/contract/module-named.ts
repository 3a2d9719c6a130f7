/**
 * Whether an import names a module by its path, whatever it imports: `from shop.pay import refund` uses `shop/pay.py`, even if
 * that only re-exports `refund`. A relative path names exactly one file; any other must be the end of the module's own path.
 */
import type { ImportFact } from './facts.ts'
import { modulePath } from './identity.ts'
import { languageNamed } from './languages.ts'
import type { Tier } from './symbol.ts'

export type ModuleImportTier = Extract<Tier, 'resolved' | 'possible'>

/** Files that represent their folder. */
const folderFile = /(?:^|[./])(?:index|__init__|mod)$/

/** The names of a module's file in imports: its dotted path, and its folder if the file represents the folder. */
export function namesOfModule(path: string): string[] {
  const own = modulePath(path)
  const folder = own.replace(folderFile, '')
  return folder !== '' && folder !== own ? [own, folder] : [own]
}

/** Whether a dotted name is the end of one of the module's names. */
export const isModuleCalled = (path: string, name: string): boolean =>
  name !== '' && namesOfModule(path).some((whole) => whole === name || whole.endsWith(`.${name}`))

/** Documents and data are not modules. */
export const isModuleFile = (language: string): boolean => languageNamed(language)?.kind === 'code' || language === 'notebook'

/** `from`: the file that contains the import. undefined when it imports another module. */
export function importOf(
  { module }: Pick<ImportFact, 'module'>,
  from: string,
  names: readonly string[],
): ModuleImportTier | undefined {
  const relative = readRelative(module, from)
  if (relative !== undefined) return names.includes(relative) ? 'resolved' : undefined
  const text = module.replace(/\.[cm]?[jt]sx?$/, '').replaceAll(/[/\\]|::/g, '.')
  return text !== '' && names.some((path) => path === text || path.endsWith(`.${text}`)) ? 'possible' : undefined
}

/** Resolves `./pay` and `..pay` from the importing file to a module path; undefined when the text is not relative. */
function readRelative(module: string, from: string): string | undefined {
  const folders = from.split('/').slice(0, -1)
  const path = /^(\.{1,2}(?:\/.*)?)$/.exec(module)?.[1]
  if (path !== undefined) {
    for (const part of path.replace(/\.[cm]?[jt]sx?$/, '').split('/')) {
      if (part === '..') folders.pop()
      else if (part !== '.' && part !== '') folders.push(part)
    }
    return folders.join('.')
  }
  const [, dots, rest = ''] = /^(\.+(?!\.))([\w.]*)$/.exec(module) ?? []
  if (dots === undefined) return undefined
  const base = folders.slice(0, Math.max(0, folders.length - dots.length + 1))
  return [...base, ...rest.split('.').filter((part) => part !== '')].join('.')
}
