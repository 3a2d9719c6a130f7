/**
 * Looks up a symbol in the files that the index cannot answer for: all of a `live` repo, the changed ones of a `mixed` one. What
 * is found by its name alone is always `possible`.
 */
import type { UseFact } from '../contract/facts.ts'
import { plainAnchor } from '../contract/identity.ts'
import { type Position, readSymbolQuestion, type SymbolQuestion } from '../contract/symbol-question.ts'
import type { RepoView } from '../freshness/scope.ts'
import { atPosition, tookNote } from '../graph/at-position.ts'
import { type SymbolScan, scanSymbol } from '../scan/scan-symbol.ts'
import { filesUnspokenFor } from './files-of.ts'
import type { Ground } from './ground.ts'
import { localNamed } from './local-names.ts'

/** Scans these files of one repo for one name. `modules`: imports of one of these are uses too. */
export async function scanLive(
  repo: RepoView,
  name: string,
  ground: Ground,
  deadline_ms: number,
  modules: readonly string[] = [],
): Promise<SymbolScan> {
  if (name === '') return { definitions: [], uses: [], textual_hits: 0, parsed: 0, unchecked: 0 }
  const { parser, signal } = ground.rooms
  const files = await filesUnspokenFor(repo, ground)
  return scanSymbol({ root: repo.root, files, name, modules, parser, deadline_ms, signal })
}

/** What is at a position in the current file, as questions to ask in order: the first that finds something is the answer. */
export type NamedThere = { questions: SymbolQuestion[]; note: string | null }

export async function nameAtPosition(repo: RepoView, position: Position, { reading }: Ground): Promise<NamedThere | undefined> {
  const { path } = position
  const current = await reading.current(repo, path)
  if (!current) return undefined
  const outline = current.facts.outline()
  const isLocal = (use: UseFact): boolean => use.receiver === '' && localNamed(outline, use.name, use.enclosing) !== undefined
  const uses = current.facts.uses().filter((use) => !isLocal(use))
  const at = atPosition(outline.symbols, uses, position)
  if (!at) return undefined
  const note = tookNote(at.took, position)
  if (at.took === 'used') {
    const names = new Set(at.uses.flatMap((use) => uses[use]?.name ?? []))
    return { questions: [...names].map((name) => ({ text: name, by: 'name', name })), note }
  }
  const ordinal = at.took === 'defined' ? at.ordinals[0] : at.ordinal
  const symbol = ordinal === undefined ? undefined : outline.symbols[ordinal]
  return symbol && { questions: [readSymbolQuestion(`${plainAnchor(path, symbol.qualified_name)}~${symbol.tag}`)], note }
}
