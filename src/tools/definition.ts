/** Where a symbol is defined: from a name, or from a place of use as an editor would ask. */
import { documentId } from '../contract/identity.ts'
import type { DefinitionItem, Enrichment } from '../contract/items.ts'
import type { ArgumentSpecs, GivenArguments } from '../contract/tool.ts'
import { kindOf, lineOf } from '../graph/definition.ts'
import { symbolDocument } from '../grounding/document-ids.ts'
import { enrichmentsOf } from '../grounding/enrichment.ts'
import { findMeant, type Meant } from '../grounding/find-definitions.ts'
import type { Ground } from '../grounding/ground.ts'
import { snippetAt } from '../grounding/quote.ts'
import { movedWords } from './definition-groups.ts'
import { offsetOf, pageArguments, repoArgument, symbolArgument } from './list-arguments.ts'
import { defineTool, type ToolAnswer } from './tool.ts'
import { repoOrHere } from './which-repos.ts'

const specs = {
  symbol: symbolArgument,
  repo: repoArgument,
  limit: { type: 'integer', default: 20, min: 1, max: 500, describe: 'Per page, 1–500.' },
  ...pageArguments,
} as const satisfies ArgumentSpecs
export type DefinitionArguments = GivenArguments<typeof specs>

export const definition = defineTool({
  name: 'definition',
  title: 'Definition',
  description:
    'Where a symbol is defined: signature, doc, lines, id. Give a name, or path:line:column of a use to find what is used there. All that match are listed.',
  arguments: specs,
  repos: (args, context) => repoOrHere(args.repo, context),
  async run(call): Promise<ToolAnswer<DefinitionItem>> {
    const { args, place, ground } = call
    const found = await findMeant(args.symbol, ground)
    const offset = offsetOf(place)
    const kept = await definitionItems(found.meant.slice(offset, offset + args.limit), ground)
    const only = kept.length === 1 ? kept[0]?.symbol : undefined
    return {
      items: kept,
      symbol: args.symbol,
      total: found.total,
      unchecked: found.unchecked + ground.rebinding.late,
      truncated: found.unchecked + ground.rebinding.late > 0 || found.total > found.meant.length,
      message: found.reason ?? (found.meant.some((meant) => meant.guessed) ? guessed(found.name) : movedWords(found)),
      nextPlace: (shown) => (offset + shown < found.meant.length && shown > 0 ? String(offset + shown) : null),
      next: only
        ? [`where_used ${only}`, `lineage ${only}`]
        : kept.length === 0 && found.name
          ? [`rag_search ${found.name}`]
          : [],
    }
  },
})

const guessed = (name: string): string => `What "${name}" means there is not certain; these definitions share the name.`

async function definitionItems(meant: readonly Meant[], ground: Ground): Promise<DefinitionItem[]> {
  const enrichments = await enrichmentsOf(
    meant.map(({ repo, definition: { path, fact }, known, current }) => ({
      repo,
      path,
      symbol: fact,
      outline: current.facts.outline(),
      ...(known ? { was: known.handle } : {}),
    })),
    ground,
  )
  return meant.flatMap((each, at) => definitionItem(each, enrichments[at]) ?? [])
}

function definitionItem(meant: Meant, enrichment: Enrichment | undefined): DefinitionItem | undefined {
  const { repo, definition: found, current, binding, guessed: byName } = meant
  const { fact, path } = found
  const line = lineOf(found)
  const snippet = snippetAt(current.file, line, fact?.name_column)
  if (!snippet) return undefined
  return {
    repo_id: repo.repo_id,
    file: path,
    line,
    ...(fact ? { column: fact.name_column } : {}),
    snippet,
    symbol: found.anchor,
    kind: kindOf(found),
    tier: byName || repo.mode === 'live' ? 'possible' : 'resolved',
    document_id: fact ? symbolDocument(repo.repo_id, path, fact) : documentId(repo.repo_id, 'file', path, ''),
    binding,
    source: binding === 'live' ? 'LOCAL_FALLBACK' : 'RAG_GRAPH',
    ...(enrichment ? { enrichment } : {}),
    signature: fact?.signature ?? '',
    doc: fact?.doc ?? current.facts.outline().doc,
    end_line: fact?.end_line ?? Math.max(1, current.file.lines.length),
  }
}
