/**
 * No regular expression of ours takes more than linear time on text of a repository. Each is run on texts that are made from its own
 * parts, at two lengths. One that can be slow is on the list below, with the reason why its texts are short.
 */
import vm from 'node:vm'
import { describe, expect, it } from 'vitest'
import { type Attack, attacksOn } from '../kit/attack-texts.ts'
import { type SourceRegex, sourceRegexes } from '../kit/source-regexes.ts'
import { shortTexts } from './short-texts.ts'

const LENGTH = 8000
/** A linear one takes less than a tenth of a millisecond on a text of that length, a quadratic one at least 8. */
const FLOOR_MS = 8
/** Four times the text: 4 if linear, 16 if quadratic. */
const LEAST_GROWTH = 8
const STOP_MS = 2000
/** A text of four times that length on which one spends this much is enough, however the shorter one was measured. */
const SLOW_MS = 500
const ends = ['', '\n', '\0', '!a']

/** Of this process alone: what other programs take does not count. */
const spent = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
const context = vm.createContext({ now: spent, regex: /x/, texts: [''], times: [0] })
const script = new vm.Script(`
  times = texts.map((text) => {
    const start = now()
    regex.lastIndex = 0
    if (regex.global) text.replace(regex, '')
    else regex.exec(text)
    return now() - start
  })`)

/** A regular expression can only be stopped from outside. undefined: it was. */
function timesOf(regex: RegExp, texts: readonly string[]): readonly number[] | undefined {
  Object.assign(context, { regex, texts })
  try {
    script.runInContext(context, { timeout: STOP_MS })
    return context.times as number[]
  } catch {
    return undefined
  }
}

/**
 * Of three runs the fastest: the first may include the compilation of the pattern or a collection of garbage. What was stopped spent
 * less than the time it was given where other programs run too.
 */
function fastest(regex: RegExp, text: string, under: number): number {
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < 3 && best >= under; run++) {
    const start = spent()
    const [time] = timesOf(regex, [text]) ?? []
    if (time === undefined) return Math.min(best, spent() - start)
    best = Math.min(best, time)
  }
  return best
}

const textOf = ({ begin, part, end }: Attack & { end: string }, length: number): string =>
  begin + part.repeat(Math.ceil(length / part.length)) + end

/** The text that shows it, or undefined. */
function slowOn({ source, flags }: SourceRegex): string | undefined {
  const regex = new RegExp(source, flags)
  const attacks = attacksOn(source, flags).flatMap((attack) => ends.map((end) => ({ ...attack, end })))
  const all = attacks.map((attack) => textOf(attack, LENGTH))
  const first = timesOf(regex, all)
  const isSlow = attacks.find((attack, at) => {
    if (first && (first[at] as number) < FLOOR_MS) return false
    const short = fastest(regex, all[at] as string, FLOOR_MS)
    if (short < FLOOR_MS) return false
    const most = Math.min(short * LEAST_GROWTH, SLOW_MS)
    return fastest(regex, textOf(attack, 4 * LENGTH), most) >= most
  })
  return isSlow && JSON.stringify(isSlow).slice(0, 200)
}

const isListed = ({ file, source }: SourceRegex): boolean =>
  shortTexts.some(({ patterns }) => patterns.some(([inFile, start]) => inFile === file && source.startsWith(start)))

// Once: a module is loaded, and makes its regular expressions, only once.
const all = await sourceRegexes()

describe('regular expressions', () => {
  it('[PA20] none of the sources takes more than linear time, except on texts that are short', { timeout: 600_000 }, () => {
    expect(all.length).toBeGreaterThan(1400)
    const repeating = all.filter(({ source }) => /[*+]|,\}|,\d{2,}\}/.test(source))
    const slow = repeating
      .filter((regex) => !isListed(regex))
      .flatMap((regex) => {
        const text = slowOn(regex)
        return text === undefined ? [] : [`${regex.file} /${regex.source}/${regex.flags} on ${text}`]
      })
    expect(slow).toEqual([])
  })

  it('[PA20] the list of short texts names only regular expressions that exist', () => {
    const gone = shortTexts
      .flatMap(({ patterns }) => patterns)
      .filter(([file, start]) => !all.some((regex) => regex.file === file && regex.source.startsWith(start)))
    expect(gone).toEqual([])
  })

  it('the check finds what is slow', () => {
    for (const source of ['\\s+$', '(a+)+b', '<[^>]*x']) expect(slowOn({ file: '', source, flags: '' }), source).toBeDefined()
    expect(slowOn({ file: '', source: '(?<!\\s)\\s+$', flags: '' })).toBeUndefined()
  })
})
