/** Splits a receiver into steps: `Make<Foo>().items[i].Next()#1`. Text that cannot be read so is not guessed at. */
import { readOnce } from '../read-once.ts'
import { splitTop } from '../split-top.ts'

export type Step = {
  name: string
  /** Type arguments as written; undefined when there are none. */
  typeArguments: readonly string[] | undefined
  called: boolean
  indexed: number
  /** Preceded by `await`: the result of the task is meant. */
  awaited: boolean
}

/** `made`: the type after `new`. `literal`: the type of a string or number. */
export type Chain = { made?: string; literal?: string; steps: readonly Step[] }

export const readChain: (text: string) => Chain | undefined = readOnce(read)

function read(text: string): Chain | undefined {
  const literal = /^""|^\d+/.exec(text)?.[0]
  if (literal !== undefined) return behind({ literal: literal === '""' ? 'string' : 'int' }, text.slice(literal.length))
  if (!text.startsWith('new ')) return behind({}, `.${text}`)
  const end = text.indexOf('()')
  return end < 0 ? undefined : behind({ made: text.slice(4, end) }, text.slice(end + 2))
}

const separator = /^(?:\?\.|\.|::|->)/
const name = /^@?[\p{L}_][\p{L}\p{N}_]*/u

function behind(start: Omit<Chain, 'steps'>, text: string): Chain | undefined {
  const steps: Step[] = []
  let rest = text.replace(/^(?:\[i\])+/, '')
  if (rest !== text && text.startsWith('[')) return undefined
  while (rest !== '') {
    const dot = separator.exec(rest)?.[0]
    const word = dot === undefined ? undefined : name.exec(rest.slice(dot.length))?.[0]
    if (dot === undefined || word === undefined) return undefined
    rest = rest.slice(dot.length + word.length)
    const generic = typeArgumentsIn(rest)
    rest = rest.slice(generic.length)
    const called = rest.startsWith('()')
    if (called) rest = rest.slice(2)
    const indices = /^(?:\[i\])*/.exec(rest)?.[0] ?? ''
    rest = rest.slice(indices.length)
    const awaited = rest.startsWith('#1')
    if (awaited) rest = rest.slice(2)
    const typeArguments = generic === '' ? undefined : splitTop(generic.slice(1, -1), ',')
    steps.push({ name: word, typeArguments, called, indexed: indices.length / 3, awaited })
  }
  return { ...start, steps }
}

function typeArgumentsIn(text: string): string {
  if (!text.startsWith('<')) return ''
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '<') depth++
    else if (text[at] === '>' && --depth === 0) return text.slice(0, at + 1)
  }
  return ''
}
