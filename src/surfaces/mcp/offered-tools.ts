/** The catalogue as MCP shows it. Every session pays for these words, so nothing is said twice. */
import type { Tool } from '@modelcontextprotocol/server'
import { argumentsSchema, type ObjectSchema } from '../../contract/json-schema.ts'
import type { ArgumentSpecs, DeclaredTool } from '../../contract/tool.ts'

/** What only this surface understands; the rest of the arguments go to the tool. */
export const formatArgument = {
  format: { type: 'string', values: ['text', 'json'], default: 'text', describe: 'json: the whole envelope.' },
} as const satisfies ArgumentSpecs

/** Clients that defer tools load these two at once: an agent that must look them up first does without them. */
const alwaysLoaded: ReadonlySet<string> = new Set(['search_code', 'where_used'])

export function offeredTools(tools: readonly DeclaredTool[]): Tool[] {
  return tools.map((tool) => ({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: withoutNoise(argumentsSchema({ ...tool.arguments, ...formatArgument })),
    annotations: { readOnlyHint: true, openWorldHint: false },
    ...(alwaysLoaded.has(tool.name) ? { _meta: { 'anthropic/alwaysLoad': true } } : {}),
  }))
}

/** An empty `required` says nothing. The SDK's JSON type knows no readonly lists, which is all that the cast forgets. */
function withoutNoise({ required, ...rest }: ObjectSchema): Tool['inputSchema'] {
  return (required.length > 0 ? { ...rest, required } : rest) as unknown as Tool['inputSchema']
}
