/**
 * The OpenAPI 3.1 document. Requests are described by the tools' own declarations, which are also what checks a request; answers
 * by `answer-schemas.ts`.
 */
import { argumentsSchema, type ObjectSchema } from '../../contract/json-schema.ts'
import { type ProblemCode, problems } from '../../contract/problems.ts'
import type { DeclaredTool } from '../../contract/tool.ts'
import { answerSchemas, envelopeOf, itemsOf, type Schema } from './answer-schemas.ts'
import { type Route, routes } from './routes.ts'

export type OpenApi = {
  openapi: '3.1.0'
  info: Schema
  paths: Record<string, Record<string, Schema>>
  components: Schema
  tags: readonly Schema[]
  security: readonly Schema[]
}

/** Tools that the app does not have are left out, and so are their routes. */
export function openApiDocument(tools: readonly DeclaredTool[], version: string): OpenApi {
  const paths: OpenApi['paths'] = {}
  for (const route of routes) {
    const tool = tools.find(({ name }) => name === route.tool)
    if (tool) paths[route.path] = { ...paths[route.path], [route.method]: operationOf(route, tool) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cairn',
      version,
      description:
        'Code navigation that is checked against the files on disk. Every answer is one envelope; `meta` says how fresh and how complete it is.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    tags: [
      { name: 'tools', description: 'The questions Cairn answers.' },
      { name: 'server', description: 'About the server itself.' },
    ],
    paths: { ...paths, ...serverPaths },
    components: {
      schemas: answerSchemas,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A token of `cairn token create`. Not needed on loopback.' },
      },
    },
    security: [{}, { bearer: [] }],
  }
}

function operationOf(route: Route, tool: DeclaredTool): Schema {
  const schema = argumentsSchema(tool.arguments)
  const asked = route.method === 'get' ? { parameters: parametersOf(route, schema) } : { requestBody: bodyOf(schema) }
  return {
    operationId: route.operation,
    tags: ['tools'],
    summary: tool.title,
    description: tool.description,
    ...asked,
    responses: { 200: answered(route), ...refused },
  }
}

function parametersOf(route: Route, { properties }: ObjectSchema): Schema[] {
  return Object.entries(properties).map(([name, { description, ...schema }]) => {
    const inPath = route.path.includes(`{${name}}`)
    return { name, in: inPath ? 'path' : 'query', description, schema, ...(inPath ? { required: true } : {}) }
  })
}

function bodyOf({ properties, required, additionalProperties }: ObjectSchema): Schema {
  const own = Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, accepted(property)]))
  const schema = {
    type: 'object',
    properties: own,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties,
  }
  return { required: required.length > 0, content: { 'application/json': { schema } } }
}

/** A single text is accepted where a list of texts is, and null where nothing is given. */
function accepted({ description, default: otherwise, ...property }: ObjectSchema['properties'][string]): Schema {
  const values = property.type === 'array' && property.items ? [property, property.items] : [property]
  return {
    description,
    anyOf: [...values, { type: 'null' }],
    ...(otherwise === undefined ? {} : { default: otherwise }),
  }
}

const eventWords =
  'Events `progress` (of an index that is built first), `step` (a tool that the language model called, and how many hits it had) and `text` (what it writes, provisional), then one `answer`, which is checked.'

function answered({ tool, streams }: Route): Schema {
  const json = { 'application/json': { schema: envelopeOf(itemsOf(tool)) } }
  const events = { 'text/event-stream': { schema: { type: 'string', description: eventWords } } }
  return { description: 'The answer.', content: streams ? { ...json, ...events } : json }
}

/** The problems a question can meet, by HTTP status. */
const refused: Schema = Object.fromEntries(
  [...new Set(Object.values(problems).map(({ http }) => http))]
    .filter((status) => status !== 499)
    .sort((a, b) => a - b)
    .map((status) => [
      status,
      {
        description: codesOf(status).join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
)

function codesOf(status: number): string[] {
  return Object.keys(problems).filter((code) => problems[code as ProblemCode].http === status)
}

const plain = (description: string, type: string): Schema => ({
  description,
  content: { [type]: { schema: { type: type === 'application/json' ? 'object' : 'string' } } },
})

const serverPaths: OpenApi['paths'] = {
  '/api/rag/events': {
    get: {
      operationId: 'events',
      tags: ['server'],
      summary: 'Index events',
      description: 'Progress of indexing and changes of repos, as server-sent events, until the client disconnects.',
      responses: { 200: plain('Events.', 'text/event-stream'), ...refused },
    },
  },
  '/healthz': {
    get: {
      operationId: 'health',
      tags: ['server'],
      summary: 'Whether the server runs',
      responses: { 200: plain('It runs.', 'application/json') },
      security: [{}],
    },
  },
  '/metrics': {
    get: {
      operationId: 'metrics',
      tags: ['server'],
      summary: 'Metrics in the text format of Prometheus',
      responses: { 200: plain('Metrics.', 'text/plain'), ...refused },
    },
  },
  '/openapi.json': {
    get: {
      operationId: 'openApi',
      tags: ['server'],
      summary: 'This document',
      responses: { 200: plain('The OpenAPI document.', 'application/json'), ...refused },
    },
  },
}
