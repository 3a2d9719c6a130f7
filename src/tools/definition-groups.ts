/** The definitions by which an answer is grouped, for its cover. */
import type { DefinitionGroup } from '../contract/envelope.ts'
import { lineOf, nameOf } from '../graph/definition.ts'
import type { Ground } from '../grounding/ground.ts'
import type { MeantSymbols } from '../grounding/meant.ts'

/** The cover must stay shorter than the answer. */
const SHOWN = 10

/** The ones with most uses if there are too many; `counts` is parallel to `meant`. */
export function definitionGroups({ meant }: MeantSymbols, counts: readonly number[], { repos }: Ground): DefinitionGroup[] {
  const groups = meant.map(({ definition }, at) => ({
    symbol: definition.anchor,
    path: definition.path,
    line: lineOf(definition),
    count: counts[at] ?? 0,
    ...(repos.length > 1 ? { repo_id: definition.repo_id } : {}),
  }))
  return groups.length <= SHOWN ? groups : groups.sort((a, b) => b.count - a.count).slice(0, SHOWN)
}

export function otherDefinitions({ meant, total, name }: MeantSymbols): string | null {
  const counted = Math.max(total, meant.length)
  if (counted <= SHOWN) return null
  return `${counted} definitions are called "${name}"; the ${SHOWN} used most are listed. Name one more exactly (Class.name, an anchor).`
}

/** Says which definitions were found under another name or in another file than the caller asked for. */
export function movedWords({ meant, note }: MeantSymbols): string | null {
  const words = meant.flatMap(({ known, definition, how: { how } }) => {
    if (!known || how === 'exact') return []
    if (how === 'moved-file') return [`${nameOf(known)} of ${known.path} is now in ${definition.path}.`]
    return [`${known.anchor} is now ${definition.anchor}: their bodies match.`]
  })
  const said = [...(note === null ? [] : [note]), ...words.slice(0, SHOWN)]
  return said.length === 0 ? null : said.join(' ')
}
