/** `/docs`: the OpenAPI document as a page for people. Plain HTML without scripts, so that it works offline and under a strict policy. */
import type { Schema } from './answer-schemas.ts'
import type { OpenApi } from './openapi.ts'

export function referencePage(document: OpenApi): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationSection(method, path, operation)),
  )
  const schemas = Object.entries((document.components.schemas ?? {}) as Record<string, Schema>).map(schemaSection)
  const { title, version, description } = document.info
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)} REST API</title>
<style>${style}</style>
<main>
<h1>${escaped(title)} REST API <small>${escaped(version)}</small></h1>
<p>${inline(description)}</p>
<p>The same as a document for programs: <a href="/openapi.json">/openapi.json</a>. MCP over HTTP is at <code>/mcp</code>.</p>
${operations.join('\n')}
<h2>Answers</h2>
${schemas.join('\n')}
</main>
</html>
`
}

type Operation = {
  summary?: string
  description?: string
  operationId?: string
  parameters?: { name: string; in: string; description?: string; schema: Schema; required?: boolean }[]
  requestBody?: { content: Record<string, { schema: { properties: Record<string, Schema>; required?: string[] } }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>
}

function operationSection(method: string, path: string, operation: Schema): string {
  const { summary = '', description = '', operationId = '', responses, ...asked } = operation as unknown as Operation
  const rows = [...parameterRows(asked), ...bodyRows(asked)]
  const statuses = Object.entries(responses).map(
    ([status, { description: says }]) => `<li><code>${status}</code> ${inline(says)}</li>`,
  )
  return `<section id="${escaped(operationId)}">
<h2><code class="method">${method.toUpperCase()}</code> <code>${escaped(path)}</code></h2>
<p><strong>${inline(summary)}.</strong> ${inline(description)}</p>
${rows.length > 0 ? `<table><tr><th>argument<th>type<th>what it means</tr>${rows.join('')}</table>` : ''}
<details><summary>Statuses</summary><ul>${statuses.join('')}</ul></details>
</section>`
}

function parameterRows({ parameters = [] }: Pick<Operation, 'parameters'>): string[] {
  return parameters.map(({ name, schema, description = '', required }) => row(name, schema, description, required === true))
}

function bodyRows({ requestBody }: Pick<Operation, 'requestBody'>): string[] {
  const schema = requestBody?.content['application/json']?.schema
  if (!schema) return []
  return Object.entries(schema.properties).map(([name, property]) =>
    row(name, property, String(property.description ?? ''), schema.required?.includes(name) === true),
  )
}

function row(name: string, schema: Schema, description: string, required: boolean): string {
  const given = schema.default === undefined ? '' : ` Default: <code>${escaped(JSON.stringify(schema.default))}</code>.`
  const need = required ? ' <em>required</em>' : ''
  return `<tr><td><code>${escaped(name)}</code>${need}<td>${typeWords(schema)}<td>${inline(description)}${given}</tr>`
}

function typeWords(schema: Schema): string {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.split('/').at(-1) ?? ''
    return `<a href="#${escaped(name)}">${escaped(name)}</a>`
  }
  const choices = (schema.anyOf as Schema[] | undefined)?.filter((each) => each.type !== 'null')
  if (choices) return choices.map(typeWords).join(' or ')
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => `<code>${escaped(value)}</code>`).join(' ')
  if (schema.type === 'array') return `list of ${typeWords((schema.items ?? {}) as Schema)}`
  const range =
    typeof schema.minimum === 'number' && typeof schema.maximum === 'number' ? ` ${schema.minimum}–${schema.maximum}` : ''
  return `${escaped(Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'value'))}${range}`
}

function schemaSection([name, schema]: [string, Schema]): string {
  const properties = (schema.properties ?? {}) as Record<string, Schema>
  const required = (schema.required ?? []) as string[]
  const rows = Object.entries(properties).map(([field, property]) =>
    row(field, property, String(property.description ?? ''), required.includes(field)),
  )
  return `<section id="${escaped(name)}"><h3>${escaped(name)}</h3><p>${inline(schema.description ?? '')}</p><table>${rows.join('')}</table></section>`
}

const escaped = (value: unknown): string =>
  String(value).replace(/[&<>"]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char] ?? char)

/** Text in backticks becomes code. */
const inline = (value: unknown): string => escaped(value).replace(/`([^`]+)`/g, '<code>$1</code>')

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
main { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
p { white-space: pre-line }
h1 small { font-weight: normal; opacity: .6; font-size: .6em }
h2 { margin-top: 2.5rem; border-top: 1px solid #8884; padding-top: 1rem; font-size: 1.1rem }
code { font: .92em ui-monospace, monospace; background: #8882; padding: .1em .3em; border-radius: .25em }
.method { font-weight: bold }
table { border-collapse: collapse; width: 100%; display: block; overflow-x: auto }
td, th { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid #8883 }
`
