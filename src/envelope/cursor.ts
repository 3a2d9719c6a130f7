/**
 * The start of the next page as an opaque URL-safe text: the position, the question, and the state of the index when the cursor
 * was made. A cursor for another question is refused; one from before a change still works and says so.
 */
import { hashBytes } from '../base/hash.ts'
import { badArgument } from '../contract/problems.ts'

export type CursorFrame = {
  /** `questionKey(…)` */
  question: string
  /** `generationKey(…)` */
  generation: string
}
export type OpenedCursor = { after: string; index_changed: boolean }

/**
 * `after` identifies, in the tool's own form, the last item that was shown: the last path and line of a list in that order, or
 * the offset in a ranked list.
 */
export function makeCursor(after: string, frame: CursorFrame): string {
  return Buffer.from(JSON.stringify([format, frame.question, frame.generation, after])).toString('base64url')
}

export function openCursor(text: string, frame: CursorFrame): OpenedCursor {
  const [question, generation, after] = decode(text)
  if (question !== frame.question)
    throw badArgument('"cursor" belongs to another question; give it with the same arguments as before, or leave it out.')
  return { after, index_changed: generation !== frame.generation }
}

/** Two calls are the same question if the tool and all arguments are equal, except those that control only the output. */
export function questionKey(tool: string, args: Readonly<Record<string, unknown>>): string {
  const asked = Object.entries(args)
    .filter(([name, value]) => !presentation.has(name) && value !== null && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return hashBytes(JSON.stringify([tool, asked])).slice(0, 8)
}

/** The state of the index a page was made from. A repo without an index has generation 0. */
export function generationKey(repos: readonly { repo_id: string; generation: number }[]): string {
  const states = repos.map(({ repo_id, generation }) => `${repo_id}\0${generation}`).sort()
  return hashBytes(states.join('\n')).slice(0, 8)
}

const format = 1
const presentation = new Set(['cursor', 'limit', 'max_results', 'max_chars', 'stale_policy', 'format', 'preview', 'explain'])
/** `after` is a path and a position; anything longer than this was not made here. */
const longest = 16_384

function decode(text: string): [question: string, generation: string, after: string] {
  const parts =
    text.length <= longest && /^[\w-]+$/.test(text) ? parse(Buffer.from(text, 'base64url').toString('utf8')) : undefined
  if (Array.isArray(parts) && parts.length === 4 && parts[0] === format) {
    const [, question, generation, after] = parts as unknown[]
    if (typeof question === 'string' && typeof generation === 'string' && typeof after === 'string')
      return [question, generation, after]
  }
  throw badArgument('"cursor" is not the next_cursor of an earlier answer; leave it out to start at the beginning.')
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
