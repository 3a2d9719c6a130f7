/** Settings in TOML. Only the text of Cairn's table changes; every edit is checked against the parsed document. */
import { parse } from 'smol-toml'
import type { Json, JsonObject } from './client.ts'
import { type Added, type ConfigFormat, type ServerPlace, UnfitText } from './config-format.ts'
import { lineBreakOf, type TextEdit } from './text-edit.ts'
import { type Statement, tomlStatements } from './toml-statements.ts'

export const tomlFormat: ConfigFormat = {
  parse: (text) => {
    try {
      return parse(text)
    } catch (cause) {
      throw new UnfitText((cause instanceof Error ? cause.message : String(cause)).split('\n', 1)[0])
    }
  },
  add,
  replace,
  remove,
  print: (place, entry) => `${printTable(place, entry, '\n')}\n`,
}

/** A table at the end of the file changes nothing above it. */
function add(text: string, place: ServerPlace, entry: JsonObject): Added {
  const line = lineBreakOf(text)
  const table = printTable(place, entry, line)
  const insert = text === '' ? `${table}${line}` : text.endsWith('\n') ? `${line}${table}${line}` : `${line}${line}${table}`
  return { edits: [{ at: text.length, remove: 0, insert }], containers: [] }
}

function replace(text: string, place: ServerPlace, entry: JsonObject): TextEdit[] {
  const [run, ...others] = runsOf(text, place)
  const first = run?.[0]
  const last = run?.at(-1)
  if (first?.kind === 'table' && last && others.length === 0) {
    const insert = printTable(place, entry, lineBreakOf(text))
    return [{ at: first.start, remove: last.end - first.start, insert }]
  }
  return [...remove(text, place), ...add(text, place, entry).edits]
}

function remove(text: string, place: ServerPlace): TextEdit[] {
  const runs = runsOf(text, place)
  if (runs.length === 0) throw new UnfitText(`the server "${place.name}" is part of an inline table`)
  return runs.map((run) => cut(text, run))
}

/** Takes back what `add` writes: the lines, and the empty line in front of them. */
function cut(text: string, run: readonly Statement[]): TextEdit {
  const at = lineStart(text, run[0]?.start ?? 0)
  const end = lineEnd(text, run.at(-1)?.end ?? at)
  const before = breaksBefore(text, at)
  const after = /^\r?\n/.exec(text.slice(end))?.[0] ?? ''
  const taken = before.length < 2 ? '' : after === '' ? before.join('') : (before.at(-1) ?? '')
  return { at: at - taken.length, remove: end + after.length - at + taken.length, insert: '' }
}

/** Up to two line breaks in front of an offset. */
const breaksBefore = (text: string, at: number): string[] =>
  /(?:\r?\n){0,2}$/.exec(text.slice(Math.max(0, at - 4), at))?.[0].match(/\r?\n/g) ?? []

/** Neighbouring statements of the server, in groups. A comment between two of them is about the server. */
function runsOf(text: string, { keys, name }: ServerPlace): Statement[][] {
  const runs: Statement[][] = []
  let open = false
  for (const statement of tomlStatements(text)) {
    const ours = [...keys, name].every((key, depth) => statement.path[depth] === key)
    if (ours && open) runs.at(-1)?.push(statement)
    else if (ours) runs.push([statement])
    open = ours
  }
  return runs
}

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1
function lineEnd(text: string, at: number): number {
  const found = /\r?\n/.exec(text.slice(at))
  return found ? at + found.index : text.length
}

function printTable({ keys, name }: ServerPlace, entry: JsonObject, line: string): string {
  const rows = Object.entries(entry).map(([key, value]) => `${key} = ${printValue(value)}`)
  return [`[${[...keys, name].map(printKey).join('.')}]`, ...rows].join(line)
}

const printKey = (key: string): string => (/^[\w-]+$/.test(key) ? key : JSON.stringify(key))
/** The escapes of JSON are valid in TOML. */
const printValue = (value: Json): string =>
  Array.isArray(value) ? `[${value.map((each: Json) => printValue(each)).join(', ')}]` : JSON.stringify(value)
