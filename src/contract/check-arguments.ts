/**
 * Checks data from outside against a tool's declared arguments. A mistake is BAD_ARGUMENT, which names the argument and what is
 * allowed. Command line, MCP, batch and library all use this check.
 */
import { nearestName } from './nearest-name.ts'
import { badArgument } from './problems.ts'
import type { ArgumentSpec, ArgumentSpecs, Arguments } from './tool.ts'

/**
 * `tool` only makes the message clearer. `named` is how this surface writes an argument's name: `"limit"`, or `--limit` in a
 * terminal.
 */
export type CheckOptions = { tool?: string; named?: (argument: string) => string }

/** null and undefined mean "not given". */
export function checkArguments<const Specs extends ArgumentSpecs>(
  specs: Specs,
  raw: unknown,
  options: CheckOptions = {},
): Arguments<Specs> {
  const words: Words = { tool: options.tool ?? 'This tool', named: options.named ?? ((argument) => `"${argument}"`) }
  const given = byOwnName(asObject(raw, options.tool), specs, words)
  const checked: Record<string, unknown> = {}
  for (const [name, spec] of Object.entries(specs)) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    checked[name] = isAbsent(value) ? whenAbsent(name, spec, words) : checkValue(words.named(name), spec, value)
  }
  return checked as Arguments<Specs>
}

type Words = { tool: string; named: (argument: string) => string }

function asObject(raw: unknown, tool: string | undefined): Record<string, unknown> {
  if (isAbsent(raw)) return {}
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    throw badArgument(
      `The arguments${tool ? ` of ${tool}` : ''} must be an object of names and values, not ${describeValue(raw)}.`,
    )
  return raw as Record<string, unknown>
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null

/** Replaces aliases by the argument's declared name. An argument given under two names is refused. */
function byOwnName(given: Record<string, unknown>, specs: ArgumentSpecs, words: Words): Record<string, unknown> {
  const owners = new Map<string, string>()
  for (const [name, spec] of Object.entries(specs)) for (const alias of spec.aliases ?? []) owners.set(alias, name)
  const own: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    const owner = Object.hasOwn(specs, name) ? name : owners.get(name)
    if (owner === undefined) throw unknownArgument(name, specs, words)
    if (isAbsent(value)) continue
    if (Object.hasOwn(own, owner)) throw badArgument(`${words.named(owner)} is given twice; ${words.named(name)} means the same.`)
    own[owner] = value
  }
  return own
}

function unknownArgument(name: string, specs: ArgumentSpecs, { tool }: Words): Error {
  const names = Object.keys(specs)
  const near = name.length > LONGEST_TEXT ? undefined : nearestName(name, names)
  const hint = near ? ` Did you mean "${near}"?` : ''
  const allowed = names.length > 0 ? ` Allowed: ${names.join(', ')}.` : ' It takes none.'
  return badArgument(`${tool} has no argument ${describeValue(name)}.${hint}${allowed}`)
}

function whenAbsent(name: string, spec: ArgumentSpec, { tool, named }: Words): unknown {
  if (spec.required) throw badArgument(`${tool} needs ${named(name)}: ${spec.describe}`)
  return spec.default ?? null
}

function checkValue(name: string, spec: ArgumentSpec, value: unknown): unknown {
  switch (spec.type) {
    case 'string':
      return checkString(name, spec, value)
    case 'integer':
      return checkInteger(name, spec, value)
    case 'boolean':
      return checkBoolean(name, value)
    case 'strings':
      return checkStrings(name, spec, value)
    default:
      return spec satisfies never
  }
}

function checkString(name: string, spec: Extract<ArgumentSpec, { type: 'string' }>, value: unknown): string {
  const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value
  if (typeof text !== 'string') throw badArgument(`${name} must be text, not ${describeValue(value)}.`)
  checkLength(name, text.length, spec.longest)
  if (spec.required && text.trim() === '') throw badArgument(`${name} must not be empty: ${spec.describe}`)
  return spec.values ? oneOf(name, text, spec, { ignoreCase: spec.ignoreCase ?? false }) : text
}

/** Longer than any path, cursor or question, and answers repeat the question; patterns and names are compared in time that grows with their length. */
const LONGEST_TEXT = 16_384

function checkLength(name: string, characters: number, longest = LONGEST_TEXT): void {
  if (characters > longest) throw badArgument(`${name} must have at most ${longest} characters; it has ${characters}.`)
}

/** Each path filter is compared with each file. */
const MOST_TEXTS = 1_000

const MANY = 20

type Choice = { values?: readonly string[]; synonyms?: Readonly<Record<string, string>> }

function oneOf(name: string, text: string, { values = [], synonyms }: Choice, options: { ignoreCase: boolean }): string {
  const folded = text.trim().toLowerCase()
  const found = values.find((allowed) => (options.ignoreCase ? allowed.toLowerCase() === folded : allowed === text))
  const meant = found ?? (synonyms && Object.hasOwn(synonyms, folded) ? synonyms[folded] : undefined)
  if (meant !== undefined) return meant
  const near = nearestName(text, values)
  const hint = near ? ` Did you mean ${near}?` : ''
  // Listing all two hundred languages would hide the actual mistake.
  if (values.length > MANY) {
    const first = values.slice(0, MANY).join(', ')
    throw badArgument(`${name} has no value ${describeValue(text)}.${hint} Values are ${first} and ${values.length - MANY} more.`)
  }
  throw badArgument(`${name} must be one of ${values.join(', ')}; it is ${describeValue(text)}.${hint}`)
}

function checkInteger(name: string, spec: Extract<ArgumentSpec, { type: 'integer' }>, value: unknown): number {
  const number = typeof value === 'string' && /^[+-]?\d{1,15}$/.test(value.trim()) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isInteger(number) || number < spec.min || number > spec.max)
    throw badArgument(`${name} must be a whole number from ${spec.min} to ${spec.max}; it is ${describeValue(value)}.`)
  return number
}

function checkBoolean(name: string, value: unknown): boolean {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value
  if (word === true || word === 'true') return true
  if (word === false || word === 'false') return false
  throw badArgument(`${name} must be true or false; it is ${describeValue(value)}.`)
}

/** A single text is a list of one; if the values are fixed, it is split at commas. An empty list means no filter. */
function checkStrings(name: string, spec: Extract<ArgumentSpec, { type: 'strings' }>, value: unknown): readonly string[] | null {
  const { values } = spec
  const list: unknown[] =
    typeof value === 'string' ? (values ? value.split(',') : [value]) : Array.isArray(value) ? value : [value]
  checkLength(
    name,
    list.reduce<number>((sum, entry) => sum + (typeof entry === 'string' ? entry.length + 1 : 1), 0),
    spec.longest,
  )
  const most = spec.most ?? MOST_TEXTS
  if (list.length > most) throw badArgument(`${name} must have at most ${most} entries; it has ${list.length}.`)
  const texts = list.map((entry) => {
    if (typeof entry !== 'string')
      throw badArgument(`${name} must be a text or a list of texts; it contains ${describeValue(entry)}.`)
    return values ? oneOf(name, entry.trim(), spec, { ignoreCase: true }) : entry
  })
  return texts.length > 0 ? [...new Set(texts)] : (spec.default ?? null)
}

/** At most one short line, whatever the value is. */
function describeValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value)
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
