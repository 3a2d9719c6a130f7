/** Every line in the current files that matches a text, by path, then line. */
import type { SymbolFact } from '../contract/facts.ts'
import type { SearchItem } from '../contract/items.ts'
import type { ArgumentSpecs, GivenArguments } from '../contract/tool.ts'
import type { RepoView } from '../freshness/scope.ts'
import type { Printed } from '../graph/anchors.ts'
import { enclosingAt } from '../graph/at-position.ts'
import { anchorsNow } from '../grounding/anchors.ts'
import { byRepo, inSteps } from '../grounding/by-repo.ts'
import { enrichmentsOf } from '../grounding/enrichment.ts'
import { filesOf } from '../grounding/files-of.ts'
import { filesToScan } from '../grounding/files-to-scan.ts'
import { type Ground, repoOf } from '../grounding/ground.ts'
import { lastFile, lineAgain, lineMark } from '../grounding/line-again.ts'
import { loadFiles } from '../grounding/load-files.ts'
import { snippetAt } from '../grounding/quote.ts'
import type { CurrentFile } from '../grounding/reading.ts'
import { formerPath, keyOf, type Marks } from '../grounding/rebinding.ts'
import { scanText, type TextHit } from '../scan/scan-text.ts'
import { createTextMatcher, NotSearched, type TextMatcher } from '../scan/text-matcher.ts'
import { readAfter, readNumber, readText, writeAfter } from './after.ts'
import { type DefinitionLines, definitionLines, noDefinitions } from './definition-lines.ts'
import { languageArgument, pageArguments, pathArgument, repoArgument } from './list-arguments.ts'
import { defineTool, type ToolAnswer, type ToolCall } from './tool.ts'
import { uncheckedWords } from './unchecked-words.ts'
import { repoOrHere } from './which-repos.ts'

/** Longer ones cannot be searched for in any case: the engine refuses them. */
const LONGEST_SEARCHED = 4_096

const specs = {
  query: { type: 'string', required: true, describe: 'Text or pattern.', longest: LONGEST_SEARCHED },
  repo: repoArgument,
  limit: { type: 'integer', default: 20, min: 1, max: 1000, describe: 'Per page, 1–1000.' },
  regex: {
    type: 'boolean',
    default: false,
    describe: 'RE2 syntax: no look-around.',
  },
  case_sensitive: {
    type: 'boolean',
    default: true,
    describe: 'Match case.',
    negated: 'Ignore upper and lower case.',
  },
  word: { type: 'boolean', default: false, describe: 'Whole words only.' },
  path: pathArgument,
  language: languageArgument,
  definitions_first: {
    type: 'boolean',
    default: false,
    describe: 'Where the query is one name, the lines that define it come first.',
    untold: true,
  },
  ...pageArguments,
} as const satisfies ArgumentSpecs
export type RagSearchArguments = GivenArguments<typeof specs>

export const ragSearch = defineTool({
  name: 'rag_search',
  title: 'Text search',
  description:
    'Every line that contains a text or matches a regular expression, in code, comments and documents, by path and line, with the enclosing symbol. ' +
    'Use it for exact text: messages, settings, patterns. For uses of a symbol where_used is more precise, for a topic search_code. limit: 1–1000 a page, default 20.',
  arguments: specs,
  repos: (args, context) => repoOrHere(args.repo, context),
  async run(call): Promise<ToolAnswer<SearchItem>> {
    const { args, ground } = call
    const matcher = await createTextMatcher(args)
    const found = await scanRepos(matcher, call)
    const kept = await inSteps(await stillThere(found.hits, matcher, call.context.settings.scan_ms, ground), (hits) =>
      itemsAt(hits, ground),
    )
    const before = readNumber(readAfter(call.after)[3])
    return {
      items: kept,
      query: args.query,
      total: found.more || found.unchecked > 0 ? null : before + kept.length,
      total_at_least: before + kept.length + (found.more ? 1 : 0),
      truncated: found.unchecked > 0,
      unchecked: found.unchecked,
      message: messageOf(found, before + kept.length),
      nextAfter: (shown) => (found.more || shown < kept.length ? afterItem(kept[shown - 1], before + shown, found.first) : null),
    }
  },
})

function messageOf({ unchecked }: Found, lines: number): string | null {
  const late = uncheckedWords(unchecked)
  if (late === null) return lines === 0 ? 'No line matches.' : null
  return `${lines === 0 ? 'No line matches in the files that were searched. ' : ''}${late} Narrow it with path or language.`
}

type Call = ToolCall<typeof specs>
type Hit = TextHit & { repo: RepoView }
type Found = { hits: Hit[]; more: boolean; unchecked: number; first: DefinitionLines }

/** Definitions first if wanted; then repo by repo until the page is full and it is known whether more follows. */
async function scanRepos(matcher: TextMatcher, call: Call): Promise<Found> {
  const { args, ground, context } = call
  const last = await readLast(call)
  const first = args.definitions_first ? await definitionLines(args, ground) : noDefinitions
  const end = performance.now() + context.settings.scan_ms
  const found: Found = { hits: [], more: false, unchecked: 0, first }
  const isBehind = last !== null && !last.inDefinitions
  if (!isBehind) found.hits.push(...first.behind(last).slice(0, args.limit))
  if (!isBehind && first.behind(last).length > args.limit) return { ...found, more: true }
  const after = isBehind ? last : null
  const start = Math.max(
    0,
    ground.repos.findIndex((repo) => repo.repo_id === after?.repo_id),
  )
  for (const repo of ground.repos.slice(start)) {
    const scan = await scanText({
      root: repo.root,
      files: await filesOf(repo, args, ground),
      narrow: (files) => filesToScan(repo, files, matcher.needs, ground),
      matcher,
      limit: args.limit - found.hits.length,
      after: after?.repo_id === repo.repo_id ? after : null,
      except: (path, line) => first.holds(repo, path, line),
      deadline_ms: Math.max(0, end - performance.now()),
      signal: context.signal,
    })
    for (const hit of scan.hits) found.hits.push({ ...hit, repo })
    found.unchecked += scan.unchecked
    // A scan that ran out of time is truncated too, but no further page has what it left out.
    found.more = scan.truncated && (scan.unchecked === 0 || found.hits.length === args.limit)
    if (found.more) break
  }
  return found
}

/** The last line of a page; lines above it may have been added or removed since. */
type Last = { repo_id: string; path: string; line: number; inDefinitions: boolean }

async function readLast({ after, ground }: Call): Promise<Last | null> {
  const [repo_id, path, line, , mark, part] = readAfter(after)
  if (typeof repo_id !== 'string' || typeof path !== 'string') return null
  const repo = repoOf(ground, repo_id)
  const file = repo && (await lastFile(repo, path, ground))
  const now = file ? lineAgain(file, readNumber(line), readText(mark)) : readNumber(line)
  return { repo_id, path, line: now, inDefinitions: part === DEFINITIONS }
}

const DEFINITIONS = 'definitions'

function afterItem(item: SearchItem | undefined, seen: number, first: DefinitionLines): string | null {
  if (!item) return null
  const { text, location } = item.snippet
  const mark = lineMark(text.split('\n')[item.line - location.start_line] ?? '')
  const part = first.holds({ repo_id: item.repo_id }, item.file, item.line) ? DEFINITIONS : ''
  return writeAfter(item.repo_id, item.file, item.line, seen, mark, part)
}

/** The scan and the quote read a file separately. Drops hits that a write in between removed from the quoted text. */
async function stillThere(hits: readonly Hit[], matcher: TextMatcher, scanMs: number, { reading }: Ground): Promise<Hit[]> {
  const lines = new Map<string, ReadonlySet<number> | 'unknown'>()
  const kept: Hit[] = []
  const end = performance.now() + scanMs
  for (const hit of hits) {
    const { repo, path, line } = hit
    const id = `${repo.repo_id}\0${path}`
    const file = await reading.quotes.file(repo.root, path)
    const matching = lines.get(id) ?? (file ? linesThatMatch(file.text, matcher, end) : new Set())
    lines.set(id, matching)
    if (matching === 'unknown' || matching.has(line)) kept.push(hit)
    else reading.sawChange(repo, path)
  }
  return kept
}

/** `unknown`: there was no time to search it again. Its lines are quoted as they are now in any case. */
function linesThatMatch(text: string, matcher: TextMatcher, end: number): ReadonlySet<number> | 'unknown' {
  try {
    return new Set(matcher.find(Buffer.from(text), () => performance.now() > end).map(({ line }) => line))
  } catch (error) {
    if (error instanceof NotSearched) return 'unknown'
    throw error
  }
}

async function itemsAt(hits: readonly Hit[], ground: Ground): Promise<SearchItem[]> {
  await loadFiles(hits, ground)
  const quoted = await Promise.all(hits.map((hit) => quoteHit(hit, ground)))
  const kept = quoted.filter((each) => each !== undefined)
  const inSymbols = kept.flatMap(({ around }) => around ?? [])
  const enrichments = await enrichmentsOf(inSymbols, ground)
  const anchors = await byRepo(
    inSymbols.flatMap(({ repo, printed }) => printed.map((symbol) => ({ repo, ...symbol }))),
    (repo, symbols) => anchorsNow(repo, symbols, ground),
  )
  const printedSoFar = anchors.values()
  const written = new Map(
    inSymbols.map((around, at) => {
      const [inner, outer] = around.printed.map(() => printedSoFar.next().value)
      return [around, { inner, outer, enrichment: enrichments[at] }]
    }),
  )
  return kept.map(({ item, around, marks }): SearchItem => {
    const { inner, outer, enrichment } = (around && written.get(around)) ?? {}
    const symbols = around?.isDefinedHere
      ? { symbol: inner, kind: around.symbol.kind, ...(outer ? { enclosing: outer } : {}) }
      : { ...(inner ? { enclosing: inner } : {}) }
    return { ...item, ...symbols, ...marks, ...(enrichment ? { enrichment } : {}) } as SearchItem
  })
}

type Quoted = { item: Omit<SearchItem, 'binding' | 'source'>; around?: Around; marks: Marks }

async function quoteHit(hit: Hit, { reading, rebinding }: Ground): Promise<Quoted | undefined> {
  const { repo, path, line, column } = hit
  const file = await reading.quotes.file(repo.root, path)
  const snippet = file && snippetAt(file, line, column)
  if (!snippet) return undefined
  const item = { repo_id: repo.repo_id, file: path, line, column, snippet }
  // Without an index each hit would need a parse, which is too slow for a text search.
  const current = repo.mode === 'live' ? undefined : await reading.current(repo, path)
  if (!current) return { item, marks: { binding: 'live', source: 'LOCAL_FALLBACK' } }
  const ordinal = enclosingAt(current.facts.outline().symbols, line)
  const { known, ...marks } = await rebinding.marks(repo, current, ordinal)
  const around = aroundHit(hit, current, ordinal, known)
  return around ? { item, around, marks } : { item, marks }
}

/** The symbol that the line defines, else the enclosing one; and the symbol that encloses that one. */
type Around = NonNullable<ReturnType<typeof aroundHit>>

function aroundHit({ repo, path, line }: Hit, current: CurrentFile, ordinal: number, known: SymbolFact | undefined) {
  const outline = current.facts.outline()
  const symbol = outline.symbols[ordinal]
  if (!symbol) return undefined
  const isDefinedHere = symbol.name_line === line
  const outer = isDefinedHere ? outline.symbols[symbol.parent] : undefined
  const printed: Printed[] = [{ path, fact: symbol }, ...(outer ? [{ path, fact: outer }] : [])]
  const was = { path: formerPath(repo, path), key: keyOf(known ?? symbol) }
  return { repo, path, symbol, outline, was, isDefinedHere, printed }
}
