/** Finds the folder of an import path through the repo's `go.mod` files and their local `replace` lines. */
import type { Answer } from '../asked.ts'
import type { Bench } from '../bench.ts'
import { folderOf, inFolder, joinPath } from '../folders.ts'
import { type Meaning, nothing, packageOf } from '../meaning.ts'

type Module = { path: string; folder: string }

export class GoModules {
  private readonly bench: Bench
  private modules: Module[] | undefined
  private readonly found = new Map<string, Answer<Meaning>>()
  private readonly goFiles = new Map<string, Answer<readonly string[]>>()

  constructor(bench: Bench) {
    this.bench = bench
  }

  find(path: string): Meaning {
    return this.bench.asked.kept(this.found, path, true, () => this.look(path))
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
    return this.bench.asked.kept(this.goFiles, folder, true, () => this.bench.folders.files(folder, '.go'))
  }

  /** Longest path first: a nested module is a module of its own. */
  private all(): readonly Module[] {
    this.modules ??= this.bench.forAll(() => {
      const manifests = this.bench.folders.named('go.mod')
      this.bench.wantTexts(manifests)
      const modules = manifests.flatMap((manifest) => readGoMod(this.bench.text(manifest) ?? '', folderOf(manifest)))
      return modules.sort((a, b) => b.path.length - a.path.length)
    })
    this.bench.spend(this.modules.length)
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
