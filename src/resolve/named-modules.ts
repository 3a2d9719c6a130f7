/** Which files a written module name may refer to, by names alone; what an import means exactly is not decided here. */
import { groupBy } from '../base/group-by.ts'
import { baseName, folderOf } from './folders.ts'
import type { MentionSource } from './port.ts'
import type { Relinking } from './relinking.ts'

export class NamedModules {
  private stems: Map<string, string[]> | undefined
  private folders: Set<string> | undefined
  private readonly source: MentionSource

  constructor(source: MentionSource) {
    this.source = source
  }

  /** Does a file or a folder have this name? */
  isModule(name: string): boolean {
    this.stems ??= groupBy([...this.source.paths()], stemOf)
    this.folders ??= new Set([...this.source.paths()].flatMap((path) => path.split('/').slice(0, -1)))
    return this.stems.has(name) || this.folders.has(name)
  }

  /** Files of this name, or that represent a folder of this name. */
  called(module: string, relinking: Relinking): string[] {
    const { folderFiles } = relinking
    const name = lastName(module, relinking)
    this.stems ??= groupBy([...this.source.paths()], stemOf)
    const own = this.stems.get(name) ?? []
    if (!folderFiles) return own
    const standsFor = (path: string): boolean => name === '' || baseName(folderOf(path)) === name
    return [...own, ...[...this.source.paths()].filter((path) => folderFiles.test(path) && standsFor(path))]
  }
}

/** The last part of a module's written name: the name of its file or folder; '' for `..`. */
function lastName(module: string, { modulesArePaths }: Relinking): string {
  const parts = module.replace(/[<>]/g, '').split(modulesArePaths ? '/' : /[./]/)
  const last = parts.filter((part) => part.replaceAll('.', '') !== '').at(-1) ?? ''
  return modulesArePaths ? last.replace(/\..*/s, '') : last
}

const stemOf = (path: string): string => baseName(path).replace(/\..*/s, '')
