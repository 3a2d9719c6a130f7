/** Splits a receiver (`this.db`, `make().client`, `new Foo()`) into steps. Text that cannot be read so is not guessed at. */
import { readOnce } from './read-once.ts'

export type Step = {
  name: string
  called: boolean
  /** Go's `Foo{}`: a value of the type just named. */
  made: boolean
  /** Followed by an index: one of its elements is meant. */
  indexed: boolean
}
/** `construct`: the first called step follows `new`; its own members come after. */
type Steps = { steps: readonly Step[]; construct: boolean }
/** `literal`: a string, number, list … */
export type Reading = Steps | 'literal' | undefined

/** A name; in Ruby also `@name` and `name?()`, in PHP also a qualified name (`A\B`, `\A`), or a namespace alone (`A\`). */
const step = /^(?:(?:#|@@?)?[\p{L}_$][\p{L}\p{N}_$]*|\\)(?:(?<=\\)[\p{L}_][\p{L}\p{N}_]*|\\)*(?:[?!](?=\(\)))?/u
const separator = /^(?:\?\.|!\.|\.|::|\??->)/
const literal = /^(?:["'`\d[{]|(?:[rbfuRBFU]{1,2}["'])|\/)/

/** A file has the same few receivers again and again. */
export const readExpression: (text: string) => Reading = readOnce(readSteps)

function readSteps(text: string): Reading {
  if (literal.test(text)) return 'literal'
  const construct = text.startsWith('new ')
  let rest = construct ? text.slice(4) : text
  const steps: Step[] = []
  for (;;) {
    const name = step.exec(rest)?.[0]
    if (name === undefined) return undefined
    rest = rest.slice(name.length)
    const called = rest.startsWith('()')
    const made = rest.startsWith('{}')
    if (called || made) rest = rest.slice(2)
    const index = /^\[[^[\]]+\]/.exec(rest)?.[0] ?? ''
    rest = rest.slice(index.length)
    steps.push({ name, called, made, indexed: index !== '' })
    if (rest === '' || rest === '!') return { steps, construct }
    const dot = separator.exec(rest)?.[0]
    if (dot === undefined) return undefined
    rest = rest.slice(dot.length)
  }
}
