/** Where a symbol is defined, with its body. The symbol is given by name, or by a place where it is used, as in an editor. */

import { compareText } from '../base/compare-text.ts'
import { callWord } from '../contract/call-words.ts'
import { documentId } from '../contract/identity.ts'
import type { DefinitionItem, Enrichment } from '../contract/items.ts'
import type { ArgumentSpecs, GivenArguments } from '../contract/tool.ts'
import { kindOf, lineOf } from '../graph/definition.ts'
import { symbolDocument } from '../grounding/document-ids.ts'
import { enrichmentsOf } from '../grounding/enrichment.ts'
import { findMeant } from '../grounding/find-definitions.ts'
import type { Ground } from '../grounding/ground.ts'
import type { Meant, MeantSymbols } from '../grounding/meant.ts'
import { bodyOf, snippetAt } from '../grounding/quote.ts'
import { readAfter, readNumber, readText, writeAfter } from './after.ts'
import { movedWords } from './definition-groups.ts'
import { pageArguments, pathArgument, repoArgument, symbolArgument } from './list-arguments.ts'
import { nearCalls, nextCall } from './next-call.ts'
import { defineTool, type ToolAnswer, type ToolCall } from './tool.ts'
import { uncheckedWords } from './unchecked-words.ts'
import { repoOrHere } from './which-repos.ts'

const specs = {
  symbol: symbolArgument,
  repo: repoArgument,
  path: pathArgument,
  limit: { type: 'integer', default: 20, min: 1, max: 500, describe: 'Per page, 1–500.' },
  ...pageArguments,
} as const satisfies ArgumentSpecs
export type DefinitionArguments = GivenArguments<typeof specs>

export const definition = defineTool({
  name: 'definition',
  title: 'Definition',
  description:
    'Where a symbol is defined: signature, doc, lines, id, and the body (60 lines of it). Use it when you know a name, or the path:line:column of a use. ' +
    'All that match are listed. limit: 1–500 a page, default 20.',
  arguments: specs,
  repos: (args, context) => repoOrHere(args.repo, context),
  async run(call): Promise<ToolAnswer<DefinitionItem>> {
    const { args, after, ground } = call
    const found = await findMeant(args.symbol, ground, { paths: args.path })
    const start = startOf(found.meant, after, ground)
    const page = found.meant.slice(start, start + args.limit)
    const shown = await definitionItems(page, ground)
    const unchecked = found.unchecked + ground.rebinding.late
    const missing = page.length - shown.length
    return {
      items: shown.map(({ item }) => item),
      symbol: args.symbol,
      total: unchecked > 0 ? null : found.total - missing,
      total_at_least: found.total - missing,
      unchecked,
      truncated: unchecked > 0 || found.total > found.meant.length,
      message: messageOf(found, unchecked),
      nextAfter: (kept) => {
        const last = shown[kept - 1]?.meant
        return last && found.meant.indexOf(last) + 1 < found.meant.length ? afterOf(last) : null
      },
      next: (items) => nextCalls(call, found, items as readonly DefinitionItem[]),
    }
  },
})

type Call = ToolCall<typeof specs>
type Shown = { meant: Meant; item: DefinitionItem }

function messageOf(found: MeantSymbols, unchecked: number): string | null {
  const guessed = found.meant.some((meant) => meant.guessed) ? guessedWords(found.name) : null
  const words = [found.reason, guessed, movedWords(found), uncheckedWords(unchecked)]
  return words.filter((each) => each !== null).join(' ') || null
}

const guessedWords = (name: string): string => `What "${name}" means there is not certain; these definitions share the name.`

const afterOf = ({ definition }: Meant): string =>
  writeAfter(definition.repo_id, definition.path, lineOf(definition), definition.handle.key)

/** The first definition after the one shown last, which may have moved in its file. If it is gone, its old place counts. */
function startOf(meant: readonly Meant[], after: string | null, { repos }: Ground): number {
  const [repo_id, path, line, key] = readAfter(after)
  if (repo_id === undefined) return 0
  const rank = (id: unknown): number => repos.findIndex((repo) => repo.repo_id === id)
  const last = meant.findIndex(
    ({ definition }) => definition.repo_id === repo_id && definition.path === path && definition.handle.key === key,
  )
  if (last >= 0) return last + 1
  const behind = meant.findIndex(
    ({ definition }) =>
      (rank(definition.repo_id) - rank(repo_id) ||
        compareText(definition.path, readText(path)) ||
        lineOf(definition) - readNumber(line)) > 0,
  )
  return behind < 0 ? meant.length : behind
}

/** Made from the shown items, because the size limit may have cut a body further. */
function nextCalls(call: Call, found: MeantSymbols, items: readonly DefinitionItem[]): string[] {
  const rest = items.flatMap(restOfBody).slice(0, 1)
  const [first, second] = items
  if (first) {
    const about = (tool: string): string => nextCall(`${tool} ${callWord(first.symbol ?? '')}`, call, first.repo_id)
    return [...rest, about('where_used'), ...(second ? [] : [about('lineage')])]
  }
  return [
    ...nearCalls('definition', found.near, call),
    ...(found.name === '' ? [] : [nextCall(`rag_search ${callWord(found.name)}`, call)]),
  ]
}

function restOfBody({ repo_id, file, start_line, end_line, source, source_left_out }: DefinitionItem): string[] {
  if (source_left_out === undefined) return []
  return [`get_file ${repo_id} ${callWord(file)} start_line=${start_line + source.split('\n').length} end_line=${end_line}`]
}

async function definitionItems(meant: readonly Meant[], ground: Ground): Promise<Shown[]> {
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
  return meant.flatMap((each, at) => {
    const item = definitionItem(each, enrichments[at])
    return item ? [{ meant: each, item }] : []
  })
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
    ...(enrichment ? { enrichment } : {}),
    signature: fact?.signature ?? '',
    doc: fact?.doc ?? current.facts.outline().doc,
    ...bodyOf(current.file, fact),
  }
}
