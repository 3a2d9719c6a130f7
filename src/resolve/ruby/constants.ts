/**
 * Ruby constants by full name, wherever they are declared. A class may be opened in many files: they are one class, represented
 * by the declaration in the file that the usual rule gives for its name (`A::FooBar` in `a/foo_bar.rb`).
 */
import { type FileTable, MODULE_SCOPE } from '../file-table.ts'
import { isClassLike, type Meaning, nothing, symbolAt } from '../meaning.ts'
import type { Project } from '../project.ts'

/** `isFirst`: it names a superclass, or gives a value. `usual`: how well its file matches its name, 2 directly below `lib`. */
export type Declaration = { path: string; qualified: string; ordinal: number; isFirst: boolean; usual: 0 | 1 | 2 }

/** Number of constant names whose declarations are cached. */
const NAMES_KEPT = 20_000
/** What a look at a declaration costs, in looks at a candidate: its path is read. */
const LOOKED_AT = 10

export class Constants {
  private readonly project: Project
  /** By last name. */
  private readonly known = new Map<string, readonly Declaration[]>()
  private readonly whole = new Map<string, readonly Declaration[]>()

  constructor(project: Project) {
    this.project = project
  }

  /** Every declaration of the constant of this full name (`A.B`) that this file sees: only tests see what tests define. */
  seenFrom(qualified: string, near: string): readonly Declaration[] {
    const declarations = this.declarations(qualified)
    this.project.bench.spend(declarations.length * LOOKED_AT)
    const isSeen = ({ path }: Declaration): boolean => near.startsWith(testRoot(path))
    return declarations.every(isSeen) ? declarations : declarations.filter(isSeen)
  }

  private declarations(qualified: string): readonly Declaration[] {
    const known = this.whole.get(qualified)
    if (known) return known
    const name = qualified.slice(qualified.lastIndexOf('.') + 1)
    const declarations = this.named(name).filter((one) => one.qualified === qualified)
    keep(this.whole, qualified, declarations)
    return declarations
  }

  /**
   * `near`: the using file. Undefined when there is no such constant; `certain`: of several, only one that surely represents all.
   */
  find(qualified: string, near: string, options: { certain: boolean }): Meaning | undefined {
    const declarations = this.seenFrom(qualified, near)
    if (declarations.length === 0) return undefined
    const declaration = standing(declarations, near) ?? (options.certain ? undefined : declarations[0])
    const table = declaration && this.project.bench.table(declaration.path)
    return table ? symbolAt(table, declaration.ordinal) : nothing('ambiguous')
  }

  /** The declaration of `A::B`, written in a class or module, by lexical scope alone: no inheritance is followed. */
  lexical(table: FileTable, scope: number, path: readonly string[]): Declaration | undefined {
    const [first = '', ...rest] = path
    const around = [...holdersAround(table, scope)].map((holder) => `${table.symbol(holder).qualified_name}.${first}`)
    const starts = first === 'Object' && rest.length > 0 ? [rest.shift() ?? ''] : [...around, first]
    const start = starts.find((qualified) => this.seenFrom(qualified, table.path).length > 0)
    const declarations = start === undefined ? [] : this.seenFrom([start, ...rest].join('.'), table.path)
    return standing(declarations, table.path) ?? declarations[0]
  }

  private named(name: string): readonly Declaration[] {
    const known = this.known.get(name)
    if (known) return known
    const { bench } = this.project
    const files = bench.filesDefining(name).filter((path) => bench.languageOf(path) === 'ruby')
    const found = bench.tables(files).flatMap((table) => declaredIn(table, name))
    keep(this.known, name, found)
    return found
  }
}

/** Cleared all at once: it is unknown which names come next. */
function keep(map: Map<string, readonly Declaration[]>, key: string, value: readonly Declaration[]): void {
  if (map.size >= NAMES_KEPT) map.clear()
  map.set(key, value)
}

function declaredIn(table: FileTable, name: string): Declaration[] {
  const { path } = table
  return table.lastNamed(name).flatMap((ordinal) => {
    const symbol = table.symbol(ordinal)
    if (!(isClassLike(symbol) || symbol.kind === 'constant')) return []
    const isFirst = symbol.kind === 'constant' || / < |=/.test(symbol.signature)
    return [{ path, qualified: symbol.qualified_name, ordinal, isFirst, usual: usualAt(path, symbol.qualified_name) }]
  })
}

/**
 * The only declaration; else the one in the file that matches the name, in the using file, with a superclass, outside of tests.
 * Two that name superclasses are two classes: then only the using file's own is certain.
 */
function standing(declarations: readonly Declaration[], near: string): Declaration | undefined {
  const [only, second] = declarations
  if (second === undefined) return only
  const inOne = (some: readonly Declaration[]): Declaration | undefined =>
    some.some(({ path }) => path !== some[0]?.path) ? undefined : (some.find(({ isFirst }) => isFirst) ?? some[0])
  const firsts = declarations.filter(({ isFirst }) => isFirst)
  const own = declarations.filter(({ path }) => path === near)
  if (firsts.some(({ path }) => path !== firsts[0]?.path)) return inOne(own.filter(({ isFirst }) => isFirst))
  return (
    inOne(declarations.filter(({ usual }) => usual === 2)) ??
    inOne(declarations.filter(({ usual }) => usual > 0)) ??
    inOne(own) ??
    inOne(firsts) ??
    inOne(declarations.filter(({ path }) => testRoot(path) === ''))
  )
}

/** The test folder that contains a path, '' for a file of the program. */
export const testRoot = (path: string): string =>
  /^(?:(?!(?:.*\/)?(?:lib|app)\/).*?\/)?(?:tests?|specs?|features|examples?)\//.exec(path)?.[0] ?? ''

function usualAt(path: string, qualified: string): 0 | 1 | 2 {
  const usual = flat(qualified.replaceAll('.', '/'))
  const stem = flat(path.replace(/\.[^./]*$/, ''))
  if (stem !== usual && !stem.endsWith(`/${usual}`)) return 0
  return /(?:^|\/)(?:lib|app\/[^/]+)\/$/.test(stem.slice(0, stem.length - usual.length)) ? 2 : 1
}

/** `HTTPClient` and `http_client` are equal without case and underscores. */
const flat = (text: string): string => text.replaceAll(/[_-]/g, '').toLowerCase()

/** The enclosing classes and modules of a scope, the nearest first. */
export function* holdersAround(table: FileTable, scope: number): Generator<number> {
  for (let at = holderOf(table, scope); at !== MODULE_SCOPE; at = holderOf(table, table.parent(at))) yield at
}

/** The enclosing class or module of a scope, or MODULE_SCOPE. */
export function holderOf(table: FileTable, scope: number): number {
  let at = scope
  while (at !== MODULE_SCOPE && !isClassLike(table.symbol(at))) at = table.parent(at)
  return at
}
