/** A parser that parses each text once per answer: scanning, re-binding and quoting all parse a changed file. */
import { Lru } from '../base/lru.ts'
import type { LiveParser } from './ground-rooms.ts'

/** Size of the cache; hits of one file follow each other, so older texts are seldom needed again. */
const TEXTS_KEPT = 200

export function parseOnce(parser: LiveParser): LiveParser {
  const byLanguage = new Map<string, Lru<string, ReturnType<LiveParser['parse']>>>()
  return {
    async parse(text, language, options) {
      const known = byLanguage.get(language) ?? new Lru(TEXTS_KEPT)
      byLanguage.set(language, known)
      const before = await known.get(text)
      // A parse that timed out is repeated, because this caller may have more time.
      if (before && before.state !== 'timed-out') return before
      const parsing = parser.parse(text, language, options)
      known.set(text, parsing)
      return parsing
    },
    close: () => undefined,
  }
}
