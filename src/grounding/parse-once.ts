/** A parser that reads one text once per answer: a changed file is looked at by the scan, by re-binding and by quoting alike. */
import { Lru } from '../base/lru.ts'
import type { LiveParser } from './ground-rooms.ts'

/** Texts kept at hand; hits of one file stand together, so older ones are seldom asked for again. */
const TEXTS_KEPT = 200

export function parseOnce(parser: LiveParser): LiveParser {
  const byLanguage = new Map<string, Lru<string, ReturnType<LiveParser['parse']>>>()
  return {
    async parse(text, language, options) {
      const known = byLanguage.get(language) ?? new Lru(TEXTS_KEPT)
      byLanguage.set(language, known)
      const before = await known.get(text)
      // A parse that ran out of time is no answer for whoever has more of it.
      if (before && before.state !== 'timed-out') return before
      const parsing = parser.parse(text, language, options)
      known.set(text, parsing)
      return parsing
    },
    close: () => undefined,
  }
}
