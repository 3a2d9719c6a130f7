/** The head of a declaration as items: names with their qualifiers, brackets, other characters. */

import type { Edits } from './edits.ts'
import { closeBehind, type Level } from './levels.ts'
import { TEXT, type Tokens } from './tokens.ts'
import { keywords } from './words.ts'

export type Context = {
  tokens: Tokens
  edits: Edits
  skipped: ReadonlyMap<number, number>
  isPlusPlus: boolean
  level: Level
  /** Number of items read in heads: see `Reader.read`. */
  work: number
}

export type Item = {
  /** `name`: a word but no keyword, with `A::` before and `<…>` after it. `brackets`: round ones; `attribute`: `[[…]]`, `"C"`. */
  kind: 'name' | 'keyword' | 'brackets' | 'attribute' | 'sign'
  text: string
  from: number
  /** After its last token. */
  to: number
}

/** `ender`: the end of the head: `;`, `{`, `}`, `=`, `#` for a directive, '' for the end of the text. */
export type Head = { items: Item[]; end: number; ender: string }

const MOST_ITEMS = 300

export function readHead(context: Context, from: number): Head {
  const head = itemsFrom(context, from)
  context.work += head.items.length
  return head
}

function itemsFrom({ tokens, skipped }: Context, from: number): Head {
  const items: Item[] = []
  let at = from
  while (at < tokens.count && items.length < MOST_ITEMS) {
    const behind = skipped.get(at)
    if (behind !== undefined) {
      at = behind
      continue
    }
    if (tokens.isDirective(at)) return { items, end: at, ender: '#' }
    const sign = tokens.at(at)
    const afterOperator = items.at(-1)?.text === 'operator'
    if ((sign === ';' || sign === '{' || sign === '}' || sign === '=') && !afterOperator) return { items, end: at, ender: sign }
    const item = readItem(tokens, at, afterOperator)
    items.push(item)
    at = item.to
  }
  return { items, end: at, ender: at < tokens.count ? ';' : '' }
}

function readItem(tokens: Tokens, at: number, afterOperator: boolean): Item {
  const text = tokens.at(at)
  if (tokens.isWord(at)) {
    if (keywords.has(text))
      return { kind: 'keyword', text, from: at, to: text === 'template' ? behindAngles(tokens, at + 1) : at + 1 }
    const to = behindName(tokens, at)
    return { kind: 'name', text, from: at, to }
  }
  // `::std::string`
  if (text === '::' && tokens.isWord(at + 1) && !keywords.has(tokens.at(at + 1)))
    return { kind: 'name', text: tokens.at(at + 1), from: at, to: behindName(tokens, at + 1) }
  if (tokens.kind[at] === TEXT) return { kind: 'attribute', text, from: at, to: at + 1 }
  if (afterOperator) return { kind: 'sign', text, from: at, to: text === '(' || text === '[' ? at + 2 : at + 1 }
  if (text === '(') return { kind: 'brackets', text, from: at, to: closeBehind(tokens, at, tokens.count - 1) + 1 }
  if (text === '[') {
    const to = closeBehind(tokens, at, tokens.count - 1) + 1
    return { kind: tokens.at(at + 1) === '[' ? 'attribute' : 'sign', text, from: at, to }
  }
  return { kind: 'sign', text, from: at, to: at + 1 }
}

/** `A::B<int>::C` is one name. */
export function behindName(tokens: Tokens, from: number): number {
  let at = behindAngles(tokens, from + 1)
  while (tokens.at(at) === '::' && tokens.isWord(at + 1) && !keywords.has(tokens.at(at + 1))) at = behindAngles(tokens, at + 2)
  if (tokens.at(at) === '::' && (tokens.at(at + 1) === '~' || tokens.at(at + 1) === 'operator')) at++
  return at
}

/** After `<…>` if that is what starts here. */
function behindAngles(tokens: Tokens, from: number): number {
  if (tokens.at(from) !== '<') return from
  let depth = 0
  for (let at = from; at < tokens.count && at - from < 400; at++) {
    const sign = tokens.at(at)
    if (sign === '<') depth++
    else if (sign === '>' && --depth === 0) return at + 1
    else if (sign === '(') at = closeBehind(tokens, at, tokens.count - 1)
    else if (sign === ';' || sign === '{' || sign === '}' || tokens.isDirective(at)) return from
  }
  return from
}
