/** Finds a class by its dotted name: packages are folders below any source root, and a file may contain several classes. */
import type { Bench } from '../bench.ts'
import { type FileTable, MODULE_SCOPE } from '../file-table.ts'
import { folderOf, inFolder } from '../folders.ts'
import { agreed, isClassLike, type Meaning, nothing, packageMember, packageOf, symbolAt } from '../meaning.ts'

export class JavaPackages {
  private readonly bench: Bench
  private readonly known = new Map<string, readonly string[]>()

  constructor(bench: Bench) {
    this.bench = bench
  }

  /** `a.b` → every folder that contains files of that package. */
  folders(name: string): readonly string[] {
    const known = this.known.get(name)
    if (known) return known
    // Any file will do: a misplaced file of another package must not take the folder from the others.
    const folders = this.bench.folders
      .endingIn(name.replaceAll('.', '/'))
      .filter((folder) => this.files(folder).some((file) => this.isOf(name, file)))
    this.known.set(name, folders)
    return folders
  }

  /** A class of a package of this repo; undefined when the package has none of that name. */
  classIn(name: string, className: string, near: string): Meaning | undefined {
    const folders = this.folders(name)
    const here = folderOf(near)
    const own = folders.includes(here) ? this.classInFolder(name, here, className) : undefined
    if (own) return own
    const found = folders.map((folder) => this.classInFolder(name, folder, className)).filter((meaning) => meaning !== undefined)
    return found.length > 0 ? agreed(found) : undefined
  }

  /** `a.b.C.D`: the longest part that is a package of this repo, then classes; if no part is, it is of another package. */
  find(name: string, near: string, member: (owner: Meaning, name: string) => Meaning): Meaning {
    const parts = name.split('.')
    for (let length = parts.length - 1; length > 0; length--) {
      const packageName = parts.slice(0, length).join('.')
      if (this.folders(packageName).length === 0) continue
      const [className = '', ...inner] = parts.slice(length)
      const found = this.classIn(packageName, className, near)
      return found ? inner.reduce(member, found) : nothing('module-not-found')
    }
    return outside(parts)
  }

  private classInFolder(name: string, folder: string, className: string): Meaning | undefined {
    const named = inFolder(folder, `${className}.java`)
    for (const path of [...(this.bench.has(named) ? [named] : []), ...this.files(folder)]) {
      const found = this.isOf(name, path) ? classOf(this.bench.table(path), className) : undefined
      if (found) return found
    }
    return undefined
  }

  private isOf(name: string, path: string): boolean {
    return this.bench.table(path)?.outline.package === name
  }

  private files(folder: string): readonly string[] {
    return this.bench.folders.files(folder).filter((path) => path.endsWith('.java') && !path.endsWith('-info.java'))
  }
}

function classOf(table: FileTable | undefined, name: string): Meaning | undefined {
  const ordinal = table?.named(MODULE_SCOPE, name)?.symbols.find((symbol) => isClassLike(table.symbol(symbol)))
  return table && ordinal !== undefined ? symbolAt(table, ordinal) : undefined
}

/** Packages are lowercase, classes start with a capital: `java.util.Map.Entry` is `Map.Entry` of `java.util`. */
function outside(parts: readonly string[]): Meaning {
  const at = parts.findIndex((part) => /^\p{Lu}/u.test(part))
  const length = at < 0 ? parts.length : at
  const target = packageOf(`pkg:maven/${parts.slice(0, length).join('.')}`)
  return parts.slice(length).reduce((meaning, part) => packageMember(meaning.target, part), target)
}
