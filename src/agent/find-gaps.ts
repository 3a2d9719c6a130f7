/** What an answer does not cover: nothing found, repos and files that could not be searched, words that no hit contains. */

import { callWord, shellWord } from '../contract/call-words.ts'
import type { SearchLevel } from '../contract/items.ts'
import { inWordsOf, type Vocabulary } from '../contract/vocabulary.ts'
import { missingWords } from '../tools/missing-words.ts'
import { uncheckedWords } from '../tools/unchecked-words.ts'
import type { Evidence, Gathered, Ground, RepoView } from './gather-evidence.ts'

type Asked = { level: SearchLevel; vocabulary: Vocabulary }

export async function findGaps(gathered: Gathered, { level, vocabulary }: Asked, ground: Ground): Promise<string[]> {
  const { evidence, uses, words, isOverview, unverified, unchecked, undescribed, note, by } = gathered
  const gaps = [
    uses?.isMissing
      ? `Nothing called ${uses.name} is defined in the repos asked, so its uses are not known; \`rag_search ${callWord(uses.name)}\` finds it as text.`
      : null,
    evidence.length === 0 && unverified === 0 && !isOverview
      ? `Nothing of level ${level} contains a word of the question.`
      : null,
    ...withoutIndex(undescribed, level),
    unverified > 0 ? unverifiedWords(unverified) : null,
    uncheckedWords(unchecked),
    ...ground.repos.map(uncomparedWords),
    note,
    by === 'meaning' && evidence.length > 0
      ? `Nothing of level ${level} contains a word of the question: the hits are only similar in meaning, and may have nothing to do with it.`
      : null,
    by !== 'meaning' && evidence.length > 0 && !isOverview ? await missing(evidence, words, level, ground) : null,
  ]
  return gaps.filter((gap) => gap !== null).map((gap) => inWordsOf(vocabulary, gap))
}

/** Whether a gap speaks of the hits that are shown. An answer that a model wrote shows other lines. */
export const isAboutHits = (gap: string): boolean =>
  /^(?:Nothing of level|None of the hits|No summary or quoted line)\b/.test(gap)

/** Further repos are only counted. */
const REPOS_NAMED = 3

function withoutIndex(repos: readonly RepoView[], level: SearchLevel): string[] {
  const named = repos
    .slice(0, REPOS_NAMED)
    .map(
      ({ repo_id, root }) =>
        `${repo_id} has no complete index, so nothing of level ${level} could be looked for in it; build one with \`cairn index ${shellWord(root)}\`.`,
    )
  const rest = repos.length - named.length
  return rest > 0 ? [...named, `${rest} more ${rest === 1 ? 'repo has' : 'repos have'} no complete index.`] : named
}

const unverifiedWords = (hits: number): string =>
  `${hits === 1 ? '1 hit is' : `${hits} hits are`} left out: the file changed or could not be read while the answer was made.`

const uncomparedWords = ({ repo_id, unchecked }: RepoView): string | null =>
  unchecked === 0
    ? null
    : `${unchecked === 1 ? '1 file' : `${unchecked} files`} of ${repo_id} could not be compared with the index.`

async function missing(evidence: readonly Evidence[], query: string, level: SearchLevel, ground: Ground): Promise<string | null> {
  // Several parts of one file are quoted: its text is read once.
  const documents = [...new Map(evidence.map((each) => [each.document.document_id, each])).values()]
  const texts = (await Promise.all(documents.map((each) => textsOf(each, ground)))).flat()
  const words = missingWords(query, [...texts, ...evidence.map(({ quote }) => quote.text)])
  if (words.length === 0) return null
  // The words of a folder are those of all its files, which its summary does not list.
  const where =
    level === 'module' || level === 'repo' ? 'No summary or quoted line here contains' : 'None of the hits shown contains'
  return `${where}: ${words.join(', ')}.`
}

async function textsOf({ root, document, quote }: Evidence, ground: Ground): Promise<string[]> {
  const { content, start_line, end_line, symbol_name = '', repo_id } = document
  const file = start_line === undefined ? undefined : await ground.reading.quotes.file(root, quote.location.path)
  const own = file?.lines.slice((start_line ?? 1) - 1, end_line).join('\n') ?? ''
  return [content, symbol_name, quote.location.path, quote.text, own, repo_id]
}
