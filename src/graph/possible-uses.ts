/**
 * Uses that share a name and that nothing excludes. They are never stored: the unresolved use is, with its reason, and is
 * joined to candidates here. Read file by file, so a name that stands everywhere costs time, not memory.
 */
import { longestIdentifier } from '../base/words.ts'
import type { SymbolFact, UseFact } from '../contract/facts.ts'
import type { RepoId } from '../contract/ids.ts'
import { languageOfPath } from '../contract/languages.ts'
import type { LinkOutcome, UnresolvedReason } from '../contract/links.ts'
import type { StoreSnapshot } from '../store/port.ts'
import type { Site } from './definition.ts'
import type { FileFactsReader } from './file-facts.ts'
import { sameFamily } from './language-family.ts'

/** Reasons that leave it open what was meant. The others say it was something else. */
const open: ReadonlySet<UnresolvedReason> = new Set([
  'not-linked',
  'not-found',
  'receiver-unknown',
  'ambiguous',
  'dynamic',
  'module-not-found',
])

export type PossibleUse = {
  repo_id: RepoId
  path: string
  use: UseFact
  enclosing: SymbolFact | null
  reason: UnresolvedReason
  candidates: Site[]
}

export type PossibleFile = { path: string; uses: PossibleUse[] }

type Tools = { snapshot: StoreSnapshot; facts: FileFactsReader }

/** Files of one repo that may use one of the definitions, which all have the name `name`; by path. `only`: look in this file alone. */
export async function* possibleUses(
  repo: RepoId,
  name: string,
  definitions: readonly Site[],
  tools: Tools,
  options: { only?: string; signal?: AbortSignal } = {},
): AsyncGenerator<PossibleFile> {
  const candidates = await Promise.all(definitions.map((definition) => candidateOf(definition, tools)))
  const files =
    options.only === undefined
      ? await tools.snapshot.filesWithIdentifier(repo, longestIdentifier(name) || name)
      : [{ path: options.only }]
  for (const { path } of files) {
    options.signal?.throwIfAborted()
    const row = await tools.snapshot.file(repo, path)
    const fitting = row ? candidates.filter((one) => sameFamily(one.language, row.language) && isVisible(one, repo, path)) : []
    yield { path, uses: fitting.length > 0 ? await inFile(repo, path, name, fitting, tools) : [] }
  }
}

/** `local`: defined inside a function, known only there. */
type Candidate = { definition: Site; language: string; place: 'top' | 'member' | 'local' }

async function candidateOf(definition: Site, { snapshot, facts }: Tools): Promise<Candidate> {
  const { repo_id, path, fact } = definition
  const language = (await snapshot.file(repo_id, path))?.language ?? languageOfPath(path)?.id ?? ''
  const known = async () => (fact && fact.parent >= 0 ? (await facts.symbols(repo_id, path))[fact.parent] : undefined)
  const around = definition.around === undefined ? await known() : (definition.around ?? undefined)
  const isMember = fact !== null && (memberKinds.has(fact.kind) || fact.qualified_name !== fact.name)
  const isLocal = around !== undefined && callableKinds.has(around.kind) && !memberKinds.has(fact?.kind ?? '')
  return { definition, language, place: isLocal ? 'local' : isMember ? 'member' : 'top' }
}

const memberKinds: ReadonlySet<string> = new Set(['method', 'property', 'constructor'])
const callableKinds: ReadonlySet<string> = new Set(['function', 'method', 'constructor'])

async function inFile(
  repo: RepoId,
  path: string,
  name: string,
  candidates: readonly Candidate[],
  tools: Tools,
): Promise<PossibleUse[]> {
  const view = await tools.facts.of(repo, path)
  const uses = view?.uses() ?? []
  if (!uses.some((use) => use.name === name)) return []
  const outcomes = await tools.snapshot.linkOutcomes(repo, path)
  const found: PossibleUse[] = []
  for (const [at, use] of uses.entries()) {
    const reason = use.name === name ? openReason(outcomes?.[at]) : undefined
    if (reason === undefined) continue
    const fitting = candidates
      .filter((candidate) => isFitting(candidate, use, isHomeOf(candidate, repo, path)))
      .map(({ definition }) => definition)
    const enclosing = view?.outline().symbols[use.enclosing] ?? null
    if (fitting.length > 0) found.push({ repo_id: repo, path, use, enclosing, reason, candidates: fitting })
  }
  return found
}

/** Why it is open what the use means; undefined when it is not. */
function openReason(outcome: LinkOutcome | undefined): UnresolvedReason | undefined {
  if (outcome === undefined) return 'not-linked'
  return outcome.to === 'nothing' && open.has(outcome.reason) ? outcome.reason : undefined
}

/** A member is not meant by a bare name (but in languages where `this` may be left out), nor a function by `self.name`. */
function isFitting({ definition, place, language }: Candidate, use: UseFact, isHome: boolean): boolean {
  if (use.receiver === '') {
    // What a module of JavaScript does not export is only reached through an object that holds it.
    if (!isHome && definition.fact?.exported === false && sameFamily(language, 'javascript')) return false
    return place !== 'member' || use.import >= 0 || impliesThis.has(language)
  }
  return place === 'member' || (place === 'top' && !/^(self|\$?this|cls|super|static|parent)\b[^.]*$/.test(use.receiver))
}

/** Besides: where what a module holds may come in without its name (`use`, `open`, a search path). */
const impliesThis: ReadonlySet<string> = new Set(
  `java kotlin scala groovy csharp cpp swift ruby dart elixir julia perl ocaml ocaml-interface sql protobuf`.split(' '),
)

const isHomeOf = ({ definition }: Candidate, repo: RepoId, path: string): boolean =>
  definition.repo_id === repo && definition.path === path

/** What is defined inside a function is known only there, what a package of Go does not export, only in its folder. */
function isVisible(candidate: Candidate, repo: RepoId, path: string): boolean {
  const { definition, language, place } = candidate
  if (isHomeOf(candidate, repo, path)) return true
  if (place === 'local') return false
  const { fact } = definition
  if (!fact || fact.exported) return true
  if (language === 'elixir') return false
  return language !== 'go' || (definition.repo_id === repo && folderOf(definition.path) === folderOf(path))
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)
