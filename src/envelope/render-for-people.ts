/**
 * Prints an envelope for a person at a terminal: what was found and whether it is up to date, the hits, then what was left out
 * and how to get it. Ids, anchors and codes are only in the JSON; `path:line` is enough for the next question. Programs and
 * agents get `renderText`.
 */
import type { RagResult } from '../contract/envelope.ts'
import { coverWords, moreWords } from './people-cover.ts'
import { itemLines, type PeopleContext } from './people-items.ts'
import { plainStyle, type Style } from './style.ts'
import { createSymbolNames } from './symbol-names.ts'

export type PeopleOptions = {
  style?: Style
  /** What to mark in quoted lines. */
  matched?: RegExp
  /** Columns of the screen; quoted lines are cut to it. No cut without it. */
  width?: number
  /** Show two lines before and after each hit. */
  context?: boolean
  continueWith?: (cursor: string) => string
  writeCall?: (call: string) => string
  startAt?: (line: number) => string
}

export function renderForPeople(result: RagResult<unknown>, options: PeopleOptions = {}): string {
  const style = options.style ?? plainStyle
  const context: PeopleContext = {
    style,
    matched: options.matched,
    width: options.width ?? Number.POSITIVE_INFINITY,
    around: options.context === true,
    severalRepos: new Set(result.items.map(repoOf)).size > 1 || (result.meta.repos?.length ?? 0) > 1,
    names: createSymbolNames(knownFiles(result)),
    writeCall: options.writeCall ?? ((call) => call),
    startAt: options.startAt ?? ((line) => `start_line=${line}`),
  }
  const lines = [...coverWords(result, style), ...itemLines(result, context), ...moreWords(result, style, options)]
  return lines.map((line) => line.trimEnd()).join('\n')
}

const repoOf = (item: unknown): unknown => (typeof item === 'object' && item !== null && 'repo_id' in item ? item.repo_id : '')

/** The file of every symbol for which the answer contains it. */
function* knownFiles({ items, meta }: RagResult<unknown>): Iterable<readonly [string, string]> {
  for (const { symbol, path } of meta.definitions ?? []) yield [symbol, path]
  for (const item of items) {
    const { symbol, use, file, enclosing, via } = item as Partial<Record<'symbol' | 'file' | 'use' | 'enclosing', string>> & {
      via?: readonly { src: string; path: string }[]
    }
    if (file === undefined) continue
    if (enclosing !== undefined) yield [enclosing, file]
    // The symbol of a use may be defined in another file; the symbol of any other hit is defined on that line.
    if (symbol !== undefined && use === undefined) yield [symbol, file]
    for (const edge of via ?? []) yield [edge.src, edge.path]
  }
}
