/** Finds a definition by namespace and name, through the files that define the name: any file may open any namespace. */
import type { EdgeKind } from '../../contract/symbol.ts'
import { type FileTable, MODULE_SCOPE } from '../file-table.ts'
import { folderOf, joinPath } from '../folders.ts'
import { agreed, type Meaning, nothing, packageMember, packageOf } from '../meaning.ts'
import { pickSymbol } from '../pick-symbol.ts'
import type { Project } from '../project.ts'

/** A name defined in more files than this is a method's (`get`); reading them all to find a function is not worth it. */
const MOST_FILES = 200
const FEW_FILES = 20

/** A namespace prefix and the folder that contains its classes. */
type Autoload = { prefix: string; folder: string }

export class Namespaces {
  private readonly project: Project
  private autoloads: readonly Autoload[] | undefined

  constructor(project: Project) {
    this.project = project
  }

  /** Undefined when this repo defines no such thing. */
  find(namespace: string, name: string, use: EdgeKind): Meaning | undefined {
    const { bench } = this.project
    const files = bench.filesDefining(name).filter((path) => bench.languageOf(path) === 'php')
    if (files.length > MOST_FILES) return nothing('ambiguous')
    const found: { path: string; meaning: Meaning }[] = []
    for (const table of bench.tables(files)) {
      const ordinals = definedIn(table, namespace, name)
      if (ordinals.length > 0) found.push({ path: table.path, meaning: pickSymbol(this.project, table, ordinals, use) })
    }
    if (found.length < 2) return found[0]?.meaning
    // Of several files with one class, the one that composer loads.
    const loaded = this.pathsFor(namespace, name)
    const own = found.filter(({ path }) => loaded.includes(path))
    return agreed((own.length > 0 ? own : found).map(({ meaning }) => meaning))
  }

  /** Is it worth looking for a function with the name of a built-in one? */
  mayDefine(name: string): boolean {
    return this.project.bench.filesDefining(name).length <= FEW_FILES
  }

  /** A namespace whose folder exists in this repo. */
  inRepo(namespace: string): Meaning | undefined {
    const isHere = this.all().some(({ prefix, folder }) => {
      const below = `${namespace}\\`.startsWith(prefix) ? namespace.slice(prefix.length).replaceAll('\\', '/') : undefined
      const at = below === undefined ? undefined : joinPath(folder, below)
      return at !== undefined && prefix !== '' && this.project.bench.folders.has(at)
    })
    return isHere ? { is: 'folder', folder: namespace, language: 'php' } : undefined
  }

  /** A symbol of another package, unless the namespace is one of this repo's. */
  outside(namespace: string, name: string): Meaning {
    if (this.all().some(({ prefix }) => prefix !== '' && `${namespace}\\`.startsWith(prefix))) return nothing('module-not-found')
    return packageMember(packageOf(`pkg:composer/${namespace.replaceAll('\\', '/')}`).target, name)
  }

  private pathsFor(namespace: string, name: string): string[] {
    const whole = `${namespace}\\${name}`
    return this.all().flatMap(({ prefix, folder }) =>
      whole.startsWith(prefix) ? (joinPath(folder, `${whole.slice(prefix.length).replaceAll('\\', '/')}.php`) ?? []) : [],
    )
  }

  private all(): readonly Autoload[] {
    const { bench } = this.project
    this.autoloads ??= bench.forAll(() => {
      const manifests = bench.folders.named('composer.json')
      bench.wantTexts(manifests)
      return manifests.flatMap((manifest) => readAutoloads(bench.text(manifest) ?? '', folderOf(manifest)))
    })
    bench.spend(this.autoloads.length)
    return this.autoloads
  }
}

function definedIn(table: FileTable, namespace: string, name: string): number[] {
  const own = table.package === namespace ? (table.named(MODULE_SCOPE, name)?.symbols ?? []) : []
  const below = (namespace === '' ? [] : table.qualified(`${namespace}.${name}`)).filter(
    (ordinal) => table.outline.symbols[table.parent(ordinal)]?.kind === 'namespace',
  )
  return [...own, ...below]
}

type Composer = Partial<Record<'autoload' | 'autoload-dev', { 'psr-4'?: Record<string, string | string[]> }>>

/** `autoload.psr-4` and `autoload-dev`; a manifest that cannot be read gives none. */
function readAutoloads(text: string, folder: string): Autoload[] {
  let manifest: Composer | null
  try {
    manifest = JSON.parse(text) as Composer | null
  } catch {
    return []
  }
  return [manifest?.autoload, manifest?.['autoload-dev']].flatMap((part) =>
    Object.entries(part?.['psr-4'] ?? {}).flatMap(([prefix, below]) =>
      [below].flat().flatMap((one) => {
        const at = typeof one === 'string' ? joinPath(folder, one) : undefined
        return at === undefined ? [] : [{ prefix, folder: at }]
      }),
    ),
  )
}
