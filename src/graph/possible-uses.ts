/**
 * Uses that have the name of a definition and that nothing excludes. They are never stored as links: the store has the unresolved
 * use with its reason, and this file finds its candidates. Reads file by file, so a very common name needs time, not memory.
 */
import { longestIdentifier } from '../base/words.ts'
import type { SymbolFact, UseFact } from '../contract/facts.ts'
import type { FactsView } from '../contract/facts-codec.ts'
import { modulePath } from '../contract/identity.ts'
import type { RepoId } from '../contract/ids.ts'
import { sameFamily } from '../contract/language-family.ts'
import { languageOfPath } from '../contract/languages.ts'
import type { LinkOutcome, UnresolvedReason } from '../contract/links.ts'
import type { IndexView } from '../store/index-view.ts'
import type { Site } from './definition.ts'

/** With these reasons the target is unknown. The other reasons say that the use is something else. */
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

/** Files per read: few reads for a very common name, and limited memory. A generated file can take a megabyte when decoded. */
const FILES_AT_ONCE = 500

export type PossibleOptions = {
  /** Look only in this file. */
  only?: string
  /** Definitions that are not in the index yet: uses that were linked to a package of that name may refer to them. */
  unlinked?: ReadonlySet<Site>
  signal?: AbortSignal
}

/** Files of one repo that may use one of the definitions, which are all called `name`; by path. */
export async function* possibleUses(
  repo: RepoId,
  name: string,
  definitions: readonly Site[],
  view: IndexView,
  options: PossibleOptions = {},
): AsyncGenerator<PossibleFile> {
  const candidates = await candidatesOf(definitions, options.unlinked ?? new Set(), view)
  const word = longestIdentifier(name) || name
  const found = options.only === undefined ? (await view.filesWith(repo, [word])).get(word) : undefined
  const paths = options.only === undefined ? (found ?? []).map(({ path }) => path) : [options.only]
  for (let from = 0; from < paths.length; from += FILES_AT_ONCE) {
    options.signal?.throwIfAborted()
    yield* inFiles(repo, paths.slice(from, from + FILES_AT_ONCE), name, candidates, view)
  }
}

async function* inFiles(
  repo: RepoId,
  paths: readonly string[],
  name: string,
  candidates: readonly Candidate[],
  view: IndexView,
): AsyncGenerator<PossibleFile> {
  const rows = await view.rows(repo)
  const fitting = new Map(
    paths.map((path) => {
      const language = rows.at(path)?.language
      const seen = candidates.filter(
        (one) => language !== undefined && sameFamily(one.language, language) && isVisible(one, repo, path),
      )
      return [path, seen] as const
    }),
  )
  const facts = await view.factsInPassing(
    repo,
    paths.filter((path) => (fitting.get(path) ?? []).length > 0),
  )
  const named = new Map([...facts].map(([path, known]) => [path, known.usesNamed(name)] as const))
  const using = paths.filter((path) => (named.get(path) ?? []).length > 0)
  const outcomes = using.length === 0 ? new Map() : await view.snapshot.outcomesOf(repo, using)
  for (const path of paths) {
    const [known, uses = []] = [facts.get(path), named.get(path)]
    yield { path, uses: known ? inFile(repo, path, uses, fitting.get(path) ?? [], known, outcomes.get(path)) : [] }
  }
}

/** `local`: defined inside a function, visible only there. */
type Candidate = { definition: Site; language: string; reach: 'top' | 'member' | 'local'; unlinked: boolean }

async function candidatesOf(definitions: readonly Site[], unlinked: ReadonlySet<Site>, view: IndexView): Promise<Candidate[]> {
  for (const repo of new Set(definitions.map(({ repo_id }) => repo_id))) {
    const here = definitions.filter(({ repo_id, around }) => repo_id === repo && around === undefined)
    await view.facts(
      repo,
      here.map(({ path }) => path),
    )
  }
  return Promise.all(definitions.map((definition) => candidateOf(definition, unlinked.has(definition), view)))
}

async function candidateOf(definition: Site, unlinked: boolean, view: IndexView): Promise<Candidate> {
  const { repo_id, path, fact } = definition
  const language = (await view.row(repo_id, path))?.language ?? languageOfPath(path)?.id ?? ''
  const known = async () => (fact && fact.parent >= 0 ? (await view.symbols(repo_id, path))[fact.parent] : undefined)
  const around = definition.around === undefined ? await known() : (definition.around ?? undefined)
  const isMember = fact !== null && (memberKinds.has(fact.kind) || fact.qualified_name !== fact.name)
  const isLocal = around !== undefined && callableKinds.has(around.kind) && !memberKinds.has(fact?.kind ?? '')
  return { definition, language, reach: isLocal ? 'local' : isMember ? 'member' : 'top', unlinked }
}

const memberKinds: ReadonlySet<string> = new Set(['method', 'property', 'constructor'])
const callableKinds: ReadonlySet<string> = new Set(['function', 'method', 'constructor'])

function inFile(
  repo: RepoId,
  path: string,
  uses: readonly (readonly [at: number, use: UseFact])[],
  candidates: readonly Candidate[],
  facts: FactsView,
  outcomes: readonly LinkOutcome[] | undefined,
): PossibleUse[] {
  const found: PossibleUse[] = []
  const unlinked = candidates.filter((one) => one.unlinked)
  // Of thousands of definitions and uses of one name in one file, each would be compared with each.
  const known = new Map<string, Site[]>()
  for (const [at, use] of uses) {
    const outcome = outcomes?.[at]
    const reason = openReason(outcome)
    const fits = (one: Candidate): boolean => isFitting(one, use, isHomeOf(one, repo, path))
    const sites = (some: readonly Candidate[]): Site[] => some.filter(fits).map(({ definition }) => definition)
    const kind = use.receiver === '' ? `bare ${use.import >= 0}` : `of ${isOfSelf(use)}`
    if (reason !== undefined && !known.has(kind)) known.set(kind, sites(candidates))
    const fitting =
      reason === undefined ? sites(unlinked.filter((one) => wasTakenForAnother(one, use, outcome))) : (known.get(kind) ?? [])
    const enclosing = facts.outline().symbols[use.enclosing] ?? null
    if (fitting.length > 0)
      found.push({ repo_id: repo, path, use, enclosing, reason: reason ?? 'module-not-found', candidates: fitting })
  }
  return found
}

/** Why the target of the use is unknown; undefined when it is known. */
export function openReason(outcome: LinkOutcome | undefined): UnresolvedReason | undefined {
  if (outcome === undefined) return 'not-linked'
  return outcome.to === 'nothing' && open.has(outcome.reason) ? outcome.reason : undefined
}

/**
 * Before the definition's file existed, its name was linked to another package, or a member of its class to a built-in type:
 * `pkg:pypi/shop#auth.login` may be `login` of a new `shop/auth.py`. The last part of the module or namespace must match.
 */
function wasTakenForAnother({ definition, reach }: Candidate, use: UseFact, outcome: LinkOutcome | undefined): boolean {
  if (outcome?.to === 'nothing') return outcome.reason === 'builtin' && reach === 'member' && use.receiver !== ''
  if (outcome?.to !== 'package') return false
  const parts = new Set(outcome.target.split(/[/#.:\\]/))
  const { path, fact } = definition
  const module = modulePath(path).split('.')
  const [first = ''] = fact?.qualified_name.split('.') ?? []
  return [module.at(-1), module.at(-2), first].some((part) => part !== undefined && part !== '' && parts.has(part))
}

/** A bare name is not a member (except in languages where `this` may be left out), and `self.name` is not a function. */
function isFitting({ definition, reach, language }: Candidate, use: UseFact, isHome: boolean): boolean {
  if (use.receiver === '') {
    // In JavaScript another module can reach an unexported symbol only through an object that contains it.
    if (!isHome && definition.fact?.exported === false && sameFamily(language, 'javascript')) return false
    return reach !== 'member' || use.import >= 0 || impliesThis.has(language)
  }
  return reach === 'member' || (reach === 'top' && !isOfSelf(use))
}

const isOfSelf = ({ receiver }: UseFact): boolean => /^(self|\$?this|cls|super|static|parent)\b[^.]*$/.test(receiver)

/** Also languages that can import all names of a module without listing them (`use`, `open`, a search path). */
const impliesThis: ReadonlySet<string> = new Set(
  `java kotlin scala groovy csharp cpp swift ruby dart elixir julia perl ocaml ocaml-interface sql protobuf`.split(' '),
)

const isHomeOf = ({ definition }: Candidate, repo: RepoId, path: string): boolean =>
  definition.repo_id === repo && definition.path === path

/** A definition inside a function is visible only in its file, an unexported one of Go only in its folder. */
function isVisible(candidate: Candidate, repo: RepoId, path: string): boolean {
  const { definition, language, reach } = candidate
  if (isHomeOf(candidate, repo, path)) return true
  if (reach === 'local') return false
  const { fact } = definition
  if (!fact || fact.exported) return true
  if (language === 'elixir') return false
  return language !== 'go' || (definition.repo_id === repo && folderOf(definition.path) === folderOf(path))
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)
