/**
 * Finds the definitions for a question, in repos of any mode. The graph returns those in the index. A definition in a changed
 * file is looked up again in the bytes on disk and is found or gone; new definitions come from a live scan.
 */
import { compareText } from '../base/compare-text.ts'
import { type PathTest, pathFilters } from '../base/glob.ts'
import { lastName, type Position, readSymbolQuestion, type SymbolQuestion } from '../contract/symbol-question.ts'
import type { RepoView } from '../freshness/scope.ts'
import { lineOf, nameOf } from '../graph/definition.ts'
import { findSymbol, type SymbolAnswer } from '../graph/find-symbol.ts'
import { scanNames } from '../scan/scan-names.ts'
import { definitionsNow } from './definition-now.ts'
import { filesUnspokenFor } from './files-of.ts'
import { type Ground, repoOf } from './ground.ts'
import { addLive, type Lost } from './live-definitions.ts'
import { type NamedThere, nameAtPosition, scanLive } from './live-symbol.ts'
import type { Meant, MeantSymbols } from './meant.ts'
import { packageAt } from './package-at.ts'
import { textOnlyWords } from './text-only-files.ts'
import { whyNothingThere } from './why-nothing-there.ts'

/** `paths`: only definitions in matching files (`pathFilters`), also for the counts. */
export type MeantChoice = { paths?: readonly string[] | null }

export async function findMeant(text: string, ground: Ground, { paths = null }: MeantChoice = {}): Promise<MeantSymbols> {
  const question = readSymbolQuestion(insideRepo(text, ground.repos))
  const asked: Asked = { ground, paths, fits: paths ? pathFilters(paths) : () => true }
  if (question.by === 'position') return chosen(await meantAt(question, asked), asked)
  const graph = await askGraph(question, asked)
  return complete(question, graph, await settle(graph, { guessed: false }, asked), asked)
}

/** One question while it is being answered. */
type Asked = { ground: Ground; paths: readonly string[] | null; fits: PathTest }

async function meantAt(position: Position, asked: Asked): Promise<MeantSymbols> {
  const { ground } = asked
  const graph = isMoved(position, ground.repos) ? nothing : await askGraph(position, { ...asked, paths: null })
  const known = await settle(graph, { guessed: false }, asked)
  if (known.meant.length > 0) return complete(position, graph, known, asked)
  if (graph.open_name !== null) return byNameOnly(graph.open_name, null, asked)
  const foreign = await packageAt(position, ground)
  if (foreign) return none(`What is used there comes from another package: ${foreign}.`)
  const named = graph === nothing ? await nameAt(position, ground) : undefined
  let found: MeantSymbols | undefined
  for (const question of named?.questions ?? []) {
    found =
      question.by === 'name'
        ? await byNameOnly(question.name, named?.note ?? null, asked)
        : await byAnchor(question, named, asked)
    if (found.meant.length > 0) return found
  }
  return found ?? none(await whyNothingThere(position, ground, graph.reason))
}

async function byAnchor(question: SymbolQuestion, named: NamedThere | undefined, asked: Asked): Promise<MeantSymbols> {
  const answer = await askGraph(question, asked)
  const noted = { ...answer, note: answer.note ?? named?.note ?? null }
  return complete(question, noted, await settle(noted, { guessed: false }, asked), asked)
}

/** Definitions that only share the name of an unlinked use at a position. */
async function byNameOnly(name: string, note: string | null, asked: Asked): Promise<MeantSymbols> {
  const question: SymbolQuestion = { text: name, by: 'name', name }
  const answer = await askGraph(question, asked)
  const settled = await settle(answer, { guessed: true }, asked)
  return complete(question, { ...answer, note: answer.note ?? note }, settled, asked)
}

/** The symbol at a position may be defined in a file that the caller's path filter excludes. */
function chosen(found: MeantSymbols, { fits, paths }: Asked): MeantSymbols {
  const meant = found.meant.filter(({ definition }) => fits(definition.path))
  if (meant.length === found.meant.length) return found
  const reason = meant.length === 0 ? `The name at that place is defined outside of ${paths?.join(', ')}.` : null
  return { ...found, meant, total: found.total - (found.meant.length - meant.length), reason }
}

/** Adds definitions that are only on disk; if there are none at all, says why. */
async function complete(
  question: SymbolQuestion,
  answer: SymbolAnswer,
  { meant, lost }: Settled,
  { ground, fits, paths }: Asked,
): Promise<MeantSymbols> {
  const found: MeantSymbols = { ...none(null), meant, total: answer.total, name: lastName(question) }
  if (found.name === '' && meant[0]) found.name = nameOf(meant[0].definition)
  await addLive(found, { question, lost, fits }, ground)
  found.meant.sort(byPlace(ground))
  const [first] = found.meant
  found.total = Math.max(found.total - lost.length, found.meant.length)
  if (first) return { ...found, name: nameOf(first.definition), note: answer.note }
  const near = answer.near.length > 0 ? answer.near : await namesNearLive(found.name, ground)
  const unchecked = ground.repos.reduce((sum, repo) => sum + repo.unchecked, found.unchecked)
  const words = [
    (paths === null && unchecked === 0 ? answer.reason : null) ?? noSuch(question, paths, unchecked),
    await nowUnreadable(lost, ground),
    near.length > 0 && (paths !== null || unchecked > 0 || answer.near.length === 0) ? `Did you mean ${near.join(', ')}?` : '',
    await sharingLastName(question, ground),
    await textOnlyWords(found.name, fits, ground),
  ]
  return { ...found, near, reason: words.filter((each) => each !== '').join(' ') }
}

function noSuch({ text }: SymbolQuestion, paths: readonly string[] | null, unchecked: number): string {
  const where =
    paths === null ? (unchecked === 0 ? 'here' : 'in the files that were read') : `in files that match ${paths.join(', ')}`
  return `Nothing called "${text}" is defined ${where}.`
}

/** A definition in a file that exists but cannot be read is not reported as gone, because nobody could check. */
async function nowUnreadable(lost: readonly Lost[], { reading }: Ground): Promise<string> {
  const paths = new Set<string>()
  for (const { repo, definition } of lost) {
    const isThere = !repo.deleted.has(definition.path)
    if (isThere && !(await reading.quotes.file(repo.root, definition.path))) paths.add(definition.path)
  }
  return paths.size === 0 ? '' : `It was defined in ${[...paths].join(', ')}, which cannot be read now.`
}

/** By repo in the order asked, then by file and line, so that a page can begin after the last one shown. */
const byPlace =
  ({ repos }: Ground) =>
  (a: Meant, b: Meant): number =>
    repos.indexOf(a.repo) - repos.indexOf(b.repo) ||
    compareText(a.definition.path, b.definition.path) ||
    lineOf(a.definition) - lineOf(b.definition) ||
    a.definition.ordinal - b.definition.ordinal

const NAMES_OFFERED = 5
/** Suggesting names is optional, so it must not take as long as the answer. */
const MOST_MS = 1000

/** Similar names in files that the index cannot answer for; only names that are defined there. */
async function namesNearLive(name: string, ground: Ground): Promise<string[]> {
  const near: string[] = []
  const end = performance.now() + Math.min(MOST_MS, ground.rooms.scan_ms)
  const left = (): number => Math.max(0, end - performance.now())
  for (const repo of ground.repos.filter((each) => each.mode !== 'index')) {
    if (name === '') continue
    const files = await filesUnspokenFor(repo, ground)
    const { signal } = ground.rooms
    const seen = await scanNames({ root: repo.root, files, name, most: 2 * NAMES_OFFERED, deadline_ms: left(), signal })
    for (const each of seen) {
      if (near.length >= NAMES_OFFERED || near.includes(each)) continue
      if ((await scanLive(repo, each, ground, left())).definitions.length > 0) near.push(each)
    }
  }
  return near
}

const nothing: SymbolAnswer = { definitions: [], total: 0, reason: null, note: null, open_name: null, near: [] }
const none = (reason: string | null): MeantSymbols => ({
  meant: [],
  total: 0,
  name: '',
  reason,
  note: null,
  near: [],
  scans: new Map(),
  unchecked: 0,
})

/** The line numbers of a changed file are not those of the index. */
const isMoved = ({ path }: Position, repos: readonly RepoView[]): boolean => repos.some((repo) => repo.changed.has(path))

/** `Flask.route` may be defined in a base class: symbols with the same last name are suggested, but never used as the answer. */
async function sharingLastName(question: SymbolQuestion, ground: Ground): Promise<string> {
  const name = lastName(question)
  if (question.by !== 'name' || name === question.name) return ''
  const { definitions, total } = await askGraph({ text: name, by: 'name', name }, { ground, paths: null })
  const several = ground.repos.length > 1
  const offered = definitions.slice(0, NAMES_OFFERED).map(({ anchor, repo_id }) => (several ? `${anchor} (${repo_id})` : anchor))
  const rest = total - offered.length
  return offered.length === 0 ? '' : `Called "${name}": ${offered.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`
}

/** A place may begin with the repo's absolute path, as editors and compilers print it. */
function insideRepo(text: string, repos: readonly RepoView[]): string {
  const root = repos.find((repo) => text.startsWith(`${repo.root}/`))?.root
  return root ? text.slice(root.length + 1) : text
}

async function askGraph(question: SymbolQuestion, { ground, paths }: Pick<Asked, 'ground' | 'paths'>): Promise<SymbolAnswer> {
  const { repos, view, rooms } = ground
  const indexed = repos.filter((repo) => repo.mode !== 'live').map((repo) => repo.repo_id)
  if (!view || indexed.length === 0 || question.text === '') return nothing
  return findSymbol(view, { question, repos: indexed, paths }, rooms.signal)
}

type Settled = { meant: Meant[]; lost: Lost[] }

async function settle(answer: SymbolAnswer, { guessed }: { guessed: boolean }, { ground }: Asked): Promise<Settled> {
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

async function nameAt(position: Position, ground: Ground): Promise<NamedThere | undefined> {
  for (const repo of ground.repos) {
    const named = await nameAtPosition(repo, position, ground)
    if (named) return named
  }
  return undefined
}
