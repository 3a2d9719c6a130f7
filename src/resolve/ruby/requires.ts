/** Finds the file of `require 'a/b'` below `lib` or next to the tests; `./a` next to the file. Anything else is a gem. */
import type { Bench } from '../bench.ts'
import type { FileTable } from '../file-table.ts'
import { baseName, folderOf, foldersAround, inFolder, joinPath } from '../folders.ts'
import { agreed, type Meaning, nothing, packageMember, packageOf } from '../meaning.ts'
import { standardLibraries } from './builtins.ts'

/** Folders that a program or its tests have on the load path. */
const roots = ['', 'lib', 'test', 'spec', 'app']

export class RubyRequires {
  private readonly bench: Bench

  constructor(bench: Bench) {
    this.bench = bench
  }

  find(path: string, from: string): Meaning {
    const file = /\.(?:rb|so|rake)$/.test(path) ? path : `${path}.rb`
    if (path.startsWith('.')) {
      const at = joinPath(folderOf(from), file)
      return at !== undefined && this.bench.has(at) ? { is: 'module', path: at } : nothing('module-not-found')
    }
    return this.onLoadPath(file, from) ?? outside(path)
  }

  /** A constant of a gem: `Rack::Utils` after `require 'rack'`. */
  ofConstant(name: string, from: FileTable): Meaning | undefined {
    for (const { module } of from.outline.imports) {
      const first = module.split('/')[0] ?? ''
      if (first.replaceAll(/[_-]/g, '').toLowerCase() !== name.toLowerCase()) continue
      const gem = this.find(module, from.path)
      if (gem.is === 'package') return packageMember(gem.target, name)
    }
    return undefined
  }

  private onLoadPath(file: string, from: string): Meaning | undefined {
    // One question for all folders: whatever is found has this file name.
    const named = this.bench.folders.named(baseName(file))
    if (named.length === 0) return undefined
    const there = new Set(named)
    for (const folder of foldersAround(folderOf(from))) {
      for (const root of roots) {
        const path = inFolder(inFolder(folder, root), file)
        if (there.has(path)) return { is: 'module', path }
      }
    }
    const elsewhere = named.filter((path) => `/${path}`.endsWith(`/lib/${file}`))
    return elsewhere.length > 0 ? agreed(elsewhere.map((path): Meaning => ({ is: 'module', path }))) : undefined
  }
}

function outside(path: string): Meaning {
  const first = path.split('/')[0] ?? path
  return packageOf(standardLibraries.has(first) ? `pkg:ruby/${first}` : `pkg:gem/${first}`)
}
