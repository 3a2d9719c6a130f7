/**
 * Everything that linking reads, synchronously: following a name takes dozens of steps, and a Promise for each would cost more
 * than the steps. A step that needs something not loaded throws `Wanted`; `settle` loads it and tries again. What one file needed
 * stays loaded until that file is done, so the retries always end.
 */
import { Lru } from '../base/lru.ts'
import { WeightedLru } from '../base/weighted-lru.ts'
import type { FactsView } from '../contract/facts-codec.ts'
import { Asked } from './asked.ts'
import { FileTable } from './file-table.ts'
import { Folders } from './folders.ts'
import { type PathQuestion, textOf } from './path-questions.ts'
import type { SymbolSource } from './port.ts'

class Wanted {
  readonly what: 'table' | 'text' | 'definers'
  /** Paths; for `definers`, names. */
  readonly of: readonly string[]
  constructor(what: 'table' | 'text' | 'definers', of: readonly string[]) {
    this.what = what
    this.of = of
  }
}

/**
 * A use needs a longer chain, or more work, than anything people write, so it has no certain meaning; the caller records a
 * reason. It is thrown, because what a cut chain leaves out could make something else look like the answer.
 */
export class TooFar {
  readonly message = 'a chain of names is too long to follow'
}

/**
 * Memory for tables kept from file to file, in bytes as `FileTable` estimates them: a file and the next one mostly need the same
 * tables. A number of tables would not do: where more files than that need each other, each would load all of them again.
 */
const TABLE_BYTES = 24_000_000
/** A path whose file has no table. */
const NO_TABLE = 200
/** Names whose defining files are known. */
const NAMES_KEPT = 20_000
/** Deeper than any real chain of re-exports, aliases and bases. */
const DEEPEST = 60
/** Nested steps, small ones included; each is some ten calls, so the stack is never used up. */
const DEEPEST_STEPS = 200
/**
 * A name bound many times through names bound many times can be reached in too many ways to try (generated Go code in
 * kubernetes). No use in django, excalidraw, gson or zod takes more than 12 steps; one that takes this many has no certain
 * meaning.
 */
const MOST_STEPS = 1_000
/** Results remembered while one file is linked; a bound on memory. */
const MOST_REMEMBERED = 50_000
/** Steps for one use, small ones included. */
const MOST_OF_USE = 20_000
/**
 * Work for one file, in looks at one candidate; a step counts as many. Counted rather than timed, so that a busy machine links what
 * an idle one does. The remaining uses are then not followed.
 */
export const MOST_OF_FILE = 25_000_000
/** The largest class of overloads that we know has 130 of one name. */
const MOST_TWINS = 400
/** What a step costs, in looks at a candidate. */
const STEP = 10
/** To put together, hash and compare 2⁵ characters costs a look at a candidate. */
const CHARACTERS_OF_A_LOOK = 5
/** What an entry of a table costs that is used for the first time while a file is linked, loaded or kept: it may have to be decoded. */
const ENTRY = 10

/** People write no longer types; reading one nested thousands deep would use up the stack. */
export const LONGEST_TYPE = 2_000

export class Bench {
  readonly folders: Folders
  readonly asked: Asked
  private readonly source: SymbolSource
  private readonly kept = new WeightedLru<string, FileTable | null>(TABLE_BYTES)
  /** What each kept table weighs there: one that has made further maps since is weighed again. */
  private readonly weights = new WeakMap<FileTable, number>()
  private readonly pinned = new Map<string, FileTable | null>()
  /** The files whose tables count as used by the file being linked. */
  private readonly counted = new Set<string>()
  private readonly texts = new Map<string, string | null>()
  private readonly definers = new Lru<string, readonly string[]>(NAMES_KEPT)
  /** Those that the file being linked asked for: the larger cache moves an entry at every look. */
  private readonly nearDefiners = new Map<string, readonly string[]>()
  private readonly trail = new Set<string>()
  private readonly remembered = new Map<string, unknown>()
  /** How often what was remembered was dropped: a copy of it that a family keeps is valid as long as this stays the same. */
  forgotten = 0
  /** How often a chain was cut because it returned to itself: a result found below a cut may be incomplete. */
  private cuts = 0
  /** The file being linked, or ''. */
  linking = ''
  /** Counted from the first step of the trail. */
  private steps = 0
  private depth = 0
  private ofUse = 0
  private ofFile = 0
  /** How much of it is for tables. */
  private ofTables = 0
  private isBounded = false

  constructor(source: SymbolSource) {
    this.source = source
    this.asked = new Asked(this)
    this.folders = new Folders(source.paths(), this.ask)
  }

  /** Does the repo have this file? */
  has(path: string): boolean {
    this.ask({ is: 'file', path })
    return this.source.paths().has(path)
  }
  /** A question about paths is work: a manifest may name thousands of places for each import. `found`: what has to be gone through. */
  private readonly ask = (question: PathQuestion, found = 0): void => {
    this.spend(STEP + found)
    this.spendOnText(textOf(question))
    this.asked.note(question)
  }
  paths(): ReadonlySet<string> {
    return this.source.paths()
  }
  languageOf(path: string): string {
    return this.source.languageOf(path)
  }
  /** The table of a file; undefined when it has no facts. */
  table(path: string): FileTable | undefined {
    const pinned = this.pinned.get(path)
    if (pinned !== undefined) return pinned ?? undefined
    if (!this.source.paths().has(path)) return undefined
    if (!this.holdKept(path)) this.want([path])
    return this.pinned.get(path) ?? undefined
  }
  /** The manifests that were read, or tried. */
  textsRead(): string[] {
    return [...this.texts.keys()]
  }
  /** The text of a manifest; undefined when it cannot be read. */
  text(path: string): string | undefined {
    if (!this.has(path)) return undefined
    const text = this.texts.get(path)
    if (text === undefined) throw new Wanted('text', [path])
    // Who asks for it reads it.
    this.spendOnText(text ?? '')
    return text ?? undefined
  }
  /** What is read here, once for all files, is no work of the file being linked. */
  forAll<Value>(look: () => Value): Value {
    const { ofFile, ofTables, isBounded } = this
    this.ofFile = 0
    this.ofTables = 0
    this.isBounded = false
    try {
      return this.asked.forAll(look)
    } finally {
      this.ofFile = ofFile
      this.ofTables = ofTables
      this.isBounded = isBounded
    }
  }
  /** Requests many manifests at once; one at a time, a repo of a thousand packages would be restarted a thousand times. */
  wantTexts(paths: readonly string[]): void {
    const missing = paths.filter((path) => !this.texts.has(path))
    if (missing.length > 0) throw new Wanted('text', missing)
  }

  /** Requests many files at once. */
  wantTables(paths: readonly string[]): void {
    const missing = paths.filter((path) => !this.pinned.has(path) && !this.holdKept(path))
    if (missing.length > 0) this.want(missing)
  }

  private want(paths: readonly string[]): never {
    if (this.isBounded && this.isSpent()) throw new TooFar()
    throw new Wanted('table', paths)
  }

  /** The tables of many files, loaded together: a loop over `table` starts again for each file that is not loaded yet. */
  tables(paths: readonly string[]): FileTable[] {
    this.wantTables(paths)
    return paths.flatMap((path) => this.table(path) ?? [])
  }

  /** The files that define a symbol of this last name, in any language. */
  filesDefining(name: string): readonly string[] {
    const near = this.nearDefiners.get(name)
    if (near) return near
    const known = this.source.definersAtHand?.(name) ?? this.definers.get(name)
    if (known === undefined) throw new Wanted('definers', [name])
    this.nearDefiners.set(name, known)
    return known
  }

  /** Runs a step, loading what it turns out to need. */
  async settle<Result>(step: () => Result): Promise<Result> {
    for (;;) {
      try {
        return step()
      } catch (wanted) {
        this.startOver()
        if (!(wanted instanceof Wanted)) throw wanted
        await this.load(wanted)
      }
    }
  }

  /** What a use means, or `otherwise` where it takes too many steps. */
  bounded<Result>(otherwise: Result, go: () => Result): Result {
    this.startOver()
    this.isBounded = true
    try {
      return go()
    } catch (error) {
      if (!(error instanceof TooFar)) throw error
      this.startOver()
      return otherwise
    } finally {
      this.isBounded = false
    }
  }

  /** So many candidates are looked at. Whatever is looked up in a file's table is counted; further loops over what it found count too. */
  readonly spend = (candidates: number): void => {
    this.ofFile += candidates
    if (this.isBounded && this.isSpent()) throw new TooFar()
  }

  /**
   * So many symbols have one name in one scope. More than anyone writes are not told apart: each step would go through all of them,
   * and choosing among them compares each with each.
   */
  readonly spendOnTwins = (symbols: number): void => {
    this.spend(symbols)
    if (this.isBounded && symbols > MOST_TWINS) throw new TooFar()
  }

  /** A name or path is put together and looked up: what that costs grows with its length. */
  readonly spendOnText = (text: string): void => this.spend(1 + (text.length >> CHARACTERS_OF_A_LOOK))

  /** The work for the file being linked so far. */
  spent(): number {
    return this.ofFile
  }

  /** The same without what its tables count. */
  looks(): number {
    return this.ofFile - this.ofTables
  }

  /** Whether the file being linked has had its share of work. */
  isSpent(): boolean {
    return this.ofFile > MOST_OF_FILE
  }

  /** One step deeper. Every linking function that may call itself again goes through here or `follow`. */
  deeper<Result>(go: () => Result): Result {
    this.count()
    this.depth++
    const result = go()
    this.depth--
    return result
  }

  private count(): void {
    this.ofFile += STEP
    if (this.depth >= DEEPEST_STEPS || ++this.ofUse > MOST_OF_USE || this.isSpent()) throw new TooFar()
  }

  private startOver(): void {
    // To clear an empty set makes a new one.
    if (this.trail.size > 0) this.trail.clear()
    this.depth = 0
    this.ofUse = 0
  }

  /** Follows one step of a chain. If the chain contains the step already (cyclic imports, bases, types), returns `otherwise`. */
  follow<Result>(step: string, otherwise: Result, go: () => Result): Result {
    if (this.trail.size === 0) this.steps = 0
    if (this.trail.has(step)) {
      this.cuts++
      return otherwise
    }
    this.count()
    if (this.trail.size > DEEPEST || ++this.steps > MOST_STEPS) throw new TooFar()
    this.trail.add(step)
    this.depth++
    const result = go()
    this.depth--
    this.trail.delete(step)
    return result
  }

  /** Like `follow`; the result is remembered until the file is done. */
  remember<Result>(step: string, otherwise: Result, go: () => Result): Result {
    this.spendOnText(step)
    const known = this.remembered.get(step)
    if (known !== undefined || this.remembered.has(step)) return known as Result
    const cutsBefore = this.cuts
    const result = this.follow(step, otherwise, go)
    if (this.cuts !== cutsBefore) return result
    if (this.remembered.size >= MOST_REMEMBERED) this.forget()
    this.remembered.set(step, result)
    return result
  }

  /** A copy of what is remembered is valid as long as `forgotten` stays the same. */
  remembers(step: string): boolean {
    return this.remembered.has(step)
  }

  /** Call it when a file is done. */
  unpin(): void {
    const done = this.pinned.get(this.linking)
    if (done) this.keep(this.linking, done.withoutUses())
    for (const [path, table] of this.pinned) if (table && table.bytes !== this.weights.get(table)) this.keep(path, table)
    this.linking = ''
    this.ofFile = 0
    this.ofTables = 0
    this.startOver()
    this.pinned.clear()
    this.counted.clear()
    this.nearDefiners.clear()
    this.forget()
  }

  private forget(): void {
    this.remembered.clear()
    this.forgotten++
  }

  /** The table of a file that is about to be linked. */
  tableToLink(path: string, facts: FactsView): FileTable {
    return this.kept.get(path)?.again(facts) ?? new FileTable(path, this.languageOf(path), facts, this)
  }

  /** Makes the file being linked available from the start. */
  pin(table: FileTable): void {
    this.linking = table.path
    this.asked.begin()
    this.pinned.set(table.path, table)
    this.counted.add(table.path)
  }

  private async load({ what, of }: Wanted): Promise<void> {
    for (const [at, one] of of.entries()) {
      // The first is always loaded, so that the retries end.
      if (at > 0 && this.isSpent()) return
      if (what === 'text') this.texts.set(one, (await this.source.readText(one)) ?? null)
      else if (what === 'definers') this.definers.set(one, await this.source.filesDefining(one))
      else await this.loadTable(one)
    }
  }

  private async loadTable(path: string): Promise<void> {
    const view = await this.source.facts(path)
    const table = view ? new FileTable(path, this.source.languageOf(path), view, this) : null
    this.keep(path, table)
    this.hold(path, table)
  }

  private keep(path: string, table: FileTable | null): void {
    this.kept.set(path, table, table?.bytes ?? NO_TABLE)
    if (table) this.weights.set(table, table.bytes)
  }

  /** Otherwise loading the others could drop it. */
  private holdKept(path: string): boolean {
    const kept = this.kept.get(path)
    if (kept !== undefined) this.hold(path, kept)
    return kept !== undefined
  }

  /** Until the file is done. Counted the same whether it was loaded now or kept: links must not depend on what is kept. */
  private hold(path: string, table: FileTable | null): void {
    this.pinned.set(path, table)
    this.countTable(path, table?.entries ?? 0)
  }

  /** A table of so many entries counts as used by this file, once: for answers that are kept without it. */
  countTable(path: string, entries: number): void {
    if (this.counted.has(path)) return
    this.counted.add(path)
    this.ofFile += ENTRY * (1 + entries)
    this.ofTables += ENTRY * (1 + entries)
  }
}
