/** The uses that belong to an answer: of the symbol that the question names ("who calls X"), else of the best definition found. */
import type { EdgeKind, Tier } from '../contract/symbol.ts'
import { createOnDisk } from '../tools/passage-of.ts'
import { type DefinedAt, type UsePlace, type UsesOf, usesOf } from '../tools/uses-of.ts'
import { type AskedUses, askedUses, namesIn } from './asked-uses.ts'
import type { Evidence, Ground, Question } from './gather-evidence.ts'

export type GatheredUses = {
  name: string
  /** The question asks for them: they come first. */
  isAsked: boolean
  /** Only this kind was asked for and is counted; null: every kind. */
  use: AskedUses['use']
  /** Nothing of that name is defined. */
  isMissing: boolean
  definitions: readonly DefinedAt[]
  definitionCount: number
  places: readonly UsePlace[]
  tiers: Readonly<Record<Tier, number>>
  total: number
  isWhole: boolean
}

/** Uses listed if the question asks for them, and beside a definition. */
const ASKED = 12
const BESIDE = 3
/** A pasted log or issue is decided by its beginning. */
const DECIDES = 400

export async function gatherUses(
  question: Question,
  best: Evidence | undefined,
  ground: Ground,
): Promise<GatheredUses | undefined> {
  if (question.level !== 'symbol' && question.level !== 'file') return undefined
  const query = question.query.slice(0, DECIDES)
  const asked = askedUses(query)
  const found = asked && (await namedUses(asked, ground))
  if (asked && found) return found
  // "What uses caching" names no symbol; "who calls retryUpload" does, and an answer must say that there is none.
  if (asked && (asked.use !== null || namesIn(query).includes(asked.name))) return missing(asked)
  return best && usesBeside(best, ground)
}

/** "Who calls the class": a class is not called, so every kind of use is listed if there is none of the kind asked for. */
async function namedUses({ name, use }: AskedUses, ground: Ground): Promise<GatheredUses | undefined> {
  const kinds: readonly EdgeKind[] | null =
    use === null ? null : use === 'calls' ? ['calls'] : ['implements', 'extends', 'overrides']
  const found = await usesOf(name, { uses: kinds, limit: ASKED }, ground)
  if (!found) return undefined
  const isOfKind = found.total > 0 || kinds === null
  const all = isOfKind ? found : ((await usesOf(name, { uses: null, limit: ASKED }, ground)) ?? found)
  return { ...(await onDisk(all)), isAsked: true, isMissing: false, use: isOfKind ? use : null }
}

const missing = ({ name, use }: AskedUses): GatheredUses => ({
  name,
  isAsked: true,
  isMissing: true,
  use,
  definitions: [],
  definitionCount: 0,
  places: [],
  tiers: { proven: 0, resolved: 0, possible: 0 },
  total: 0,
  isWhole: true,
})

/** The definition is the hit itself on level symbol, and in a file the symbol that is quoted first. */
async function usesBeside({ document, quote, inside }: Evidence, ground: Ground): Promise<GatheredUses | undefined> {
  const { symbol, repo_id } = document
  const name = symbol ?? (inside?.kind === undefined ? undefined : inside.name)
  if (name === undefined) return undefined
  const found = await usesOf(name, { uses: null, limit: BESIDE }, only(ground, repo_id))
  const here = found?.definitions.filter(({ path }) => path === quote.location.path) ?? []
  // Another definition of the same name would bring uses that have nothing to do with the hit.
  if (!found || found.total === 0 || here.length !== found.definitions.length) return undefined
  return { ...(await onDisk(found)), isAsked: false, isMissing: false, use: null }
}

const only = (ground: Ground, repo_id: string): Ground => ({
  ...ground,
  repos: ground.repos.filter((repo) => repo.repo_id === repo_id),
})

async function onDisk(found: UsesOf): Promise<UsesOf> {
  const isOnDisk = createOnDisk()
  const holds = await Promise.all(found.places.map(({ root, quote }) => isOnDisk(root, quote)))
  return { ...found, places: found.places.filter((_, at) => holds[at]) }
}
