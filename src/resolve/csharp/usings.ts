/** What the `using` directives of a file and of its project open. */
import type { Bench } from '../bench.ts'
import type { FileTable } from '../file-table.ts'
import { baseName, foldersAround, inFolder } from '../folders.ts'
import { type Namespaces, namespacesAround } from './namespaces.ts'

export type Alias = { alias: string; path: string }
export type Opened = {
  /** Namespaces. */
  namespaces: readonly string[]
  /** Classes whose static members and nested types are visible here. */
  classes: readonly string[]
  aliases: readonly Alias[]
}

/** Files that usually contain the `global using` lines of a project. */
const globalFile = /(?:usings?|imports?|assemblyinfo|program)\.cs$/i

export class Usings {
  private readonly bench: Bench
  private readonly namespaces: Namespaces
  private readonly byProject = new Map<string, Opened>()
  private readonly byFile = new WeakMap<FileTable, Opened>()
  private readonly byNamespace = new WeakMap<FileTable, Map<string, ReadonlySet<string>>>()
  private candidates: readonly string[] | undefined
  private roots: readonly string[] | undefined

  constructor(bench: Bench, namespaces: Namespaces) {
    this.bench = bench
    this.namespaces = namespaces
  }

  of(table: FileTable): Opened {
    const known = this.byFile.get(table)
    if (known) return known
    const opened = this.openedIn(table)
    this.byFile.set(table, opened)
    return opened
  }

  /** Every namespace that `using` opens for code in this namespace. */
  opened(table: FileTable, namespace: string): ReadonlySet<string> {
    const known = this.byNamespace.get(table) ?? new Map<string, ReadonlySet<string>>()
    this.byNamespace.set(table, known)
    let opened = known.get(namespace)
    if (!opened) {
      const around = namespacesAround(namespace)
      opened = new Set(this.of(table).namespaces.flatMap((one) => [one, ...around.map((outer) => `${outer}.${one}`)]))
      known.set(namespace, opened)
    }
    return opened
  }

  private openedIn(table: FileTable): Opened {
    const own = openedBy(table)
    const shared = this.ofProject(this.namespaces.projectOf(table.path))
    return {
      namespaces: [...new Set([...own.namespaces, ...shared.namespaces])],
      classes: [...new Set([...own.classes, ...shared.classes])],
      aliases: [...own.aliases, ...shared.aliases.filter(({ alias }) => !own.aliases.some((known) => known.alias === alias))],
    }
  }

  /** Is it a namespace of this repo? They are mostly named like the projects that contain them. */
  isOwn(namespace: string, from: FileTable): boolean {
    this.roots ??= [...this.bench.paths()].filter((path) => path.endsWith('.csproj')).map((path) => baseName(path).slice(0, -7))
    const first = /^(?!System\b|Microsoft\b)\w+/.exec(from.package)?.[0] ?? ''
    return [first, ...this.roots].some((root) => root !== '' && `${namespace}.`.startsWith(`${root}.`))
  }

  private ofProject(project: string): Opened {
    const known = this.byProject.get(project)
    if (known) return known
    const opened = this.bench.forAll(() => this.openedForAll(project))
    this.byProject.set(project, opened)
    return opened
  }

  private openedForAll(project: string): Opened {
    const files = this.globalFiles().filter((path) => this.namespaces.projectOf(path) === project)
    const written = files.map((path) => this.bench.table(path)).map((table) => (table ? handedOn(table) : nothingOpened))
    const manifests = this.manifestsOf(project)
    this.bench.wantTexts(manifests)
    const all = [...written, ...manifests.map((path) => listedIn(this.bench.text(path) ?? ''))]
    return {
      namespaces: all.flatMap(({ namespaces }) => namespaces),
      classes: all.flatMap(({ classes }) => classes),
      aliases: all.flatMap(({ aliases }) => aliases),
    }
  }

  private globalFiles(): readonly string[] {
    this.candidates ??= [...this.bench.paths()].filter((path) => globalFile.test(baseName(path))).sort()
    return this.candidates
  }

  /** The project file, and the files that every project below a folder includes. */
  private manifestsOf(project: string): string[] {
    const shared = [...foldersAround(project)].flatMap((folder) =>
      ['Directory.Build.props', 'Directory.Build.targets'].map((name) => inFolder(folder, name)),
    )
    const own = this.bench.folders.files(project, '.csproj')
    return [...own, ...shared.filter((path) => this.bench.has(path))]
  }
}

const nothingOpened: Opened = { namespaces: [], classes: [], aliases: [] }

function openedBy({ outline }: FileTable): Opened {
  const { imports } = outline
  return {
    namespaces: imports.filter(({ kind }) => kind === 'namespace').map(({ module }) => module),
    classes: imports.filter(({ kind }) => kind === 'static').map(({ module }) => module),
    aliases: imports
      .filter(({ kind }) => kind === 'named')
      .map(({ alias, module, name }) => ({ alias, path: module === '' ? name : `${module}.${name}` })),
  }
}

/** `global using` */
function handedOn({ outline }: FileTable): Opened {
  const { exports } = outline
  return {
    namespaces: exports.filter(({ name, local }) => name === '*' && local === '*').map(({ module }) => module),
    classes: exports.filter(({ name, local }) => name === '*' && local === 'static').map(({ module }) => module),
    aliases: exports
      .filter(({ name }) => name !== '*')
      .map(({ name, module }) => ({ alias: name, path: module.replace(/<.*/s, '') })),
  }
}

/** `<Using Include="A.B" Static="true" />` */
function listedIn(manifest: string): Opened {
  const found = [...manifest.matchAll(/<Using\s+Include\s*=\s*"([\w.]+)"([^<>]*)>/g)].map(([, path = '', rest = '']) => ({
    path,
    alias: /\bAlias\s*=\s*"(\w+)"/.exec(rest)?.[1] ?? '',
    isStatic: /\bStatic\s*=\s*"true"/i.test(rest),
  }))
  return {
    namespaces: found.filter(({ alias, isStatic }) => alias === '' && !isStatic).map(({ path }) => path),
    classes: found.filter(({ isStatic }) => isStatic).map(({ path }) => path),
    aliases: found.filter(({ alias }) => alias !== '').map(({ alias, path }) => ({ alias, path })),
  }
}
