/** What an agent reads about Cairn in files: the skill, and the section of an instructions file. */

const whichTool: readonly string[] = [
  '| question | tool |',
  '|---|---|',
  '| Who calls or uses X? What is affected if X changes? | `where_used` |',
  '| Callers of callers, or everything that X calls | `lineage` |',
  '| Where is X defined? (also from a place of use, path:line:column) | `definition` |',
  '| How does something work? Which code is about a topic? | `search_code` |',
  '| Exact text, or a regular expression | `rag_search` |',
  '| Folders of a repo, outline of a file | `explore_structure` |',
  '| Lines of a file that an answer named | `get_file` |',
  '| More about a search result, by its id | `get_document` |',
  '| Which repos are indexed? | `list_repos` |',
]

/** SKILL.md: the front matter is what a client shows to the model until the skill is needed. */
export const skillText: string = [
  '---',
  'name: cairn',
  'description: Find definitions, every use, callers and callees, and code by topic with the Cairn MCP server, whose answers are checked against the files on disk. Use it before grep when you need to know who uses something, what a change affects, or where something is done.',
  '---',
  '',
  '# Finding code with Cairn',
  '',
  'Cairn is an MCP server. It keeps an index of the repo and checks it against the files before each answer, so answers stay',
  'right while you edit. Clients may put the name of the server in front of the names of its tools.',
  '',
  ...whichTool,
  '',
  '## How to read an answer',
  '',
  '- The first line says whether the answer is FRESH, how many items there are, and how to get the rest.',
  '- A use is `proven` or `resolved` if its target is certain. It is `possible` if only the name matches: read the line before you',
  '  rely on it.',
  '- The number of lines with the name in text shows how much a plain text search would find. If it is much larger than the number',
  '  of uses, look at the rest with `rag_search`.',
  '- FALLBACK means that some or all of the answer was read from the files without the index. ERROR says what to do.',
  '- An answer that was cut gives a cursor. Repeat the call with it.',
  '',
  '## How to ask',
  '',
  '- A symbol may be a name, `Class.method`, an anchor from an answer (`sym:…`), or `path:line`.',
  '- Without `repo`, the question is about the repo in which the server was started. `repo` may be an id, its last part or a path.',
  '- `search_code` has levels: file for "how does it work", symbol for one function or class, doc for guides, module for a folder,',
  '  repo for "which repo".',
  '- Before you change a function, ask `where_used`. After you renamed something, ask `rag_search` for the old name.',
  '',
].join('\n')

/** The section that is put between two marks into AGENTS.md and similar files. */
export const sectionText: string = [
  '## Finding code with Cairn',
  '',
  'The MCP server Cairn answers questions about this code from an index that it checks against the files before each answer.',
  '',
  ...whichTool,
  '',
  'Ask `where_used` before you change or remove a function, class or method. Uses that are `possible` only share the name: read',
  'the line.',
].join('\n')
