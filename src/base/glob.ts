/**
 * Paths chosen by a glob: `*` and `?` inside one folder, `**` across folders, `[a-z]`, `{a,b}`. Matching takes time
 * proportional to pattern × path, so no pattern can block the process as a regular expression can.
 */

export type PathTest = (path: string) => boolean

/**
 * The glob must match the whole path: `*.py` matches no file in a folder. With `braces: false`, braces are ordinary characters.
 */
export function globTest(glob: string, options: { braces?: boolean } = {}): PathTest {
  const plain = options.braces === false ? [glob] : expandBraces(glob)
  const patterns = plain.map(readPattern)
  return (path) => {
    const names = path.split('/')
    return patterns.some(
      ({ segments, least, ending }) => least <= names.length && path.endsWith(ending) && fitsSegments(segments, names),
    )
  }
}

/**
 * `least`: names that a path must have at least. `ending`: how the path must end. Both are cheap to test. Repeated `**` mean one. So a
 * long pattern, or many of them, costs little where it does not match.
 */
type Pattern = { segments: readonly Segment[]; least: number; ending: string }

function readPattern(glob: string): Pattern {
  const segments = glob
    .split('/')
    .map(readSegment)
    .filter((segment, at, all) => segment !== MANY || all[at - 1] !== MANY)
  return { segments, least: segments.filter((segment) => segment !== MANY).length, ending: endingOf(segments.at(-1)) }
}

function endingOf(last: Segment | undefined): string {
  if (last === undefined || last === MANY) return ''
  const from = last.findLastIndex((token) => typeof token !== 'string')
  return last.slice(from + 1).join('')
}

/**
 * A filter as people write it: a folder means all below it, a glob without `/` means a name at any depth, and a path that is
 * taken literally wins over its reading as a glob (`app/[id]/page.tsx` is a real file name).
 */
export function pathFilter(filter: string): PathTest {
  const plain = filter.replace(/^\.?\/+/, '').replace(/(?<!\/)\/+$/, '')
  if (plain === '' || plain === '.') return () => true
  const anywhere = !plain.includes('/') && hasWildcard(plain)
  const fits = globTest(anywhere ? `**/${plain}` : plain)
  const below = hasWildcard(plain) && !anywhere ? globTest(`${plain}/**`) : undefined
  return (path) => path === plain || path.startsWith(`${plain}/`) || fits(path) || (below?.(path) ?? false)
}

/** Several filters: a path fits one of those without `!` (any path, where all have one) and none of those with it. */
export function pathFilters(filters: readonly string[]): PathTest {
  const wanted = filters.filter((filter) => !filter.startsWith('!')).map(pathFilter)
  const unwanted = filters.filter((filter) => filter.startsWith('!')).map((filter) => pathFilter(filter.slice(1)))
  return (path) => (wanted.length === 0 || wanted.some((fits) => fits(path))) && !unwanted.some((fits) => fits(path))
}

const hasWildcard = (text: string): boolean => /[*?[{]/.test(text)

const MANY = Symbol('any number of folders')
const STAR = Symbol('any run of characters')
type Token = string | typeof STAR | ((letter: string) => boolean)
type Segment = typeof MANY | readonly Token[]

/** Row by row: `reach[n]` is true when the segments so far can fit exactly the first n names. */
function fitsSegments(segments: readonly Segment[], names: readonly string[]): boolean {
  let reach = [true, ...names.map(() => false)]
  for (const segment of segments) {
    const next = names.map(() => false)
    next.push(false)
    for (let at = 0; at <= names.length; at++) {
      if (segment === MANY) next[at] = reach[at] === true || (at > 0 && next[at - 1] === true)
      else if (at > 0 && reach[at - 1] && fitsName(segment, names[at - 1] ?? '')) next[at] = true
    }
    reach = next
  }
  return reach[names.length] === true
}

/** Keeps two positions, and one position to backtrack to: that of the last star. */
function fitsName(tokens: readonly Token[], name: string): boolean {
  let token = 0
  let at = 0
  let star = -1
  let starAt = 0
  while (at < name.length) {
    const wanted = tokens[token]
    const letter = name.charAt(at)
    if (wanted === STAR) {
      star = token++
      starAt = at
    } else if (typeof wanted === 'function' ? wanted(letter) : wanted === letter) {
      token++
      at++
    } else if (star >= 0) {
      token = star + 1
      at = ++starAt
    } else return false
  }
  while (tokens[token] === STAR) token++
  return token === tokens.length
}

function readSegment(text: string): Segment {
  if (text === '**') return MANY
  const tokens: Token[] = []
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at)
    if (letter === '*') tokens.push(STAR)
    else if (letter === '?') tokens.push(() => true)
    else if (letter === '\\' && at + 1 < text.length) tokens.push(text.charAt(++at))
    else if (letter === '[') {
      const end = text.indexOf(']', text.charAt(at + 1) === '!' || text.charAt(at + 1) === '^' ? at + 3 : at + 2)
      if (end < 0) tokens.push(letter)
      else {
        tokens.push(readClass(text.slice(at + 1, end)))
        at = end
      }
    } else tokens.push(letter)
  }
  return tokens
}

function readClass(text: string): (letter: string) => boolean {
  const negated = text.startsWith('!') || text.startsWith('^')
  const ranges: [string, string][] = []
  const letters = negated ? text.slice(1) : text
  for (let at = 0; at < letters.length; at++) {
    const from = letters.charAt(at)
    const isRange = letters.charAt(at + 1) === '-' && at + 2 < letters.length
    ranges.push([from, isRange ? letters.charAt(at + 2) : from])
    if (isRange) at += 2
  }
  return (letter) => ranges.some(([from, to]) => letter >= from && letter <= to) !== negated
}

/** Every path is compared with each result. */
const MOST_RESULTS = 1000
/** Of all results together: a long pattern has fewer. */
const MOST_CHARACTERS = 200_000

/** `{a,b{c,d}}` → a, bc, bd. Braces that would give more than 1,000 results are taken literally. */
function expandBraces(glob: string): string[] {
  let open = [glob]
  const done: string[] = []
  while (open.length > 0) {
    const next: string[] = []
    let characters = 0
    for (const one of open) {
      const expanded = expandFirst(one)
      if (!expanded) done.push(one)
      for (const each of expanded ?? []) {
        next.push(each)
        characters += each.length
      }
      if (next.length + done.length > MOST_RESULTS || characters > MOST_CHARACTERS) return [...done, ...open]
    }
    open = next
  }
  return done
}

/** By the first braces that contain a comma and no other braces; undefined when there are none. */
function expandFirst(glob: string): string[] | undefined {
  for (const { 0: braces, 1: inner = '', index } of glob.matchAll(/\{([^{}]*)\}/g))
    if (inner.includes(',')) {
      const [before, behind] = [glob.slice(0, index), glob.slice(index + braces.length)]
      return inner.split(',').map((part) => `${before}${part}${behind}`)
    }
  return undefined
}
