/** Rust names and paths: what `a::b::c` means in a scope, through modules, `use`, globs and crates of the repo and outside. */
import { groupBy } from '../../base/group-by.ts'
import type { ImportFact } from '../../contract/facts.ts'
import { type FileTable, MODULE_SCOPE } from '../file-table.ts'
import { agreed, type Meaning, nothing, packageMember, type SymbolMeaning } from '../meaning.ts'
import type { Project } from '../project.ts'
import { Beyond } from './beyond.ts'
import { Cargo } from './cargo.ts'
import { memberByPath } from './members.ts'
import { ModuleTree, type RustModule } from './module-tree.ts'
import { isGlob, isOf, meaningOfModule, pickOwn, type Side, segmentsOf } from './sides.ts'
import { parameterNamed, selfType } from './types.ts'

/** The scope that a name is written in, and its file. */
export type RustScope = { table: FileTable; scope: number }

/** Results so far for one use, by step; a step in progress has no value yet: `use` may form circles. */
class Seen {
  private readonly steps = new Map<FileTable, Map<string, Meaning | undefined>>()

  of(table: FileTable): Map<string, Meaning | undefined> {
    let steps = this.steps.get(table)
    if (!steps) {
      steps = new Map()
      this.steps.set(table, steps)
    }
    return steps
  }
}

export class RustPaths {
  readonly project: Project
  readonly cargo: Cargo
  readonly modules: ModuleTree
  private readonly beyond: Beyond

  constructor(project: Project) {
    this.project = project
    this.cargo = new Cargo(project.bench)
    this.modules = new ModuleTree(project.bench, this.cargo)
    this.beyond = new Beyond(project.bench, this.cargo)
  }

  /** What a path means; an `undefined` step is not found. */
  path(segments: readonly string[], from: RustScope, side: Side, seen = new Seen()): Meaning {
    this.project.bench.spend(segments.length)
    const [first = '', ...rest] = segments
    if (rest.length === 0 && !keywords.has(first)) return this.name(first, from, side, seen) ?? nothing('not-found')
    let meaning = this.head(first, from, seen)
    for (const [at, name] of rest.entries()) {
      if (meaning.is === 'nothing' && meaning.reason !== 'dynamic') return meaning
      const isLast = at === rest.length - 1
      meaning = this.member(meaning, name, isLast ? side : 'type', from, seen)
    }
    return meaning
  }

  /** The first of several names: a module or a type. */
  private head(name: string, from: RustScope, seen: Seen): Meaning {
    const module = this.modules.around(from.table, from.scope)
    if (name === 'crate') return meaningOfModule(this.modules.root(module))
    if (name === 'self') return meaningOfModule(module)
    if (name === 'super') {
      const above = this.modules.parent(module)
      return above ? meaningOfModule(above) : nothing('not-found')
    }
    if (name === 'Self') return selfType(this, from) ?? nothing('receiver-unknown')
    if (name === '') return nothing('dynamic')
    if (parameterNamed(name, from)) return nothing('receiver-unknown')
    return this.name(name, from, 'type', seen) ?? nothing('not-found')
  }

  /** A name after `owner::`. */
  member(owner: Meaning, name: string, side: Side, from: RustScope, seen = new Seen()): Meaning {
    // Only the very first step of `::serde::Serialize` is dynamic: the name of a crate.
    if (owner.is === 'nothing' && owner.reason === 'dynamic') return this.beyond.crate(name, from.table) ?? nothing('not-found')
    if (owner.is === 'nothing') return owner
    if (owner.is === 'package') return packageMember(owner.target, name)
    const module = this.moduleOf(owner)
    if (module && name === 'super') {
      const above = this.modules.parent(module)
      return above ? meaningOfModule(above) : nothing('not-found')
    }
    if (module && name === 'self') return meaningOfModule(module)
    if (module) return this.inModule(module, name, side, seen) ?? this.beyond.exported(module, name, side) ?? nothing('not-found')
    return owner.is === 'symbol' ? memberByPath(this, owner, name, side, from) : nothing('receiver-unknown')
  }

  /** The module of a meaning: a file, an inline module, or the file of `mod a;`. */
  moduleOf(meaning: Meaning): RustModule | undefined {
    if (meaning.is === 'module') {
      const table = this.project.bench.table(meaning.path)
      return table && { table, scope: MODULE_SCOPE }
    }
    if (meaning.is !== 'symbol' || meaning.table.symbol(meaning.ordinal).kind !== 'module') return undefined
    const { table, ordinal } = meaning
    const { name, parent } = table.symbol(ordinal)
    const isFile = table.outline.imports.find(
      (fact) =>
        fact.kind === 'require' && fact.alias === name && fact.scope === parent && fact.line === table.symbol(ordinal).name_line,
    )
    if (!isFile) return { table, scope: ordinal }
    const path = this.modules.fileOf(table, isFile)
    const behind = path === undefined ? undefined : this.project.bench.table(path)
    return behind && { table: behind, scope: MODULE_SCOPE }
  }

  /** A bare name, from the inside out. A module sees no names of its enclosing scopes. */
  name(name: string, from: RustScope, side: Side, seen = new Seen()): Meaning | undefined {
    for (let at = from.scope; ; at = from.table.parent(at)) {
      const isModule = at === MODULE_SCOPE || from.table.symbol(at).kind === 'module'
      const found = this.inModule({ table: from.table, scope: at }, name, side, seen)
      if (found) return found
      if (isModule) break
    }
    return this.beyond.name(name, from.table, side)
  }

  /** What a module has under a name: its own, then what it imports by name, then by globs. */
  inModule(module: RustModule, name: string, side: Side, seen: Seen): Meaning | undefined {
    const steps = seen.of(module.table)
    const step = `${module.scope} ${side} ${name}`
    if (steps.has(step)) return steps.get(step)
    steps.set(step, undefined)
    const found = this.project.bench.deeper(() => this.here(module, name, side, seen))
    steps.set(step, found)
    return found
  }

  private here({ table, scope }: RustModule, name: string, side: Side, seen: Seen): Meaning | undefined {
    const named = table.named(scope, name)
    const own = (named?.symbols ?? []).filter((ordinal) => isOf(side, table.symbol(ordinal)))
    // A module's own definition hides an import of that name in another namespace (`use thiserror::Error`).
    if (own.length > 0) return agreed(this.onlyOnce(pickOwn(table, own, side)))
    const found: Meaning[] = []
    for (const fact of named?.imports ?? []) {
      if (fact.kind === 'require') continue
      const meaning = this.imported(fact, table, side, seen)
      if (meaning.is !== 'nothing' || meaning.reason === 'ambiguous') found.push(meaning)
    }
    if (found.length > 0) return agreed(found)
    return this.fromGlobs({ table, scope }, name, side, seen)
  }

  /** `cfg_rt! { pub mod runtime; } cfg_not_rt! { mod runtime; }` is one module, declared twice. */
  private onlyOnce(found: readonly SymbolMeaning[]): readonly SymbolMeaning[] {
    const files = new Set(found.map((one) => this.moduleOf(one)?.table.path))
    const isOne = found.length > 1 && files.size === 1 && !files.has(undefined) && found.every((one) => this.isFile(one))
    return isOne ? found.slice(0, 1) : found
  }

  private isFile(meaning: SymbolMeaning): boolean {
    return this.moduleOf(meaning)?.scope === MODULE_SCOPE
  }

  private fromGlobs({ table, scope }: RustModule, name: string, side: Side, seen: Seen): Meaning | undefined {
    const found: Meaning[] = []
    for (const fact of globsIn(table, table.outline.imports, scope)) {
      this.project.bench.spendOnText(fact.module)
      const target = this.path(segmentsOf(fact.module), { table, scope }, 'type', seen)
      const module = this.moduleOf(target)
      const meaning = module
        ? (this.inModule(module, name, side, seen) ?? this.beyond.exported(module, name, side))
        : this.fromEnum(target, name, side, { table, scope })
      if (meaning && (meaning.is !== 'nothing' || meaning.reason === 'ambiguous')) found.push(meaning)
    }
    return found.length > 0 ? agreed(found) : undefined
  }

  /** `use Shape::*` imports the variants. */
  private fromEnum(target: Meaning, name: string, side: Side, from: RustScope): Meaning | undefined {
    if (target.is !== 'symbol' || target.table.symbol(target.ordinal).kind !== 'enum' || side === 'macro') return undefined
    const ordinal = target.table.named(target.ordinal, name)?.symbols.find((one) => target.table.symbol(one).static)
    return ordinal === undefined ? undefined : memberByPath(this, target, name, side, from)
  }

  /** What a `use` imports in one namespace; `nothing` when there is nothing. */
  imported(fact: ImportFact, table: FileTable, side: Side, seen = new Seen()): Meaning {
    if (fact.kind === 'require') {
      const path = this.modules.fileOf(table, fact)
      return path === undefined ? nothing('module-not-found') : { is: 'module', path }
    }
    const segments = segmentsOf(fact.name === '' ? fact.module : `${fact.module}::${fact.name}`)
    const steps = seen.of(table)
    const step = `use ${fact.line} ${fact.column} ${side}`
    if (steps.has(step)) return steps.get(step) ?? nothing('not-found')
    steps.set(step, undefined)
    const from = { table, scope: fact.scope }
    // `use serde;`, `extern crate core as base;`
    const found = this.path(segments, from, segments.length === 1 && side === 'any' ? 'type' : side, seen)
    steps.set(step, found)
    return found
  }
}

const globs = new WeakMap<FileTable, ReadonlyMap<number, readonly ImportFact[]>>()
const none: readonly ImportFact[] = []

function globsIn(table: FileTable, imports: readonly ImportFact[], scope: number): readonly ImportFact[] {
  let all = globs.get(table)
  if (!all) {
    all = groupBy(
      imports.filter((fact) => fact.alias === '' && isGlob(fact)),
      (fact) => fact.scope,
    )
    globs.set(table, all)
  }
  return all.get(scope) ?? none
}

/** Their meaning depends on the place where they are written; no module defines them. */
const keywords: ReadonlySet<string> = new Set(['crate', 'self', 'super', 'Self'])
