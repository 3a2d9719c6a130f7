/**
 * Ranking without an index: the given texts are ordered by how much of the question they contain. The order is rough, but a
 * file that was just added is not missed.
 */
import { compareText } from '../base/compare-text.ts'
import { wordsOf } from '../base/words.ts'

export type LiveDocument = { path: string; ordinal: number }
/** `held`: part of the question that was found, 0 to 1. */
export type LiveRanked<Document> = Document & { held: number }

export class LiveRanking<Document extends LiveDocument> {
  private readonly words: ReadonlyMap<string, number>
  private readonly found: LiveRanked<Document>[] = []

  /** `words` as `readQuery` weighs them. */
  constructor(words: ReadonlyMap<string, number>) {
    this.words = words
  }

  /** A text without any word of the question is not kept. */
  add(document: Document, text: string): void {
    const held = partHeld(this.words, wordsOf(text))
    if (held > 0) this.found.push({ ...document, held })
  }

  /** Best first. */
  ranked(): readonly LiveRanked<Document>[] {
    return this.found.sort((a, b) => b.held - a.held || compareText(a.path, b.path) || a.ordinal - b.ordinal)
  }
}

/** Each word counts once with its weight, and up to half more if it occurs often. */
function partHeld(words: ReadonlyMap<string, number>, counts: ReadonlyMap<string, number>): number {
  let held = 0
  let all = 0
  for (const [word, weight] of words) {
    all += weight * 1.5
    const count = counts.get(word) ?? 0
    if (count > 0) held += weight * (1 + Math.min(count, 20) / 40)
  }
  return all === 0 ? 0 : held / all
}
