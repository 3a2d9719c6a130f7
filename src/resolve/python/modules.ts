/** Finds a module's file by dotted name: relative by dots, absolute from the roots Python would be started in. */
import type { Answer } from '../asked.ts'
import type { Bench } from '../bench.ts'
import { FolderAnswers } from '../folder-answers.ts'
import { folderOf, foldersAround, inFolder } from '../folders.ts'
import { agreed, type Meaning, nothing, packageMember, packageOf } from '../meaning.ts'
import { standardModules } from './builtins.ts'

export class PythonModules {
  private readonly bench: Bench
  /** Name of a top package → folders it may be imported from. */
  private readonly roots = new Map<string, Answer<readonly string[]>>()
  /** By folder and written name: the files of a folder import the same modules. */
  private readonly known: FolderAnswers<Meaning>

  constructor(bench: Bench) {
    this.bench = bench
    this.known = new FolderAnswers(bench)
  }

  /** What `module` (`..pkg.mod`, `a.b`) means in the file at `from`. */
  find(module: string, from: string): Meaning {
    return this.bench.asked.kept(this.known.of(from), module, from === this.bench.linking, () => this.look(module, from))
  }

  private look(module: string, from: string): Meaning {
    const dots = /^\.*/.exec(module)?.[0].length ?? 0
    const segments = module.slice(dots).split('.').filter(Boolean)
    if (dots === 0) return this.absolute(segments, from)
    let folder: string | undefined = folderOf(from)
    for (let up = 1; up < dots && folder !== undefined; up++) folder = folder === '' ? undefined : folderOf(folder)
    if (folder === undefined) return nothing('module-not-found')
    return this.at(folder, segments) ?? nothing('module-not-found')
  }

  /** A module directly below a package. */
  below(folder: string, name: string): Meaning | undefined {
    return this.at(folder, [name])
  }

  private absolute(segments: readonly string[], from: string): Meaning {
    const [top] = segments
    if (top === undefined) return nothing('module-not-found')
    const inRepo = standardModules.has(top) && segments.length === 1 ? undefined : this.inRepo(segments, from)
    if (inRepo) return inRepo
    if (standardModules.has(top)) return named(packageOf(`pkg:python/${top}`), segments.slice(1))
    return this.inRepo([top], from) ? nothing('module-not-found') : named(packageOf(`pkg:pypi/${top}`), segments.slice(1))
  }

  /** What the first name of the imported `a.b.c` means: a folder without `__init__` counts when it contains the rest. */
  top(module: string, from: string): Meaning {
    const segments = module.split('.')
    const whole = this.find(module, from)
    const found = this.find(segments[0] ?? '', from)
    if (found.is !== 'package' || whole.is === 'package' || whole.is === 'nothing') return found
    const path = whole.is === 'module' ? whole.path : whole.is === 'folder' ? whole.folder : ''
    const at = `/${path}`.lastIndexOf(`/${segments.join('/')}`)
    return at < 0 ? found : { is: 'folder', folder: path.slice(0, at) + segments[0], language: 'python' }
  }

  /** A module of this repo by its absolute name; undefined when the repo has none: then it is of another package. */
  inRepo(segments: readonly string[], from: string): Meaning | undefined {
    for (const folder of foldersAround(folderOf(from))) {
      if (this.isPackage(folder)) continue
      const found = this.at(folder, segments) ?? this.at(inFolder(folder, 'src'), segments)
      if (found && !isBareFolder(found)) return found
    }
    const elsewhere = this.rootsOf(segments[0] ?? '')
      .map((root) => this.at(root, segments))
      .filter((found) => found !== undefined)
    return elsewhere.length > 0 ? agreed(elsewhere) : undefined
  }

  private at(folder: string, segments: readonly string[]): Meaning | undefined {
    const path = inFolder(folder, segments.join('/'))
    for (const candidate of [inFolder(path, '__init__.py'), `${path}.py`, inFolder(path, '__init__.pyi'), `${path}.pyi`]) {
      if (this.bench.has(candidate)) return { is: 'module', path: candidate }
    }
    return this.bench.folders.has(path) ? { is: 'folder', folder: path, language: 'python' } : undefined
  }

  private isPackage(folder: string): boolean {
    return this.bench.has(inFolder(folder, '__init__.py')) || this.bench.has(inFolder(folder, '__init__.pyi'))
  }

  /** The folders that contain a package of this name and are no packages themselves, nearest to the root first. */
  private rootsOf(name: string): readonly string[] {
    if (name === '') return []
    return this.bench.asked.kept(this.roots, name, true, () =>
      this.bench.folders
        .endingIn(name)
        .filter((folder) => this.isPackage(folder) && !this.isPackage(folderOf(folder)))
        .map(folderOf),
    )
  }
}

/** A folder without `__init__` may be a package, or may only share the name: it proves nothing. */
const isBareFolder = (meaning: Meaning): boolean => meaning.is === 'folder'

const named = (target: Meaning, names: readonly string[]): Meaning =>
  names.reduce((meaning, name) => (meaning.is === 'package' ? packageMember(meaning.target, name) : meaning), target)
