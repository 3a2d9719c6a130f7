/**
 * What a page showed last, after which the list goes on, as the tool that made it understands it. A cursor comes from outside, so
 * what is read may be anything.
 */

export const writeAfter = (...parts: readonly (string | number)[]): string => JSON.stringify(parts)

/** The parts; [] on the first page and for anything not written here. */
export function readAfter(after: string | null): readonly unknown[] {
  if (after === null) return []
  try {
    const parts: unknown = JSON.parse(after)
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}

export const readText = (part: unknown): string => (typeof part === 'string' ? part : '')
export const readNumber = (part: unknown): number => (typeof part === 'number' && Number.isSafeInteger(part) ? part : 0)
