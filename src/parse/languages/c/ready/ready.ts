/**
 * Prepares a text for a grammar that knows no preprocessor: of branches that do not fit together one is kept, and macros where no
 * expression can be (`API_EXPORT class X`, `BEGIN_NAMESPACE`, `int f(void) UNUSED;`) are blanked. Without this one such line
 * costs the definitions around it. Depends on the text alone, so that the same bytes always give the same facts.
 */
import type { MaskedText } from '../../../language.ts'
import { type Branch, findGroups, type Group, measure } from './branches.ts'
import { isLineMacro, readyMacro } from './directives.ts'
import { Edits } from './edits.ts'
import { readyExpression, readyStatement } from './expressions.ts'
import { readyEnumerator, readyHead } from './heads.ts'
import type { Context } from './items.ts'
import { blockKind, type Level } from './levels.ts'
import { type Tokens, tokensOf } from './tokens.ts'
import { keywords } from './words.ts'

export function makeReady(text: string, options: { plusPlus: boolean }): MaskedText {
  const tokens = tokensOf(text)
  const edits = new Edits(tokens)
  new Reader(tokens, edits, options.plusPlus).read()
  const opening = edits.masked.find(({ name }) => opensNamespace.test(name))?.name
  return { text: edits.applied(), names: edits.masked, ...(opening === undefined ? {} : { package: opening }) }
}

/** Usual names of such macros; their definitions say which namespace they open. */
const opensNamespace =
  /^(?=\w{1,200}$)[A-Z][A-Z0-9_]*(?:(?:BEGIN|OPEN|ENTER)_?(?:\w*_)?(?:NAMESPACE|NS)|(?:NAMESPACE|NS)(?:_\w*)?_?(?:BEGIN|OPEN|ENTER))\w*$/

/** A head is read again only where macros precede it. After this many reads the rest of the text is left unchanged. */
const WORK = 12
const WORK_START = 10_000

class Reader {
  private readonly tokens: Tokens
  private readonly edits: Edits
  private readonly shared: Context
  private readonly groups: Map<number, Group>
  private readonly levels: Level[] = ['file']
  /** For each level: is it the brackets of a call? */
  private readonly calls: boolean[] = [false]
  /** For each level: the first token of the current declaration or statement, or -1. */
  private readonly heads: number[] = [-1]
  /** How many levels are bodies. */
  private bodies = 0
  /** Removed tokens: first → the one after the last. */
  private readonly skipped = new Map<number, number>()
  /** Conditions assumed when not all branches could be kept. */
  private readonly taken = new Map<string, boolean>()
  /** A token that begins a statement without a semicolon before it, or -1. */
  private fresh = -1
  /** The previous token that was not removed. */
  private last = -1

  constructor(tokens: Tokens, edits: Edits, isPlusPlus: boolean) {
    this.tokens = tokens
    this.edits = edits
    this.groups = findGroups(tokens, isPlusPlus)
    this.shared = { tokens, edits, skipped: this.skipped, isPlusPlus, level: 'file', work: 0 }
  }

  private get head(): number {
    return this.heads.at(-1) ?? -1
  }
  private set head(token: number) {
    this.heads[this.heads.length - 1] = token
  }

  read(): void {
    const { tokens } = this
    const most = WORK_START + WORK * tokens.count
    for (let at = 0; at < tokens.count && this.shared.work < most; ) {
      const behind = this.skipped.get(at)
      if (behind !== undefined) at = behind
      else if (tokens.isDirective(at)) at = this.readDirective(at)
      else at = this.readToken(at)
    }
  }

  private readDirective(at: number): number {
    const group = this.groups.get(at)
    if (group) this.settle(group)
    if (/^#\s*define\b/.test(this.tokens.at(at))) readyMacro(this.tokens, this.edits, at)
    const behind = this.skipped.get(at)
    if (behind !== undefined) {
      if (this.tokens.at(this.last) === ';' || this.tokens.at(this.last) === '}') this.head = -1
      return behind
    }
    // The grammar knows no directives inside lists of values.
    if (this.isList()) this.edits.mask(at, at + 1)
    else this.head = -1
    return at + 1
  }

  /** All branches stay when each is complete, else one does. */
  private settle(group: Group): void {
    const live = group.branches.filter((branch) => !branch.dead)
    for (const branch of group.branches) if (branch.dead) this.drop(branch.directive + 1, branch.to, 'dead')
    const measures = live.map((branch) => measure(this.tokens, this.groups, branch))
    const isList = this.isList()
    const isElse = measures.some((one) => this.tokens.at(one.first) === 'else') || this.tokens.at(group.end + 1) === 'else'
    const isWhole = !isElse && measures.every((one) => one.balanced && (one.last < 0 || this.isEnd(one.last, isList, group.end)))
    // Without directives all branches are read alike, and an error in one does not cost what a directive encloses: mostly the
    // file.
    this.dropDirectives(group)
    if (isWhole && this.isStart(isList)) return
    const kept = this.choose(live)
    for (const branch of live) if (branch !== kept) this.drop(branch.directive + 1, branch.to, 'other')
  }

  private choose(live: readonly Branch[]): Branch | undefined {
    const known = live.find((branch) => branch.asks !== '' && this.isTaken(branch.asks) === true)
    const open = live.find((branch) => branch.asks === '' || this.isTaken(branch.asks) !== false)
    const first = known ?? open ?? live[0]
    const size = (branch: Branch | undefined): number => (branch ? branch.to - branch.directive : 0)
    const largest = live.reduce((one, other) => (size(other) > size(one) ? other : one), live[0] as Branch)
    // A page of code is not dropped for one line, whatever made it look broken.
    const kept = !known && size(largest) > 200 && size(largest) > 10 * size(first) ? largest : first
    if (kept && kept.asks !== '') this.taken.set(kept.asks.replace(/^!/, ''), !kept.asks.startsWith('!'))
    return kept
  }

  private isTaken(asks: string): boolean | undefined {
    const known = this.taken.get(asks.replace(/^!/, ''))
    return known === undefined ? undefined : known !== asks.startsWith('!')
  }

  private dropDirectives(group: Group): void {
    for (const { directive } of group.branches) this.drop(directive, directive + 1, 'other')
    this.drop(group.end, group.end + 1, 'other')
  }

  private drop(from: number, to: number, why: 'dead' | 'other'): void {
    if (from >= to) return
    if (why === 'dead') this.edits.blank(from, to)
    else this.edits.mask(from, to)
    this.skipped.set(from, to)
  }

  /** Within brackets or braces with items separated by commas. */
  private isList(): boolean {
    const level = this.levels.at(-1)
    return level === 'list' || level === 'enum'
  }

  private isStart(isList: boolean): boolean {
    const sign = this.tokens.at(this.last)
    if (this.last < 0 || sign === ';' || sign === '{' || sign === '}') return true
    if (isList) return sign === ',' || sign === '('
    return sign === ':' || (this.head < 0 && sign !== ',')
  }

  private isEnd(token: number, isList: boolean, end: number): boolean {
    const sign = this.tokens.at(token)
    if (isList) return sign === ','
    return (
      sign === ';' || sign === '}' || sign === ':' || isLineMacro(this.tokens, token) || (sign === ')' && this.endsLevel(end))
    )
  }

  /** Does a call outside of functions end here, because something else begins after the group: a macro without a semicolon? */
  private endsLevel(end: number): boolean {
    let next = end + 1
    while (this.tokens.isDirective(next)) next++
    const level = this.levels.at(-1)
    return (
      (level === 'file' || level === 'class') &&
      (next >= this.tokens.count || this.tokens.isWord(next) || this.tokens.at(next) === '}')
    )
  }

  private readToken(at: number): number {
    const { tokens } = this
    const level = this.levels.at(-1) ?? 'file'
    if (at === this.fresh || (level === 'file' && this.beginsLine(at))) this.head = -1
    if (this.head < 0) {
      this.head = at
      const behind = this.readyAt(at, level)
      if (behind > at) {
        this.head = -1
        return behind
      }
    }
    const sign = tokens.at(at)
    readyExpression(this.context(level), at, this.last, this.calls.at(-1) ?? false)
    if (sign === '{') this.open(blockKind(tokens, this.head, at, this.last, level))
    else if (sign === '(' || sign === '[') this.open('list', sign === '(' && this.isCall(level))
    else if (sign === '}' || sign === ')' || sign === ']') this.close(sign)
    else if (sign === ';' && !(level === 'list')) this.head = -1
    else if (sign === ',' && level === 'enum') this.head = -1
    else if (sign === ':' && this.endsLabel(level)) this.head = -1
    this.last = at
    return at + 1
  }

  /** `@end`, `- (void)go`: in Objective-C a line may start a declaration without a semicolon above it. */
  private beginsLine(at: number): boolean {
    const sign = this.tokens.at(at)
    const isBehindEnd = this.tokens.at(at - 1) === 'end' && this.tokens.at(at - 2) === '@'
    return isBehindEnd || ((sign === '@' || sign === '-' || sign === '+') && this.tokens.startsLine(at))
  }

  /** Macros before, in and after a declaration or statement; returns the token to continue with when all before it is blanked. */
  private readyAt(at: number, level: Level): number {
    const context = this.context(level)
    if (level === 'enum') return readyEnumerator(context, at)
    if (level === 'file' || level === 'class') return readyHead(context, at)
    if (level !== 'body') return at
    this.fresh = readyStatement(context, at)
    // The word was removed: the statement begins after it.
    return this.fresh === at + 1 ? this.fresh : at
  }

  private context(level: Level): Context {
    this.shared.level = level
    return this.shared
  }

  /** Brackets after a name, in executable code. */
  private isCall(level: Level): boolean {
    if (level !== 'body' && !this.calls.at(-1) && !(level === 'list' && this.bodies > 0)) return false
    const name = this.tokens.at(this.last)
    if (!this.tokens.isWord(this.last) || keywords.has(name) || /offsetof$/.test(name)) return false
    // After a type it is a declaration.
    if (level === 'body' && declaring.test(this.tokens.at(this.head)) && this.tokens.at(this.last - 1) === '*') return false
    return !this.tokens.isWord(this.last - 1) || beforeValue.test(this.tokens.at(this.last - 1))
  }

  /** `public:`, `case 1:`, `out:` */
  private endsLabel(level: Level): boolean {
    const first = this.tokens.at(this.head)
    if (level === 'class') return /^(?:public|private|protected|signals|slots|Q_SIGNALS|Q_SLOTS)$/.test(first)
    return level === 'body' && (first === 'case' || first === 'default' || this.head === this.last)
  }

  private open(level: Level, isCall = false): void {
    this.levels.push(level)
    if (level === 'body') this.bodies++
    this.heads.push(-1)
    this.calls.push(isCall)
  }

  /** After a body or a namespace the declaration ends; after a struct or a list it continues. */
  private close(sign: string): void {
    if (this.levels.length > 1) {
      const level = this.levels.pop()
      if (level === 'body') this.bodies--
      this.heads.pop()
      this.calls.pop()
      if (sign === '}' && (level === 'body' || level === 'file')) this.head = -1
    } else this.head = -1
  }
}

const declaring = /^(?:extern|static|const|struct|union|enum|void|char|int|unsigned|long|short|double|float|bool)$/
const beforeValue = /^(?:return|else|case|throw|do|and|or|not|co_return|co_await|co_yield)$/
