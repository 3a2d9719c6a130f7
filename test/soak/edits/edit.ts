/** The type of an edit: it changes the tree, and returns what it changed and what must be found now. */
import type { Disk } from '../disk.ts'
import { definitionsIn, type Language, languages, type Seen } from '../language.ts'
import type { Random } from '../random.ts'
import { readRaw, type World } from '../world.ts'

export type Expectation =
  /** where_used of the name must list this line. */
  | { kind: 'use'; name: string; file: string; line: number }
  /** definition of the name must list this line. */
  | { kind: 'definition'; name: string; file: string; line: number }

export type Edited = {
  what: string
  /** Paths written, made or removed. */
  files: readonly string[]
  names?: readonly string[]
  expect?: readonly Expectation[]
  /** Every definition of these files keeps its identity: only lines moved, or bodies changed. */
  keeps?: boolean
}

export type EditContext = {
  world: World
  /** The tree before this edit. */
  disk: Disk
  random: Random
  /** Number of the edit in this repo; makes names unique. */
  number: number
  /** Asks a question, so that the index is updated in the middle of the edit. */
  ask(): Promise<void>
}

/** undefined: not possible in this tree; another edit is chosen. */
export type Edit = (context: EditContext) => Edited | undefined | Promise<Edited | undefined>

export type Chosen = { file: string; lines: string[]; language: Language; seen: Seen[] }

/** A source file of the repo's language with at least `least` lines, and what it seems to define. */
export function chooseSource({ world, disk, random }: EditContext, least = 6): Chosen | undefined {
  const language = languages[world.language]
  const files = [...disk.files()].filter((file) => language.extension.test(file)).sort()
  for (let tries = 0; tries < 8; tries++) {
    const file = random.pick(files)
    if (file === undefined || !disk.lines(file)) continue
    const lines = readRaw(world.root, file)
    if (lines.length >= least && lines.length < 6000) return { file, lines, language, seen: definitionsIn(lines, language) }
  }
  return undefined
}

/** A definition with a body of several lines, in a file where it was found. */
export function chooseDefinition(
  context: EditContext,
  fits: (seen: Seen, chosen: Chosen) => boolean = () => true,
): (Chosen & { one: Seen }) | undefined {
  for (let tries = 0; tries < 8; tries++) {
    const chosen = chooseSource(context)
    const one = chosen && context.random.pick(chosen.seen.filter((seen) => seen.end > seen.line && fits(seen, chosen)))
    if (chosen && one) return { ...chosen, one }
  }
  return undefined
}

/** Gives new lines the line ends of the old ones. */
export const like = (lines: readonly string[], added: readonly string[]): string[] =>
  lines.length > 1 && lines[0]?.endsWith('\r') ? added.map((line) => `${line}\r`) : [...added]
