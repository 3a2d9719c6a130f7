/** A tool's declared arguments as JSON Schema, for MCP and (later) OpenAPI. */
import type { ArgumentSpec, ArgumentSpecs } from './tool.ts'

export type ObjectSchema = {
  type: 'object'
  properties: Record<string, PropertySchema>
  required: string[]
  additionalProperties: false
}
type PropertySchema = {
  type: 'string' | 'integer' | 'boolean' | 'array'
  description: string
  default?: string | number | boolean | readonly string[]
  enum?: readonly string[]
  minimum?: number
  maximum?: number
  maxLength?: number
  items?: { type: 'string'; enum?: readonly string[] }
}

export function argumentsSchema(specs: ArgumentSpecs): ObjectSchema {
  const entries = Object.entries(specs)
  const properties = Object.fromEntries(entries.map(([name, spec]) => [name, propertySchema(spec)]))
  for (const [name, spec] of entries)
    for (const alias of spec.aliases ?? []) properties[alias] = { ...propertySchema(spec), description: `Same as ${name}.` }
  return {
    type: 'object',
    properties,
    required: entries.filter(([, spec]) => spec.required).map(([name]) => name),
    additionalProperties: false,
  }
}

/** A default of null is left out: it means the same as "not given", and some clients would send null as a value. */
function propertySchema(spec: ArgumentSpec): PropertySchema {
  const schema: PropertySchema = { type: spec.type === 'strings' ? 'array' : spec.type, description: spec.describe }
  if (spec.default !== undefined && spec.default !== null) schema.default = spec.default
  if (spec.type === 'integer') Object.assign(schema, { minimum: spec.min, maximum: spec.max })
  const values = 'values' in spec && !spec.manyValues ? spec.values : undefined
  if (spec.type === 'string' && values) schema.enum = values
  if (spec.type === 'string' && spec.longest !== undefined) schema.maxLength = spec.longest
  if (spec.type === 'strings') schema.items = values ? { type: 'string', enum: values } : { type: 'string' }
  return schema
}
