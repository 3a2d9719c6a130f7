/**
 * Answers a question about code in one call: chooses the level, finds the best hits and quotes the lines that match. It uses the
 * search of the other tools and no language model. If one is configured, it gets this answer as evidence and writes its own
 * (`answer-with-model.ts`).
 */
import { callWord } from '../contract/call-words.ts'
import { type Answer, type SearchLevel, searchLevels } from '../contract/items.ts'
import type { ArgumentSpecs, Arguments, GivenArguments } from '../contract/tool.ts'
import { nextCalls } from '../tools/get-document.ts'
import { pageArguments, repoFilterArgument } from '../tools/list-arguments.ts'
import { defineTool, type ToolAnswer } from '../tools/tool.ts'
import { reposNamedOrAll } from '../tools/which-repos.ts'
import { chooseLevel } from './choose-level.ts'
import { draftOf, extractiveAnswer, shorterAnswers } from './extractive-answer.ts'
import { findGaps } from './find-gaps.ts'
import { type Gathered, gatherEvidence } from './gather-evidence.ts'

const { max_chars, stale_policy, budget_files, budget_ms } = pageArguments
const specs = {
  query: { type: 'string', required: true, describe: 'A question, or the words of one.' },
  level: { type: 'string', values: searchLevels, ignoreCase: true, describe: 'Default: chosen by the words of the question.' },
  repo_filter: repoFilterArgument,
  limit: { type: 'integer', default: 5, min: 1, max: 20, describe: 'Hits, 1–20.' },
  stream: {
    type: 'boolean',
    default: false,
    describe: 'Over REST: send the answer as events. No effect elsewhere.',
    untold: true,
  },
  llm: {
    type: 'boolean',
    default: true,
    describe: 'Whether the configured language model may write the answer.',
    negated: 'Do not ask the language model; quote the best hits.',
    untold: true,
  },
  dry_run: {
    type: 'boolean',
    default: false,
    describe: 'Show what would be sent to the language model first, and send nothing.',
    untold: true,
  },
  max_chars,
  stale_policy,
  budget_files,
  budget_ms,
} as const satisfies ArgumentSpecs
export type AskCodebaseArguments = GivenArguments<typeof specs>

export const askCodebase = defineTool({
  name: 'ask_codebase',
  title: 'Ask codebase',
  description:
    'Answers an open question about code in one call: the best hits of the right level, each with its place, name, a short summary and the lines ' +
    'that match, or what a configured language model writes from them, as Markdown, with citations checked against the files (repo, path, lines, id) and gaps ' +
    '(what was not found or not searched). Use it first for "how does X work", "how do we release", "which repos do X". The level is chosen by the words of the question unless given; ' +
    'levels as in search_code. For more hits, filters or pages use search_code, for uses of a symbol where_used. ' +
    'limit: 1–20 hits, default 5.',
  arguments: specs,
  repos: (args, context) => reposNamedOrAll(args.repo_filter, context, { all: levelOf(args).level === 'repo' }),
  async run({ args, ground, context }): Promise<ToolAnswer<Answer>> {
    const { query, limit } = args
    const { level, because } = levelOf(args)
    const gathered = await gatherEvidence({ query, level, limit, here: context.cwd_repo, embedder: context.meaning }, ground)
    const gaps = await findGaps(gathered, { level, vocabulary: context.vocabulary }, ground)
    const draft = draftOf(gathered, { level, limit, gaps, asked: ground.repos.map(({ repo_id }) => repo_id) })
    return {
      items: [extractiveAnswer(draft)],
      query,
      mode: `level ${level}${because === '' ? '' : ` (the question ${because})`}`,
      total: 1,
      ...(draft.isWhole ? {} : { unchecked: gathered.unchecked, truncated: true }),
      ...sourceOf(gathered),
      shorter: () => shorterAnswers(draft),
      ...(args.dry_run ? { message: 'No language model is configured, so nothing would be sent.' } : {}),
      next: nextOf(gathered, query, level, ground.repos.length),
    }
  },
})

function levelOf({ level, query }: Pick<Arguments<typeof specs>, 'level' | 'query'>): { level: SearchLevel; because: string } {
  return level === null ? chooseLevel(query) : { level: level as SearchLevel, because: '' }
}

/** The answer cites its hits instead of being one, so the envelope cannot see where they came from. */
function sourceOf({ evidence }: Gathered): Pick<ToolAnswer, 'source'> {
  const isLive = evidence.length > 0 && evidence.every(({ document }) => document.source === 'LOCAL_FALLBACK')
  return isLive ? { source: 'LOCAL_FALLBACK' } : {}
}

/** Characters of a question that are repeated in a suggested call. */
const REPEATED = 200

function nextOf({ evidence }: Gathered, query: string, level: SearchLevel, asked: number): string[] {
  const [best] = evidence
  if (best) return nextCalls(best.document, asked)
  const words = query.replaceAll(/\s+/g, ' ').trim().slice(0, REPEATED)
  return [
    `search_code ${callWord(words)} level=${level === 'file' ? 'symbol' : 'file'}`,
    ...(asked === 1 ? [`ask_codebase ${callWord(words)} repo=*`] : ['list_repos']),
  ]
}
