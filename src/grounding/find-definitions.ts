/**
 * What a caller means by a symbol, over repos in different states. The graph says what the index knows; a definition in a file
 * changed since is found again by its identity in the bytes on disk, or is gone; new ones come from a live scan.
 */
import type { SymbolFact } from '../contract/facts.ts'
import { lastName, meansSymbol, type Position, readSymbolQuestion, type SymbolQuestion } from '../contract/symbol-question.ts'
import type { RepoView } from '../freshness/scope.ts'
import { type Definition, handleOf, nameOf } from '../graph/definition.ts'
import { findSymbol, type SymbolAnswer } from '../graph/find-symbol.ts'
import { findByBody } from '../locator/body-match.ts'
import type { LiveDefinition, SymbolScan } from '../scan/scan-symbol.ts'
import { type DefinitionNow, definitionAt, definitionsNow, type How, scannedNow, surely } from './definition-now.ts'
import { type Ground, repoOf } from './ground.ts'
import { nameAtPosition, scanLive } from './live-symbol.ts'
import { packageAt } from './package-at.ts'

export type Meant = DefinitionNow & {
  /** Found by its name only, where a position was asked for. */
  guessed: boolean
}

export type MeantSymbols = {
  meant: Meant[]
  /** More than `meant` holds when the name is that common. */
  total: number
  /** The name as it stands in texts; '' when nothing can be looked for. */
  name: string
  /** Why there are none; null when there are. */
  reason: string | null
  /** What was taken where that is not plain; null otherwise. */
  note: string | null
  /** By repo_id: what was read without the index. */
  scans: Map<string, SymbolScan>
  unchecked: number
}

export async function findMeant(text: string, ground: Ground): Promise<MeantSymbols> {
  const question = readSymbolQuestion(insideRepo(text, ground.repos))
  const graph = isMoved(question, ground.repos) ? nothing : await askGraph(question, ground)
  const known = await settle(graph, { guessed: false }, ground)
  if (known.meant.length > 0 || question.by !== 'position') return complete(question, graph, known, ground)
  if (graph.open_name !== null) return byNameOnly(readSymbolQuestion(graph.open_name), ground)
  const foreign = await packageAt(question, ground)
  if (foreign) return none(`What is used there comes from another package: ${foreign}.`)
  const named = graph === nothing ? await nameAt(question, ground) : undefined
  if (!named) return none((await whyNoPosition(question, ground)) ?? graph.reason ?? `There is nothing at ${question.text}.`)
  if (named.question.by === 'name') return byNameOnly(named.question, ground)
  const answer = await askGraph(named.question, ground)
  const noted = { ...answer, note: answer.note ?? named.note }
  return complete(named.question, noted, await settle(noted, { guessed: false }, ground), ground)
}

/** What is used at a position without a link only shares its name with these. */
async function byNameOnly(question: SymbolQuestion, ground: Ground): Promise<MeantSymbols> {
  const answer = await askGraph(question, ground)
  return complete(question, answer, await settle(answer, { guessed: true }, ground), ground)
}

/** A place that is not there is another matter than one where nothing is known. */
async function whyNoPosition({ path, line, column, text }: Position, { repos, reading }: Ground): Promise<string | undefined> {
  const files = await Promise.all(repos.map((repo) => reading.quotes.file(repo.root, path)))
  const [longest] = files.filter((file) => file !== undefined).sort((a, b) => b.lines.length - a.lines.length)
  if (!longest) return `There is no file ${path} to look into.`
  if (line > longest.lines.length) return `${path} has ${longest.lines.length} lines; there is no line ${line}.`
  if (column === null) return undefined
  const word = wordAt(longest.lines[line - 1] ?? '', column)
  if (word === undefined) return `No name stands at ${text}.`
  return `"${word}" at ${text} is no symbol that is defined or used by name: a local name, a word of the language, or text.`
}

/** The word that covers a column, counted from 1. */
function wordAt(line: string, column: number): string | undefined {
  for (const found of line.matchAll(/[\p{L}\p{N}_$]+/gu))
    if (found.index < column && column <= found.index + found[0].length) return found[0]
  return undefined
}

/** Adds what is only to be seen live, and says why there is nothing when there is nothing. */
async function complete(
  question: SymbolQuestion,
  answer: SymbolAnswer,
  { meant, lost }: Settled,
  ground: Ground,
): Promise<MeantSymbols> {
  const found: MeantSymbols = { ...none(null), meant, total: answer.total, name: lastName(question) }
  if (found.name === '' && meant[0]) found.name = nameOf(meant[0].definition)
  await addLive(found, question, lost, ground)
  const [first] = found.meant
  if (first) found.name = nameOf(first.definition)
  else
    found.reason = `${answer.reason ?? `Nothing called "${question.text}" is defined here.`}${await sharingLastName(question, ground)}`
  if (first) found.note = answer.note
  found.total = Math.max(found.total - lost.length, found.meant.length)
  return found
}

const nothing: SymbolAnswer = { definitions: [], total: 0, reason: null, note: null, open_name: null }
const none = (reason: string | null): MeantSymbols => ({
  meant: [],
  total: 0,
  name: '',
  reason,
  note: null,
  scans: new Map(),
  unchecked: 0,
})

/** Lines of a file changed since are not those the graph speaks of. */
const isMoved = (question: SymbolQuestion, repos: readonly RepoView[]): boolean =>
  question.by === 'position' && repos.some((repo) => repo.changed.has(question.path))

const NAMES_OFFERED = 5

/** `Flask.route` is defined in a base of Flask: what shares the last name is offered, never taken for it. */
async function sharingLastName(question: SymbolQuestion, ground: Ground): Promise<string> {
  const name = lastName(question)
  if (question.by !== 'name' || name === question.name) return ''
  const { definitions, total } = await askGraph({ text: name, by: 'name', name }, ground)
  const offered = definitions.slice(0, NAMES_OFFERED).map((definition) => definition.anchor)
  const rest = total - offered.length
  return offered.length === 0 ? '' : ` Called "${name}": ${offered.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`
}

/** A place may be given with the repo's own path in front, as editors and compilers print it. */
function insideRepo(text: string, repos: readonly RepoView[]): string {
  const root = repos.find((repo) => text.startsWith(`${repo.root}/`))?.root
  return root ? text.slice(root.length + 1) : text
}

async function askGraph(question: SymbolQuestion, { repos, view, rooms }: Ground): Promise<SymbolAnswer> {
  const indexed = repos.filter((repo) => repo.mode !== 'live').map((repo) => repo.repo_id)
  if (!view || indexed.length === 0 || question.text === '') return nothing
  return findSymbol(view, { question, repos: indexed }, rooms.signal)
}

/** `lost`: known to the graph, and not to be found where it stood. */
type Settled = { meant: Meant[]; lost: { repo: RepoView; definition: Definition }[] }

async function settle(answer: SymbolAnswer, { guessed }: { guessed: boolean }, ground: Ground): Promise<Settled> {
  const settled: Settled = { meant: [], lost: [] }
  const found = await definitionsNow(answer.definitions, ground)
  for (const [at, definition] of answer.definitions.entries()) {
    const now = found[at]
    const repo = repoOf(ground, definition.repo_id)
    if (now) settled.meant.push({ ...now, guessed })
    else if (repo) settled.lost.push({ repo, definition })
  }
  return settled
}

async function nameAt(position: Position, ground: Ground): ReturnType<typeof nameAtPosition> {
  for (const repo of ground.repos) {
    const named = await nameAtPosition(repo, position, ground)
    if (named) return named
  }
  return undefined
}

async function addLive(found: MeantSymbols, question: SymbolQuestion, lost: Settled['lost'], ground: Ground): Promise<void> {
  const end = performance.now() + ground.rooms.scan_ms
  for (const repo of ground.repos.filter((each) => each.mode !== 'index')) {
    const names = new Set([
      found.name,
      ...found.meant.filter((each) => each.repo === repo).map((each) => nameOf(each.definition)),
    ])
    for (const name of names) {
      const scan = await scanLive(repo, name, ground, Math.max(0, end - performance.now()))
      found.scans.set(repo.repo_id, joinScans(found.scans.get(repo.repo_id), scan))
      found.unchecked += scan.unchecked
      await addMoved(found, repo, scan.definitions, lost, ground)
      for (const live of scan.definitions)
        if (meansSymbol(question, { path: live.path, symbol: live.symbol, package: live.package }))
          await addDefinition(found, repo, live, null, ground)
    }
  }
}

/** A symbol that was renamed has uses under both names. */
function joinScans(before: SymbolScan | undefined, scan: SymbolScan): SymbolScan {
  if (!before) return scan
  return {
    definitions: [...before.definitions, ...scan.definitions],
    uses: [...before.uses, ...scan.uses],
    textual_hits: before.textual_hits + scan.textual_hits,
    parsed: before.parsed + scan.parsed,
    unchecked: before.unchecked + scan.unchecked,
  }
}

/** What left its file is looked for, by its body, among the definitions of its name in the other changed files. */
async function addMoved(
  found: MeantSymbols,
  repo: RepoView,
  candidates: readonly LiveDefinition[],
  lost: Settled['lost'],
  ground: Ground,
): Promise<void> {
  for (const { repo: from, definition } of lost) {
    const { fact, path } = definition
    if (from !== repo || !fact) continue
    const elsewhere: LiveDefinition[] = []
    for (const each of candidates) if (each.path !== path && !(await isIndexed(repo, each, ground))) elsewhere.push(each)
    const moved = findByBody(
      fact,
      elsewhere.map((each) => each.symbol),
      () => false,
    )
    const live = moved && elsewhere[moved.ordinal]
    if (live) await addDefinition(found, repo, live, { definition, confidence: moved.confidence }, ground)
  }
}

/** What stood in that file before is not what came from another. */
async function isIndexed(repo: RepoView, { path, ordinal }: LiveDefinition, { reading, rebinding }: Ground): Promise<boolean> {
  const current = await reading.current(repo, path)
  return current !== undefined && (await rebinding.marks(repo, current, ordinal)).known !== undefined
}

async function addDefinition(
  found: MeantSymbols,
  repo: RepoView,
  { path, symbol }: LiveDefinition,
  from: { definition: Definition; confidence: number } | null,
  ground: Ground,
): Promise<void> {
  const now = await scannedNow(repo, path, symbol, ground)
  if (!now || isKnown(found.meant, repo, path, now.fact)) return
  const { current, ordinal, fact } = now
  const around = current.facts.outline().symbols[fact.parent] ?? null
  const definition = { ...(await definitionAt(repo, { path, ordinal, fact }, ground)), around }
  const how: How = from ? { how: 'moved-file', confidence: from.confidence } : surely
  const binding = from ? 'rebound' : 'live'
  found.meant.push({ repo, definition, known: from?.definition ?? null, current, binding, how, guessed: false })
}

function isKnown(meant: readonly Meant[], repo: RepoView, path: string, symbol: SymbolFact): boolean {
  const { key } = handleOf(path, symbol)
  return meant.some(
    ({ definition }) => definition.repo_id === repo.repo_id && definition.path === path && definition.handle.key === key,
  )
}
