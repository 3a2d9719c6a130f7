/** Zig: a file is a type, found by its path; it offers its public names. Types are values of constants. */
import type { ImportFact, SymbolFact } from '../../contract/facts.ts'
import type { Ask, Family, Rules, TypeReading } from '../family.ts'
import { type FileTable, MODULE_SCOPE } from '../file-table.ts'
import { folderOf, joinPath } from '../folders.ts'
import { type FolderMeaning, type Meaning, type ModuleMeaning, nothing, packageOf } from '../meaning.ts'
import { memberOf } from '../members.ts'
import type { Project } from '../project.ts'
import { readOnce } from '../read-once.ts'
import { moduleName } from '../scope.ts'

export const zig: Family = {
  languages: ['zig'],
  relinking: { modulesArePaths: true },
  open: (project) => new ZigRules(project),
}

class ZigRules implements Rules {
  readonly bareMembers = true
  readonly typesAreValues = true
  readonly selfNames = new Map([['Self', 'class']] as const)
  readonly readType = readOnce(readZigType)
  readonly elementType = readOnce(elementOfZigType)
  private readonly project: Project

  constructor(project: Project) {
    this.project = project
  }

  isBuiltin(name: string): boolean {
    return /^(?:[iuf]\d+|usize|isize|bool|void|type|anyerror|anyopaque|comptime_int|comptime_float|noreturn|true|false|null|undefined|c_\w+)$/.test(
      name,
    )
  }

  imported(fact: ImportFact, from: FileTable, asking: Ask): Meaning {
    const [file = '', ...members] = [...fact.module.split('#'), ...(fact.name === '' ? [] : [fact.name])]
    const module = this.moduleAt(file, from)
    return members.reduce<Meaning>((meaning, name) => memberOf(this.project, meaning, name, asking.use), module)
  }

  /** Another module (`std`, a dependency) has a name; a file has a path. */
  private moduleAt(file: string, from: FileTable): Meaning {
    // The build script names modules of this repo, mostly like their files.
    const isOwn = this.project.bench.folders.named(`${file}.zig`).length > 0 && file !== 'std'
    if (!file.endsWith('.zig')) return isOwn ? nothing('module-not-found') : packageOf(`pkg:zig/${file}`)
    const path = joinPath(folderOf(from.path), file)
    return path !== undefined && this.project.bench.has(path) ? { is: 'module', path } : nothing('module-not-found')
  }

  offered(module: ModuleMeaning | FolderMeaning, name: string, asking: Ask): Meaning {
    const table = module.is === 'module' ? this.project.bench.table(module.path) : undefined
    if (!table) return nothing('not-found')
    const symbols = table.named(MODULE_SCOPE, name)?.symbols ?? []
    const isHidden = symbols.length > 0 && symbols.every((ordinal) => !table.symbol(ordinal).exported)
    return (isHidden ? undefined : moduleName(this.project, table, name, asking)) ?? nothing('not-found')
  }

  /** A field is reached through an object only. */
  isBare(member: SymbolFact): boolean {
    return member.kind !== 'property' || member.static
  }

  isNoValue(symbol: SymbolFact): boolean {
    return !this.isBare(symbol)
  }

  /** A public import is a constant and an import: the imported file is the target. */
  isPart(symbol: SymbolFact): boolean {
    return symbol.kind === 'constant' && /=\s*@import\(/.test(symbol.signature)
  }
}

/** `*const Foo`, `?[]Foo` is a list, `!Foo`, `Foo(T)`. */
function readZigType(written: string): TypeReading {
  const text = written.trim().replace(/^(?:[?*]|const\b|volatile\b|!|align\([^)]*\)|\s)+/, '')
  if (text === '@This()') return 'self'
  const path = /^([\p{L}_][\p{L}\p{N}_.]*)(?:\(.*\))?$/su.exec(text)?.[1]
  return path === undefined ? undefined : { path: path.split('.') }
}

const elementOfZigType = (text: string): string | undefined =>
  /^[?*]*(?:const\s+)?\[[^\]]*\](?:const\s+)?(.+)$/s.exec(text.trim())?.[1]
