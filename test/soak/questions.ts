/** The three questions after an edit: mostly about what was edited, sometimes about something else. */

import { type Disk, lineHolds } from './disk.ts'
import type { Edited } from './edits/edit.ts'
import type { Envelope, Item, Policy, Question } from './envelope.ts'
import { definitionsIn, languageOf } from './language.ts'
import type { Random } from './random.ts'

/** A symbol from an answer, to be asked for later by its anchor. */
export type KnownAnchor = { anchor: string; file: string; line: number; text: string; name: string; fileText: string }

export function chooseQuestions(
  edited: Edited,
  disk: Disk,
  anchors: readonly KnownAnchor[],
  random: Random,
  policy: Policy,
): Question[] {
  const stale_policy = policy
  const search: Question = random.chance(0.7)
    ? { tool: 'rag_search', args: { ...chooseText(edited, disk, random), limit: 1000, stale_policy } }
    : {
        tool: 'search_code',
        args: {
          query: chooseName(edited, disk, random),
          level: random.pick(['symbol', 'file', 'doc', 'module']),
          limit: 20,
          stale_policy,
        },
      }
  const expectedUse = edited.expect?.find(({ kind }) => kind === 'use')
  const used =
    expectedUse?.name ?? (random.chance(0.3) ? random.pick(anchors)?.anchor : undefined) ?? chooseName(edited, disk, random)
  const expectedDefinition = edited.expect?.find(({ kind }) => kind === 'definition')
  const near = anchors.filter(({ file }) => edited.files.includes(file))
  const anchor = random.pick(random.chance(0.6) && near.length > 0 ? near : anchors)?.anchor
  const symbol = expectedDefinition?.name ?? (random.chance(0.75) ? anchor : undefined) ?? chooseName(edited, disk, random)
  const third: Question =
    !expectedDefinition && random.chance(0.2)
      ? {
          tool: 'lineage',
          args: {
            symbol,
            direction: random.pick(['upstream', 'downstream', 'both']),
            depth: random.between(1, 4),
            max_results: 200,
            stale_policy,
          },
        }
      : { tool: 'definition', args: { symbol, limit: 200, stale_policy } }
  return [search, { tool: 'where_used', args: { symbol: used, limit: 2000, stale_policy } }, third]
}

/** A name that is or was defined in an edited file, else in any file. */
function chooseName(edited: Edited, disk: Disk, random: Random): string {
  const own = random.pick(edited.names ?? [])
  if (own !== undefined && random.chance(0.6)) return own
  for (let tries = 0; tries < 8; tries++) {
    const file = chooseFile(edited, disk, random)
    const language = languageOf(file)
    const seen = language ? random.pick(definitionsIn(disk.lines(file) ?? [], language)) : undefined
    if (seen) return seen.name
  }
  return 'main'
}

function chooseFile(edited: Edited, disk: Disk, random: Random): string {
  const here = edited.files.filter((file) => disk.files().has(file))
  return random.pick(here.length > 0 && random.chance(0.7) ? here : [...disk.files()].sort()) ?? ''
}

type TextQuery = { query: string; word?: boolean; case_sensitive?: boolean; regex?: boolean }

function chooseText(edited: Edited, disk: Disk, random: Random): TextQuery {
  const own = random.pick(edited.names ?? [])
  if (own !== undefined && random.chance(0.3)) return { query: own, word: random.chance(0.5) }
  const lines = (disk.lines(chooseFile(edited, disk, random)) ?? []).filter((line) => line.length < 500 && /\w{4}/.test(line))
  const line = random.pick(lines) ?? 'return'
  const words = line.match(/\w{4,}/g) ?? ['return']
  if (random.chance(0.2)) {
    const start = random.below(Math.max(1, line.length - 10))
    const query = line.slice(start, start + random.between(5, 25)).trim()
    if (query.length > 3) return { query }
  }
  const query = random.pick(words) ?? 'return'
  if (random.chance(0.1)) return { query: `\\b${query}\\b`, regex: true }
  return { query, word: random.chance(0.4), ...(random.chance(0.15) ? { case_sensitive: false } : {}) }
}

/** Compares a text search with our own search of every file: the lines must be the same. */
export function checkComplete({ tool, args }: Question, pages: readonly Envelope[], disk: Disk): string[] {
  if (tool !== 'rag_search' || pages.some((page) => (page.meta.freshness?.unchecked ?? 0) > 0)) return []
  const query = String(args.query)
  const pattern = args.regex ? new RegExp(query) : undefined
  const fits = (line: string): boolean =>
    pattern ? pattern.test(line) : lineHolds(line, query, { word: args.word === true, anyCase: args.case_sensitive === false })
  const there = disk.grep(fits)
  const found = pages.flatMap((page) => page.items.map((item) => `${item.file}:${item.line}`))
  const [have, want] = [new Set(found), new Set(there)]
  const missing = there.filter((place) => !have.has(place))
  const extra = found.filter((place) => !want.has(place))
  const wrong: string[] = []
  // For a word on a hundred thousand lines not all pages are read.
  const isWhole = !pages.at(-1)?.next_cursor
  if (missing.length > 0 && isWhole)
    wrong.push(`text search misses ${missing.length} of ${there.length} lines: ${missing.slice(0, 5).join(', ')}`)
  if (extra.length > 0) wrong.push(`text search has ${extra.length} lines too many: ${extra.slice(0, 5).join(', ')}`)
  if (have.size !== found.length) wrong.push('text search lists a line twice')
  return wrong
}

/** The answer must contain what the edit added. */
export function checkExpected(edited: Edited, question: Question, answer: Envelope): string[] {
  return (edited.expect ?? []).flatMap((expected) => {
    const tool = expected.kind === 'use' ? 'where_used' : 'definition'
    if (question.tool !== tool || question.args.symbol !== expected.name || answer.truncated) return []
    const there = answer.items.some((item) => item.file === expected.file && item.line === expected.line)
    return there ? [] : [`${tool} ${expected.name} lacks the new ${expected.file}:${expected.line}`]
  })
}

/** Symbols in an answer, to be asked for again later. */
export function anchorsIn(question: Question, items: readonly Item[], disk: Disk): KnownAnchor[] {
  if (question.tool !== 'definition') return []
  return items.slice(0, 5).flatMap((item) => {
    if (!item.symbol || !item.file || !item.line || item.kind === 'module') return []
    const lines = disk.lines(item.file)
    const text = lines?.[item.line - 1]
    if (!lines || text === undefined) return []
    const name = item.symbol.replace(/~.*$/, '').split('.').at(-1) ?? ''
    return [{ anchor: item.symbol, file: item.file, line: item.line, text: text.trim(), name, fileText: lines.join('\n') }]
  })
}

/** An unchanged file must still define the same symbol on the same line. */
export function checkAnchor(question: Question, answer: Envelope, anchors: readonly KnownAnchor[], disk: Disk): string[] {
  if (question.tool !== 'definition') return []
  const known = anchors.find(({ anchor }) => anchor === question.args.symbol)
  if (!known || !disk.files().has(known.file) || answer.truncated) return []
  if ((disk.lines(known.file) ?? []).join('\n') !== known.fileText) return []
  const there = answer.items.some((item) => item.file === known.file && item.line === known.line)
  return there ? [] : [`${known.anchor} is not found at ${known.file}:${known.line}, where it still stands`]
}

/**
 * Certain uses of the caught-up index, and all its hits in changed files, must also be in the answer before the catch-up.
 * Possible uses in other files need not: a use of a deleted symbol may match another of that name, which only linking finds.
 */
export function checkNothingMissed(
  question: Question,
  stale: Envelope,
  fresh: Envelope,
  disk: Disk,
  isChanged: (file: string) => boolean,
): string[] {
  if (
    !['where_used', 'definition'].includes(question.tool) ||
    stale.truncated ||
    stale.next_cursor ||
    fresh.freshness_state !== 'FRESH'
  )
    return []
  const name = String(question.args.symbol).replace(/~.*$/, '').split('.').at(-1) ?? ''
  const have = new Set(stale.items.map((item) => `${item.file}:${item.line}`))
  const missed = fresh.items.filter(({ file = '', line = 0, tier }) => {
    if (tier === 'possible' && !isChanged(file)) return false
    const text = disk.lines(file)?.[line - 1] ?? ''
    return lineHolds(text, name, { word: true }) && !have.has(`${file}:${line}`)
  })
  const shown = missed.slice(0, 3).map(({ file, line, use, tier }) => `${file}:${line} ${use ?? ''} ${tier ?? ''}`)
  return missed.length > 0
    ? [`lacks ${missed.length} of ${fresh.items.length} that the caught-up index has: ${shown.join(', ')}`]
    : []
}
