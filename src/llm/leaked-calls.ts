/**
 * Reads tool calls that a model wrote as text. Local models do so when the server does not know the format of their calls: the calls
 * arrive in the form in which the model was trained to write them.
 */

import { parseShallow } from '../base/shallow-json.ts'
import type { ChatCall, ChatTool } from './port.ts'

export type LeakedCall = Omit<ChatCall, 'id'>

/** The calls in a piece of text that holds nothing else; empty when it holds none. */
export function readLeakedCalls(text: string, tools: readonly ChatTool[]): LeakedCall[] {
  const parts = text.split('[TOOL_CALLS]').filter((part) => part.trim() !== '')
  return parts.flatMap((part) => readPart(part.trim(), tools))
}

function readPart(part: string, tools: readonly ChatTool[]): LeakedCall[] {
  if (part.includes('<function=')) return readFunctionTags(part, tools)
  const named = /^([\w.-]{1,100})(?:\s*\[CALL_ID\]\w{0,100})?(?:\s*\[ARGS\])?\s*(?=\{)/.exec(part)
  if (named?.[1]) return [callOf(named[1], part.slice(named[0].length))]
  return readJson(part)
}

/** One value, or one a line. */
function readJson(part: string): LeakedCall[] {
  const whole = parsed(part)
  const values = whole === undefined ? part.split('\n').map((line) => parsed(line.trim().replace(/[;,]$/, ''))) : [whole].flat()
  const calls = values.filter((value) => value !== undefined).flatMap((value) => callIn(value) ?? [])
  if (calls.length > 0) return calls
  const name = whole === undefined && /^[[{\s]{0,9}"(?:name|tool)"\s{0,9}:\s{0,9}"([\w.-]{1,100})"/.exec(part)?.[1]
  return name ? [{ name, arguments: undefined, written: part }] : []
}

function callIn(value: unknown): LeakedCall | undefined {
  if (!isObject(value)) return undefined
  const inner = isObject(value.function) ? value.function : value
  const name = [inner.name, inner.tool, inner.tool_name, inner.function].find((found) => typeof found === 'string')
  if (typeof name !== 'string') return undefined
  const args = inner.arguments ?? inner.parameters ?? inner.args ?? inner.input ?? {}
  return callOf(name, typeof args === 'string' ? args : JSON.stringify(args))
}

/** Arguments that are missing are none. */
export function callOf(name: string, written: string): LeakedCall {
  const args = written.trim() === '' ? {} : parsed(written)
  return { name, arguments: isObject(args) ? args : undefined, written }
}

/** `<function=name>{…}</function>`, or `<parameter=key>value</parameter>` for each argument. Models forget to close them. */
function readFunctionTags(part: string, tools: readonly ChatTool[]): LeakedCall[] {
  const [, ...functions] = part.split('<function=')
  return functions.flatMap((text) => {
    const [head = ''] = text.split('>', 1)
    const name = head.trim()
    const body = before(text.slice(head.length + 1), '</function>').trim()
    if (!/^[\w.-]{1,100}$/.test(name)) return []
    if (!body.startsWith('<parameter=')) return [callOf(name, body)]
    const properties = tools.find((tool) => tool.name === name)?.parameters.properties
    const args = Object.fromEntries(
      body
        .split('<parameter=')
        .slice(1)
        .map((each) => readParameter(each, properties)),
    )
    return [{ name, arguments: args, written: body }]
  })
}

/** A value is text without quotes, so only the tool's schema says whether `5` is a number. */
function readParameter(text: string, properties: unknown): [string, unknown] {
  const [head = ''] = text.split('>', 1)
  const value = before(text.slice(head.length + 1), '</parameter>').trim()
  const key = head.trim()
  const property = isObject(properties) ? properties[key] : undefined
  const isText = isObject(property) && property.type === 'string'
  return [key, isText ? value : (parsed(value) ?? value)]
}

const before = (text: string, end: string): string => text.split(end, 1)[0] ?? ''

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(text: string): unknown {
  try {
    return parseShallow(text)
  } catch {
    return undefined
  }
}
