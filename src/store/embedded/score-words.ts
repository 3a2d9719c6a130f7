/** What the words of a question add to given documents, one document after the other. Ranking adds them up word by word. */
import { formsScore, wordScore } from '../bm25.ts'
import type { RankedDocument } from '../port.ts'
import type { PostingList } from './posting-list.ts'
import type { Concept, Part, QuestionWords } from './question-words.ts'

export type WordMatches = RankedDocument['matches']

/** The matches of these documents of one part, in the order given. Their sum, from the first to the last, is the score. */
export function matchesIn(
  { parts, concepts, averageLength }: QuestionWords,
  part: number,
  documents: readonly number[],
): WordMatches[] {
  const { lengths } = (parts[part] as Part).table
  const matches = documents.map((): WordMatches => [])
  // In ascending order each list is searched from where the last document was.
  const order = documents.map((_, at) => at).sort((a, b) => (documents[a] as number) - (documents[b] as number))
  for (const forms of concepts) {
    const from = forms.map(() => 0)
    for (const at of order) {
      const document = documents[at] as number
      const match = matchOf(forms, part, document, lengths[document] as number, averageLength, from)
      if (match) (matches[at] as WordMatches).push(match)
    }
  }
  return matches
}

/** `from`: where each list is searched from; moved on. */
function matchOf(
  forms: Concept,
  part: number,
  document: number,
  length: number,
  averageLength: number,
  from: number[],
): WordMatches[number] | undefined {
  let word: string | undefined
  let most = 0
  let sum = 0
  for (let form = 0; form < forms.length; form++) {
    const { lists, factor, word: own } = forms[form] as Concept[number]
    const { ids, values } = lists[part] as PostingList
    const at = firstFrom(ids, document, from[form] as number)
    from[form] = at
    if (ids[at] !== document) continue
    const score = wordScore(factor, values[at] as number, length, averageLength)
    sum += score
    if (word === undefined || score > most) {
      word = own
      most = score
    }
  }
  return word === undefined ? undefined : { word, added: formsScore(sum, most) }
}

/** The index of the first number that is not below `wanted`, at or after `from`. */
export function firstFrom(sorted: Uint32Array, wanted: number, from: number): number {
  let low = from
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as number) < wanted) low = middle + 1
    else high = middle
  }
  return low
}
