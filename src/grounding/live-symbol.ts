/**
 * A symbol looked up in the files the index does not answer for: all of a live repo, the changed ones of a mixed one. What is
 * found by its name alone is `possible`, never more.
 */
import { plainAnchor } from '../contract/identity.ts'
import { type Position, readSymbolQuestion, type SymbolQuestion } from '../contract/symbol-question.ts'
import type { RepoView } from '../freshness/scope.ts'
import { atPosition } from '../graph/at-position.ts'
import { type SymbolScan, scanSymbol } from '../scan/scan-symbol.ts'
import { filesUnspokenFor } from './files-of.ts'
import type { Ground } from './ground.ts'

/** The scan of one repo for one name, in the files the index does not answer for. */
export async function scanLive(repo: RepoView, name: string, ground: Ground, deadline_ms: number): Promise<SymbolScan> {
  if (name === '') return { definitions: [], uses: [], textual_hits: 0, parsed: 0, unchecked: 0 }
  const { parser, signal } = ground.rooms
  const files = await filesUnspokenFor(repo, ground)
  return scanSymbol({ root: repo.root, files, name, parser, deadline_ms, signal })
}

/** What is at a position, in the file as it is now; `note` says what was taken where no column was given. */
export async function nameAtPosition(
  repo: RepoView,
  position: Position,
  { reading }: Ground,
): Promise<{ question: SymbolQuestion; note: string | null } | undefined> {
  const { path, line } = position
  const current = await reading.current(repo, path)
  if (!current) return undefined
  const { symbols } = current.facts.outline()
  const uses = current.facts.uses()
  const at = atPosition(symbols, uses, position)
  if (!at) return undefined
  if (at.took === 'used') {
    const names = new Set(at.uses.flatMap((use) => uses[use]?.name ?? []))
    const [name] = names
    return name === undefined ? undefined : { question: { text: name, by: 'name', name }, note: null }
  }
  const ordinal = at.took === 'defined' ? at.ordinals[0] : at.ordinal
  const symbol = ordinal === undefined ? undefined : symbols[ordinal]
  const note =
    at.took === 'enclosing'
      ? `Line ${line} of ${path} defines and uses nothing that is known; this is the symbol around it.`
      : null
  return symbol && { question: readSymbolQuestion(`${plainAnchor(path, symbol.qualified_name)}~${symbol.tag}`), note }
}
