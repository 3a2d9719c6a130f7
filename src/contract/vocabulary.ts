/**
 * How a surface writes commands, tool calls and arguments. Sentences are written once, with actions in backticks: a command
 * (`cairn index DIR`), a call of a tool (`get_file acme/shop src/a.ts`) or an argument (`start_line=31`). `inWordsOf` translates
 * them for the surface: commands in a terminal, tool calls over MCP. Text in double quotes was typed by the user and is never
 * translated. Names in a call or command are written by `call-words.ts`.
 */
import { callParts, shellWord } from './call-words.ts'

export interface Vocabulary {
  /** `index DIR`, the words after `cairn`. */
  command(words: string): string
  /** `get_file acme/shop src/a.ts start_line=3`: returned as the user of this surface would type it. */
  call(call: string): string
  /** `start_line`, `31`; no value where the argument is only named. */
  argument(name: string, value: string | null): string
}

export function inWordsOf(vocabulary: Vocabulary, sentence: string): string {
  return sentence.replace(actions, (whole: string, action: string | undefined) => {
    if (action === undefined) return whole
    if (action === 'cairn' || action.startsWith('cairn ')) return vocabulary.command(action.slice('cairn '.length))
    const [first = ''] = action.split(' ', 1)
    if (commandOfTool(first)) return vocabulary.call(action)
    const pair = /^([a-z]+(?:_[a-z]+)*)=(\S*)$/.exec(action)
    return pair ? vocabulary.argument(pair[1] ?? '', pair[2] || null) : whole
  })
}

/** Quoted text is matched first, and left alone. */
const actions = /"[^"]*"|`([^`\n]+)`/g

/** Each tool and its command. */
const commandOf: Readonly<Record<string, string>> = {
  list_repos: 'repos',
  explore_structure: 'explore',
  search_code: 'code',
  get_file: 'file',
  get_document: 'document',
  rag_search: 'search',
  definition: 'definition',
  where_used: 'where-used',
  lineage: 'lineage',
  ask_codebase: 'ask',
}
const commandOfTool = (tool: string): string | undefined => (Object.hasOwn(commandOf, tool) ? commandOf[tool] : undefined)
/** `repos` → `list_repos`; undefined for a command that is not a tool. */
const toolOfCommand = (command: string): string | undefined =>
  command === 'search' ? 'search_code' : Object.keys(commandOf).find((tool) => commandOf[tool] === command)

/** For agents, programs and libraries: calls stay calls. A command that is not a tool must be run by a person in a terminal. */
export const callVocabulary = (program = 'cairn'): Vocabulary => ({
  command: (words) => {
    const [name = '', ...rest] = words.split(' ')
    const tool = toolOfCommand(name)
    return tool === undefined ? `\`${program} ${words}\` in a terminal` : [tool, ...rest].join(' ')
  },
  call: (call) => call,
  argument: (name, value) => (value === null ? `"${name}"` : `${name}=${value}`),
})

/** For a terminal: calls become commands. `program` is how Cairn was started: `cairn`, `npx codecairn`. */
export const commandVocabulary = (program = 'cairn'): Vocabulary => ({
  command: (words) => `\`${program} ${words}\``,
  call: (call) => `\`${callAsCommand(call, program)}\``,
  argument: (name, value) => (value === null ? flag(name) : value === 'true' ? flag(name) : `${flag(name)} ${value}`),
})

const flag = (name: string): string => `--${name.replaceAll('_', '-')}`

/** Tools whose first argument is the repo. */
const namesRepo: ReadonlySet<string> = new Set(['explore_structure', 'get_file'])

/** Turns a tool call in an answer (`get_file acme/shop src/a.ts start_line=3`) into a command. The repo `here` needs no `-r`. */
export function callAsCommand(call: string, program = 'cairn', here?: string): string {
  const { tool, words, options: pairs } = callParts(call)
  const command = commandOfTool(tool)
  if (command === undefined) return call
  const plain = [...words]
  const repo = namesRepo.has(tool) ? plain.shift() : pairs.find(([name]) => name === 'repo')?.[1]
  const options = pairs.filter(([name]) => name !== 'repo').map(([name, value]) => optionOf(name, value))
  const main = plain.join(' ')
  // Without a level, `cairn search` treats several words as a question.
  if (tool === 'rag_search' && options.length === 0 && (main === '' || /\s/.test(main))) options.push('--level text')
  // After `--` a word that begins with a dash is not an option.
  const [first, last] = main.startsWith('-') ? ['', `-- ${shellWord(main)}`] : [main === '' ? '' : shellWord(main), '']
  const parts = [program, command, first, repo && repo !== here ? optionOf('repo', repo) : '', ...options, last]
  return parts.filter((part) => part !== '').join(' ')
}

function optionOf(name: string, value: string): string {
  if (value === 'true') return flag(name)
  if (value.startsWith('-')) return `${flag(name)}=${shellWord(value)}`
  return `${name === 'repo' ? '-r' : flag(name)} ${shellWord(value)}`
}
