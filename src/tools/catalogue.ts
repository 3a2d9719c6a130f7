/**
 * Every tool, in the order a newcomer meets them, each loaded when it is first asked for: a short command pays only for the one
 * it runs. `app` adds those that need more rooms than `tools` may know.
 */
import type { Tool } from './tool.ts'

const tools: Readonly<Record<string, () => Promise<Tool>>> = {
  list_repos: async () => (await import('./list-repos.ts')).listRepos,
  explore_structure: async () => (await import('./explore-structure.ts')).exploreStructure,
  search_code: async () => (await import('./search-code.ts')).searchCode,
  get_file: async () => (await import('./get-file.ts')).getFile,
  get_document: async () => (await import('./get-document.ts')).getDocument,
  rag_search: async () => (await import('./rag-search.ts')).ragSearch,
  definition: async () => (await import('./definition.ts')).definition,
  where_used: async () => (await import('./where-used.ts')).whereUsed,
  lineage: async () => (await import('./lineage.ts')).lineage,
}

export const toolNames: readonly string[] = Object.keys(tools)

/** undefined when there is no tool of that name. */
export const loadTool = async (name: string): Promise<Tool | undefined> =>
  Object.hasOwn(tools, name) ? tools[name]?.() : undefined

/** In the order of `names`; what is no tool is left out. */
export async function loadTools(names: readonly string[] = toolNames): Promise<readonly Tool[]> {
  const loaded = await Promise.all(names.map(loadTool))
  return loaded.filter((tool) => tool !== undefined)
}
