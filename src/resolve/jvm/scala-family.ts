/** Scala: packages, objects next to classes of the same name, extensions; imports may be relative and anywhere in the code. */
import type { ImportFact, SymbolFact, UseFact } from '../../contract/facts.ts'
import type { EdgeKind } from '../../contract/symbol.ts'
import type { Ask, Asked, Family, Rules } from '../family.ts'
import { type FileTable, MODULE_SCOPE } from '../file-table.ts'
import {
  type FolderMeaning,
  factOf,
  instanceOf,
  isClassLike,
  type Meaning,
  nothing,
  packageOf,
  type SymbolMeaning,
  symbolAt,
} from '../meaning.ts'
import { memberOf } from '../members.ts'
import type { Project } from '../project.ts'
import { readOnce } from '../read-once.ts'
import { scalaBuiltins } from './builtins.ts'
import { isPackageObject, joined } from './packages.ts'
import { readScalaType, scalaElement } from './read-types.ts'
import { scalaRelinking } from './relinking.ts'
import { JvmRules } from './rules.ts'

export const scala: Family = { languages: ['scala'], relinking: scalaRelinking, open: (project) => new ScalaRules(project) }

class ScalaRules extends JvmRules implements Rules {
  readonly readType = readOnce(readScalaType)
  readonly elementType = readOnce(scalaElement)
  readonly namesakesApart = true
  protected readonly language = 'scala'
  protected readonly builtins = scalaBuiltins

  constructor(project: Project) {
    super(project, /\.(?:scala|sc|sbt)$/)
  }

  /** An import comes before the other files of the package. */
  protected around() {
    return [this.starImports, this.ownPackages]
  }

  private ownPackages = (name: string, from: FileTable, asking: Ask): Meaning | undefined => {
    const own = packagesOf(from).slice(0, objectsIn(from).length + 1)
    for (const module of own) {
      const found = this.inPackage(module, name, from, asking)
      if (found) return found
    }
    return undefined
  }

  /** `import orders.Order` may start at an enclosing package, or at something imported before. */
  override imported(fact: ImportFact, from: FileTable, asking: Ask): Meaning {
    const [first = ''] = fact.module.split('.')
    for (const base of packagesOf(from)) {
      const module = joined(base, fact.module)
      const found = super.imported({ ...fact, module }, from, asking)
      if (found.is === 'symbol' || found.is === 'folder') return found
    }
    const before = from.named(MODULE_SCOPE, first)?.imports.find((one) => one !== fact && one.line <= fact.line)
    if (before && first !== '') {
      const path = joinedPath(before, fact.module)
      const found = super.imported({ ...fact, module: path }, from, asking)
      if (found.is !== 'nothing') return found
    }
    return super.imported(fact, from, asking)
  }

  /** `orders.Order` where `orders` is a sibling package. */
  protected override packageBelow(around: string, name: string, from?: FileTable): FolderMeaning | undefined {
    const bases = around === '' && from ? packagesOf(from) : []
    const own = /^\p{Ll}/u.test(name)
      ? bases.map((base) => joined(base, name)).find((path) => this.packages.isOwn(path))
      : undefined
    return own === undefined ? super.packageBelow(around, name) : this.folder(own)
  }

  /** A bare name in a body that contains an import of it. */
  bareName(name: string, from: FileTable, asking: Ask, scope: number): Meaning | undefined {
    for (let at = scope; at !== MODULE_SCOPE; at = from.parent(at)) {
      const imports = from.named(at, name)?.imports ?? []
      const [first] = imports
      if (first) return imports.length === 1 ? this.imported(first, from, asking) : nothing('ambiguous')
      const stars = from.outline.imports.filter((fact) => fact.kind === 'wildcard' && fact.scope === at)
      // Such an import may define any name; names defined further in were looked up before.
      if (stars.length > 0 && !this.isDefined(name, from, scope, at)) {
        const found = this.fromStars(stars, name, from, asking)
        if (found) return found
      }
    }
    return undefined
  }

  /** Is the name defined in one of the scopes from the innermost out to this one? */
  private isDefined(name: string, from: FileTable, scope: number, until: number): boolean {
    for (let at = scope; at !== MODULE_SCOPE; at = from.parent(at)) {
      const here = from.named(at, name)
      if (here && here.symbols.length + here.bindings.length > 0) return true
      if (at === until) return false
    }
    return false
  }

  private fromStars(stars: readonly ImportFact[], name: string, from: FileTable, asking: Ask): Meaning | undefined {
    for (const star of stars) {
      const owner = this.imported(star, from, asking)
      const found =
        owner.is === 'folder'
          ? this.offered(owner, name, asking)
          : owner.is === 'symbol'
            ? this.member(owner, name, asking.use, asking.given, from)
            : nothing('not-found')
      if (found.is === 'symbol') return found
    }
    return undefined
  }

  /** The name of a package object refers to the package. */
  override fits(symbol: SymbolFact, use: EdgeKind, given: number): boolean {
    return !isPackageObject(symbol) && super.fits(symbol, use, given)
  }

  override pickTwin(twins: readonly SymbolFact[], use: EdgeKind): SymbolFact | undefined {
    const objects = twins.filter(isObject)
    const classes = twins.filter((twin) => isClassLike(twin) && !isObject(twin))
    const asClass = use === 'uses_type' || use === 'extends' || use === 'implements' || use === 'calls' || use === 'imports'
    const [only, second] = asClass && classes.length > 0 ? classes : objects
    if (only && second === undefined && twins.length === objects.length + classes.length) return only
    return super.pickTwin(twins, use)
  }

  /** `Order.apply` belongs to the object, `order.size` to the class; a member the type lacks may be an extension. */
  behindDot(owner: Meaning, name: string, asked: Asked, usual: () => Meaning): Meaning {
    const { use, given, from } = asked
    if (owner.is === 'symbol' && isClassLike(factOf(owner)) && !isObject(factOf(owner))) {
      const object = objectBeside(owner)
      const member = object ? memberOf(this.project, object, name, use, given) : nothing('not-found')
      if (member.is === 'symbol' || (member.is === 'nothing' && member.reason === 'ambiguous')) return member
    }
    const value = this.heldOrGiven(owner)
    const found = value === owner ? usual() : memberOf(this.project, value, name, use, given)
    if (found.is === 'symbol' || (found.is === 'nothing' && found.reason === 'ambiguous')) return found
    return this.extensions.find(value, name, use, given, from) ?? found
  }

  meaningOf(use: UseFact, from: FileTable): Meaning | undefined {
    return use.receiver === '""' ? this.extensions.find(text, use.name, use.use, use.arguments, from) : undefined
  }
}

const isObject = ({ signature }: SymbolFact): boolean => /(?:^|\s)object\s/.test(signature.slice(0, 120))

function objectBeside({ table, ordinal }: SymbolMeaning): SymbolMeaning | undefined {
  const { name, parent } = table.symbol(ordinal)
  const at = (table.named(parent, name)?.symbols ?? []).find((one) => one !== ordinal && isObject(table.symbol(one)))
  return at === undefined ? undefined : symbolAt(table, at)
}

const text = instanceOf(packageOf('pkg:maven/scala#String'))

/** Packages whose names a file may write without a prefix: its package objects; `a.b.c`, `a.b`, `a`, none. */
function packagesOf(from: FileTable): readonly string[] {
  const known = packagesAround.get(from)
  if (known) return known
  const found = readPackages(from)
  packagesAround.set(from, found)
  return found
}

const packagesAround = new WeakMap<FileTable, readonly string[]>()

function readPackages(from: FileTable): string[] {
  const own = from.package
  const parts = own === '' ? [] : own.split('.')
  const around = parts.map((_, at) => parts.slice(0, parts.length - at).join('.'))
  return [...objectsIn(from).map(({ name }) => joined(own, name)), ...around, '']
}

const packageObjects = new WeakMap<FileTable, SymbolFact[]>()

function objectsIn(table: FileTable): SymbolFact[] {
  const known = packageObjects.get(table)
  if (known) return known
  const found = table.outline.symbols.filter((symbol) => symbol.parent === MODULE_SCOPE && isPackageObject(symbol))
  packageObjects.set(table, found)
  return found
}

const joinedPath = (before: ImportFact, module: string): string =>
  [before.module, before.name, ...module.split('.').slice(1)].filter((part) => part !== '').join('.')
