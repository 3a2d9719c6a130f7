/**
 * Whether git would take very long to compare an ignore file with the names of a checkout. Git compares a pattern in a way that takes
 * each place for each star: with names of 230 letters, three stars take a moment, four take seconds and five take for ever. So the
 * comparison is imitated with the longest names there are, and its steps are counted.
 */

/** `names`: the longest of the checkout, without folders; `count`: how many names there are. */
export type NamesOfCheckout = { names: readonly string[]; count: number }

export function hasCostlyRules(text: string, { names, count }: NamesOfCheckout): boolean {
  const patterns = text.split('\n').filter(hasStars)
  const most = (MOST_STEPS * names.length) / Math.max(count, names.length, 1)
  let steps = 0
  for (const pattern of patterns) {
    const parts = partsOf(pattern)
    for (const name of names) {
      const taken = stepsOf(parts, name)
      steps += taken
      if (taken >= MOST_STEPS_OF_ONE || steps > most || steps > MOST_IMITATED) return true
    }
  }
  return false
}

/** Two stars take no more steps than a name has pairs of letters. */
const hasStars = (line: string): boolean => !line.startsWith('#') && line.split(/\*+/, 4).length === 4

/** With one name. Real patterns take a few times its length. */
const MOST_STEPS_OF_ONE = 100_000
/** With all names: about ten seconds of git. */
const MOST_STEPS = 3_000_000_000
/** With the names that are tried here: more than a file of real patterns takes, and done in less than a second. */
const MOST_IMITATED = 20_000_000

type Part = 'star' | ((letter: string) => boolean)

function partsOf(pattern: string): Part[] {
  // Of a pattern with folders, what follows the last slash is compared with the name. Sets of letters are short.
  const whole = pattern.trimEnd()
  const bare = whole.endsWith('/') ? whole.slice(0, -1) : whole
  const tokens = bare.slice(bare.lastIndexOf('/') + 1).match(/\*+|\[!?\]?[^\]]{0,260}\]|\\.|[^/]/gsu) ?? []
  return tokens.map((token) => {
    if (token.startsWith('*')) return 'star'
    if (token === '?') return () => true
    if (token.length > 2) return classTest(token)
    return (letter) => letter === token.at(-1)
  })
}

function classTest(token: string): (letter: string) => boolean {
  try {
    const letters = new RegExp(`^[${token.slice(1, -1).replace(/^!/, '^').replaceAll('[', '\\[')}]$`)
    return (letter) => letters.test(letter)
  } catch {
    return () => true
  }
}

function stepsOf(parts: readonly Part[], name: string): number {
  let steps = 0
  const fits = (from: number, start: number): boolean => {
    let at = start
    for (let next = from; next < parts.length; next++, at++) {
      const part = parts[next] as Part
      if (part === 'star') return next === parts.length - 1 || fitsSomewhere(next + 1, at)
      if (++steps >= MOST_STEPS_OF_ONE || at >= name.length || !part(name[at] as string)) return false
    }
    return at === name.length
  }
  const fitsSomewhere = (from: number, start: number): boolean => {
    for (let at = start; at <= name.length && steps < MOST_STEPS_OF_ONE; at++) if (fits(from, at)) return true
    return false
  }
  fits(0, 0)
  return steps
}
