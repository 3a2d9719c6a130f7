/**
 * After an error a grammar may leave the rest of the file out of its tree. Then the file is parsed again without the line of the
 * error: only that line is lost, not what follows it.
 */
import type { Engine, EngineOutcome, LoadedGrammar } from './engine.ts'
import { ERROR_TYPE, type FlatTree } from './flat-tree.ts'
import type { CodeLanguage } from './language.ts'
import { limits } from './parse-limits.ts'
import { SyntaxTree } from './syntax-tree.ts'

/** Each costs a parse of the file. Files that need more are not of this language. */
const MOST_AGAIN = 8

export function parseRest(engine: Engine, { grammar, text, budgetMs, rest }: Reading): EngineOutcome {
  let trying = text
  let outcome = engine.parse(grammar, trying, budgetMs)
  let spent = 0
  let best = { text: trying, lost: Number.POSITIVE_INFINITY }
  let mended = false
  for (let again = 0; outcome.state === 'parsed'; again++) {
    const tree = new SyntaxTree(trying, outcome.tree, grammar.names)
    const { lost, at } = outcome.partial ? lossIn(tree, rest) : whole
    if (lost <= best.lost) best = { text: trying, lost }
    spent += outcome.work
    // Two more parses must fit in: the next one, and the best one again if the next turns out worse.
    if (again === MOST_AGAIN || spent + 2 * outcome.work > limits.work) break
    const plain = rest.plainer?.(tree)
    const next = plain ?? (lost > 0 ? withoutLine(trying, at) : trying)
    if (next === trying || next.length !== trying.length) break
    mended ||= plain === undefined
    trying = next
    outcome = engine.parse(grammar, trying, budgetMs)
  }
  if (trying !== best.text) outcome = engine.parse(grammar, best.text, budgetMs)
  if (outcome.state === 'parsed') outcome.partial ||= mended
  return outcome
}

type Reading = { grammar: LoadedGrammar; text: string; budgetMs: number; rest: NonNullable<CodeLanguage['rest']> }

/** What is left out, and what was misread. */
function lossIn(tree: SyntaxTree, { misread }: NonNullable<CodeLanguage['rest']>): { lost: number; at: number } {
  const left = leftOut(tree.flat, tree.text)
  const wrong = misread?.(tree) ?? []
  const [first = -1] = wrong
  return { lost: left.lost + wrong.length, at: left.at < 0 ? first : left.at }
}

const whole = { lost: 0, at: -1 }
/** How many characters the tree leaves out, and where the first of them is. One or two do not count. */
function leftOut(tree: FlatTree, text: string): { lost: number; at: number } {
  let lost = 0
  let at = -1
  for (let node = 0; node < tree.count; node++) {
    if (tree.type[node] !== ERROR_TYPE && node > 0) continue
    for (const [from, to] of gapsIn(tree, node, text.length)) {
      const gap = text.slice(from, to)
      if (!/\w{3}/.test(gap) || (gap.length < 20 && !gap.includes('\n'))) continue
      lost += gap.trim().length
      const start = from + gap.length - gap.trimStart().length
      // Left out from the start of a line: the line before could not be ended.
      if (at < 0) at = text.slice(from, start).includes('\n') ? from - 1 : start
    }
  }
  return { lost, at }
}

/** The text of a node between its children; for the whole tree also the text after it. */
function* gapsIn(tree: FlatTree, node: number, length: number): Generator<readonly [from: number, to: number]> {
  let from = tree.start[node] as number
  for (let child = node + 1; child < (tree.next[node] as number); child = tree.next[child] as number) {
    if ((tree.start[child] as number) - from > 1) yield [from, tree.start[child] as number]
    from = tree.end[child] as number
  }
  const end = node === 0 ? length : (tree.end[node] as number)
  if (end - from > 1) yield [from, end]
}

/** Blanks the line around `at`: first all but its braces, which may belong to enclosing code, then those too. */
function withoutLine(text: string, at: number): string {
  if (at < 0) return text
  const start = text.lastIndexOf('\n', at - 1) + 1
  const stop = text.indexOf('\n', at)
  const end = stop < 0 ? text.length : stop
  const line = text.slice(start, end)
  const braces = line.replaceAll(/[^{}\r]/g, ' ')
  const blank = braces === line ? line.replaceAll(/[^\r]/g, ' ') : braces
  return text.slice(0, start) + blank + text.slice(end)
}

/** Rows and columns of the original text: lines may have been joined for the grammar. */
export function setLines(tree: FlatTree, text: string): void {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  let from = 0
  for (let node = 0; node < tree.count; node++) {
    trimEnd(tree, node, text)
    const start = tree.start[node] as number
    const row = rowOf(starts, start, from)
    // No node starts before its parent or an earlier sibling.
    from = row
    tree.row[node] = row
    tree.col[node] = start - (starts[row] as number)
    tree.endRow[node] = rowOf(starts, tree.end[node] as number, row)
  }
}

/** The line of an offset that is in line `from` or after it; most are in the same one. */
function rowOf(starts: readonly number[], offset: number, from: number): number {
  if (offset < (starts[from + 1] ?? Number.POSITIVE_INFINITY)) return from
  let low = from + 1
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] as number) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

/** Where indentation ends a block, the grammar extends it to the next statement. */
function trimEnd(tree: FlatTree, node: number, text: string): void {
  const start = tree.start[node] as number
  let end = tree.end[node] as number
  while (end > start && text.charCodeAt(end - 1) <= 32) end--
  if (end > start) tree.end[node] = end
}
