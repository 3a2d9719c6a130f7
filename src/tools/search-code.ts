/** Ranked search on one of five levels. */
import { shellWord } from '../contract/call-words.ts'
import { type SearchLevel, type SearchResult, searchLevels } from '../contract/items.ts'
import { badArgument } from '../contract/problems.ts'
import { symbolKinds } from '../contract/symbol.ts'
import type { ArgumentSpecs, GivenArguments } from '../contract/tool.ts'
import { readFilters } from '../search/query-filters.ts'
import { type DescribedDocument, describeDocuments } from './describe-documents.ts'
import { nextCalls } from './get-document.ts'
import {
  languageArgument,
  offsetOf,
  pageArguments,
  pathArgument,
  repoFilterArgument,
  testsArgument,
  testsFilter,
} from './list-arguments.ts'
import { findRanked, type Ranked, type RankedDocument } from './ranked-documents.ts'
import { createShowing, type ShowHit } from './show-hits.ts'
import { defineTool, type ToolAnswer, type ToolCall } from './tool.ts'
import { uncheckedWords } from './unchecked-words.ts'
import { ALL_REPOS, reposNamedOrAll } from './which-repos.ts'

const specs = {
  query: { type: 'string', required: true, describe: 'Words, names or a question.' },
  level: { type: 'string', default: 'file', values: searchLevels, ignoreCase: true, describe: 'What to find.' },
  repo_filter: repoFilterArgument,
  limit: { type: 'integer', default: 5, min: 1, max: 50, describe: 'Per page, 1–50.' },
  preview: { type: 'boolean', default: false, describe: 'About 200 characters of content.' },
  path: pathArgument,
  language: languageArgument,
  kind: { type: 'strings', values: symbolKinds, describe: 'For level symbol.' },
  tests: testsArgument,
  explain: { type: 'boolean', default: false, describe: 'Explain each score.' },
  ...pageArguments,
} as const satisfies ArgumentSpecs
export type SearchCodeArguments = GivenArguments<typeof specs>

export const searchCode = defineTool({
  name: 'search_code',
  title: 'Search code',
  description:
    'Ranked search by words, names and meaning; returns summaries with ids, paths, lines and the best passage. Choose the level by the question:\n' +
    '- file: "how does X work"\n- symbol: "find function X"\n- doc: principles, guidelines, how-to\n- module: "what is in folder X"\n' +
    '- repo: "which repos have X", overview\n' +
    'preview: scan many hits cheaply, then get_file the lines you need. path, language, kind and tests filter before ranking (path:src in the query too). ' +
    'For every line with an exact text use rag_search, for uses of a symbol where_used. limit: 1–50 a page, default 5.',
  arguments: specs,
  repos: (args, context) => reposNamedOrAll(reposAsked(args), context, { all: args.level === 'repo' }),
  async run(call): Promise<ToolAnswer<SearchResult>> {
    const { args, ground } = call
    const offset = offsetOf(call.after)
    const level = args.level as SearchLevel
    const asked = withFilters(args)
    checkKind(asked.kind, level)
    const { meaning: embedder } = call.context
    const found = await findRanked({ ...asked, level, tests: testsFilter(args.tests), offset, embedder }, ground)
    const described = await describeDocuments(found.documents, ground, { brief: true })
    const show = await createShowing(found, asked.query, args.preview, ground)
    const items = await Promise.all(found.documents.map((document, at) => itemOf(document, described[at], at, show, args)))
    const kept = items.filter((item) => item !== undefined)
    return {
      items: kept,
      query: args.query,
      mode: `level ${args.level}`,
      total: isWhole(found) ? found.total : null,
      total_at_least: found.total,
      ...(isWhole(found) ? {} : { unchecked: found.unchecked, truncated: true }),
      message: messageOf(found, level, kept.length + offset),
      nextAfter: (shown) => (offset + shown < found.total && shown > 0 ? String(offset + shown) : null),
      next: kept[0] ? nextCalls(kept[0], ground.repos.length) : [],
    }
  },
})

type Call = ToolCall<typeof specs>

const CHILDREN_SHOWN = 100

async function itemOf(
  ranked: RankedDocument,
  described: DescribedDocument | undefined,
  rank: number,
  show: ShowHit,
  args: Call['args'],
): Promise<SearchResult | undefined> {
  if (!described) return undefined
  const { children, enrichment: _, ...document } = described
  const more = children.length > CHILDREN_SHOWN
  return {
    ...document,
    ...(await show(ranked, described, rank)),
    score: ranked.score,
    children_ids: children.slice(0, CHILDREN_SHOWN).map(({ document_id }) => document_id),
    ...(more ? { children_truncated: true } : {}),
    ...(args.explain ? { why: ranked.why } : {}),
  }
}

const joined = (given: readonly string[] | null, more: readonly string[]): readonly string[] | null =>
  more.length === 0 ? given : [...(given ?? []), ...more]

/** A repo in the question is more precise than "all repos". */
function reposAsked({ query, repo_filter }: Call['args']): readonly string[] | null {
  const { repo } = readFilters(query)
  return repo.length > 0 && repo_filter?.includes(ALL_REPOS) ? repo : joined(repo_filter, repo)
}

/** The arguments, and the filters that are written in the question. */
function withFilters<Given extends Call['args']>(args: Given): Given {
  const { text, path, language, kind } = readFilters(args.query)
  return {
    ...args,
    query: text,
    path: joined(args.path, path),
    language: joined(args.language, language),
    kind: joined(args.kind, kind),
  }
}

/** Only symbols have kinds; level module accepts the kind `module`. */
function checkKind(kinds: readonly string[] | null, level: SearchLevel): void {
  if (kinds === null || level === 'symbol' || (level === 'module' && kinds.every((kind) => kind === 'module'))) return
  throw badArgument(`"kind" chooses among symbols: give it with level symbol; the level is ${level}.`)
}

const isWhole = ({ unchecked, undescribed }: Ranked): boolean => unchecked === 0 && undescribed.length === 0

/** Distinguishes repos that could not be searched from repos without hits, and says how hits were found if not by words. */
function messageOf({ unchecked, undescribed, note, by, meaning }: Ranked, level: SearchLevel, found: number): string | null {
  if (by === 'nothing')
    return 'The query has no words to search for. Add words, or use `rag_search` for exact text and `explore_structure` for a list of files.'
  const words = undescribed.map(
    ({ repo_id, root }) =>
      `${repo_id} has no complete index, so nothing of level ${level} could be looked for in it; build one with \`cairn index ${shellWord(root)}\`, or ask on level file.`,
  )
  const late = uncheckedWords(unchecked)
  if (late !== null) words.push(`${late} Narrow it with path or language.`)
  const none = `Nothing of level ${level} contains a word of the query`
  if (found === 0 && words.length === 0)
    words.push(`${none}${meaning ? ' or is similar in meaning' : ''}. Try another level, or \`rag_search\` for exact text.`)
  else if (found === 0) words.unshift('Nothing was found in the files that were searched.')
  else if (by === 'meaning') words.push(`${none}: these hits are only similar in meaning, and may have nothing to do with it.`)
  if (note !== null) words.push(note)
  return words.length > 0 ? words.join(' ') : null
}
