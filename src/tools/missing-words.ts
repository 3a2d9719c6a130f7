/** The words of a question that none of the given texts contains, as they are written in the question. */
import { eachIdentifier, splitIdentifier } from '../base/words.ts'
import { readQuery } from '../search/read-query.ts'

/** A longer question is a pasted text, and nobody expects a hit to contain all of it. */
const MOST_WORDS = 40

/** A word counts as contained in any of its forms (`decided` in `decides`), a name also when all its parts are contained. */
export function missingWords(query: string, texts: Iterable<string>): string[] {
  const { content, forms } = readQuery(query)
  if (content.size > MOST_WORDS) return []
  const lower = [...texts].map((text) => text.toLowerCase())
  const contained = (word: string): boolean =>
    [word, ...formsOf(word, forms)].some((form) => lower.some((text) => text.includes(form)))
  const missing = new Map<string, string>()
  eachIdentifier(query, (written) => {
    const [whole, ...parts] = splitIdentifier(written)
    if (whole === undefined || !content.has(whole) || contained(whole) || contained(written.toLowerCase())) return
    if (parts.length === 0 || !parts.every(contained)) missing.set(whole, missing.get(whole) ?? written)
  })
  return [...missing.values()]
}

const formsOf = (word: string, forms: ReadonlyMap<string, string>): string[] =>
  [...forms].filter(([, of]) => of === word).map(([form]) => form)
