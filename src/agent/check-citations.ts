/**
 * Compares what a model wrote with the files, just before it is shown: every place that it names, and every block of code. A place
 * that verifies is cited, with corrected lines where they were wrong. A sentence that cites a file which does not exist is left out;
 * any other place that cannot be verified is replaced by a mark.
 */
import { documentId } from '../contract/identity.ts'
import { asRepoId, type RepoId } from '../contract/ids.ts'
import type { Citation, NavigationItem } from '../contract/items.ts'
import { fromVisible, guarded } from '../contract/visible.ts'
import { type Block, blocksOf, type Fence, markdownOf } from './answer-blocks.ts'
import { inlineCode, plainWords } from './block.ts'
import { createFilesNow, type FileNow, type FilesNow } from './files-now.ts'
import { citationsIn, type WrittenCitation } from './find-citations.ts'
import { findQuote } from './find-quote.ts'
import type { ModelAccess, ModelCallOptions } from './model-access.ts'
import { plainLinks } from './plain-links.ts'
import type { ShownLines } from './shown-lines.ts'
import { type VerifiedLines, verifyLines } from './verify-lines.ts'

export type Draft = {
  text: string
  shown: ShownLines
  /** The repos asked, which a path without a repo may be in. */
  repos: readonly string[]
  /** The caller's `repo_filter`. */
  only?: readonly RepoId[]
}

export type Checked = {
  markdown: string
  citations: Citation[]
  /** Places that could not be verified, and are not shown any more. */
  removed: number
  /** Blocks of code that are in no file. */
  foreign: number
}

export const NOT_VERIFIED = '(not verified)'
const NOT_FROM_REPO = '_(This block is not from the repo.)_'

export async function checkCitations(draft: Draft, access: Pick<ModelAccess, 'callTool'>): Promise<Checked> {
  const check = createCheck(draft, access)
  const blocks = blocksOf(draft.text).map(
    (block): Block => (block.kind === 'prose' ? { ...block, line: plainLinks(block.line) } : block),
  )
  const checked: Block[] = []
  for (const [at, block] of blocks.entries()) {
    if (block.kind === 'prose') checked.push(...(await check.prose(block.line, quoteBeside(blocks, at))))
    else checked.push(...(await check.fence(block)))
  }
  return { markdown: guarded(markdownOf(checked)), ...check.found() }
}

/** The fence that a line introduces: the next block; or the one before, if nothing introduces that. */
function quoteBeside(blocks: readonly Block[], at: number): { fence: Fence; side: 'last' | 'first' } | undefined {
  const after = neighbour(blocks, at, 1)
  if (after?.block.kind === 'fence') return { fence: after.block, side: 'last' }
  const before = neighbour(blocks, at, -1)
  if (before?.block.kind !== 'fence') return undefined
  const introduced = neighbour(blocks, before.at, -1)?.block
  const isTaken = introduced?.kind === 'prose' && citationsIn(introduced.line).length > 0
  return isTaken ? undefined : { fence: before.block, side: 'first' }
}

function neighbour(blocks: readonly Block[], at: number, step: 1 | -1): { block: Block; at: number } | undefined {
  for (let next = at + step; next >= 0 && next < blocks.length; next += step) {
    const block = blocks[next]
    if (block && (block.kind === 'fence' || block.line.trim() !== '')) return { block, at: next }
  }
  return undefined
}

type Beside = ReturnType<typeof quoteBeside>
type CitedLines = { file: FileNow; place: VerifiedLines }
/** `missing`: no such file for this caller. `other`: not a place at all. */
type Verdict = { state: 'exact'; places: CitedLines[] } | { state: 'unverified' | 'missing' | 'other' }

interface Check {
  prose(line: string, beside: Beside): Promise<Block[]>
  fence(fence: Fence): Promise<Block[]>
  found(): Pick<Checked, 'citations' | 'removed' | 'foreign'>
}

function createCheck(draft: Draft, access: Pick<ModelAccess, 'callTool'>): Check {
  const options: ModelCallOptions = draft.only ? { repos: draft.only } : {}
  const rooms: Rooms = { draft, access, options, files: createFilesNow(access, options) }
  const citations: Citation[] = []
  const quoted = new Map<Fence, CitedLines>()
  let removed = 0
  let foreign = 0
  const cite = ({ file: { repo_id, path }, place: { start, end } }: CitedLines): void => {
    const citation = {
      repo_id,
      path,
      start_line: start,
      end_line: end,
      document_id: documentId(asRepoId(repo_id), 'file', path, ''),
    }
    if (!citations.some((each) => sameLines(each, citation))) citations.push(citation)
  }
  return {
    async prose(line, beside) {
      const kept: string[] = []
      for (const sentence of sentencesOf(line)) {
        const written = citationsIn(sentence)
        const verdicts = await Promise.all(
          written.map((one, at) =>
            verdictOf(one, sentence, written, isBeside(at, written.length, beside) ? beside?.fence : undefined, rooms),
          ),
        )
        for (const [at, verdict] of verdicts.entries()) {
          if (verdict.state !== 'exact') removed += verdict.state === 'other' ? 0 : 1
          else for (const place of verdict.places) cite(place)
          const [first] = verdict.state === 'exact' ? verdict.places : []
          if (first?.place.quoted && beside && isBeside(at, written.length, beside)) quoted.set(beside.fence, first)
        }
        const isInvented = verdicts.some(({ state }) => state === 'missing') && !verdicts.some(({ state }) => state === 'exact')
        if (isInvented && !isHeading(line)) continue
        kept.push(rewritten(sentence, written, verdicts, draft.repos.length > 1))
      }
      const text = kept.join('')
      return isOnlyMarks(text) && !isOnlyMarks(line) ? [] : [{ kind: 'prose', line: text }]
    },
    async fence(fence) {
      const known = quoted.get(fence)
      const place = known ?? (await findAnywhere(fence, rooms))
      if (!place) {
        if (!fence.lines.some((each) => each.trim() !== '')) return []
        foreign++
        return [
          { ...fence, info: languageIn(fence.info) },
          { kind: 'prose', line: NOT_FROM_REPO },
        ]
      }
      cite(place)
      const exact: Fence = { ...fence, info: languageIn(fence.info), lines: place.place.quoted ?? fence.lines }
      return known ? [exact] : [exact, { kind: 'prose', line: citedText(place, draft.repos.length > 1) }]
    },
    found: () => ({ citations, removed, foreign }),
  }
}

const sameLines = (one: Citation, other: Citation): boolean =>
  one.repo_id === other.repo_id &&
  one.path === other.path &&
  one.start_line === other.start_line &&
  one.end_line === other.end_line

/** Of the citations of a line, the last one introduces the fence below, and the first one belongs to the fence above. */
const isBeside = (at: number, all: number, beside: Beside): boolean =>
  beside !== undefined && at === (beside.side === 'last' ? all - 1 : 0)

/** Nothing, or the mark of a list that has lost its sentence. */
const isOnlyMarks = (text: string): boolean => /^\s*(?:(?:[-*+>]|\d+[.)])\s*)*$/.test(text)
const isHeading = (line: string): boolean => /^\s{0,3}#{1,6}\s/.test(line)
/** Only the language: what else a model writes there is not checked. */
const languageIn = (info: string): string => /^[\w+#-]{1,20}(?=$|\s)/.exec(info)?.[0] ?? ''

type Rooms = { draft: Draft; access: Pick<ModelAccess, 'callTool'>; options: ModelCallOptions; files: FilesNow }

async function verdictOf(
  written: WrittenCitation,
  sentence: string,
  all: readonly WrittenCitation[],
  fence: Fence | undefined,
  rooms: Rooms,
): Promise<Verdict> {
  const { draft, access, options } = rooms
  const files = await filesMeant(written, rooms)
  if (files.length === 0) return { state: written.isUnsure ? 'other' : 'missing' }
  const names = spansOf(sentence, all)
  for (const file of files) {
    const shown = draft.shown.of(file.repo_id, file.path)
    const places: CitedLines[] = []
    for (const range of written.ranges) {
      const claim = { range, names, shown, ...(fence ? { quote: fence.lines } : {}) }
      const place = await verifyLines(file, claim, access, options)
      if (place) places.push({ file, place })
    }
    if (places.length === written.ranges.length) return { state: 'exact', places }
  }
  // The lines may be of another file than the one that is named.
  const elsewhere = fence && (await findAnywhere(fence, rooms))
  return elsewhere ? { state: 'exact', places: [elsewhere] } : { state: 'unverified' }
}

/** Repos in which a path without a repo is looked for. */
const REPOS_TRIED = 20

/** The files that a written place may mean: in the repo that it names, else where it was shown, else in the repos asked. */
async function filesMeant({ where, before }: WrittenCitation, { draft, files }: Rooms): Promise<FileNow[]> {
  const known = [...new Set([...draft.repos, ...draft.shown.files().map(({ repo_id }) => repo_id)])]
  const named = namedRepo(where, before, known)
  const path = fromVisible((named?.path ?? where).trim().replace(/^(?:\.\/)+/, ''))
  const shownIn = draft.shown.reposWith(path)
  const repos = named ? [named.repo_id] : [...new Set([...shownIn, ...draft.repos.slice(0, REPOS_TRIED)])]
  return (await Promise.all(repos.map((repo_id) => files.read(repo_id, path)))).filter((file) => file !== undefined)
}

/** `acme/shop src/a.py`, `acme/shop:src/a.py`, `acme/shop/src/a.py`, or the repo as the word before. */
function namedRepo(where: string, before: string, known: readonly string[]): { repo_id: string; path: string } | undefined {
  for (const repo_id of known) {
    const short = repo_id.slice(repo_id.lastIndexOf('/') + 1)
    for (const name of new Set([repo_id, short]))
      for (const mark of [' ', ':', ': ', ...(name === repo_id && name !== short ? ['/'] : [])])
        if (where.startsWith(name + mark)) return { repo_id, path: where.slice(name.length + mark.length) }
    if (before.replace(/[:,]$/, '') === repo_id) return { repo_id, path: where }
  }
  return undefined
}

/** The code spans of a sentence that are not places. */
function spansOf(sentence: string, written: readonly WrittenCitation[]): string[] {
  const isPlace = (at: number): boolean => written.some((one) => at >= one.at && at < one.at + one.length)
  return [...sentence.matchAll(/(?<!`)`+([^`]+)`+/g)].filter(({ index }) => !isPlace(index)).map((span) => (span[1] ?? '').trim())
}

/** More places than this are not tried for one block. A search reads the files of a repo, so few are searched. */
const HITS_TRIED = 5
const REPOS_SEARCHED = 3

async function findAnywhere({ lines }: Fence, { draft, access, options, files }: Rooms): Promise<CitedLines | undefined> {
  for (const { repo_id, path } of draft.shown.files()) {
    const place = placeIn(await files.read(repo_id, path), lines)
    if (place) return place
  }
  const longest = [...lines].map((line) => line.trim()).sort((one, other) => other.length - one.length)[0] ?? ''
  if (!/[\p{L}\p{N}]{3}/u.test(longest) || longest.length > 500) return undefined
  const repos = new Set([...draft.shown.files().map(({ repo_id }) => repo_id), ...draft.repos])
  for (const repo of [...repos].slice(0, REPOS_SEARCHED)) {
    const { items } = await access.callTool('rag_search', { query: longest, repo, limit: HITS_TRIED }, options)
    for (const { repo_id, file } of items as NavigationItem[]) {
      const place = placeIn(await files.read(repo_id, file), lines)
      if (place) return place
    }
  }
  return undefined
}

function placeIn(file: FileNow | undefined, lines: readonly string[]): CitedLines | undefined {
  const found = file && findQuote(file.lines, lines)
  return found && file && { file, place: { start: found.start, end: found.end, quoted: found.lines } }
}

/** The sentences of a line, with the spaces after them. A row of a table is one. */
function sentencesOf(line: string): string[] {
  if (/^\s*\|/.test(line)) return [line]
  const sentences: string[] = []
  let open = ''
  for (const part of line.split(/(`+[^`]*`+)/)) {
    if (part.startsWith('`')) {
      open += part
      continue
    }
    const pieces = part.split(/(?=[\p{Lu}`([*_"'])(?<=[.!?]["')\]]?\s+)/u)
    open += pieces[0] ?? ''
    for (const piece of pieces.slice(1)) {
      sentences.push(open)
      open = piece
    }
  }
  return withPlacesBehind([...sentences, open])
}

/** A citation in brackets behind a sentence belongs to it: "It is so. (`a.py:1`) Then …". */
function withPlacesBehind(sentences: readonly string[]): string[] {
  const joined: string[] = []
  for (const sentence of sentences) {
    const [behind = ''] = /^(?:\([^)]*\)|\[[^\]]*\])[.,;]?\s*(?=\p{Lu}|$)/u.exec(sentence) ?? []
    const isPlace = joined.length > 0 && citationsIn(behind).length > 0
    if (isPlace) joined.push(`${joined.pop()}${behind}`)
    joined.push(isPlace ? sentence.slice(behind.length) : sentence)
  }
  return joined.filter((sentence) => sentence !== '')
}

const rewritten = (
  sentence: string,
  written: readonly WrittenCitation[],
  verdicts: readonly Verdict[],
  namesRepo: boolean,
): string =>
  withoutPlaces(sentence, written, (at) => {
    const verdict = verdicts[at]
    if (!verdict || verdict.state === 'other') return undefined
    if (verdict.state !== 'exact') return NOT_VERIFIED
    return verdict.places.map((place) => citedText(place, namesRepo && !namedBefore(written[at], place))).join(', ')
  }).replaceAll(`(${NOT_VERIFIED})`, NOT_VERIFIED)

const namedBefore = (written: WrittenCitation | undefined, { file }: CitedLines): boolean => written?.before === file.repo_id

/** Replaces each place by what `write` gives; undefined leaves it. */
function withoutPlaces(sentence: string, written: readonly WrittenCitation[], write: (at: number) => string | undefined): string {
  let text = ''
  let end = 0
  for (const [index, { at, length }] of written.entries()) {
    text += sentence.slice(end, at) + (write(index) ?? sentence.slice(at, at + length))
    end = at + length
  }
  return text + sentence.slice(end)
}

const citedText = ({ file, place: { start, end } }: CitedLines, namesRepo: boolean): string =>
  `${namesRepo ? `${plainWords(file.repo_id)} ` : ''}${inlineCode(`${file.path}:${start}-${end}`)}`
