/** A source that does not read the same facts again and again: names lead back to the same files. */
import type { FactsView } from '../contract/facts-codec.ts'
import type { MentionSource } from './port.ts'

/** A bound on memory. */
const MOST_KEPT = 500

export function keepingFacts(source: MentionSource): MentionSource {
  const kept = new Map<string, FactsView | undefined>()
  return {
    paths: () => source.paths(),
    languageOf: (path) => source.languageOf(path),
    filesNaming: (identifier) => source.filesNaming(identifier),
    async facts(path) {
      if (kept.has(path)) return kept.get(path)
      const facts = await source.facts(path)
      if (kept.size < MOST_KEPT) kept.set(path, facts)
      return facts
    },
  }
}
