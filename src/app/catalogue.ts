/** The tools that surfaces offer, collected from the rooms that have tools. `create-app.ts` lists these rooms. */
import { CairnProblem } from '../contract/problems.ts'
import type { Tool } from '../tools/tool.ts'
import type { ToolLoaders } from '../tools/tool-loaders.ts'

export interface Catalogue {
  /** In the order of the rooms, and of the tools in each. */
  readonly names: readonly string[]
  /** undefined when no tool has that name. */
  load(name: string): Promise<Tool | undefined>
  /** In the order of `names`; names of no tool are left out. */
  loadAll(names?: readonly string[]): Promise<readonly Tool[]>
}

export function createCatalogue(rooms: readonly ToolLoaders[]): Catalogue {
  const loaders = new Map<string, ToolLoaders[string]>()
  for (const [name, load] of rooms.flatMap((room) => Object.entries(room))) {
    // Otherwise the second would silently replace the first.
    if (loaders.has(name)) throw new CairnProblem('INTERNAL', { detail: `two tools are called ${name}` })
    loaders.set(name, load)
  }
  const names = [...loaders.keys()]
  return {
    names,
    load: async (name) => loaders.get(name)?.(),
    async loadAll(wanted = names) {
      const loaded = await Promise.all(wanted.map((name) => loaders.get(name)?.()))
      return loaded.filter((tool) => tool !== undefined)
    },
  }
}
