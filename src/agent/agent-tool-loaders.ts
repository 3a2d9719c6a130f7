/** The tools of this room. `app` adds them to those of `tools`. */
import type { ToolLoaders } from '../tools/tool-loaders.ts'

export const agentToolLoaders: ToolLoaders = {
  ask_codebase: async () => (await import('./ask-codebase.ts')).askCodebase,
}
