/** Finds a class by its dotted name: packages are folders below any source root, and a file may contain several classes. */
import { Lru } from '../../base/lru.ts'
import type { Answer } from '../asked.ts'
import type { Bench } from '../bench.ts'
import { type FileTable, MODULE_SCOPE } from '../file-table.ts'
import { folderOf, inFolder } from '../folders.ts'
import { firstOfParted, membersBehind } from '../jvm/packages.ts'
import { agreed, isClassLike, type Meaning, nothing, packageMember, packageOf, symbolAt } from '../meaning.ts'

/** A bound on memory. */
const FOLDERS_KEPT = 1_000

export class JavaPackages {
  private readonly bench: Bench
  private readonly known = new Map<string, Answer<readonly string[]>>()
  private readonly byClass = new Lru<string, ReadonlyMap<string, string>>(FOLDERS_KEPT)

  constructor(bench: Bench) {
    this.bench = bench
  }

  /** `a.b` → every folder that contains files of that package. */
  folders(name: string): readonly string[] {
    this.bench.spendOnText(name)
    // Any file will do: a misplaced file of another package must not take the folder from the others.
    const has = (folder: string): boolean => this.bench.tables(this.files(folder)).some(({ outline }) => outline.package === name)
    return this.bench.asked.kept(this.known, name, true, () => this.bench.folders.endingIn(name.replaceAll('.', '/')).filter(has))
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
    const found = firstOfParted(name, (packageName, className, behind) => {
      if (packageName === '' || this.folders(packageName).length === 0) return undefined
      const first = this.classIn(packageName, className, near)
      return first ? membersBehind(first, behind, member) : nothing('module-not-found')
    })
    return found ?? outside(name.split('.'))
  }

  private classInFolder(name: string, folder: string, className: string): Meaning | undefined {
    const named = inFolder(folder, `${className}.java`)
    const found = this.bench.has(named) ? this.ofPackage(name, named) : undefined
    return classOf(found, className) ?? classOf(this.ofPackage(name, this.classes(name, folder).get(className)), className)
  }

  /** Where each class of a package is defined in a folder. A folder of ten thousand files is not searched for every name. */
  private classes(name: string, folder: string): ReadonlyMap<string, string> {
    const key = `${name}\0${folder}`
    const known = this.byClass.get(key)
    if (known) return known
    const classes = new Map<string, string>()
    for (const table of this.bench.tables(this.files(folder))) {
      if (table.package !== name) continue
      for (const symbol of table.outline.symbols)
        if (symbol.parent < 0 && !classes.has(symbol.name) && classOf(table, symbol.name)) classes.set(symbol.name, table.path)
    }
    this.byClass.set(key, classes)
    return classes
  }

  private ofPackage(name: string, path: string | undefined): FileTable | undefined {
    const table = path === undefined ? undefined : this.bench.table(path)
    return table?.package === name ? table : undefined
  }

  private files(folder: string): readonly string[] {
    return this.bench.folders.content(folder).filter((path) => path.endsWith('.java') && !path.endsWith('-info.java'))
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
