/** Checks whether an answer is true: every quoted line, path and count is compared with the disk and with the other data. */

import { type Disk, lineHolds } from './disk.ts'
import type { Envelope, Item, Policy, Question } from './envelope.ts'

export type Asked = { question: Question; policy: Policy; answer: Envelope; pages: readonly Envelope[] }

/** One sentence for each mistake; [] when there is none. */
export function checkAnswer({ question, policy, pages }: Asked, disk: Disk): string[] {
  const wrong: string[] = []
  for (const page of pages) {
    if (page.meta.status === 'ERROR') return [`ERROR ${page.meta.error_code}: ${page.meta.message}`]
    wrong.push(...checkCover(page, policy))
    for (const item of page.items) wrong.push(...checkPlace(item, disk).map((words) => `${words} [${about(item)}]`))
    for (const item of page.items)
      wrong.push(...checkMeaning(item, question, page, disk).map((words) => `${words} [${about(item)}]`))
  }
  return wrong
}

const about = (item: Item): string =>
  JSON.stringify({
    file: pathOf(item),
    line: item.line,
    symbol: item.symbol,
    use: item.use,
    tier: item.tier,
    binding: item.binding,
  })

export const pathOf = (item: Item): string | undefined => item.file ?? item.file_path

/** FRESH only when everything is as indexed; the counts are those of the page. */
function checkCover(page: Envelope, policy: Policy): string[] {
  const wrong: string[] = []
  const { meta } = page
  const count = (binding: string): number => page.items.filter((item) => item.binding === binding).length
  if (meta.source !== page.source || meta.freshness_state !== page.freshness_state)
    wrong.push('the cover says one thing twice, differently')
  const { freshness } = meta
  if (!freshness) return [...wrong, 'no freshness counts']
  if (freshness.rebound !== count('rebound')) wrong.push(`${freshness.rebound} rebound said, ${count('rebound')} there`)
  if (freshness.live !== count('live')) wrong.push(`${freshness.live} live said, ${count('live')} there`)
  if (page.freshness_state === 'FRESH') {
    if (meta.status !== 'OK') wrong.push(`FRESH, but status ${meta.status}`)
    if (freshness.live + freshness.rebound + freshness.unchecked > 0)
      wrong.push(`FRESH with live ${freshness.live}, rebound ${freshness.rebound}, unchecked ${freshness.unchecked}`)
    if (freshness.dirty !== 0 && policy !== 'catch-up') wrong.push(`FRESH under ${policy} with ${freshness.dirty} dirty`)
  } else if (meta.status !== 'FALLBACK') wrong.push(`${page.freshness_state} with status ${meta.status}`)
  if (policy !== 'catch-up' && freshness.caught_up > 0) wrong.push(`caught up ${freshness.caught_up} under ${policy}`)
  if (freshness.unchecked > 0 && !page.truncated && page.total !== null)
    wrong.push(`${freshness.unchecked} unchecked, yet total ${page.total}`)
  if (page.total !== null && page.total < page.items.length) wrong.push(`total ${page.total} of ${page.items.length} items`)
  if (meta.status === 'FALLBACK' && !meta.message) wrong.push('FALLBACK without a word why')
  return wrong
}

/** The quoted lines are on disk at that place. */
function checkPlace(item: Item, disk: Disk): string[] {
  const file = pathOf(item)
  if (file === undefined) return []
  if (item.doc_type === 'module_summary' || item.doc_type === 'repo_summary') return []
  if (!disk.files().has(file)) return [`cites ${file}, which is no file of this repo now`]
  const lines = disk.lines(file)
  const { snippet } = item
  const wrong: string[] = []
  if (lines && item.end_line !== undefined && item.end_line > Math.max(1, lines.length))
    wrong.push(`end_line ${item.end_line} of ${lines.length}`)
  for (const edge of item.via ?? []) if (!disk.files().has(edge.path)) wrong.push(`an edge in ${edge.path}, which is no file now`)
  if (!snippet) return wrong
  if (!lines) return [...wrong, `quotes ${file}, which holds no text`]
  const { start_line, end_line } = snippet.location
  if (snippet.location.path !== file) wrong.push(`quotes ${snippet.location.path} for ${file}`)
  if (item.line !== undefined && (item.line < start_line || item.line > end_line))
    wrong.push(`line ${item.line} outside ${start_line}–${end_line}`)
  if (item.file !== undefined && item.line !== undefined && !isAround(item.line, start_line, end_line, lines.length))
    wrong.push(`lines ${start_line}–${end_line} are not two either side of ${item.line}`)
  const quoted = snippet.text.split('\n')
  const there = lines.slice(start_line - 1, end_line)
  if (quoted.length !== there.length && !(there.length === 0 && snippet.text === ''))
    wrong.push(`quotes ${quoted.length} lines, ${there.length} there`)
  for (const [at, line] of there.entries())
    if (!isQuote(quoted[at] ?? '', line))
      wrong.push(`quotes ${show(quoted[at])} at ${file}:${start_line + at}, where ${show(line)} stands`)
  return wrong
}

const isAround = (line: number, start: number, end: number, count: number): boolean =>
  start === Math.max(1, line - 2) && end === Math.min(count, line + 2)

const show = (line: string | undefined): string => JSON.stringify((line ?? '').slice(0, 120))

/** A line of more than 1,000 characters is quoted in part, with … where it was cut. */
function isQuote(quoted: string, line: string): boolean {
  if (quoted === line) return true
  return line.length > 1000 && quoted.length >= 1000 && line.includes(quoted.replace(/^…/, '').replace(/…$/, ''))
}

/** The line is about the symbol or text of the question. */
function checkMeaning(item: Item, { tool, args }: Question, page: Envelope, disk: Disk): string[] {
  const file = pathOf(item)
  const line = file === undefined || item.line === undefined ? undefined : disk.lines(file)?.[item.line - 1]
  if (file === undefined || line === undefined) return []
  if (tool === 'definition' || (tool === 'lineage' && item.symbol)) {
    const name = lastName(item.symbol ?? '', file)
    if (name !== undefined && item.kind !== 'module' && !lineHolds(line, name) && !/^(?:default|constructor|<.*>)$/.test(name))
      return [`the definition of ${item.symbol} is said to stand on ${show(line)}`]
  }
  if (tool === 'where_used') {
    const names = namesAsked(String(args.symbol), page)
    if (!names.some((name) => lineHolds(line, name)) && !mayBeAlias(line, names, item, disk))
      return [`a use of ${names.join('/')} is said to stand on ${show(line)}`]
  }
  return []
}

/** The last part of an anchor; undefined for a module. */
export function lastName(anchor: string, file: string): string | undefined {
  const plain = anchor.replace(/^sym:/, '').replace(/~.*$/, '')
  const module = file.replace(/\.[^./]*$/, '').replaceAll('/', '.')
  if (plain === module || !plain.startsWith(`${module}.`)) return undefined
  return plain
    .slice(module.length + 1)
    .split('.')
    .at(-1)
}

function namesAsked(symbol: string, page: Envelope): string[] {
  const names = (page.meta.definitions ?? []).map(
    (group) => lastName(group.symbol, group.path) ?? group.path.split('/').at(-1)!.replace(/\..*$/, ''),
  )
  const own = symbol.replace(/^sym:/, '').replace(/~.*$/, '').split(/[.#]/).at(-1) ?? symbol
  return [...new Set([own, ...names])]
}

/** Imported under another name, here or by a re-export: then some line of the repo contains both names. */
function mayBeAlias(line: string, names: readonly string[], item: Item, disk: Disk): boolean {
  if (['imports', 'reexports', 'overrides', 'implements', 'tests'].includes(item.use ?? '')) return true
  if (names.some((name) => ['default', 'constructor', '__init__', 'index', 'new'].includes(name))) return true
  // A constructor calls another of its class or base class without its name; a Ruby method the one it overrides.
  if (/\b(?:this|super)\s*\(/.test(line) || (item.file?.endsWith('.rb') && /\bsuper\b/.test(line))) return true
  if (names.some((name) => isDefaultExport(name, disk))) return true
  const words = [...new Set(line.match(/[\w$]+/g) ?? [])]
  return (
    disk.grep(
      (each) =>
        names.some((name) => lineHolds(each, name, { word: true })) &&
        words.some((word) => lineHolds(each, word, { word: true })),
    ).length > 0
  )
}

/** `module.exports = name`: an importing file may use any name. */
const isDefaultExport = (name: string, disk: Disk): boolean =>
  disk.grep((each) => /\bexports\s*=|\bexport\s+default\b|^export\s*=/.test(each) && lineHolds(each, name, { word: true }))
    .length > 0
