/**
 * Texts on which a regular expression that can be slow is slow: characters and parts of the pattern itself, repeated, and an end that
 * does not fit. `begin` and `part` are apart, so that a caller can choose the length.
 */
import { type AST, RegExpParser } from '@eslint-community/regexpp'

export type Attack = { begin: string; part: string }

/** `\r` and U+2028: `^` matches behind them with the flag m, and `[^\n]` passes over them. */
const usual = ['\r', '\u2028', ...'aA0_ \t\n."\'(<[{/*-=:;,`é!)']
const MOST = 160
/** From here on a repetition counts as unbounded. */
const MANY = 20

export function attacksOn(source: string, flags: string): Attack[] {
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, { unicode: flags.includes('u') })
  const found = new Map<string, Attack>()
  const add = (begin: string, part: string): void => {
    if (part !== '' && part.length < 200) found.set(`${begin}\0${part}`, { begin, part })
  }
  for (const character of usual.slice(0, 14)) add('', character)
  for (const character of source.replace(/\\./g, '').match(/[^\w\s]|[a-z]/g) ?? []) if (found.size < 30) add('', character)
  new Walk(flags.replace(/[gyd]/g, ''), add).alternatives(pattern.alternatives, '')
  return [...found.values()].slice(0, MOST)
}

class Walk {
  private readonly flags: string
  private readonly add: (begin: string, part: string) => void

  constructor(flags: string, add: (begin: string, part: string) => void) {
    this.flags = flags
    this.add = add
  }

  alternatives(all: readonly AST.Alternative[], begin: string): void {
    for (const { elements } of all) {
      let before = begin
      for (const element of elements) {
        this.element(element, before)
        before = before.slice(-400) + (this.samples(element, false)[0] ?? '')
      }
      this.add('', before)
      for (const sample of this.sequence(elements)) {
        this.add('', sample)
        this.add('', sample.slice(0, -1))
      }
    }
  }

  private element(element: AST.Element, begin: string): void {
    if (element.type === 'Quantifier') {
      if (element.max > MANY) this.repeated([...new Set(this.samples(element.element, true))], begin)
      this.element(element.element, begin)
    } else if ('alternatives' in element) {
      this.alternatives(element.alternatives, begin)
    }
  }

  private repeated(samples: readonly string[], begin: string): void {
    for (const sample of samples) {
      this.add(begin, sample)
      this.add('', sample)
      this.add('', begin + sample)
      for (const other of samples.slice(0, 3)) if (other !== sample) this.add(begin, sample + other)
    }
  }

  /** Texts that an element matches. `inside`: what may be left out is not. */
  private samples(element: AST.Element, inside: boolean): string[] {
    if (element.type === 'Character') return [String.fromCodePoint(element.value)]
    if (element.type === 'CharacterSet' || element.type === 'CharacterClass') return this.characters(element)
    if (element.type === 'Group' || element.type === 'CapturingGroup')
      return element.alternatives.flatMap(({ elements }) => this.sequence(elements)).slice(0, 8)
    if (element.type !== 'Quantifier') return ['']
    const times = Math.min(Math.max(element.min, inside ? 1 : 0), 50)
    return this.samples(element.element, true)
      .slice(0, 4)
      .map((sample) => sample.repeat(times))
  }

  private characters(element: AST.CharacterSet | AST.CharacterClass): string[] {
    const own =
      element.type === 'CharacterClass' && !element.negate
        ? element.elements.flatMap((part) => (part.type === 'Character' ? [part.value] : 'min' in part ? [part.min.value] : []))
        : []
    const fits = new RegExp(element.raw, this.flags)
    const all = [
      ...own.slice(0, 6).map((code) => String.fromCodePoint(code)),
      ...usual.filter((one) => fits.test(one)).slice(0, 8),
    ]
    return all.length === 0 ? ['a'] : [...new Set(all)].slice(0, 9)
  }

  private sequence(elements: readonly AST.Element[]): string[] {
    const parts = elements.map((element) => this.samples(element, true))
    const withPart = (at: number, other: string): string =>
      parts.map((part, each) => (each === at ? other : (part[0] ?? ''))).join('')
    const varied = parts.flatMap((part, at) => part.slice(1, 3).map((other) => withPart(at, other)))
    return [...new Set([withPart(-1, ''), ...varied])].slice(0, 8)
  }
}
