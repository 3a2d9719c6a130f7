/** What the `Cargo.toml` files of a repo contain: packages, the root files of their crates, dependencies. */
import type { Bench } from '../bench.ts'
import { baseName, folderOf, foldersAround, inFolder, joinPath } from '../folders.ts'

export type CargoPackage = {
  folder: string
  /** The name by which other crates know its library. */
  crate: string
  library: string | undefined
  /** Files declared as crate roots. */
  roots: ReadonlySet<string>
  /** Name in code → name of the crate. */
  dependencies: ReadonlyMap<string, string>
}

export class Cargo {
  private readonly bench: Bench
  private packages: Map<string, CargoPackage> | undefined
  private byCrate: Map<string, CargoPackage[]> | undefined

  constructor(bench: Bench) {
    this.bench = bench
  }

  /** The package a file belongs to. */
  packageOf(path: string): CargoPackage | undefined {
    const packages = this.all()
    for (const folder of foldersAround(folderOf(path))) {
      const found = packages.get(folder)
      if (found) return found
    }
    return undefined
  }

  /** Packages of this repo whose library has this name. */
  named(crate: string): readonly CargoPackage[] {
    if (!this.byCrate) {
      this.byCrate = new Map()
      for (const one of this.all().values()) {
        if (one.library === undefined) continue
        this.byCrate.set(one.crate, [...(this.byCrate.get(one.crate) ?? []), one])
      }
    }
    return this.byCrate.get(crate) ?? []
  }

  /** Must a file be a crate root, even if another file declares it as a module? */
  isRoot(path: string): boolean {
    const owner = this.packageOf(path)
    if (!owner) return /^(?:lib|main)\.rs$/.test(baseName(path))
    return owner.roots.has(path) || /^(?:src\/(?:lib|main)|build|src\/bin\/[^/]+\/main)\.rs$/.test(below(owner, path))
  }

  /** May it be one: is it in a folder whose files cargo builds one by one? */
  mayBeRoot(path: string): boolean {
    const owner = this.packageOf(path)
    if (this.isRoot(path) || !owner) return true
    return /^(?:src\/bin|tests|examples|benches)\/(?:[^/]+|[^/]+\/main)\.rs$/.test(below(owner, path))
  }

  private all(): Map<string, CargoPackage> {
    this.packages ??= this.bench.forAll(() => {
      const manifests = this.bench.folders.named('Cargo.toml')
      this.bench.wantTexts(manifests)
      const found = manifests.map((path) => readManifest(this.bench, path)).filter((one) => one !== undefined)
      return new Map(found.map((one) => [one.folder, one]))
    })
    return this.packages
  }
}

const below = ({ folder }: CargoPackage, path: string): string => (folder === '' ? path : path.slice(folder.length + 1))

type Section = { name: string; lines: string[] }

function readManifest(bench: Bench, path: string): CargoPackage | undefined {
  const folder = folderOf(path)
  const sections = sectionsOf(bench.text(path) ?? '')
  const value = (section: string, key: string): string | undefined =>
    sections
      .filter(({ name }) => name === section)
      .flatMap(({ lines }) => lines.map((line) => stringOf(line, key)))
      .find((found) => found !== undefined)
  const name = value('package', 'name')
  if (name === undefined) return undefined
  const written = sections
    .filter((section) => /^(?:lib|bin|test|example|bench)$/.test(section.name))
    .flatMap(({ lines }) => lines.map((line) => stringOf(line, 'path')))
  const roots = [...written, value('package', 'build')]
    .filter((one) => one !== undefined)
    .map((one) => joinPath(folder, one))
    .filter((one) => one !== undefined)
  const library = joinPath(folder, value('lib', 'path') ?? 'src/lib.rs')
  return {
    folder,
    crate: (value('lib', 'name') ?? name).replaceAll('-', '_'),
    library: library !== undefined && bench.has(library) ? library : undefined,
    roots: new Set(roots),
    dependencies: dependenciesIn(sections),
  }
}

const stringOf = (line: string, key: string): string | undefined =>
  new RegExp(`^\\s*${key}\\s*=\\s*["']([^"']*)["']`).exec(line)?.[1]

function sectionsOf(text: string): Section[] {
  const sections: Section[] = [{ name: '', lines: [] }]
  for (const line of text.split(/\r?\n/)) {
    const head = /^\s*\[\[?([^\]]+)\]\]?/.exec(line)?.[1]?.trim()
    if (head !== undefined) sections.push({ name: head.replaceAll(/["']/g, ''), lines: [] })
    else sections.at(-1)?.lines.push(line)
  }
  return sections
}

/** `foo = "1"`, `foo.workspace = true`, `foo = { package = "bar" }` and `[dependencies.foo]`, for any target. */
function dependenciesIn(sections: readonly Section[]): Map<string, string> {
  const known = new Map<string, string>()
  const add = (name: string, about: string): void => {
    const renamed = /\bpackage\s*=\s*["']([\w-]+)["']/.exec(about)?.[1]
    known.set(underscored(name), underscored(renamed ?? name))
  }
  for (const { name, lines } of sections) {
    const alone = /(?:^|\.)(?:dev-|build-)?dependencies\.([\w-]+)$/.exec(name)?.[1]
    if (alone !== undefined) add(alone, lines.join('\n'))
    else if (/(?:^|\.)(?:dev-|build-)?dependencies$/.test(name)) {
      for (const line of lines) {
        const [, key = '', rest = ''] = /^\s*["']?([\w-]+)["']?\s*(?:\.|=)(.*)$/.exec(line) ?? []
        if (key !== '') add(key, rest)
      }
    }
  }
  return known
}

const underscored = (name: string): string => name.replaceAll('-', '_')

/** The files that `mod name;` may mean, searched in these folders. */
export const moduleFiles = (folders: readonly string[], name: string): string[] =>
  folders.flatMap((folder) => [inFolder(folder, `${name}.rs`), inFolder(folder, `${name}/mod.rs`)])
