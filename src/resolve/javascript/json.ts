/** JSON as people write it in `tsconfig.json`: with comments and trailing commas. Never throws: unreadable text gives `{}`. */

export type JsonObject = { readonly [key: string]: unknown }

export function readJson(text: string | undefined): JsonObject {
  if (text === undefined) return {}
  try {
    return asObject(JSON.parse(text))
  } catch {
    return readLoose(text)
  }
}

export const asObject = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
export const asString = (value: unknown): string => (typeof value === 'string' ? value : '')

function readLoose(text: string): JsonObject {
  // Strings first in each alternation, so that `//` inside one is kept. What is not closed lasts to the end: it is read once.
  const bare = text
    .replace(/^\uFEFF/, '')
    .replace(/("(?:[^"\\]|\\.)*(?:"|$))|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/gs, (_, string: string | undefined) => string ?? '')
    .replace(/("(?:[^"\\]|\\.)*(?:"|$))|,(?=\s*[}\]])/gs, (_, string: string | undefined) => string ?? '')
  try {
    return asObject(JSON.parse(bare))
  } catch {
    return {}
  }
}
