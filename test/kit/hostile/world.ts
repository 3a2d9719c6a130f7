/**
 * Sources in which each file, type or function refers to the next of its kind, in a circle or in a chain of any length. The last
 * of a chain defines what the others re-export: a function `finish` and a type with a member `go`.
 */

/** `next` is undefined for the last of a chain. */
export type Linked = (at: number, next: number | undefined) => string

export type HostileWorld = {
  /** By file name, in which `#` is replaced by its number: one file for each part of the chain. */
  files: Readonly<Record<string, Linked>>
  /** One file with all parts in it, by its name. */
  lines: Readonly<Record<string, Linked>>
  /** How much of one file the grammar reads before a parse reaches its limit, if that is less than for other grammars. */
  mostText?: number
  /** Text before all lines. */
  head?: string
  /** A text with something nested, or chained, the given number of times, by file name. */
  deep: Readonly<Record<string, (times: number) => string>>
  /** Manifests and the like. */
  beside?: (length: number, nextOf: (at: number) => number | undefined) => Record<string, string>
  /** For a chain of three: names whose uses in the first file are linked to the last one. */
  found: readonly string[]
}

export type Shape = { length: number; closed: boolean }

const nextIn =
  ({ length, closed }: Shape) =>
  (at: number): number | undefined =>
    at + 1 < length ? at + 1 : closed ? 0 : undefined

/** One file per part. */
export function manyFiles(world: HostileWorld, shape: Shape): Record<string, string> {
  const nextOf = nextIn(shape)
  const files: Record<string, string> = { ...world.beside?.(shape.length, nextOf) }
  for (let at = 0; at < shape.length; at++)
    for (const [name, linked] of Object.entries(world.files)) files[name.replace('#', String(at))] = linked(at, nextOf(at))
  return files
}

/** Larger files have no uses (`parse-limits.ts`), so the test would prove nothing. */
const MOST_TEXT = 900_000

/** All parts in one file, or as many as fit. */
export function oneFile(world: HostileWorld, { length: wanted, closed }: Shape): Record<string, string> {
  const longest = Math.max(...Object.values(world.lines).map((linked) => linked(wanted, wanted).length + 1))
  const length = Math.min(wanted, Math.floor((world.mostText ?? MOST_TEXT) / longest))
  const nextOf = nextIn({ length, closed })
  const files: Record<string, string> = { ...world.beside?.(0, () => undefined) }
  for (const [name, linked] of Object.entries(world.lines)) {
    const lines = Array.from({ length }, (_, at) => linked(at, nextOf(at)))
    files[name] = [world.head ?? '', ...lines].join('\n')
  }
  return files
}

export function deepFiles(world: HostileWorld, times: number): Record<string, string> {
  return {
    ...world.beside?.(0, () => undefined),
    ...Object.fromEntries(Object.entries(world.deep).map(([name, text]) => [name, text(times)])),
  }
}

/** `open` the given number of times, `inner`, `close` as often, each on its own line: one long line would count as generated. */
export const nest = (open: string, inner: string, close: string, times: number): string =>
  `${`${open}\n`.repeat(times)}${inner}\n${`${close}\n`.repeat(times)}`
