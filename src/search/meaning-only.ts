/**
 * Questions none of whose words occur in the index: made-up words, or another subject. Every text is a little similar to something,
 * so only documents that are more similar than chance explains are found for them.
 */
import type { SearchLevel } from '../contract/items.ts'
import { type Candidate, type Candidates, documentKey } from './candidates.ts'
import type { ReadQuery } from './read-query.ts'

/**
 * The similarity of unrelated texts varies by about this much. Measured with the shipped model: of 200 made-up questions (`zxqv blorp`)
 * and 14 about cooking and music, nine of ten have nothing above `leastSimilarity`, in a repo with 41 files and one with 1,967;
 * questions about the code in other words mostly have.
 */
const SPREAD = 0.1
/** In a small repo a single text can be similar by chance. */
const LEAST = 0.35
/** Texts that are compared on a level for each file, roughly: only the logarithm counts. */
const TEXTS_PER_FILE: Record<SearchLevel, number> = { file: 6, symbol: 6, doc: 0.5, module: 0.2, repo: 0.01 }

/** True if no document contains a word of the question, other than words of grammar. The best by words are among the candidates. */
export function isMeaningOnly({ documents, named }: Candidates, { filler }: ReadQuery): boolean {
  return named.size === 0 && !documents.some(({ matches }) => matches.some(({ word }) => !filler.has(word)))
}

/** The candidates that are similar enough, without what they have by words of grammar. `files`: how many files were searched. */
export function onlySimilar({ documents, named }: Candidates, level: SearchLevel, files: number): Candidates {
  const least = leastSimilarity(files * TEXTS_PER_FILE[level])
  const similar = documents
    .filter(({ near }) => (near[0]?.similarity ?? 0) >= least)
    .map((candidate): Candidate => ({ ...candidate, words: 0, matches: [], part: 0 }))
  return { documents: similar, added: new Set(similar.map(documentKey)), total: similar.length, named }
}

/** The largest of many similarities that are due to chance: it grows with their number. */
const leastSimilarity = (texts: number): number => Math.max(LEAST, SPREAD * Math.sqrt(2 * Math.log(Math.max(texts, 1))))
