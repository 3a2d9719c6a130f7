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
  items?: { type: 'string'; enum?: readonly string[] }
}

export function argumentsSchema(specs: ArgumentSpecs): ObjectSchema {
  const entries = Object.entries(specs)
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, spec]) => [name, propertySchema(spec)])),
    required: entries.filter(([, spec]) => spec.required).map(([name]) => name),
    additionalProperties: false,
  }
}

/** A default of null is left out: "not given" says the same, and some clients take null for a value to send. */
function propertySchema(spec: ArgumentSpec): PropertySchema {
  const schema: PropertySchema = { type: spec.type === 'strings' ? 'array' : spec.type, description: spec.describe }
  if (spec.default !== undefined && spec.default !== null) schema.default = spec.default
  if (spec.type === 'integer') Object.assign(schema, { minimum: spec.min, maximum: spec.max })
  if (spec.type === 'string' && spec.values) schema.enum = spec.values
  if (spec.type === 'strings') schema.items = spec.values ? { type: 'string', enum: spec.values } : { type: 'string' }
  return schema
}
