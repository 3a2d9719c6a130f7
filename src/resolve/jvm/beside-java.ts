/** Classes of Kotlin and Scala as Java names them. */
import type { Asked } from '../family.ts'
import { type FileTable, MODULE_SCOPE } from '../file-table.ts'
import { factOf, isClassLike, type Meaning } from '../meaning.ts'
import { memberOf } from '../members.ts'
import type { Project } from '../project.ts'
import { valueHeld } from '../values.ts'
import { choose } from './choose.ts'
import { facadeFile, firstOfParted, type JvmPackages, membersBehind } from './packages.ts'

const other = (path: string): boolean => !path.endsWith('.java')

/** `a.b.C.D` of another language of this repo; undefined when there is none. */
export function besideJava(project: Project, packages: JvmPackages, path: string, from: FileTable): Meaning | undefined {
  return firstOfParted(path, (module, name, behind) => {
    const all = packages.named(module, name, other).filter((one) => isClassLike(factOf(one)))
    const first = all.length > 0 ? choose(project, all, 'imports', -1, from) : facade(project, module, name)
    return first && membersBehind(first, behind, (owner, part) => memberOf(project, owner, part, 'references'))
  })
}

/** `OrdersKt`: the functions of the file `Orders.kt`. */
function facade(project: Project, module: string, className: string): Meaning | undefined {
  const file = facadeFile(className)
  if (file === undefined) return undefined
  const tables = project.bench.tables(project.bench.folders.named(file)).filter(({ outline }) => outline.package === module)
  const [only, second] = tables
  return only !== undefined && second === undefined ? { is: 'module', path: only.path } : undefined
}

/** To Java, Kotlin's extensions are ordinary functions: their receiver is the first argument. */
export const offeredToJava = (table: FileTable, name: string): number[] =>
  table.lastNamed(name).filter((ordinal) => table.parent(ordinal) === MODULE_SCOPE)

/** A member of a Kotlin or Scala class, seen from Java: found as in its own language, and properties by their accessors. */
export function memberBesideJava(
  project: Project,
  owner: Meaning,
  name: string,
  asked: Asked,
  usual: () => Meaning,
): Meaning | undefined {
  const value = valueHeld(project, owner)
  const type = value.is === 'instance' ? value.of : value
  if (type.is !== 'symbol' || type.table.language === 'java') return undefined
  // The only instance of a Kotlin object.
  if (name === 'INSTANCE' && owner.is === 'symbol') return owner
  const found = project.rules(type.table.language).behindDot?.(owner, name, asked, usual) ?? usual()
  if (found.is !== 'nothing') return found
  const [, property] = /^(?:get|set|is)(\p{Lu}.*)$/u.exec(name) ?? []
  if (property === undefined) return found
  const small = property.slice(0, 1).toLowerCase() + property.slice(1)
  const named = [small, name].map((one) => memberOf(project, value, one, 'reads')).find((one) => one.is === 'symbol')
  return named ?? found
}
