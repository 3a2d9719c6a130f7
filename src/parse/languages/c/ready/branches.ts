/** `#if … #else … #endif` as groups of branches, and the effect of each branch on the surrounding brackets. */
import { DIRECTIVE, type Tokens } from './tokens.ts'

export type Branch = {
  /** The token of its directive. */
  directive: number
  /** After its last token. */
  to: number
  /** Never read: `#if 0`, `#ifdef __cplusplus` in C. */
  dead: boolean
  /** The condition: `A` for `#ifdef A`, `!A` for `#ifndef A`; '' for anything else. */
  asks: string
}

const MAX_DEPTH = 64

export type Group = { branches: Branch[]; end: number }

/** By the token of the opening directive. */
export function findGroups(tokens: Tokens, isPlusPlus: boolean): Map<number, Group> {
  const groups = new Map<number, Group>()
  const open: Group[] = []
  for (let at = 0; at < tokens.count; at++) {
    if (tokens.kind[at] !== DIRECTIVE) continue
    const [, word = '', rest = ''] = /^#\s*(\w+)(.*)/s.exec(tokens.at(at)) ?? []
    const group = open.at(-1)
    // Nobody nests deeper: the recursion below must end.
    if (open.length > MAX_DEPTH) return new Map()
    if (word === 'if' || word === 'ifdef' || word === 'ifndef') {
      const asks = asksOf(word, rest)
      const made: Group = { branches: [{ directive: at, to: -1, asks, dead: isDead(asks, isPlusPlus) }], end: -1 }
      open.push(made)
      groups.set(at, made)
    } else if (group && (word === 'elif' || word === 'else' || word === 'elifdef' || word === 'elifndef')) {
      const last = group.branches.at(-1)
      if (last) last.to = at
      const [first] = group.branches
      const other =
        word === 'else' && group.branches.length === 1 ? negated(first?.asks ?? '') : asksOf(word.replace(/^el/, ''), rest)
      group.branches.push({ directive: at, to: -1, asks: other, dead: isDead(other, isPlusPlus) })
    } else if (group && word === 'endif') {
      const last = group.branches.at(-1)
      if (last) last.to = at
      group.end = at
      open.pop()
    }
  }
  // Never closed: a truncated file, or prose.
  for (const group of open) for (const [at, value] of groups) if (value === group) groups.delete(at)
  return groups
}

const negated = (asks: string): string => (asks === '' ? '' : asks.startsWith('!') ? asks.slice(1) : `!${asks}`)

function asksOf(word: string, rest: string): string {
  const text = rest.replaceAll(/\/\*.*?(?:\*\/|$)|\/\/[^\n]*/gs, ' ').trim()
  if (word === 'ifdef') return /^\w+/.exec(text)?.[0] ?? ''
  if (word === 'ifndef') return `!${/^\w+/.exec(text)?.[0] ?? ''}`
  const [, no = '', name = '', bare = ''] = /^(!?)\s*(?:defined(?!\w)\s*(?:\(\s*)?(\w+)\s*\)?|(\w+))$/.exec(text) ?? []
  return name || bare ? `${no}${name || bare}` : ''
}

function isDead(asks: string, isPlusPlus: boolean): boolean {
  if (asks === '0' || asks === '!1') return true
  return asks === (isPlusPlus ? '!__cplusplus' : '__cplusplus')
}

export type Measure = {
  /** As many closed as opened, none closed that was opened outside. */
  balanced: boolean
  /** The first and the last token that is not a directive; -1 in an empty branch. */
  first: number
  last: number
}

/** Every enclosing group measures a branch: without this cache, nested ones would double the work at every level. */
const measured = new WeakMap<Branch, Measure>()

export function measure(tokens: Tokens, groups: ReadonlyMap<number, Group>, branch: Branch): Measure {
  const known = measured.get(branch)
  if (known) return known
  const found = measureAnew(tokens, groups, branch)
  measured.set(branch, found)
  return found
}

function measureAnew(tokens: Tokens, groups: ReadonlyMap<number, Group>, branch: Branch): Measure {
  let depth = 0
  let lowest = 0
  let [first, last] = [-1, -1]
  const jumps = new Map<number, number>()
  for (let at = branch.directive + 1; at < branch.to; at++) {
    if (tokens.kind[at] === DIRECTIVE) {
      at = jumps.get(at) ?? at
      const inner = groups.get(at)
      if (!inner) continue
      const live = inner.branches.filter((one) => !one.dead)
      const inside = live.map((one) => measure(tokens, groups, one))
      const all = inside.every((one) => one.balanced)
      const [taken] = live
      if (all || !taken) {
        const words = inside.find((one) => one.first >= 0)
        if (first < 0 && words) first = words.first
        last = inside.findLast((one) => one.last >= 0)?.last ?? last
        at = inner.end
      } else {
        // Of an inner group that cannot be read completely, the first branch is used.
        jumps.set(taken.to, inner.end)
        at = taken.directive
      }
      continue
    }
    if (first < 0) first = at
    last = at
    const sign = tokens.at(at)
    if (sign === '{' || sign === '(' || sign === '[') depth++
    else if (sign === '}' || sign === ')' || sign === ']') lowest = Math.min(lowest, --depth)
  }
  return { balanced: depth === 0 && lowest === 0, first, last }
}
