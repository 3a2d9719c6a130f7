/**
 * Finds `Client.send` if `Client` only inherits `send`: walks the base classes and returns the nearest that have the member.
 * Follows only certain links, so nothing is guessed; stops at classes that extend each other in a circle.
 */
import type { SymbolFact } from '../contract/facts.ts'
import type { RepoId } from '../contract/ids.ts'
import { readSymbolQuestion, type SymbolQuestion } from '../contract/symbol-question.ts'
import type { IndexView } from '../store/index-view.ts'
import type { Definition, Site } from './definition.ts'
import { handleOf } from './definition.ts'
import type { FindTools, FoundInRepo } from './find-tools.ts'

/** Deeper than any real class hierarchy; the walk of a generated one ends here. */
const MOST_LEVELS = 50

const classKinds: ReadonlySet<string> = new Set(['class', 'interface', 'struct', 'trait', 'enum', 'type', 'module', 'namespace'])

export async function findInherited(
  repo: RepoId,
  name: string,
  { view, anchors }: FindTools,
  findOwner: (owner: SymbolQuestion) => Promise<FoundInRepo>,
): Promise<FoundInRepo> {
  const dot = name.lastIndexOf('.')
  if (dot <= 0) return { definitions: [], total: 0 }
  const member = name.slice(dot + 1)
  const owners = (await findOwner(readSymbolQuestion(name.slice(0, dot)))).definitions.filter(isClass)
  const found = await nearestWith(repo, owners, member, view)
  if (found.length === 0) return { definitions: [], total: 0 }
  const definitions = await anchors.definitions(repo, found)
  const from = definitions.map(({ anchor }) => anchor).join(', ')
  return { definitions, total: definitions.length, note: `${name.slice(0, dot)} inherits ${member}: ${from}.` }
}

const isClass = ({ fact }: Definition): boolean => fact !== null && classKinds.has(fact.kind)

type Member = { path: string; ordinal: number; fact: SymbolFact }

async function nearestWith(repo: RepoId, owners: readonly Site[], member: string, view: IndexView): Promise<Member[]> {
  const seen = new Set(owners.map(idOf))
  let front: readonly Site[] = owners
  for (let level = 0; level < MOST_LEVELS && front.length > 0; level++) {
    const links = (
      await view.snapshot.linksFromMany(
        repo,
        front.map(({ handle }) => handle),
      )
    ).flat()
    const targets = links.filter(({ edge }) => edge === 'extends' || edge === 'implements').map(({ target }) => target)
    await view.facts(
      repo,
      targets.map(({ path }) => path),
    )
    const next: Site[] = []
    for (const handle of targets) {
      const ordinal = await view.ordinal(repo, handle.path, handle.key)
      const fact = ordinal === undefined ? undefined : (await view.symbols(repo, handle.path))[ordinal]
      if (ordinal === undefined || !fact) continue
      const site: Site = { repo_id: repo, path: handle.path, ordinal, fact, handle: handleOf(handle.path, fact) }
      if (!seen.has(idOf(site))) next.push(site)
      seen.add(idOf(site))
    }
    const found = (await Promise.all(next.map((base) => membersOf(repo, base, member, view)))).flat()
    if (found.length > 0) return found
    front = next
  }
  return []
}

async function membersOf(repo: RepoId, base: Site, member: string, view: IndexView): Promise<Member[]> {
  const wanted = `${base.fact?.qualified_name}.${member}`
  const symbols = await view.symbols(repo, base.path)
  return [...symbols.entries()]
    .filter(([, { qualified_name, parent, name }]) => qualified_name === wanted || (parent === base.ordinal && name === member))
    .map(([ordinal, fact]) => ({ path: base.path, ordinal, fact }))
}

const idOf = ({ path, handle }: Site): string => `${path}\0${handle.key}`
