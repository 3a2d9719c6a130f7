/** Prompts that a user picks in the client: each tells the model which tools to call, in which order. */

import { type GetPromptResult, type Prompt, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { named, visible, visibleJson } from '../../contract/visible.ts'
import { textContent } from './text-content.ts'

type Words = Readonly<Record<string, string>>
type OwnPrompt = Prompt & { write(words: Words, repo: string): string }

const repoArgument = { name: 'repo', description: 'Repo id, its last part or a path. Default: the current repo.' }

const prompts: readonly OwnPrompt[] = [
  {
    name: 'orient_me',
    title: 'Orient me',
    description: 'An overview of a repo: what it is for, how it is laid out, where to start reading.',
    arguments: [repoArgument],
    write: (_, repo) => `Give me an overview of ${meant(repo)}, with Cairn's tools:
1. explore_structure with path ""${also(repo)} and include_summaries true, for the layout, the key files and the summary.
2. get_file for the readme and for the entry point that it lists.
3. explore_structure for the two or three main folders, with include_summaries true.
4. search_code with level "doc"${also(repo)} and query "architecture design overview", for guides.
Then say what the repo is for, what each main folder does, where execution starts, how to build and test it, and which files to read first. Cite files as path:line. Say what you could not find.`,
  },
  {
    name: 'explain_symbol',
    title: 'Explain a symbol',
    description: 'What a function, class or other symbol does, who uses it and what it depends on.',
    arguments: [
      { name: 'symbol', description: 'A name, Class.method, an anchor (sym:…) or path:line.', required: true },
      repoArgument,
    ],
    write: ({ symbol }, repo) => `Explain the symbol ${visibleJson(symbol)} in ${meant(repo)}, with Cairn's tools:
1. definition with symbol ${visibleJson(symbol)}${also(repo)}. If there are several definitions, ask me which one is meant, or explain each.
2. get_file for the lines of its body that the answer does not show.
3. where_used with symbol ${visibleJson(symbol)}${also(repo)}, for its uses.
4. lineage with symbol ${visibleJson(symbol)}${also(repo)} and direction "downstream", for what it calls.
Then say what it does, its inputs, results and side effects, who uses it and for what, and what it depends on. Keep uses with the tier "possible" apart from certain ones. Cite files as path:line.`,
  },
  {
    name: 'plan_change',
    title: 'Plan a change',
    description: 'The files and symbols that a change touches, and the steps to make it safely.',
    arguments: [{ name: 'what', description: 'The change to make, in a sentence.', required: true }, repoArgument],
    write: ({ what }, repo) => `Plan this change in ${meant(repo)}, and do not edit any file yet: ${what}

Use Cairn's tools:
1. search_code with level "file"${also(repo)}, then with level "symbol", for the code that the change concerns.
2. definition for each symbol that must change, and get_file for the lines around it.
3. where_used for each of these symbols, for everything that could break. If an answer has a cursor, read the other pages too.
4. lineage with direction "upstream" for those that are used widely.
5. where_used with tests "only" for each of them, for the tests that cover them.
Then list the edits in order, each with path:line and the reason, the uses that need no edit and why, the tests to change or add, and what is uncertain.`,
  },
]

export const offeredPrompts: Prompt[] = prompts.map(({ write, ...prompt }) => prompt)

export function getPrompt(name: string, given: Words): GetPromptResult {
  const prompt = prompts.find((each) => each.name === name)
  if (!prompt) throw bad(`There is no prompt "${name}". There are ${prompts.map((each) => each.name).join(', ')}.`)
  for (const argument of prompt.arguments ?? [])
    if (argument.required && !given[argument.name]?.trim()) throw bad(`The prompt ${name} needs the argument "${argument.name}".`)
  const text = prompt.write(given, given.repo?.trim() ?? '')
  return {
    ...(prompt.description ? { description: prompt.description } : {}),
    messages: [{ role: 'user', content: textContent(text) }],
  }
}

const meant = (repo: string): string => (repo === '' ? 'this repo' : `the repo ${named(repo)}`)
/** The argument that follows in a list of arguments. A JSON text ends where it ends, whatever is in it. */
const also = (repo: string): string => (repo === '' ? '' : `, repo ${visibleJson(repo)}`)
const bad = (words: string): ProtocolError => new ProtocolError(ProtocolErrorCode.InvalidParams, visible(words))
