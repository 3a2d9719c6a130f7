/** Splits argv into the command's name, the global flags, and the command's options as raw values. */
import { parseArgs } from 'node:util'
import { nearestName } from '../../contract/nearest-name.ts'
import { badArgument } from '../../contract/problems.ts'
import type { ArgumentSpecs } from '../../contract/tool.ts'
import type { Command } from './command.ts'
import { flagOf } from './command-options.ts'

export type Globals = {
  json: boolean
  pager: boolean
  text: boolean
  help: boolean
  version: boolean
  /** Setting key → text. */
  settings: Record<string, string>
}
export type SplitArguments = { globals: Globals; command: string | undefined; rest: string[] }

/** Removes the global flags, wherever they are before a `--`; the first other word is the command. */
export function splitArguments(argv: readonly string[]): SplitArguments {
  const globals: Globals = { json: false, pager: true, text: false, help: false, version: false, settings: {} }
  const rest: string[] = []
  const words = [...argv]
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '--') {
      rest.push(word, ...words.splice(0))
    } else if (!takeGlobal(word, words, globals)) rest.push(word)
  }
  const command = rest[0]?.startsWith('-') ? undefined : rest.shift()
  return { globals, command, rest }
}

function takeGlobal(word: string, words: string[], globals: Globals): boolean {
  const [name = '', inline] = word.startsWith('--') && word.includes('=') ? splitOnce(word) : [word]
  switch (name) {
    case '--json':
    case '--text':
    case '--version':
    case '--help':
      if (inline !== undefined) throw badArgument(`${name} takes no value.`)
      globals[name.slice(2) as 'json'] = true
      return true
    case '-h':
      globals.help = true
      return true
    case '-V':
      globals.version = true
      return true
    case '--no-pager':
      globals.pager = false
      return true
    case '--no-color':
      globals.settings.color = 'never'
      return true
    case '--color':
    case '--home':
      globals.settings[name.slice(2)] = inline ?? takeValue(name, words)
      return true
    case '--set':
      addSetting(inline ?? takeValue(name, words), globals)
      return true
    default:
      return false
  }
}

function addSetting(pair: string, globals: Globals): void {
  const [key = '', value] = pair.includes('=') ? splitOnce(pair) : [pair]
  if (value === undefined || key === '') throw badArgument(`--set takes KEY=VALUE; it is "${pair}".`)
  globals.settings[key.replaceAll('-', '_')] = value
}

function takeValue(name: string, words: string[]): string {
  const value = words.shift()
  if (value === undefined) throw badArgument(`${name} needs a value.`)
  return value
}

function splitOnce(text: string): [string, string] {
  const at = text.indexOf('=')
  return [text.slice(0, at), text.slice(at + 1)]
}

/** Raw values by option name; `checkArguments` checks them. */
export function parseOptions(command: Command, options: ArgumentSpecs, rest: readonly string[]): Record<string, unknown> {
  const flags = flagTable(command, options)
  const { tokens } = parseArgs({ args: [...rest], options: flags.config, strict: false, allowPositionals: true, tokens: true })
  const values: Record<string, unknown> = {}
  const words: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value)
    else if (token.kind === 'option') setOption(values, options, flags, token)
  }
  return fillPositional(command, values, words)
}

type FlagTable = {
  config: Record<string, { type: 'string' | 'boolean'; short?: string; multiple?: boolean }>
  /** `max-chars` → `max_chars` */
  names: Map<string, { option: string; negated: boolean }>
  command: string
}

function flagTable(command: Command, options: ArgumentSpecs): FlagTable {
  const config: FlagTable['config'] = {}
  const names: FlagTable['names'] = new Map()
  const letters = new Map(Object.entries(command.short ?? {}).map(([letter, option]) => [option, letter]))
  for (const [option, spec] of Object.entries(options)) {
    const flag = flagOf(option).slice(2)
    const letter = letters.get(option)
    config[flag] = { type: spec.type === 'boolean' ? 'boolean' : 'string', ...(letter ? { short: letter } : {}) }
    names.set(flag, { option, negated: false })
    if (spec.type === 'boolean') {
      config[`no-${flag}`] = { type: 'boolean' }
      names.set(`no-${flag}`, { option, negated: true })
    }
  }
  return { config, names, command: command.name }
}

type OptionToken = { name: string; rawName: string; value: string | undefined }

function setOption(
  values: Record<string, unknown>,
  options: ArgumentSpecs,
  { names, command }: FlagTable,
  token: OptionToken,
): void {
  const known = names.get(token.name)
  if (!known) throw unknownOption(token.rawName, names, command)
  const { option, negated } = known
  const spec = options[option]
  if (spec?.type === 'boolean') {
    values[option] = token.value === undefined ? !negated : (token.value === 'true') !== negated
    if (token.value !== undefined && !['true', 'false'].includes(token.value))
      throw badArgument(`${token.rawName} takes no value, or true or false; it is "${token.value}".`)
    return
  }
  if (token.value === undefined) throw badArgument(`${token.rawName} needs a value: ${spec?.describe ?? ''}`)
  if (spec?.type !== 'strings') values[option] = token.value
  else values[option] = [...asList(values[option]), ...listed(token.value)]
}

/** `--language python,go`; a glob with braces keeps its commas. */
const listed = (text: string): string[] => (text.includes('{') ? [text] : text.split(','))
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

function unknownOption(rawName: string, names: FlagTable['names'], command: string): Error {
  const near = rawName.startsWith('--') ? nearestName(rawName.slice(2), [...names.keys()]) : undefined
  const hint = near ? ` Did you mean --${near}?` : ` \`cairn ${command} --help\` lists the options.`
  return badArgument(`There is no option "${rawName}" for \`cairn ${command}\`.${hint}`)
}

/** Assigns words without a dash to the command's main option, unless it was given by name. */
function fillPositional(command: Command, values: Record<string, unknown>, words: readonly string[]): Record<string, unknown> {
  if (words.length === 0) return values
  const { positional } = command
  if (!positional) throw badArgument(`cairn ${command.name} takes no arguments without a dash; it got "${words[0]}".`)
  if (values[positional.option] !== undefined)
    throw badArgument(`${positional.label} is given twice: as ${flagOf(positional.option)} and as "${words[0]}".`)
  if (positional.take === 'one' && words.length > 1)
    throw badArgument(`cairn ${command.name} takes one ${positional.label}; there are ${words.length}: ${words.join(', ')}.`)
  return { ...values, [positional.option]: positional.take === 'list' ? words : words.join(' ') }
}
