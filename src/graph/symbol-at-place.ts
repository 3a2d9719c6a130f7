/** What stands at a line, and column when given: the symbol defined there, else what the name there was linked to. */
import type { UseFact } from '../contract/facts.ts'
import type { SymbolHandle } from '../contract/identity.ts'
import type { RepoId } from '../contract/ids.ts'
import type { StoreSnapshot } from '../store/port.ts'
import type { Anchors } from './anchors.ts'
import type { Definition } from './definition.ts'
import type { FileFactsReader } from './file-facts.ts'

export type Place = { path: string; line: number; column: number | undefined }
type Tools = { snapshot: StoreSnapshot; facts: FileFactsReader; anchors: Anchors }

export async function symbolsAt(repo: RepoId, place: Place, tools: Tools): Promise<Definition[]> {
  const defined = await definedAt(repo, place, tools)
  return defined.length > 0 ? defined : usedAt(repo, place, tools)
}

async function definedAt(repo: RepoId, { path, line, column }: Place, { facts, anchors }: Tools): Promise<Definition[]> {
  const symbols = [...(await facts.symbols(repo, path)).entries()]
  const named = symbols.filter(([, symbol]) => symbol.name_line === line && covers(symbol.name_column, symbol.name, column))
  // Without a column, a decorator's or modifier's line above the name belongs to the definition too.
  const headed =
    named.length > 0 || column !== undefined
      ? named
      : symbols.filter(([, symbol]) => symbol.start_line <= line && line < symbol.name_line)
  return Promise.all(headed.map(([ordinal, fact]) => anchors.definition(repo, path, ordinal, fact)))
}

async function usedAt(repo: RepoId, { path, line, column }: Place, tools: Tools): Promise<Definition[]> {
  const uses = (await tools.facts.of(repo, path))?.uses() ?? []
  const outcomes = await tools.snapshot.linkOutcomes(repo, path)
  const targets = new Map<string, SymbolHandle>()
  for (const [at, use] of uses.entries()) {
    if (use.line !== line || !covers(use.column, shown(use), column)) continue
    const outcome = outcomes?.[at]
    if (outcome?.to === 'symbol') targets.set(`${outcome.target.path}\0${outcome.target.key}`, outcome.target)
  }
  const found: Definition[] = []
  for (const { path: target, key } of targets.values()) {
    const ordinal = await tools.facts.ordinal(repo, target, key)
    if (ordinal === undefined) continue
    const fact = (await tools.facts.symbols(repo, target))[ordinal] ?? null
    found.push(await tools.anchors.definition(repo, target, ordinal, fact))
  }
  return found
}

const shown = (use: UseFact): string => use.name

const covers = (start: number, text: string, column: number | undefined): boolean =>
  column === undefined || (start <= column && column <= start + text.length)
