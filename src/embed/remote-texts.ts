/** Documents as texts for an embedding server: joined, cut to what servers accept, and grouped into requests. */
import { partKinds } from './model-format.ts'
import type { EmbedDocument } from './port.ts'

/** The rest of a longer text is not sent. Many models read no more, and some servers refuse more. */
const MOST_TEXT_CHARACTERS = 8_000
const MOST_BATCH_CHARACTERS = 100_000
/** A refused text is sent again at half its length, because only the server knows its limit, but not when it is this short. */
const SHORTEST_CUT = 500

/** Path, name, doc and body, whatever their order, on lines of their own. */
export function documentText(document: EmbedDocument): string {
  const inOrder = partKinds.flatMap((kind) => document.filter((part) => part.kind === kind))
  return inOrder
    .map(({ text }) => text)
    .filter((text) => text.trim() !== '')
    .join('\n')
}

/** '' when there is nothing to embed. */
export const textToSend = (prefix: string, text: string): string =>
  text.trim() === '' ? '' : cut(prefix + text, MOST_TEXT_CHARACTERS)

/** The indices of the texts of each request. Empty texts are in none. */
export function requestsFor(texts: readonly string[], mostTexts: number): number[][] {
  const requests: number[][] = []
  let current: number[] = []
  let characters = 0
  for (const [at, { length }] of texts.entries()) {
    if (length === 0) continue
    if (current.length === 0 || current.length === mostTexts || characters + length > MOST_BATCH_CHARACTERS) {
      current = []
      characters = 0
      requests.push(current)
    }
    current.push(at)
    characters += length
  }
  return requests
}

/** What to send instead of a refused request: its halves, or the first half of its only text. Undefined when that is short. */
export function smallerRequests(texts: readonly string[]): string[][] | undefined {
  const half = Math.ceil(texts.length / 2)
  if (texts.length > 1) return [texts.slice(0, half), texts.slice(half)]
  const [text = ''] = texts
  return text.length > SHORTEST_CUT ? [[cut(text, Math.ceil(text.length / 2))]] : undefined
}

/** Half a character at the end, or anywhere in the text, is replaced: servers answer it with an error. */
const cut = (text: string, most: number): string => text.slice(0, most).replaceAll(/\p{Surrogate}/gu, '\ufffd')
