/** What Cairn does with a settings file, whatever its format. All functions are pure: text in, edits out. */
import type { JsonObject } from './client.ts'
import type { TextEdit } from './text-edit.ts'

/** `keys` lead to the object with the servers; the server is its property `name`. */
export type ServerPlace = { keys: readonly string[]; name: string }

export type Added = {
  edits: readonly TextEdit[]
  /** Keys of the objects that had to be created; `[]` is the whole document. */
  containers: readonly (readonly string[])[]
}

export interface ConfigFormat {
  /** What the file holds, as an object; undefined if it holds nothing. Throws `UnfitText`. */
  parse(text: string): Record<string, unknown> | undefined
  /** Adds a server that is not there yet. Existing text is only moved, never changed. */
  add(text: string, place: ServerPlace, entry: JsonObject): Added
  replace(text: string, place: ServerPlace, entry: JsonObject): readonly TextEdit[]
  /** Removes a server, and those of `containers` that are empty afterwards. */
  remove(text: string, place: ServerPlace, containers: readonly (readonly string[])[]): readonly TextEdit[]
  /** What a file looks like that holds nothing but this server. */
  print(place: ServerPlace, entry: JsonObject): string
}

/** The text is not what Cairn can change safely; the message says why. */
export class UnfitText extends Error {}

/** The object with the servers. Throws `UnfitText` if something else is in its place. */
export function serversIn(value: unknown, keys: readonly string[]): Record<string, unknown> | undefined {
  let found = value
  for (const [depth, key] of keys.entries()) {
    if (found === undefined) return undefined
    if (!isObject(found)) throw new UnfitText(`"${keys.slice(0, depth).join('.')}" does not hold an object`)
    found = Object.hasOwn(found, key) ? found[key] : undefined
  }
  if (found !== undefined && !isObject(found)) throw new UnfitText(`"${keys.join('.')}" does not hold an object`)
  return found
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
