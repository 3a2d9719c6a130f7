/** The tools as MCP lists them. Every session reads this text, so nothing is repeated. */
import type { Tool } from '@modelcontextprotocol/server'
import { argumentsSchema, type ObjectSchema } from '../../contract/json-schema.ts'
import type { ArgumentSpecs, DeclaredTool } from '../../contract/tool.ts'

/** The argument that only this surface has; the others go to the tool. */
export const formatArgument = {
  format: { type: 'string', values: ['text', 'json'], default: 'text', describe: 'json: the envelope.' },
} as const satisfies ArgumentSpecs

/**
 * Clients that load tools on demand load these two at once. Otherwise agents tend not to use them. The two are what an agent
 * would otherwise do with grep: find code, and find its uses. `ask_codebase` answers with hits of `search_code`, so an agent
 * that has not loaded it lacks nothing; without `where_used` it would grep for callers.
 */
const alwaysLoaded: ReadonlySet<string> = new Set(['search_code', 'where_used'])

export function offeredTools(tools: readonly DeclaredTool[]): Tool[] {
  return tools.map((tool) => ({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: briefSchema(argumentsSchema({ ...told(tool.arguments), ...formatArgument })),
    annotations: onlyReads,
    ...(alwaysLoaded.has(tool.name) ? { _meta: { 'anthropic/alwaysLoad': true } } : {}),
  }))
}

/**
 * Neither is the protocol's default, and some clients ask the user before each call of a tool that does not say so. The other
 * hints have a meaning only for tools that write.
 */
const onlyReads = { readOnlyHint: true, openWorldHint: false } as const

/** Aliases of an argument are accepted, but not listed. */
const told = (specs: ArgumentSpecs): ArgumentSpecs =>
  Object.fromEntries(
    Object.entries(specs)
      .filter(([, spec]) => !spec.untold)
      .map(([name, spec]) => [name, { ...spec, aliases: [] }]),
  )

/**
 * Contains only what a model needs for a call: bounds are in the descriptions (clients remove them from schemas anyway), a fixed
 * choice needs no type, and the checker refuses unknown arguments. The cast is needed only because the SDK's JSON type has no
 * readonly lists.
 */
function briefSchema({ properties, required }: ObjectSchema): Tool['inputSchema'] {
  const brief = Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, briefProperty(name, property)]))
  return { type: 'object', properties: brief, ...(required.length > 0 ? { required } : {}) } as unknown as Tool['inputSchema']
}

/** Arguments that every tool has. The instructions explain them once; some clients do not pass the instructions on. */
const explainedOnce: ReadonlySet<string> = new Set(['max_chars', 'stale_policy', 'format'])

type Property = ObjectSchema['properties'][string]

function briefProperty(name: string, { type, description, default: otherwise, enum: choice, items }: Property): object {
  return {
    ...(choice ? { enum: choice } : { type }),
    ...(items ? { items: items.enum ? { enum: items.enum } : items } : {}),
    ...(explainedOnce.has(name) ? {} : { description }),
    ...(otherwise === undefined || name === 'format' ? {} : { default: otherwise }),
  }
}
