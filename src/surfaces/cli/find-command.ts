/** Finds a command by its name; for an unknown name, suggests a similar command. */
import { nearestName } from '../../contract/nearest-name.ts'
import { badArgument } from '../../contract/problems.ts'
import type { Command } from './command.ts'
import { commands } from './commands.ts'

export function findCommand(name: string): Command {
  const found = commands.find((command) => command.name === name)
  if (found) return found
  const meant = probablyMeant(name)
  const offer = meant.length > 0 ? ` Did you mean ${meant.map((each) => `\`cairn ${each}\``).join(' or ')}?` : ''
  throw badArgument(`There is no command "${name}".${offer} \`cairn --help\` lists the commands.`)
}

/** Names of tools, and names of similar commands in other programs. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  search_code: ['search', 'code'],
  rag_search: ['search'],
  list_repos: ['repos'],
  explore_structure: ['explore'],
  get_file: ['file'],
  get_document: ['document'],
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
  const names = commands.map((command) => command.name)
  const near = nearestName(name, names)
  return near === undefined ? [] : [near]
}
