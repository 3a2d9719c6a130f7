/** Kotlin: packages of functions and classes, companions, extensions; a function's `this` need not be an enclosing class. */
import type { SymbolFact, UseFact } from '../../contract/facts.ts'
import type { EdgeKind } from '../../contract/symbol.ts'
import { lineOf } from '../class-line.ts'
import { meaningOfExpression } from '../expression.ts'
import { type Ask, type Asked, ask, type Family, type Rules } from '../family.ts'
import { type FileTable, MODULE_SCOPE } from '../file-table.ts'
import {
  factOf,
  instanceOf,
  isCallable,
  isClassLike,
  isValue,
  type Meaning,
  nothing,
  packageOf,
  type SymbolMeaning,
  symbolAt,
} from '../meaning.ts'
import { memberOf, memberOfClass } from '../members.ts'
import { pickSymbol } from '../pick-symbol.ts'
import type { Project } from '../project.ts'
import { readOnce } from '../read-once.ts'
import { meaningOfName } from '../scope.ts'
import { valueHeld } from '../values.ts'
import { kotlinBuiltins } from './builtins.ts'
import { extendedType } from './heads.ts'
import { kotlinElement, readKotlinType } from './read-types.ts'
import { kotlinRelinking } from './relinking.ts'
import { JvmRules } from './rules.ts'

export const kotlin: Family = { languages: ['kotlin'], relinking: kotlinRelinking, open: (project) => new KotlinRules(project) }

class KotlinRules extends JvmRules implements Rules {
  readonly readType = readOnce(readKotlinType)
  readonly elementType = readOnce(kotlinElement)
  protected readonly language = 'kotlin'
  protected readonly builtins = kotlinBuiltins

  constructor(project: Project) {
    super(project, /\.kts?$/)
  }

  protected around() {
    return [this.ownPackage, this.starImports]
  }

  /** Kotlin marks every overriding member. */
  canOverride(method: SymbolFact): boolean {
    return /\boverride\b/.test(method.signature)
  }

  /** From the inside out: locals, members of an extension's `this`, members and companions of the enclosing classes. */
  bareName(name: string, from: FileTable, asking: Ask, scope: number): Meaning | undefined {
    for (let at = scope; at !== MODULE_SCOPE; at = from.parent(at)) {
      const found = isClassLike(from.symbol(at)) ? this.inClass(name, from, asking, at) : this.inFunction(name, from, asking, at)
      if (found) return found
    }
    const outer =
      asking.use === 'calls' || asking.use === 'reads' || asking.use === 'writes'
        ? this.beyond(name, from, asking, scope)
        : undefined
    return outer
  }

  private inClass(name: string, from: FileTable, asking: Ask, at: number): Meaning | undefined {
    const owner = symbolAt(from, at)
    for (const type of [owner, ...companionsOf(this.project, owner)]) {
      const member = memberOfClass(this.project, type, name, asking.use, { given: asking.given })
      if (member.is === 'variable' && !asking.locals) continue
      if (member.is !== 'nothing' || member.reason === 'ambiguous') return member
    }
    return undefined
  }

  private inFunction(name: string, from: FileTable, asking: Ask, at: number): Meaning | undefined {
    const here = from.named(at, name)
    if (here) {
      const symbols = here.symbols.filter(
        (ordinal) => extendedType(from, ordinal) === undefined && !['method', 'property'].includes(from.symbol(ordinal).kind),
      )
      const fitting = symbols.filter((ordinal) => this.fits(from.symbol(ordinal), asking.use, asking.given))
      if (fitting.length > 0) return pickSymbol(this.project, from, fitting, asking.use)
      if (here.bindings.length > 0 && asking.locals && asking.use !== 'uses_type')
        return { is: 'variable', table: from, bindings: here.bindings }
    }
    if (name === 'this' || asking.use === 'uses_type') return undefined
    const receiver = this.receiverIn(from, at)
    if (!receiver) return undefined
    const member = memberOf(this.project, receiver, name, asking.use, asking.given)
    return member.is === 'symbol' ? member : undefined
  }

  /** The value of `this` inside an extension. */
  private receiverIn(from: FileTable, at: number): Meaning | undefined {
    const bindings = from.named(at, 'this')?.bindings ?? []
    if (bindings.length === 0) return undefined
    const value = valueHeld(this.project, { is: 'variable', table: from, bindings })
    return value.is === 'nothing' ? undefined : value
  }

  selfType(from: FileTable, scope: number): Meaning | undefined {
    for (let at = scope; at !== MODULE_SCOPE && !isClassLike(from.symbol(at)); at = from.parent(at)) {
      const receiver = this.receiverIn(from, at)
      if (receiver) return receiver
    }
    return undefined
  }

  /** An extension of an enclosing receiver may be called without naming it; only when nothing else has that name. */
  private beyond(name: string, from: FileTable, asking: Ask, scope: number): Meaning | undefined {
    if (from.named(MODULE_SCOPE, name)?.symbols.length) return undefined
    if (this.extensions.seen(name, from).length === 0 || this.ownPackage(name, from, asking)) return undefined
    for (let at = scope; at !== MODULE_SCOPE; at = from.parent(at)) {
      const value: Meaning | undefined = isClassLike(from.symbol(at))
        ? { is: 'instance', of: symbolAt(from, at), above: false }
        : this.receiverIn(from, at)
      const found = value && this.extensions.find(value, name, asking.use, asking.given, from)
      if (found) return found
    }
    return undefined
  }

  /** A member of a class name belongs to the companion; a member the type lacks may be an extension. */
  behindDot(owner: Meaning, name: string, asked: Asked, usual: () => Meaning): Meaning {
    const { use, given, from } = asked
    if (owner.is === 'symbol' && isClassLike(factOf(owner))) {
      const companion = companionOf(owner)
      const member = companion ? memberOfClass(this.project, companion, name, use, { given }) : nothing('not-found')
      if (member.is === 'symbol' || (member.is === 'nothing' && member.reason === 'ambiguous')) return member
    }
    const value = this.heldOrGiven(owner)
    const isGiven = owner.is === 'symbol' && value !== owner && isCallable(factOf(owner))
    const found = isGiven ? memberOf(this.project, value, name, use, given) : usual()
    // A private field of Java is read through its accessor.
    if (found.is === 'symbol') return (isHidden(found) ? this.accessor(value, name, use) : undefined) ?? found
    if (found.is === 'nothing' && found.reason === 'ambiguous') return found
    return this.extensions.find(value, name, use, given, from) ?? this.accessor(value, name, use) ?? found
  }

  /** `order.total` of a Java class is its `getTotal()`. */
  private accessor(value: Meaning, name: string, use: EdgeKind): Meaning | undefined {
    if (value.is !== 'instance' || value.of.is !== 'symbol' || value.of.table.language !== 'java') return undefined
    const capital = name.slice(0, 1).toUpperCase() + name.slice(1)
    const names = use === 'writes' ? [`set${capital}`] : [`get${capital}`, ...(/^is\p{Lu}/u.test(name) ? [name] : [])]
    for (const one of names) {
      const method = memberOf(this.project, value, one, 'calls', use === 'writes' ? 1 : 0)
      if (method.is === 'symbol') return method
    }
    return undefined
  }

  /** Inside `order.apply { … }` a bare name is first a member of `order`. */
  meaningOf(use: UseFact, from: FileTable, scope: number): Meaning | undefined {
    const asked = { use: use.use, given: use.arguments, from }
    if (use.receiver === '""') return this.extensions.find(text, use.name, use.use, use.arguments, from)
    if (!use.receiver.endsWith('.{}')) return undefined
    const owner = valueHeld(this.project, meaningOfExpression(this.project, from, scope, use.receiver.slice(0, -3), 'reads'))
    const member = this.behindDot(owner, use.name, asked, () => memberOf(this.project, owner, use.name, use.use, use.arguments))
    if (member.is === 'symbol') return member
    if (member.is !== 'nothing' || member.reason !== 'not-found') return nothing('receiver-unknown')
    return meaningOfName(this.project, from, scope, use.name, ask(use.use, { locals: false, given: use.arguments }))
  }
}

const isHidden = (found: SymbolMeaning): boolean =>
  found.table.language === 'java' && isValue(factOf(found)) && /\bprivate\b/.test(factOf(found).signature)

const text = instanceOf(packageOf('pkg:maven/kotlin#String'))

/** The companions of a class and of its bases: their members are visible inside it. */
function companionsOf(project: Project, owner: SymbolMeaning): SymbolMeaning[] {
  const found: SymbolMeaning[] = []
  for (const type of lineOf(project, owner).types) {
    const companion = companionOf(type)
    if (companion) found.push(companion)
  }
  return found
}

function companionOf({ table, ordinal }: SymbolMeaning): SymbolMeaning | undefined {
  if (table.language !== 'kotlin') return undefined
  const at = table.inside(ordinal).find((inner) => isCompanion(table.symbol(inner)))
  return at === undefined ? undefined : symbolAt(table, at)
}

const isCompanion = ({ kind, signature }: SymbolFact): boolean => kind === 'class' && /(?:^|\s)companion object\b/.test(signature)
