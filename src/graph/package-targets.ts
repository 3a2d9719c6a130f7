/**
 * How other repos name a symbol of this one: `pkg:golang/example.com/m/store#Open`. If the name follows from the path it is
 * certain; if it depends on the package's re-exports, it is certain only while no other symbol has the same name.
 */
import type { SymbolFact } from '../contract/facts.ts'
import { modulePath } from '../contract/identity.ts'
import type { Tier } from '../contract/symbol.ts'
import type { IndexView } from '../store/index-view.ts'
import type { Site } from './definition.ts'

/** The names in a repo's manifests; null when there is none. */
export type PackageNames = { npm: string | null; go: string | null }
export type PackageTarget = { target: string; tier: Exclude<Tier, 'proven'> }

export async function packageTargets(site: Site, names: PackageNames, view: IndexView): Promise<PackageTarget[]> {
  const { path, fact } = site
  if (!fact?.exported) return []
  if (path.endsWith('.go')) return names.go === null ? [] : [{ target: goTarget(names.go, path, fact), tier: 'resolved' }]
  if (path.endsWith('.py')) return pythonTargets(path, fact)
  if (names.npm === null || !/\.(?:[mc]?[jt]sx?|vue|svelte)$/.test(path)) return []
  return [
    { target: `pkg:npm/${names.npm}#${fact.qualified_name}`, tier: (await isOnly(site, fact, view)) ? 'resolved' : 'possible' },
  ]
}

function goTarget(module: string, path: string, { qualified_name }: SymbolFact): string {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')))
  return `pkg:golang/${folder === '' ? module : `${module}/${folder}`}#${qualified_name}`
}

/** `src/flask/app.py` is `flask.app`; `flask` itself probably re-exports `Flask`, but that is not known here. */
function pythonTargets(path: string, { qualified_name }: SymbolFact): PackageTarget[] {
  const [top = '', ...below] = modulePath(path)
    .replace(/^(src|lib)\./, '')
    .replace(/\.__init__$/, '')
    .split('.')
  const exact = [...below, qualified_name].join('.')
  const targets: PackageTarget[] = [{ target: `pkg:pypi/${top}#${exact}`, tier: 'resolved' }]
  if (below.length > 0) targets.push({ target: `pkg:pypi/${top}#${qualified_name}`, tier: 'possible' })
  return targets
}

async function isOnly({ repo_id }: Site, { name, qualified_name }: SymbolFact, view: IndexView): Promise<boolean> {
  const named = (await view.symbolsNamed(repo_id, [name])).get(name) ?? []
  const facts = await view.facts(
    repo_id,
    named.map(({ path }) => path),
  )
  const same = named.filter(({ path, ordinal }) => {
    const other = facts.get(path)?.outline().symbols[ordinal]
    return other?.exported && other.qualified_name === qualified_name
  })
  return same.length < 2
}
