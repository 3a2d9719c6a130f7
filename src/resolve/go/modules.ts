/** Finds the folder of an import path through the repo's `go.mod` files and their local `replace` lines. */
import type { Bench } from '../bench.ts'
import { folderOf, inFolder, joinPath } from '../folders.ts'
import { type Meaning, nothing, packageOf } from '../meaning.ts'

type Module = { path: string; folder: string }

export class GoModules {
  private readonly bench: Bench
  private modules: Module[] | undefined
  private readonly found = new Map<string, Meaning>()
  private readonly goFiles = new Map<string, readonly string[]>()

  constructor(bench: Bench) {
    this.bench = bench
  }

  find(path: string): Meaning {
    const found = this.found.get(path) ?? this.look(path)
    this.found.set(path, found)
    return found
  }

  private look(path: string): Meaning {
    for (const module of this.all()) {
      if (path !== module.path && !path.startsWith(`${module.path}/`)) continue
      const folder = inFolder(module.folder, path.slice(module.path.length + 1))
      return this.files(folder).length > 0 ? { is: 'folder', folder, language: 'go' } : nothing('module-not-found')
    }
    const isStandard = !(path.split('/', 1)[0] ?? '').includes('.')
    return packageOf(isStandard ? `pkg:go/${path}` : `pkg:golang/${path}`)
  }

  files(folder: string): readonly string[] {
    const files = this.goFiles.get(folder) ?? this.bench.folders.files(folder).filter((path) => path.endsWith('.go'))
    this.goFiles.set(folder, files)
    return files
  }

  /** Longest path first: a nested module is a module of its own. */
  private all(): readonly Module[] {
    if (this.modules) return this.modules
    const modules: Module[] = []
    this.bench.wantTexts(this.bench.folders.named('go.mod'))
    for (const manifest of this.bench.folders.named('go.mod'))
      for (const module of readGoMod(this.bench.text(manifest) ?? '', folderOf(manifest))) modules.push(module)
    this.modules = modules.sort((a, b) => b.path.length - a.path.length)
    return this.modules
  }
}

function readGoMod(text: string, folder: string): Module[] {
  const modules: Module[] = []
  const path = /^[ \t]*module\s+"?([^\s"]+)"?/m.exec(text)?.[1]
  if (path !== undefined) modules.push({ path, folder })
  for (const [, from = '', to = ''] of text.matchAll(/^[ \t]*(?:replace\s+)?([^\s=]+)(?:\s+v\S+)?\s+=>\s+(\.{1,2}\/\S*)/gm)) {
    const target = joinPath(folder, to)
    if (target !== undefined) modules.push({ path: from, folder: target })
  }
  return modules
}
