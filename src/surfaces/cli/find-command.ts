/** Finds a command by its name of one or two words; for an unknown name, suggests a similar command. */
import { nearestName } from '../../contract/nearest-name.ts'
import { badArgument } from '../../contract/problems.ts'
import type { Command } from './command.ts'
import { commands } from './commands.ts'

/** `rest` are the words after the first; returned without the second word of the name, if it has one. */
export type FoundCommand = { command: Command; rest: readonly string[] }

export function findCommand(name: string, rest: readonly string[]): FoundCommand {
  const command = commands.find((each) => each.name === name)
  if (command) return { command, rest }
  const actions = actionsOf(name)
  if (actions.length > 0) return findAction(name, actions, rest)
  const meant = probablyMeant(name)
  const offer = meant.length > 0 ? ` Did you mean ${meant.map((each) => `\`cairn ${each}\``).join(' or ')}?` : ''
  throw badArgument(`There is no command "${name}".${offer} \`cairn --help\` lists the commands.`)
}

/** The commands whose first word this is: `token create`, `token list`, `token revoke`. */
export const actionsOf = (name: string): readonly Command[] => commands.filter((command) => command.name.startsWith(`${name} `))

function findAction(name: string, actions: readonly Command[], [action, ...rest]: readonly string[]): FoundCommand {
  const command = actions.find((each) => each.name === `${name} ${action}`)
  if (command) return { command, rest }
  const words = actions.map((each) => each.name.slice(name.length + 1))
  const given = action === undefined || action.startsWith('-') ? '' : `; it is "${action}"`
  const near = given === '' ? undefined : nearestName(action ?? '', words)
  const hint = near === undefined ? '' : ` Did you mean \`cairn ${name} ${near}\`?`
  throw badArgument(`The word after \`cairn ${name}\` must be one of ${words.join(', ')}${given}.${hint}`)
}

/** Names of tools, and names of similar commands in other programs. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  search_code: ['search', 'code'],
  rag_search: ['search'],
  list_repos: ['repos'],
  explore_structure: ['explore'],
  get_file: ['file'],
  get_document: ['document'],
  ask_codebase: ['ask'],
  grep: ['search'],
  find: ['search'],
  ls: ['explore'],
  tree: ['explore'],
  outline: ['explore'],
  cat: ['file'],
  show: ['file', 'definition'],
  references: ['where-used'],
  refs: ['where-used'],
  usages: ['where-used'],
  callers: ['lineage'],
  callees: ['lineage'],
  def: ['definition'],
  init: ['index'],
  add: ['index'],
  update: ['index'],
  list: ['repos'],
  delete: ['remove'],
  serve: ['mcp'],
  setup: ['install'],
  connect: ['install'],
}

function probablyMeant(name: string): readonly string[] {
  const word = name.toLowerCase().replaceAll('-', '_')
  if (Object.hasOwn(otherNames, word)) return otherNames[word] ?? []
  const names = commands.map((command) => command.name.split(' ', 1)[0] ?? '')
  const near = nearestName(name, names)
  return near === undefined ? [] : [near]
}
