/**
 * Imports that name a module by its path, whatever they take from it: `from shop.pay import refund` uses `shop/pay.py`, also where
 * `refund` is defined further on. A relative path leads to exactly one file; any other must end like the module's own path.
 */
import { longestIdentifier } from '../base/words.ts'
import type { ImportFact, UseFact } from '../contract/facts.ts'
import { modulePath } from '../contract/identity.ts'
import type { RepoId } from '../contract/ids.ts'
import type { Tier } from '../contract/symbol.ts'
import type { IndexView } from '../store/index-view.ts'
import { sameFamily } from './language-family.ts'

export type ModuleImport = { path: string; use: UseFact; tier: Extract<Tier, 'resolved' | 'possible'> }

/** Files that stand for their folder. */
const folderFile = /(?:^|[./])(?:index|__init__|mod)$/

export async function moduleImports(repo: RepoId, module: string, view: IndexView): Promise<ModuleImport[]> {
  const own = modulePath(module)
  const folder = folderFile.test(own) ? own.replace(folderFile, '') : undefined
  const names = [own, folder].flatMap((path) => (path ? [longestIdentifier(path.slice(path.lastIndexOf('.') + 1))] : []))
  const found = await view.filesWith(
    repo,
    names.filter((name) => name !== ''),
  )
  const rows = await view.rows(repo)
  const language = rows.at(module)?.language ?? ''
  const paths = new Set([...found.values()].flat().map(({ path }) => path))
  const inFamily = [...paths].filter((path) => path !== module && sameFamily(rows.at(path)?.language ?? '', language))
  const facts = await view.facts(repo, inFamily)
  const imports: ModuleImport[] = []
  for (const [path, known] of facts) {
    const tiers = known.outline().imports.map((fact) => tierOf(fact, path, [own, folder]))
    if (!tiers.some((tier) => tier !== undefined)) continue
    for (const use of known.uses()) {
      const tier = tiers[use.import]
      if (tier) imports.push({ path, use, tier })
    }
  }
  return imports
}

function tierOf({ module }: ImportFact, from: string, wanted: readonly (string | undefined)[]): ModuleImport['tier'] | undefined {
  const relative = readRelative(module, from)
  if (relative !== undefined) return wanted.includes(relative) ? 'resolved' : undefined
  const text = module.replace(/\.[cm]?[jt]sx?$/, '').replaceAll(/[/\\]|::/g, '.')
  return wanted.some((path) => path !== undefined && text !== '' && (path === text || path.endsWith(`.${text}`)))
    ? 'possible'
    : undefined
}

/** `./pay` and `..pay` from where they stand, as a module path; undefined when the text is not relative. */
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
  const [, dots, rest = ''] = /^(\.+)([\w.]*)$/.exec(module) ?? []
  if (dots === undefined) return undefined
  const base = folders.slice(0, Math.max(0, folders.length - dots.length + 1))
  return [...base, ...rest.split('.').filter((part) => part !== '')].join('.')
}
