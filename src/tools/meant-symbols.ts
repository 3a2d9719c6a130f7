/**
 * What a caller means by a symbol, over repos in different states. The graph says what the index knows; a definition in a file
 * changed since is found again by its identity in the bytes on disk, or is gone; new ones come from a live scan.
 */
import type { SymbolFact } from '../contract/facts.ts'
import { symbolKey } from '../contract/identity.ts'
import type { RepoView } from '../freshness/scope.ts'
import { type Definition, handleOf, nameOf } from '../graph/definition.ts'
import { findSymbol, type SymbolAnswer } from '../graph/find-symbol.ts'
import type { SymbolScan } from '../scan/scan-symbol.ts'
import { nameAtPlace, type SymbolCall, scanLive } from './live-symbol.ts'
import { packageAt } from './package-at.ts'
import type { CurrentFile } from './reading.ts'
import { lastName, readSymbolQuestion, type SymbolQuestion } from './symbol-question.ts'

/** One definition as it stands now. */
export type Meant = {
  repo: RepoView
  /** As graph questions take it, with the facts of now. */
  definition: Definition
  current: CurrentFile
  /** Found by its name only, where a place was asked for. */
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
  /** By repo_id: what was read without the index. */
  scans: Map<string, SymbolScan>
  unchecked: number
}

export async function findMeant(text: string, call: SymbolCall): Promise<MeantSymbols> {
  const asked = insideRepo(text, call.scope.repos)
  const question = readSymbolQuestion(asked)
  const graph = isMoved(question, call.scope.repos) ? nothing : await askGraph(asked, call)
  const known = await settle(graph, { guessed: false }, call)
  if (known.length > 0 || question.by !== 'place') return complete(question, asked, graph, known, call)
  const foreign = await packageAt(question, call)
  if (foreign) return none(`What is used there comes from another package: ${foreign}.`)
  const named = await nameAt(question, call)
  if (!named) return none((await whyNoPlace(question, call)) ?? graph.reason ?? `There is nothing at ${asked}.`)
  // What is defined there, or stands around it, is certain; what is used there without a link only shares its name.
  const certain = named.by === 'anchor'
  const answer = await askGraph(certain ? `sym:${named.body}` : lastName(named), call)
  return complete(named, asked, answer, await settle(answer, { guessed: !certain }, call), call)
}

/** A place that is not there is another matter than one where nothing is known. */
async function whyNoPlace({ path, line }: Place, { scope, reading }: SymbolCall): Promise<string | undefined> {
  const files = await Promise.all(scope.repos.map((repo) => reading.quotes.file(repo.root, path)))
  const [longest] = files.filter((file) => file !== undefined).sort((a, b) => b.lines.length - a.lines.length)
  if (!longest) return `There is no file ${path} to look into.`
  return line > longest.lines.length ? `${path} has ${longest.lines.length} lines; there is no line ${line}.` : undefined
}

/** Adds what is only to be seen live, and says why there is nothing when there is nothing. */
async function complete(
  question: SymbolQuestion,
  asked: string,
  answer: SymbolAnswer,
  meant: Meant[],
  call: SymbolCall,
): Promise<MeantSymbols> {
  const found: MeantSymbols = { ...none(null), meant, total: answer.total, name: lastName(question) }
  await addLive(found, question, call, performance.now() + call.context.settings.scan_ms)
  const [first] = found.meant
  if (first) found.name = nameOf(first.definition)
  else found.reason = `${answer.reason ?? `Nothing called "${asked}" is defined here.`}${await sharingLastName(question, call)}`
  found.total = Math.max(found.total, found.meant.length)
  return found
}

const nothing: SymbolAnswer = { definitions: [], total: 0, reason: null }
const none = (reason: string | null): MeantSymbols => ({ meant: [], total: 0, name: '', reason, scans: new Map(), unchecked: 0 })

/** Lines of a file changed since are not those the graph speaks of. */
const isMoved = (question: SymbolQuestion, repos: readonly RepoView[]): boolean =>
  question.by === 'place' && repos.some((repo) => repo.changed.has(question.path))

const NAMES_OFFERED = 5

/** `Flask.route` is defined in a base of Flask: what shares the last name is offered, never taken for it. */
async function sharingLastName(question: SymbolQuestion, call: SymbolCall): Promise<string> {
  const name = lastName(question)
  if (question.by !== 'name' || name === question.name) return ''
  const { definitions, total } = await askGraph(name, call)
  const offered = definitions.slice(0, NAMES_OFFERED).map((definition) => definition.anchor)
  const rest = total - offered.length
  return offered.length === 0 ? '' : ` Called "${name}": ${offered.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`
}

/** A place may be given with the repo's own path in front, as editors and compilers print it. */
function insideRepo(text: string, repos: readonly RepoView[]): string {
  const root = repos.find((repo) => text.startsWith(`${repo.root}/`))?.root
  return root ? text.slice(root.length + 1) : text
}

async function askGraph(symbol: string, { scope, context }: SymbolCall): Promise<SymbolAnswer> {
  const repos = scope.repos.filter((repo) => repo.mode !== 'live').map((repo) => repo.repo_id)
  if (!scope.snapshot || repos.length === 0 || symbol === '') return nothing
  return findSymbol(scope.snapshot, { symbol, repos }, context.signal)
}

async function settle(answer: SymbolAnswer, { guessed }: { guessed: boolean }, call: SymbolCall): Promise<Meant[]> {
  const settled: Meant[] = []
  for (const definition of answer.definitions) {
    const repo = call.scope.repos.find((each) => each.repo_id === definition.repo_id)
    const current = repo && !repo.deleted.has(definition.path) ? await call.reading.current(repo, definition.path) : undefined
    const now = current && definitionNow(definition, current)
    if (repo && current && now) settled.push({ repo, definition: now, current, guessed })
  }
  return settled
}

/** The same identity in the bytes of now; undefined when it is gone. */
function definitionNow(definition: Definition, { facts, binding }: CurrentFile): Definition | undefined {
  if (binding === 'indexed' || definition.fact === null) return definition
  const { symbols } = facts.outline()
  const ordinal = symbols.findIndex((symbol) => symbolKey(symbol.qualified_name, symbol.tag) === definition.handle.key)
  const fact = symbols[ordinal]
  return fact && { ...definition, ordinal, fact }
}

type Place = Extract<SymbolQuestion, { by: 'place' }>

async function nameAt(place: Place, call: SymbolCall): Promise<SymbolQuestion | undefined> {
  for (const repo of call.scope.repos) {
    const named = await nameAtPlace(repo, place, call)
    if (named) return named
  }
  return undefined
}

async function addLive(found: MeantSymbols, question: SymbolQuestion, call: SymbolCall, end: number): Promise<void> {
  const unsure = call.scope.repos.filter((repo) => repo.mode !== 'index')
  // Repos the graph knows come first: it counts its definitions from the start of the list.
  for (const repo of unsure.sort((a, b) => Number(a.mode === 'live') - Number(b.mode === 'live'))) {
    const scan = await scanLive(repo, question, call, Math.max(0, end - performance.now()))
    found.scans.set(repo.repo_id, scan)
    found.unchecked += scan.unchecked
    for (const { path, ordinal, symbol } of scan.definitions) {
      const current = await call.reading.current(repo, path)
      if (!current || isKnown(found.meant, repo, path, symbol)) continue
      const anchor = (await call.anchors.of(repo, path, symbol)) as Definition['anchor']
      const definition = { repo_id: repo.repo_id, path, ordinal, fact: symbol, handle: handleOf(path, symbol), anchor }
      found.meant.push({ repo, definition, current, guessed: false })
    }
  }
}

function isKnown(meant: readonly Meant[], repo: RepoView, path: string, symbol: SymbolFact): boolean {
  const { key } = handleOf(path, symbol)
  return meant.some(
    ({ definition }) => definition.repo_id === repo.repo_id && definition.path === path && definition.handle.key === key,
  )
}
