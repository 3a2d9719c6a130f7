/**
 * BM25, shared by all engines so that they rank alike. k1 and b are the usual starting values; `docs/ranking.md` records any
 * run that changes them.
 */

/** How soon further occurrences of a word stop to matter. */
const SATURATION = 1.2
/** How much a long document is held against itself. */
const LENGTH_PENALTY = 0.75

/** Never below zero, so that a word which stands everywhere still cannot push a document down. */
export const rarity = (documents: number, holding: number): number => Math.log(1 + (documents - holding + 0.5) / (holding + 0.5))

/** What one word adds to a document's score. `count` and both lengths are in the same unit. */
export function wordScore(rarityOfWord: number, count: number, length: number, averageLength: number): number {
  const norm = SATURATION * (1 - LENGTH_PENALTY + LENGTH_PENALTY * (length / averageLength))
  return (rarityOfWord * count * (SATURATION + 1)) / (count + norm)
}
