/** `cairn --help` and `cairn COMMAND --help`, made from the table of commands. */
import type { problems } from '../../contract/problems.ts'
import type { ArgumentSpec, ArgumentSpecs } from '../../contract/tool.ts'
import { type Command, commandGroups } from './command.ts'
import { flagOf } from './command-options.ts'

export function mainHelp(commands: readonly Command[]): string {
  const groups = commandGroups.map((group) => {
    const rows = commands.filter((command) => command.group === group).map((command) => [command.name, command.summary] as const)
    return `${group}\n${table(rows, 14)}`
  })
  return `${[introduction, ...groups, always].join('\n\n')}\n`
}

const introduction = `cairn finds definitions, callers and text in your code, and checks every answer against the disk.

Usage: cairn COMMAND [arguments] [options]

Start here
  cairn search "where do we retry a failed upload"   the first question builds the index
  cairn where-used retryUpload                       every use, certain ones first
  cairn explore                                      what is in this repo`

const globalRows: readonly (readonly [string, string])[] = [
  ['--json', 'JSON even on a terminal (a pipe gets JSON anyway)'],
  ['--text', 'readable text even in a pipe; useful for an agent in a shell'],
  ['--no-pager', 'print long text directly, without $PAGER'],
  ['--color WHEN', 'auto, always or never; --no-color means never'],
  ['--home DIR', "folder of Cairn's index and registry; default: CAIRN_HOME, else the XDG data folder"],
  ['--set KEY=VALUE', 'set any setting of `cairn config` for this run'],
  ['-h, --help', 'show this page, or the page of a command'],
  ['-V, --version', 'print the version'],
]

/** Every status of the table of problems must be here, or this does not compile. */
const exitWords: Readonly<Record<0 | (typeof problems)[keyof typeof problems]['exit'], string>> = {
  0: 'answered (also with no result)',
  2: 'bad argument or file',
  3: 'not found or not allowed',
  4: 'nothing can be read (`cairn doctor`: something does not work)',
  5: 'index locked, damaged or written by a newer Cairn, or disk full',
  6: 'language model or embedding server does not answer, or its answer cannot be used',
  7: 'timeout',
  8: 'token missing or not sufficient, or too many requests',
  70: 'a bug in Cairn',
  130: 'interrupted',
}

const always = `Options of every command
${table(globalRows, 18)}

Exit status
${table(Object.entries(exitWords), 3)}

Name a repo by its id (owner/name), the last part of the id, or a path. Without -r, Cairn asks the
repo of the working directory. In a folder that contains repos it asks those; elsewhere, all repos.
\`cairn COMMAND --help\` shows options and examples.`

/** `cairn token --help`: the commands of two words that begin with this one. */
export function actionsHelp(name: string, actions: readonly Command[]): string {
  const rows = actions.map((command) => [usage(command).replace(' [options]', ''), command.summary] as const)
  return `Usage: cairn ${name} ACTION [options]\n\n${table(rows, 26)}\n\n\`cairn ${name} ACTION --help\` shows options and examples.\n`
}

export function commandHelp(command: Command, options: ArgumentSpecs): string {
  const parts = [`Usage: ${usage(command)}`, `${command.summary}.`]
  if (command.about) parts.push(fold(command.about, 98).join('\n'))
  const letters = new Map(Object.entries(command.short ?? {}).map(([letter, option]) => [option, letter]))
  const rows = Object.entries(options).map(
    ([name, spec]) => [optionWords(name, spec, letters.get(name)), describe(spec)] as const,
  )
  if (rows.length > 0) parts.push(`Options\n${table(rows, 26)}`)
  if (command.examples) parts.push(`Examples\n${command.examples.map(exampleLines).join('\n')}`)
  parts.push('Options of every command: cairn --help')
  return `${parts.join('\n\n')}\n`
}

function usage({ name, positional }: Command): string {
  if (!positional) return `cairn ${name} [options]`
  return `cairn ${name} ${positional.optional ? `[${positional.label}]` : positional.label} [options]`
}

function optionWords(name: string, spec: ArgumentSpec, letter: string | undefined): string {
  const flag = spec.type === 'boolean' && spec.default ? flagOf(`no_${name}`) : flagOf(name)
  const value = { string: ' TEXT', integer: ' N', strings: ' LIST', boolean: '' }[spec.type]
  return `${letter ? `-${letter}, ` : '    '}${flag}${value}`
}

function describe(spec: ArgumentSpec): string {
  const words = [spec.type === 'boolean' && spec.default && spec.negated ? spec.negated : spec.describe]
  if ('values' in spec && spec.values && !spec.manyValues && !spec.values.every((value) => spec.describe.includes(value)))
    words.push(`One of ${spec.values.join(', ')}.`)
  const given = spec.default
  if (given !== undefined && given !== null && given !== '' && typeof given !== 'boolean') words.push(`Default: ${given}.`)
  return words.join(' ')
}

const exampleLines = ([command, says]: readonly [string, string]): string => `  ${command}${says ? `\n      ${says}` : ''}`

/** Two columns; the second is folded so that a page stays under 100 characters. */
function table(rows: readonly (readonly [string, string])[], least: number): string {
  const width = Math.max(least, ...rows.map(([left]) => left.length))
  return rows
    .map(
      ([left, right]) => `  ${left.padEnd(width)}  ${fold(right, Math.max(40, 96 - width)).join(`\n${' '.repeat(width + 4)}`)}`,
    )
    .join('\n')
}

function fold(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length + 1 > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
