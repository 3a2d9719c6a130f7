/** Extension functions and properties: which of those visible to a file applies to a value of a type. */
import type { EdgeKind } from '../../contract/symbol.ts'
import { lineOf } from '../class-line.ts'
import { ask } from '../family.ts'
import { type FileTable, MODULE_SCOPE } from '../file-table.ts'
import { factOf, isSameSymbol, type Meaning, nothing, type SymbolMeaning } from '../meaning.ts'
import type { Project } from '../project.ts'
import { meaningOfName } from '../scope.ts'
import { typeNamed } from '../type-named.ts'
import { isOwnMember, supertypes } from './builtins.ts'
import { nearest } from './choose.ts'
import { boundIn, extendedType } from './heads.ts'
import type { JvmPackages } from './packages.ts'

export class Extensions {
  private readonly project: Project
  private readonly packages: JvmPackages
  private readonly language: RegExp

  constructor(project: Project, packages: JvmPackages, language: RegExp) {
    this.project = project
    this.packages = packages
    this.language = language
  }

  /** The only extension of this name that the file sees and that applies to `value`; undefined when there is none. */
  find(value: Meaning, name: string, use: EdgeKind, given: number, from: FileTable): Meaning | undefined {
    if (value.is !== 'instance' && value.is !== 'symbol') return undefined
    const seen = this.seen(name, from).filter((one) => this.takes(one, use, given))
    if (seen.length === 0) return undefined
    const fitting = seen.map((one) => ({ one, distance: this.distance(one, value) })).filter(({ distance }) => distance >= 0)
    const least = Math.min(...fitting.map(({ distance }) => distance))
    const closest = fitting.filter(({ distance }) => distance === least).map(({ one }) => one)
    const [best, second] = nearest(closest, from)
    if (!best) return undefined
    if (second === undefined) return best
    return use === 'calls' ? { ...nothing('ambiguous'), among: closest } : nothing('ambiguous')
  }

  /** In this file, in its package, imported by name or with all of a package or object. */
  seen(name: string, from: FileTable): SymbolMeaning[] {
    const imports = from.outline.imports.filter((fact) => fact.alias === name)
    const names = new Set([name, ...imports.map((fact) => fact.name)])
    const homes = new Set([from.package, ...from.wildcards.map(({ module }) => module)])
    return [...names].flatMap((one) => {
      const modules = imports.filter((fact) => fact.name === one).map(({ module }) => module)
      const seenFrom = new Set(one === name ? [...homes, ...modules] : modules)
      const seen = [...seenFrom].flatMap((home) => this.named(one, home))
      const own = this.named(one).filter(
        (extension) => extension.table === from && !seen.some((other) => isSameSymbol(other, extension)),
      )
      return [...seen, ...own]
    })
  }

  /** Every extension of this name in the repo, or in one package or object. */
  named(name: string, home?: string): SymbolMeaning[] {
    return this.packages.extensions(name, (path) => this.language.test(path), home)
  }

  private takes(one: SymbolMeaning, use: EdgeKind, given: number): boolean {
    return this.project.rules(one.table.language).fits?.(factOf(one), use, given) ?? true
  }

  /** Distance between the type of `value` and the extended type: 0 the same type, -1 when the extension does not apply. */
  private distance(extension: SymbolMeaning, value: Meaning): number {
    const { table, ordinal } = extension
    const wanted = extendedType(table, ordinal) ?? ''
    if (wanted === 'Any' || boundIn(factOf(extension), wanted) !== undefined) return FAR
    const of = value.is === 'instance' ? value.of : value
    if (of.is === 'package') return isOwnMember(of.target, factOf(extension).name) ? -1 : distanceByName(of.target, wanted)
    if (of.is !== 'symbol') return -1
    const type = this.typeOf(extension, wanted)
    if (type.is !== 'symbol') return -1
    return lineOf(this.project, of).types.findIndex((one) => isSameSymbol(one, type))
  }

  /** The class that an extension extends: by the type of its `this`, or by its bare name. */
  private typeOf({ table, ordinal }: SymbolMeaning, name: string): Meaning {
    // Kotlin names the parameter `this`; in Scala it is the first parameter.
    const bound = table.boundIn(ordinal).find(({ role }) => role === 'parameter')
    const written = bound?.type ?? ''
    const value = written === '' ? undefined : typeNamed(this.project, table, ordinal, written)
    if (value?.is === 'instance') return value.of
    return meaningOfName(this.project, table, MODULE_SCOPE, name, ask('uses_type'))
  }
}

/** Extends any type: an extension of the type itself comes first. */
const FAR = 1_000

function distanceByName(target: string, wanted: string): number {
  const own = target.slice(Math.max(target.lastIndexOf('#'), target.lastIndexOf('.')) + 1)
  return own === wanted ? 0 : (supertypes.get(own)?.indexOf(wanted) ?? -1) + (supertypes.get(own)?.includes(wanted) ? 1 : 0)
}
