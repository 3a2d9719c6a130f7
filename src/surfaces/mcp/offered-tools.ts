/** The catalogue as MCP shows it. Every session pays for these words, so nothing is said twice. */
import type { Tool } from '@modelcontextprotocol/server'
import { argumentsSchema, type ObjectSchema } from '../../contract/json-schema.ts'
import type { ArgumentSpecs, DeclaredTool } from '../../contract/tool.ts'

/** What only this surface understands; the rest of the arguments go to the tool. */
export const formatArgument = {
  format: { type: 'string', values: ['text', 'json'], default: 'text', describe: 'json: the envelope.' },
} as const satisfies ArgumentSpecs

/** Clients that load tools on demand load these two at once. Otherwise agents tend not to use them. */
const alwaysLoaded: ReadonlySet<string> = new Set(['search_code', 'where_used'])

export function offeredTools(tools: readonly DeclaredTool[]): Tool[] {
  return tools.map((tool) => ({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: briefSchema(argumentsSchema({ ...told(tool.arguments), ...formatArgument })),
    annotations: { readOnlyHint: true },
    ...(alwaysLoaded.has(tool.name) ? { _meta: { 'anthropic/alwaysLoad': true } } : {}),
  }))
}

/** Other names of an argument are accepted, but only its own is told. */
const told = (specs: ArgumentSpecs): ArgumentSpecs =>
  Object.fromEntries(
    Object.entries(specs)
      .filter(([, spec]) => !spec.untold)
      .map(([name, spec]) => [name, { ...spec, aliases: [] }]),
  )

/**
 * Says only what a model needs to make the call: bounds stand in the descriptions (clients strip them from schemas anyway), a
 * fixed choice needs no type, and the checker refuses what is not named. The SDK's JSON type knows no readonly lists, which is
 * all that the cast forgets.
 */
function briefSchema({ properties, required }: ObjectSchema): Tool['inputSchema'] {
  const brief = Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, briefProperty(name, property)]))
  return { type: 'object', properties: brief, ...(required.length > 0 ? { required } : {}) } as unknown as Tool['inputSchema']
}

/** The same in every tool; the instructions explain them once, and an answer with more to come names its cursor. */
const explainedOnce: ReadonlySet<string> = new Set(['cursor', 'max_chars', 'stale_policy', 'format'])

type Property = ObjectSchema['properties'][string]

function briefProperty(name: string, { type, description, default: otherwise, enum: choice, items }: Property): object {
  return {
    ...(choice ? { enum: choice } : { type }),
    ...(items ? { items: items.enum ? { enum: items.enum } : items } : {}),
    ...(explainedOnce.has(name) ? {} : { description }),
    ...(otherwise === undefined || name === 'format' ? {} : { default: otherwise }),
  }
}
