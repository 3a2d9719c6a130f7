/** `{…}` of Svelte's markup: expressions, `{@…}` tags, and the blocks `{#…}`, `{:…}`, `{/…}`. */
import type { Elements } from '../../embedded/elements.ts'
import type { Range } from '../../embedded/markup.ts'
import type { WovenText } from '../../embedded/woven-text.ts'

/** `range` includes its braces. */
export function weaveBlock(range: Range, woven: WovenText, elements: Elements): void {
  const inner = { from: range.from + 1, to: range.to - 1 }
  const text = woven.source.slice(inner.from, inner.to)
  const [mark = '', word = ''] = /^\s*[#:/@](\w*)/.exec(text) ?? []
  const rest = { from: inner.from + mark.length, to: inner.to }
  const sign = mark.trim()[0] ?? ''
  if (woven.source[range.to - 1] !== '}') return
  if (sign === '#') openBlock(word, rest, woven, elements)
  else if (sign === ':') turnBlock(word, rest, woven, elements)
  else if (sign === '/' && /^\s*\/(if|each|await|key|snippet)\b/.test(text)) elements.close(`#${word}`, range.from)
  else if (sign === '@' && word === 'const') weave('\nconst ', rest, ';', woven)
  else if (/^\s*(?:const|let)\s/.test(text)) weave('\n', inner, ';', woven)
  else if (sign === '@') weave(word === 'debug' ? '\n[' : '\n(', rest, word === 'debug' ? '\n];' : '\n);', woven)
  else weave('\n(', inner, '\n);', woven)
}

/** The piece may end in a comment: the line end before the glue closes it. */
function weave(before: string, { from, to }: Range, after: string, woven: WovenText): void {
  const text = woven.source.slice(from, to).trim()
  if (text === '' || /^(\/\*[\s\S]*\*\/|\/\/.*)$/.test(text)) return
  woven.put(before).take(from, to).put(after)
}

function openBlock(word: string, rest: Range, woven: WovenText, elements: Elements): void {
  let closing = '}'
  if (word === 'each') weaveEach(rest, woven)
  else if (word === 'await') weaveAwait(rest, woven)
  else if (word === 'snippet') weave('\nfunction ', rest, '{', woven)
  else {
    weave('\n(', rest, '\n);', woven)
    woven.put('{')
  }
  if (word === 'snippet' && !/\S/.test(woven.source.slice(rest.from, rest.to))) closing = ''
  elements.open(`#${word}`, closing)
}

/** `{:else if a}`, `{:then value}`, `{:catch error}`: another scope replaces the one before. */
function turnBlock(word: string, rest: Range, woven: WovenText, elements: Elements): void {
  const isAwait = word === 'then' || word === 'catch'
  const block = isAwait ? '#await' : elements.nearest('#if', '#each')
  if (!block || !elements.turn(block, '}\n{')) return
  if (isAwait) weave('const ', rest, '=_;', woven)
  else if (word === 'else') {
    const [condition = ''] = /^\s*if\b/.exec(woven.source.slice(rest.from, rest.to)) ?? []
    if (condition !== '') weave('\n(', { from: rest.from + condition.length, to: rest.to }, '\n);', woven)
  }
}

/** `items as item, index (item.id)` */
function weaveEach({ from, to }: Range, woven: WovenText): void {
  const text = woven.source.slice(from, to)
  const as = lastOutside(text, /\sas\s/y)
  if (as < 0) {
    weaveCount({ from, to }, woven)
    return
  }
  const names = as + 4
  const key = lastOpening(text, names)
  woven.put('\nfor(const [').take(from + names, from + (key < 0 ? text.length : key))
  woven
    .put('] of (')
    .take(from, from + as)
    .put('\n)){')
  if (key >= 0)
    woven
      .put('\n')
      .take(from + key, to)
      .put(';')
}

/** `{ length: 5 }, index`: only the index is bound. */
function weaveCount({ from, to }: Range, woven: WovenText): void {
  const text = woven.source.slice(from, to)
  const comma = lastOutside(text, /,\s*[\w$]+\s*(?:\(|$)/y)
  weave('\n(', { from, to: comma < 0 ? to : from + comma }, '\n);', woven)
  woven.put('{')
  if (comma < 0) return
  const key = lastOpening(text, comma)
  woven
    .put('const ')
    .take(from + comma + 1, key < 0 ? to : from + key)
    .put('=_;')
  if (key >= 0)
    woven
      .put('\n')
      .take(from + key, to)
      .put(';')
}

/** `promise then value`, `promise catch error`, or the promise alone. */
function weaveAwait({ from, to }: Range, woven: WovenText): void {
  const text = woven.source.slice(from, to)
  const [found] = [...text.matchAll(/\s(then|catch)\b\s*/g)].reverse()
  weave('\n(', { from, to: found ? from + found.index : to }, '\n);', woven)
  woven.put('{')
  if (found) weave('const ', { from: from + found.index + found[0].length, to }, '=_;', woven)
}

/** The last match of the pattern outside of brackets and strings; -1 when there is none. */
function lastOutside(text: string, pattern: RegExp): number {
  let depth = 0
  let last = -1
  let quote = ''
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] as string
    if (quote !== '') {
      if (letter === '\\') at++
      else if (letter === quote) quote = ''
    } else if (/["'`]/.test(letter)) quote = letter
    else if (/[([{]/.test(letter)) depth++
    else if (/[)\]}]/.test(letter)) depth--
    else if (depth === 0) {
      pattern.lastIndex = at
      if (pattern.test(text)) last = at
    }
  }
  return last
}

/** The bracket that opens the key: the last `(` after the names that is not inside another bracket. */
function lastOpening(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const letter = text[at] as string
    if (letter === '(' && depth === 0) return at
    if (/[[{]/.test(letter)) depth++
    else if (/[\]}]/.test(letter)) depth--
  }
  return -1
}
