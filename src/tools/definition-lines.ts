/** The lines that define a name. A text search for that name lists them before all others. */
import { compareText } from '../base/compare-text.ts'
import type { RepoView } from '../freshness/scope.ts'
import { lineOf } from '../graph/definition.ts'
import type { FileChoice } from '../grounding/files-of.ts'
import { findMeant } from '../grounding/find-definitions.ts'
import type { Ground } from '../grounding/ground.ts'
import type { TextHit } from '../scan/scan-text.ts'

type DefinitionLine = TextHit & { repo: RepoView }
type ShownLine = { repo_id: string; path: string; line: number }

export type DefinitionLines = {
  /** The lines after the one shown last; all of them for null. */
  behind(last: ShownLine | null): DefinitionLine[]
  holds(repo: { repo_id: string }, path: string, line: number): boolean
}

export const noDefinitions: DefinitionLines = { behind: () => [], holds: () => false }

/** Empty unless the query is exactly one name. */
export async function definitionLines(
  { query, regex, path, language }: FileChoice & { query: string; regex: boolean },
  ground: Ground,
): Promise<DefinitionLines> {
  if (regex || !/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(query)) return noDefinitions
  const { meant } = await findMeant(query, ground, { paths: path })
  const lines = meant.flatMap(({ repo, definition, current }): DefinitionLine[] => {
    const { fact } = definition
    if (!fact || (language && !language.includes(current.language))) return []
    return [{ repo, path: definition.path, line: lineOf(definition), column: fact.name_column }]
  })
  const held = new Map(lines.map((line) => [idOf(line.repo, line.path, line.line), line]))
  const rank = (repo_id: string): number => ground.repos.findIndex((repo) => repo.repo_id === repo_id)
  const compare = (a: DefinitionLine, b: ShownLine): number =>
    rank(a.repo.repo_id) - rank(b.repo_id) || compareText(a.path, b.path) || a.line - b.line
  const ordered = [...held.values()].sort((a, b) => compare(a, { ...b, repo_id: b.repo.repo_id }))
  return {
    behind: (last) => (last ? ordered.filter((line) => compare(line, last) > 0) : ordered),
    holds: (repo, file, line) => held.has(idOf(repo, file, line)),
  }
}

const idOf = ({ repo_id }: { repo_id: string }, path: string, line: number): string => `${repo_id}\0${path}\0${line}`
