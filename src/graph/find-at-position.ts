/** Definitions for a position in an indexed file: what is defined there, the link of the name there, or the enclosing symbol. */
import type { UseFact } from '../contract/facts.ts'
import type { SymbolHandle } from '../contract/identity.ts'
import type { RepoId } from '../contract/ids.ts'
import type { LinkOutcome } from '../contract/links.ts'
import type { Position } from '../contract/symbol-question.ts'
import { atPosition, tookNote } from './at-position.ts'
import type { FindTools, FoundInRepo } from './find-tools.ts'
import { openReason } from './possible-uses.ts'

export async function findAtPosition(repo: RepoId, position: Position, tools: FindTools): Promise<FoundInRepo> {
  const { view, anchors } = tools
  const { path } = position
  const facts = await view.factsAt(repo, path)
  if (!facts) return { definitions: [], total: 0 }
  const { symbols } = facts.outline()
  const uses = facts.uses()
  const at = atPosition(symbols, uses, position)
  if (!at) return { definitions: [], total: 0 }
  const found = async (ordinals: readonly number[]): Promise<FoundInRepo> => {
    const chosen = ordinals.flatMap((ordinal) => {
      const fact = symbols[ordinal]
      return fact ? [{ path, ordinal, fact }] : []
    })
    return { definitions: await anchors.definitions(repo, chosen), total: chosen.length }
  }
  if (at.took === 'defined') return { ...(await found(at.ordinals)), note: tookNote('defined', position) }
  const around = async (ordinal: number): Promise<FoundInRepo> => ({
    ...(await found([ordinal])),
    note: tookNote('enclosing', position),
  })
  if (at.took === 'enclosing') return around(at.ordinal)
  const outcomes = (await view.snapshot.outcomesOf(repo, [path])).get(path) ?? []
  const linked = await definitionsOf(
    repo,
    at.uses.flatMap((use) => targetOf(outcomes[use])),
    tools,
  )
  if (linked.total > 0) return { ...linked, note: tookNote('used', position) }
  const unlinked = whyUnlinked(uses, outcomes, at.uses)
  // If no column was given and the line has only names of the language itself, the enclosing symbol is the answer.
  return unlinked.reason === null && position.column === null && at.enclosing >= 0
    ? around(at.enclosing)
    : { ...linked, ...unlinked }
}

const targetOf = (outcome: LinkOutcome | undefined): SymbolHandle[] => (outcome?.to === 'symbol' ? [outcome.target] : [])

async function definitionsOf(repo: RepoId, targets: readonly SymbolHandle[], { view, anchors }: FindTools): Promise<FoundInRepo> {
  await view.facts(
    repo,
    targets.map(({ path }) => path),
  )
  const distinct = new Map(targets.map((target) => [`${target.path}\0${target.key}`, target]))
  const meant = []
  for (const { path, key } of distinct.values()) {
    const ordinal = await view.ordinal(repo, path, key)
    if (ordinal !== undefined) meant.push({ path, ordinal, fact: (await view.symbols(repo, path))[ordinal] ?? null })
  }
  return { definitions: await anchors.definitions(repo, meant), total: meant.length }
}

/** Why a name has no link: it is from another package, or unresolved (`open_name`). Both null for local and built-in names. */
function whyUnlinked(
  uses: readonly UseFact[],
  outcomes: readonly LinkOutcome[],
  at: readonly number[],
): { reason: string | null; open_name: string | null } {
  for (const use of at) {
    const [fact, outcome] = [uses[use], outcomes[use]]
    if (!fact) continue
    if (outcome?.to === 'package')
      return { reason: `"${fact.name}" comes from another package: ${outcome.target}.`, open_name: null }
    if (openReason(outcome) !== undefined)
      return { reason: `What "${fact.name}" means there is not known.`, open_name: fact.name }
  }
  const [first] = at
  const name = first === undefined ? undefined : uses[first]?.name
  return {
    reason:
      at.length === 1 && name !== undefined ? `"${name}" is a parameter, a local name, or one of the language itself.` : null,
    open_name: null,
  }
}
