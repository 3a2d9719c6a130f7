/** Reads a written Rust type as a tree: `&'a mut Arc<dyn Store + Send>` is Arc of what Store has. */

import { readOnce } from '../read-once.ts'

export type TypeTree =
  | { is: 'path'; path: readonly string[]; arguments: readonly TypeTree[]; outputs: ReadonlyMap<string, TypeTree> }
  | { is: 'tuple'; parts: readonly TypeTree[] }
  | { is: 'list'; of: TypeTree }
  /** `dyn A + B`, `impl A`, the bounds of a parameter. */
  | { is: 'bounds'; traits: readonly TypeTree[] }

const token = /\s+|->|::|'[\p{L}_][\p{L}\p{N}_]*(?!')|(?:r#)?[\p{L}_][\p{L}\p{N}_]*|\d+|./gsu

/** Nobody reads deeper types either. */
const DEEPEST = 24

/** undefined for what cannot have members of its own: a function, `!`, a macro. */
export const readTypeText: (text: string) => TypeTree | undefined = readOnce(read)

function read(text: string): TypeTree | undefined {
  const tokens = (text.match(token) ?? []).filter((one) => !/^\s/.test(one))
  const reader = new Reader(tokens)
  const tree = reader.type(0)
  return reader.isDone ? tree : undefined
}

class Reader {
  private readonly tokens: readonly string[]
  private at = 0

  constructor(tokens: readonly string[]) {
    this.tokens = tokens
  }

  get isDone(): boolean {
    return this.at >= this.tokens.length
  }
  private get next(): string {
    return this.tokens[this.at] ?? ''
  }
  private take(wanted: string): boolean {
    if (this.next !== wanted) return false
    this.at++
    return true
  }

  /** One trait, or several joined by `+`. */
  type(depth: number): TypeTree | undefined {
    const first = this.one(depth)
    const traits = first ? [first] : []
    let several = false
    while (this.take('+')) {
      several = true
      const another = this.one(depth)
      if (another) traits.push(another)
    }
    if (!several) return first
    return { is: 'bounds', traits: traits.flatMap((one) => (one.is === 'bounds' ? one.traits : [one])) }
  }

  private one(depth: number): TypeTree | undefined {
    if (depth > DEEPEST) return undefined
    while (/^(?:&|\*|mut|const|\?|')/.test(this.next) && !this.isDone) this.at++
    if (this.next === 'for' && this.tokens[this.at + 1] === '<') this.skipAngles(++this.at)
    if (this.next === 'dyn' || this.next === 'impl') {
      this.at++
      const inner = this.type(depth + 1)
      return inner && inner.is !== 'bounds' ? { is: 'bounds', traits: [inner] } : inner
    }
    if (this.take('(')) return this.tuple(depth)
    if (this.take('[')) return this.list(depth)
    return /^(?:::|(?:r#)?[\p{L}_])/u.test(this.next) ? this.path(depth) : undefined
  }

  private tuple(depth: number): TypeTree | undefined {
    const parts: TypeTree[] = []
    let commas = 0
    while (!this.isDone && !this.take(')')) {
      const part = this.type(depth + 1)
      if (!part) return undefined
      parts.push(part)
      if (this.take(',')) commas++
      else if (this.next !== ')') return undefined
    }
    const [only] = parts
    return only && parts.length === 1 && commas === 0 ? only : { is: 'tuple', parts }
  }

  private list(depth: number): TypeTree | undefined {
    const of = this.type(depth + 1)
    while (!this.isDone && !this.take(']')) this.at++
    return of && { is: 'list', of }
  }

  private path(depth: number): TypeTree | undefined {
    const path: string[] = this.take('::') ? [''] : []
    let inside: Pick<Extract<TypeTree, { is: 'path' }>, 'arguments' | 'outputs'> = { arguments: [], outputs: new Map() }
    for (;;) {
      path.push(this.next.replace(/^r#/, ''))
      this.at++
      if (this.next === '::' && this.tokens[this.at + 1] === '<') this.at++
      if (this.take('<')) inside = this.angles(depth)
      // `Fn(A) -> B` is called, and has no members.
      if (this.next === '(') return this.skipFunction(depth)
      if (!this.take('::')) return { is: 'path', path, ...inside }
    }
  }

  /** The text between `<` and `>`; lifetimes and numbers left out. */
  private angles(depth: number): { arguments: TypeTree[]; outputs: Map<string, TypeTree> } {
    const found: TypeTree[] = []
    const outputs = new Map<string, TypeTree>()
    while (!this.isDone && !this.take('>')) {
      const name = this.tokens[this.at + 1] === '=' ? this.next : ''
      if (name !== '') this.at += 2
      const before = this.at
      const one = this.type(depth + 1)
      if (one && name !== '') outputs.set(name, one)
      else if (one) found.push(one)
      if (!this.take(',') && this.next !== '>' && this.at === before) this.at++
    }
    return { arguments: found, outputs }
  }

  private skipFunction(depth: number): undefined {
    let open = 0
    while (!this.isDone) {
      if (this.next === '(') open++
      if (this.next === ')') open--
      this.at++
      if (open === 0) break
    }
    if (this.take('->')) this.one(depth + 1)
    return undefined
  }

  private skipAngles(from: number): void {
    this.at = from
    let open = 0
    do {
      if (this.next === '<') open++
      if (this.next === '>') open--
      this.at++
    } while (open > 0 && !this.isDone)
  }
}
