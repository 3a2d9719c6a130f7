/** What a written type means in its scope: a value of that type, or the class itself. */
import { LONGEST_TYPE } from './bench.ts'
import { ask } from './family.ts'
import { type FileTable, MODULE_SCOPE } from './file-table.ts'
import { factOf, instanceOf, isClassLike, isValue, type Meaning, nothing, type SymbolMeaning } from './meaning.ts'
import { memberOf } from './members.ts'
import { wholeAt } from './parts.ts'
import type { Project } from './project.ts'
import { classAround, meaningOfName } from './scope.ts'

const unknown = nothing('receiver-unknown')

/** A value of the type this text names, as written in `scope` of a file. */
export function typeNamed(project: Project, table: FileTable, scope: number, text: string): Meaning {
  return project.bench.deeper(() => typeRead(project, table, scope, text))
}

function typeRead(project: Project, table: FileTable, scope: number, text: string): Meaning {
  const reading = text.length > LONGEST_TYPE ? undefined : project.rules(table.language).readType?.(text)
  if (reading === undefined) return unknown
  if (reading === 'builtin') return nothing('builtin')
  if (reading === 'self' || reading === 'receiver') {
    const owner = classAround(project, table, scope)
    return owner === undefined ? unknown : instanceOf(wholeAt(project, table, owner))
  }
  const rules = project.rules(table.language)
  const bound = rules.typeParameter?.(table, scope, reading.path[0] ?? '')
  if (bound !== undefined)
    return bound === '' || reading.path.length > 1 ? unknown : typeNamed(project, table, MODULE_SCOPE, bound)
  let type: Meaning | undefined
  for (const [at, name] of reading.path.entries()) {
    const use = at === reading.path.length - 1 ? 'uses_type' : 'references'
    type = type ? memberOf(project, type, name, use) : meaningOfName(project, table, scope, name, ask(use))
  }
  if (!type) return unknown
  const value = reading.itself ? asClass(project, type) : asValue(project, type)
  return value.is === 'nothing' && rules.openBuiltins ? unknown : value
}

function asClass(project: Project, type: Meaning): Meaning {
  if (type.is === 'package') return type
  return type.is === 'symbol' && isClassLike(factOf(type)) ? behindAlias(project, type) : unknown
}

function asValue(project: Project, type: Meaning): Meaning {
  if (type.is === 'package') return instanceOf(type)
  if (type.is === 'symbol' && isClassLike(factOf(type))) return instanceOf(behindAlias(project, type))
  // `new Foo()` of a plain function: JavaScript before classes.
  if (type.is === 'symbol' && factOf(type).kind === 'function') return instanceOf(type)
  if (type.is === 'symbol' && isValue(factOf(type)) && project.rules(type.table.language).typesAreValues) {
    const held = project.valueHeld(type)
    return held.is === 'symbol' && isClassLike(factOf(held)) ? instanceOf(held) : held.is === 'instance' ? held : unknown
  }
  return type.is === 'nothing' && type.reason === 'builtin' ? type : unknown
}

/** `type A = B` is B, unless A has members of its own. */
function behindAlias(project: Project, alias: SymbolMeaning): SymbolMeaning {
  const fact = factOf(alias)
  if (fact.kind !== 'type' || fact.type === '') return alias
  const { table, ordinal } = alias
  const value = project.bench.follow<Meaning>(`alias ${table.path} ${ordinal}`, unknown, () =>
    typeNamed(project, table, fact.parent, fact.type),
  )
  return value.is === 'instance' && value.of.is === 'symbol' ? value.of : alias
}
