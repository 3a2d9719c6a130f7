/**
 * The last item of a page, after which the next page begins, in the tool's own form. A cursor comes from outside, so the parsed
 * value may be anything.
 */

export const writeAfter = (...parts: readonly (string | number)[]): string => JSON.stringify(parts)

/** The parts; [] on the first page and for anything that `writeAfter` did not make. */
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
