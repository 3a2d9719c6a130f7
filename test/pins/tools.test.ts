/** Tool names, descriptions and arguments, which models and callers rely on. Literals on purpose: a change affects others. */
import { describe, expect, it } from 'vitest'
import { agentToolLoaders } from '../../src/agent/agent-tool-loaders.ts'
import { createCatalogue } from '../../src/app/catalogue.ts'
import { argumentsSchema, type ObjectSchema } from '../../src/contract/json-schema.ts'
import type { DeclaredTool } from '../../src/contract/tool.ts'
import { toolLoaders } from '../../src/tools/tool-loaders.ts'

/** Title, description, then one line per argument with its whole schema. */
const pinned: Record<string, string[]> = {
  list_repos: [
    'List repos',
    'Known repos: id, path, languages (most code first), documents per level, freshness. Use it to get oriented, or for an unfamiliar project name. Its ids are what repo, repo_id and repo_filter take; the last part of an id is enough. limit: 1–1000 a page, default 100.',
    'limit integer 1..1000 default 100 "Per page, 1–1000."',
    'cursor string "next_cursor of the last answer."',
    'max_chars integer 100..10000000 "Maximum size of the answer, in bytes."',
  ],
  explore_structure: [
    'Explore structure',
    'Layout of one repo, from disk: folders and files at path with language and line count, and key files (readme, config, entry point, tests, ci …). For a file: its outline, every symbol with kind, lines and id. Use it before a search to see layout and entry points, and after one to see what is beside a hit. include_summaries adds what the folder is for. limit: 1–5000 entries a page, default 200.',
    'repo_id string ≤4096 "Repo id or path. Default: current repo."',
    'path string ≤4096 default "" "Folder, or file for its outline."',
    'pattern string ≤4096 "Glob relative to path; ** goes deeper."',
    'include_summaries boolean default false "Add a summary of the folder."',
    'limit integer 1..5000 default 200 "Entries per page, 1–5000."',
    'cursor string "next_cursor of the last answer."',
    'max_chars integer 100..10000000 "Maximum size of the answer, in bytes."',
    'stale_policy string catch-up|rebind|strict "What to do with files changed since indexing."',
    'budget_files integer 0..1000000 "Maximum number of changed files to index before the answer."',
    'budget_ms integer 0..600000 "Maximum milliseconds for that."',
    'repo string ≤4096 "Same as repo_id."',
    'repo_filter string ≤4096 "Same as repo_id."',
  ],
  search_code: [
    'Search code',
    'Ranked search by words, names and meaning; returns summaries with ids, paths, lines and the best passage. Choose the level by the question:\n- file: "how does X work"\n- symbol: "find function X"\n- doc: principles, guidelines, how-to\n- module: "what is in folder X"\n- repo: "which repos have X", overview\npreview: scan many hits cheaply, then get_file the lines you need. path, language, kind and tests filter before ranking (path:src in the query too). For every line with an exact text use rag_search, for uses of a symbol where_used. limit: 1–50 a page, default 5.',
    'query string required "Words, names or a question."',
    'level string symbol|file|module|repo|doc default "file" "What to find."',
    'repo_filter array "Repo id or path; "*": all. Default: current repo; level repo: all."',
    'limit integer 1..50 default 5 "Per page, 1–50."',
    'preview boolean default false "About 200 characters of content."',
    'path array "Folder or glob; ! in front excludes."',
    'language array "python, typescript, go …"',
    'kind array module|namespace|class|interface|struct|enum|trait|function|method|constructor|property|constant|variable|type|macro "For level symbol."',
    'tests string include|exclude|only default "include" "Test files."',
    'explain boolean default false "Explain each score."',
    'cursor string "next_cursor of the last answer."',
    'max_chars integer 100..10000000 "Maximum size of the answer, in bytes."',
    'stale_policy string catch-up|rebind|strict "What to do with files changed since indexing."',
    'budget_files integer 0..1000000 "Maximum number of changed files to index before the answer."',
    'budget_ms integer 0..600000 "Maximum milliseconds for that."',
    'repo array "Same as repo_filter."',
    'repo_id array "Same as repo_filter."',
  ],
  get_file: [
    'Get file',
    'Reads a file, or its lines start_line to end_line (from 1, inclusive), from disk. Use it after a search, with the path and lines of a hit, to read the code. A long file is cut; the answer gives the start_line to continue from. Ignored files and secrets are withheld.',
    'repo_id string ≤4096 "Repo id or path. Default: current repo."',
    'file_path string required ≤4096 "Relative to the repo."',
    'start_line integer 0..2147483647 "From 1."',
    'end_line integer 0..2147483647 "Inclusive."',
    'max_chars integer 100..10000000 "Maximum size of the answer, in bytes."',
    'repo string ≤4096 "Same as repo_id."',
    'repo_filter string ≤4096 "Same as repo_id."',
  ],
  get_document: [
    'Get document',
    'One document by id: summary, lines, parent_id, and its children with names, lines and ids (up to 100 a page). Use it to walk from a hit up to its file, folder and repo, or down to its members. include_source adds its lines.',
    'document_id string required "document_id, parent_id or one of children_ids."',
    'include_source boolean default false "Add its source lines."',
    'cursor string "next_cursor of the last answer."',
    'max_chars integer 100..10000000 "Maximum size of the answer, in bytes."',
    'stale_policy string catch-up|rebind|strict "What to do with files changed since indexing."',
    'budget_files integer 0..1000000 "Maximum number of changed files to index before the answer."',
    'budget_ms integer 0..600000 "Maximum milliseconds for that."',
  ],
  rag_search: [
    'Text search',
    'Every line that contains a text or matches a regular expression, in code, comments and documents, by path and line, with the enclosing symbol. Use it for exact text: messages, settings, patterns. For uses of a symbol where_used is more precise, for a topic search_code. limit: 1–1000 a page, default 20.',
    'query string required ≤4096 "Text or pattern."',
    'repo string ≤4096 "Repo id or path; "*": all. Default: current repo."',
    'limit integer 1..1000 default 20 "Per page, 1–1000."',
    'regex boolean default false "RE2 syntax: no look-around."',
    'case_sensitive boolean default true "Match case."',
    'word boolean default false "Whole words only."',
    'path array "Folder or glob; ! in front excludes."',
    'language array "python, typescript, go …"',
    'definitions_first boolean default false "Where the query is one name, the lines that define it come first."',
    'cursor string "next_cursor of the last answer."',
    'max_chars integer 100..10000000 "Maximum size of the answer, in bytes."',
    'stale_policy string catch-up|rebind|strict "What to do with files changed since indexing."',
    'budget_files integer 0..1000000 "Maximum number of changed files to index before the answer."',
    'budget_ms integer 0..600000 "Maximum milliseconds for that."',
    'repo_id string ≤4096 "Same as repo."',
    'repo_filter string ≤4096 "Same as repo."',
  ],
  definition: [
    'Definition',
    'Where a symbol is defined: signature, doc, lines, id, and the body (60 lines of it). Use it when you know a name, or the path:line:column of a use. All that match are listed. limit: 1–500 a page, default 20.',
    'symbol string required ≤4096 "Name, Class.name, sym:… or path:line[:column]."',
    'repo string ≤4096 "Repo id or path; "*": all. Default: current repo."',
    'path array "Folder or glob; ! in front excludes."',
    'limit integer 1..500 default 20 "Per page, 1–500."',
    'cursor string "next_cursor of the last answer."',
    'max_chars integer 100..10000000 "Maximum size of the answer, in bytes."',
    'stale_policy string catch-up|rebind|strict "What to do with files changed since indexing."',
    'budget_files integer 0..1000000 "Maximum number of changed files to index before the answer."',
    'budget_ms integer 0..600000 "Maximum milliseconds for that."',
    'repo_id string ≤4096 "Same as repo."',
    'repo_filter string ≤4096 "Same as repo."',
  ],
  where_used: [
    'Where used',
    'Every use of a symbol (calls, imports, types, reads …) with line, enclosing symbol and tier: proven and resolved are certain, possible means only the name matches. Use it instead of grep to find callers and implementations, or to judge a change. Definitions of one name are grouped; tests and examples come last. limit: 1–5000 a page, default 50.',
    'symbol string required ≤4096 "Name, Class.name, sym:… or path:line[:column]."',
    'repo string ≤4096 "Repo id or path; "*": all. Default: current repo."',
    'limit integer 1..5000 default 50 "Per page, 1–5000."',
    'use array calls|imports|reexports|extends|implements|overrides|uses_type|decorates|reads|writes|references|tests|contains "Only these kinds; implements lists implementations."',
    'tier array proven|resolved|possible "Default all."',
    'path array "Folder or glob; ! in front excludes."',
    'tests string include|exclude|only default "include" "Test files."',
    'cursor string "next_cursor of the last answer."',
    'max_chars integer 100..10000000 "Maximum size of the answer, in bytes."',
    'stale_policy string catch-up|rebind|strict "What to do with files changed since indexing."',
    'budget_files integer 0..1000000 "Maximum number of changed files to index before the answer."',
    'budget_ms integer 0..600000 "Maximum milliseconds for that."',
    'repo_id string ≤4096 "Same as repo."',
    'repo_filter string ≤4096 "Same as repo."',
  ],
  lineage: [
    'Lineage',
    'Callers of callers (upstream) or callees of callees (downstream) of a symbol, nearest first, with depth and the edges walked. Use it to see what a change affects or what a function triggers; for direct uses: where_used. depth: 1–20 hops, default 3. max_results: 1–5000 a page, default 50.',
    'symbol string required ≤4096 "Name, Class.name, sym:… or path:line[:column]."',
    'direction string default "upstream" "upstream (callers), downstream (callees) or both."',
    'repo string ≤4096 "Repo id or path; "*": all. Default: current repo."',
    'depth integer 1..20 default 3 "Hops, 1–20."',
    'max_results integer 1..5000 default 50 "Per page, 1–5000."',
    'tier array proven|resolved|possible default ["proven","resolved"] "possible: only the name matches."',
    'cursor string "next_cursor of the last answer."',
    'max_chars integer 100..10000000 "Maximum size of the answer, in bytes."',
    'stale_policy string catch-up|rebind|strict "What to do with files changed since indexing."',
    'budget_files integer 0..1000000 "Maximum number of changed files to index before the answer."',
    'budget_ms integer 0..600000 "Maximum milliseconds for that."',
    'repo_id string ≤4096 "Same as repo."',
    'repo_filter string ≤4096 "Same as repo."',
    'limit integer 1..5000 default 50 "Same as max_results."',
  ],
  ask_codebase: [
    'Ask codebase',
    'Answers an open question about code in one call: the best hits of the right level, each with its place, name, a short summary and the lines that match, or what a configured language model writes from them, as Markdown, with citations checked against the files (repo, path, lines, id) and gaps (what was not found or not searched). Use it first for "how does X work", "how do we release", "which repos do X". The level is chosen by the words of the question unless given; levels as in search_code. For more hits, filters or pages use search_code, for uses of a symbol where_used. limit: 1–20 hits, default 5.',
    'query string required "A question, or the words of one."',
    'level string symbol|file|module|repo|doc "Default: chosen by the words of the question."',
    'repo_filter array "Repo id or path; "*": all. Default: current repo; level repo: all."',
    'limit integer 1..20 default 5 "Hits, 1–20."',
    'stream boolean default false "Over REST: send the answer as events. No effect elsewhere."',
    'llm boolean default true "Whether the configured language model may write the answer."',
    'dry_run boolean default false "Show what would be sent to the language model first, and send nothing."',
    'max_chars integer 100..10000000 "Maximum size of the answer, in bytes."',
    'stale_policy string catch-up|rebind|strict "What to do with files changed since indexing."',
    'budget_files integer 0..1000000 "Maximum number of changed files to index before the answer."',
    'budget_ms integer 0..600000 "Maximum milliseconds for that."',
    'repo array "Same as repo_filter."',
    'repo_id array "Same as repo_filter."',
  ],
}

const catalogue = await createCatalogue([toolLoaders, agentToolLoaders]).loadAll()

describe('pins: tools', () => {
  it('[TO1] names, in this order', () => {
    expect(catalogue.map((tool) => tool.name)).toEqual(Object.keys(pinned))
  })

  it.each(Object.entries(pinned))('[TO1] %s: description and arguments', (name, words) => {
    const tool = catalogue.find((each) => each.name === name)
    expect(tool && describeTool(tool)).toEqual(words)
  })

  it.each(catalogue.map((tool) => [tool.name, tool] as const))(
    '[TO1] %s: the description says when to use it, and has every limit that a client may remove',
    (_, { description, arguments: specs }) => {
      expect(description.length).toBeLessThanOrEqual(1000)
      expect(description).toMatch(/\b(?:Use it|Choose the level by the question)\b/)
      for (const name of ['limit', 'max_results', 'depth']) {
        const spec = specs[name]
        if (spec?.type === 'integer')
          expect(description).toMatch(new RegExp(`\\b${name}: ${spec.min}–${spec.max} .*default ${spec.default}\\b`))
      }
    },
  )
})

function describeTool(tool: DeclaredTool): string[] {
  const schema = argumentsSchema(tool.arguments)
  const lines = Object.entries(schema.properties).map(([name, property]) => argumentLine(name, property, schema.required))
  return [tool.title, tool.description, ...lines]
}

function argumentLine(name: string, property: ObjectSchema['properties'][string], required: readonly string[]): string {
  const { type, description, default: otherwise, enum: choice, items, minimum, maximum, maxLength } = property
  const values = choice ?? items?.enum
  return [
    name,
    type,
    required.includes(name) ? 'required' : '',
    minimum === undefined ? '' : `${minimum}..${maximum}`,
    maxLength === undefined ? '' : `≤${maxLength}`,
    values ? values.join('|') : '',
    otherwise === undefined ? '' : `default ${JSON.stringify(otherwise)}`,
    `"${description}"`,
  ]
    .filter((part) => part !== '')
    .join(' ')
}
