/** Caches the facts of a source: following names returns to the same files again and again. */
import type { FactsView } from '../contract/facts-codec.ts'
import type { MentionSource } from './port.ts'

/** A bound on memory. */
const MOST_KEPT = 500

/** `looks`: how often facts, or the files that mention a name, were requested. */
export type CountedSource = MentionSource & { looks(): number }

export function keepingFacts(source: MentionSource): CountedSource {
  const kept = new Map<string, FactsView | undefined>()
  let looks = 0
  return {
    paths: () => source.paths(),
    languageOf: (path) => source.languageOf(path),
    filesNaming(identifier) {
      looks++
      return source.filesNaming(identifier)
    },
    looks: () => looks,
    linkSources: () => source.linkSources(),
    filesAsking: (questions) => source.filesAsking(questions),
    importsAsking(path, questions) {
      looks++
      return source.importsAsking(path, questions)
    },
    async facts(path) {
      looks++
      if (kept.has(path)) return kept.get(path)
      const facts = await source.facts(path)
      if (kept.size < MOST_KEPT) kept.set(path, facts)
      return facts
    },
  }
}
