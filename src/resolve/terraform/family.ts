/** Terraform: all files of a folder are one module; definitions are named with their kind (`var.name`, `aws_vpc.main`). */
import type { Family, Rules } from '../family.ts'
import type { FileTable } from '../file-table.ts'
import { folderOf } from '../folders.ts'
import { agreed, type FolderMeaning, type Meaning, type ModuleMeaning, nothing, symbolAt } from '../meaning.ts'
import type { Project } from '../project.ts'

export const terraform: Family = {
  languages: ['terraform'],
  /** A file of values names variables without the prefix `var`. */
  relinking: { ownerOf: () => '' },
  open: (project) => new TerraformRules(project),
}

/** Separates the folder from the beginning of a name in a meaning. */
const MARK = '\0'

class TerraformRules implements Rules {
  private readonly project: Project

  constructor(project: Project) {
    this.project = project
  }

  /** `source = "./modules/vpc"` names a folder, which no single file represents. */
  imported(): Meaning {
    return nothing('not-linked')
  }

  packageName(name: string, from: FileTable): Meaning {
    return { is: 'folder', folder: `${folderOf(from.path)}${MARK}${name}`, language: 'terraform' }
  }

  offered(module: ModuleMeaning | FolderMeaning, name: string): Meaning {
    if (module.is !== 'folder') return nothing('not-found')
    const [folder = '', prefix = ''] = module.folder.split(MARK)
    const whole = `${prefix}.${name}`
    const found: Meaning[] = []
    for (const table of this.project.bench.tables(this.files(folder)))
      for (const ordinal of table.qualified(whole)) found.push(symbolAt(table, ordinal))
    if (found.length > 0) return agreed(found)
    return prefix === 'data' || prefix === 'ephemeral' ? { ...module, folder: `${folder}${MARK}${whole}` } : nothing('not-found')
  }

  private files(folder: string): readonly string[] {
    return this.project.bench.folders.content(folder).filter((path) => path.endsWith('.tf'))
  }
}
