/**
 * BM25, shared by all engines so that they rank alike. k1 and b are the usual starting values; `docs/ranking.md` records any
 * run that changes them.
 */

/** How quickly further occurrences of a word stop adding to the score. */
const SATURATION = 1.2
/** How much the length of a document lowers its score. */
const LENGTH_PENALTY = 0.75

/** Never below zero, so that a word that occurs everywhere cannot lower a score. */
export const rarity = (documents: number, holding: number): number => Math.log(1 + (documents - holding + 0.5) / (holding + 0.5))

/** What one word adds to a document's score. `count` and both lengths are in the same unit. */
export function wordScore(rarityOfWord: number, count: number, length: number, averageLength: number): number {
  const norm = SATURATION * (1 - LENGTH_PENALTY + LENGTH_PENALTY * (length / averageLength))
  return (rarityOfWord * count * (SATURATION + 1)) / (count + norm)
}

/**
 * The combined score of forms of one word, given the sum and the highest of their scores: the best of them, and at most half as much
 * again. As a plain sum, a list of conjugations beat every file about the subject; the best alone lost 0.019 of NDCG@10 on one set
 * of questions (docs/ranking.md).
 */
export const formsScore = (sum: number, most: number): number => Math.min(sum, most * FORMS_TOGETHER)
const FORMS_TOGETHER = 1.5
