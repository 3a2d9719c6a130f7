/**
 * Text becomes words for ranking: identifiers are split at case changes, digits and underscores, and lower-cased.
 * `parseHTTPHeader2` → parse, http, header, 2. Index and query use the same function, or nothing would match.
 */

const identifier = /[\p{L}_$][\p{L}\p{N}_$]*|\p{N}+/gu
const part = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|[\p{Lo}\p{Lt}\p{Lm}]+/gu
const plainLower = /^[a-z]+$/

/** Each whole identifier of a text, case kept, with the number of times it stands there. Longer than 128 characters is no name. */
export function countIdentifiers(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [found] of text.matchAll(identifier)) {
    if (found.length <= 128) counts.set(found, (counts.get(found) ?? 0) + 1)
  }
  return counts
}

const splitCache = new Map<string, readonly string[]>()

/** The words of one identifier; the whole identifier, lower-cased, stands first when it has several parts. */
export function splitIdentifier(name: string): readonly string[] {
  if (plainLower.test(name)) return [name]
  const cached = splitCache.get(name)
  if (cached) return cached
  const parts = (name.match(part) ?? []).map((word) => word.toLowerCase())
  const whole = name.toLowerCase().replaceAll(/[_$]/g, '')
  const words = parts.length > 1 ? [whole, ...parts] : parts
  if (splitCache.size > 50_000) splitCache.clear()
  splitCache.set(name, words)
  return words
}

/** Adds the words of a text to `into`, `weight` for each time. */
export function addWords(into: Map<string, number>, text: string, weight = 1): void {
  for (const [name, count] of countIdentifiers(text)) {
    for (const word of splitIdentifier(name)) {
      if (word.length <= 64) into.set(word, (into.get(word) ?? 0) + count * weight)
    }
  }
}

export function wordsOf(text: string): Map<string, number> {
  const words = new Map<string, number>()
  addWords(words, text)
  return words
}
