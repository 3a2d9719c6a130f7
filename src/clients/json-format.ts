/** Settings in JSON, with comments and trailing commas allowed. Everything but Cairn's entry keeps its bytes. */
import { isDeepStrictEqual } from 'node:util'
import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import type { Json, JsonObject } from './client.ts'
import { type Added, type ConfigFormat, type ServerPlace, UnfitText } from './config-format.ts'
import { commentEnd, isBlank, skipTrivia } from './json-trivia.ts'
import { applyEdits, lineBreakOf, type TextEdit } from './text-edit.ts'

export const jsonFormat: ConfigFormat = {
  parse: (text) => readValue(rootOf(text)) as Record<string, unknown> | undefined,
  add,
  replace,
  remove,
  print: ({ keys, name }, entry) => `${printJson(nested([...keys, name], entry), { indent: '', unit: '  ', line: '\n' })}\n`,
}

function add(text: string, { keys, name }: ServerPlace, entry: JsonObject): Added {
  const line = lineBreakOf(text)
  const root = rootOf(text)
  if (!root) {
    const whole = printJson(nested([...keys, name], entry), { indent: '', unit: '  ', line })
    const before = text === '' || text.endsWith('\n') ? '' : line
    return { edits: [insertion(text.length, `${before}${whole}${line}`)], containers: keysDownTo(keys, -1) }
  }
  const unit = indentUnit(text, root)
  let object = root
  for (const [depth, key] of keys.entries()) {
    const inner: Node | undefined = propertyOf(object, key)?.children?.[1]
    if (!inner) {
      const edits = insertProperty(text, object, [key, nested([...keys.slice(depth + 1), name], entry)], { unit, line })
      return { edits, containers: keysDownTo(keys, depth) }
    }
    object = inner
  }
  return { edits: insertProperty(text, object, [name, entry], { unit, line }), containers: [] }
}

/** `keys` cut after each key from `depth` on: these objects did not exist. -1 is the document itself. */
const keysDownTo = (keys: readonly string[], depth: number): string[][] =>
  Array.from({ length: keys.length - depth }, (_, more) => keys.slice(0, depth + 1 + more))

const nested = (keys: readonly string[], entry: JsonObject): JsonObject =>
  keys.reduceRight<JsonObject>((inner, key) => ({ [key]: inner }), entry)

const insertion = (at: number, insert: string): TextEdit => ({ at, remove: 0, insert })

type Style = { unit: string; line: string }

function insertProperty(text: string, object: Node, [key, value]: [string, Json], { unit, line }: Style): TextEdit[] {
  const last = object.children?.at(-1)
  if (!last) return fillObject(text, object, [key, value], { unit, line })
  const first = object.children?.[0] ?? last
  const lines = text.slice(object.offset, first.offset).includes('\n')
  const indent = lines ? indentAt(text, last.offset) : ''
  const property = `${JSON.stringify(key)}: ${lines ? printJson(value, { indent, unit, line }) : inOneLine(value)}`
  const lead = lines ? `${line}${indent}` : ' '
  const end = last.offset + last.length
  const comma = skipTrivia(text, end)
  const after = (at: number): number => (lines ? commentEnd(text, at) : at)
  if (text[comma] === ',') return [insertion(after(comma + 1), `${lead}${property},`)]
  const at = after(end)
  return at === end ? [insertion(end, `,${lead}${property}`)] : [insertion(end, ','), insertion(at, `${lead}${property}`)]
}

/** An empty object keeps the comments and spaces that it has. */
function fillObject(text: string, object: Node, [key, value]: [string, Json], { unit, line }: Style): TextEdit[] {
  const close = object.offset + object.length - 1
  const outer = indentAt(text, object.offset)
  const indent = outer + unit
  const inside = text.slice(object.offset + 1, close)
  const at = object.offset + 1 + inside.trimEnd().length
  const end = text.slice(at, close).includes('\n') ? '' : `${line}${outer}`
  return [insertion(at, `${line}${indent}${JSON.stringify(key)}: ${printJson(value, { indent, unit, line })}${end}`)]
}

function replace(text: string, { keys, name }: ServerPlace, entry: JsonObject): TextEdit[] {
  const property = find(text, [...keys, name])
  const value = property?.children?.[1]
  if (!property || !value) throw new UnfitText(`there is no server "${name}"`)
  const lines = isBlank(text.slice(text.lastIndexOf('\n', property.offset) + 1, property.offset))
  const style = { indent: indentAt(text, property.offset), unit: indentUnit(text, rootOf(text)), line: lineBreakOf(text) }
  return [{ at: value.offset, remove: value.length, insert: lines ? printJson(entry, style) : inOneLine(entry) }]
}

function remove(text: string, { keys, name }: ServerPlace, containers: readonly (readonly string[])[]): TextEdit[] {
  let path = [...keys, name]
  const property = find(text, path)
  if (!property) throw new UnfitText(`there is no server "${name}"`)
  let gone = property
  for (;;) {
    const object = gone.parent
    const owner = object?.parent
    path = path.slice(0, -1)
    const empty = object?.children?.length === 1 && containers.some((made) => isDeepStrictEqual([...made], path))
    if (!empty || !object || holdsComment(text, object, gone)) break
    if (!owner) return [{ at: object.offset, remove: wholeLine(text, object), insert: '' }]
    gone = owner
  }
  return removeProperty(text, gone)
}

/** A created document ends with a line break that was created too. */
function wholeLine(text: string, { offset, length }: Node): number {
  const line = /^\r?\n/.exec(text.slice(offset + length))?.[0] ?? ''
  return length + line.length
}

/** A comment that someone wrote next to the entry keeps the object in which it is. */
function holdsComment(text: string, object: Node, child: Node): boolean {
  const before = text.slice(object.offset + 1, child.offset)
  const after = text.slice(child.offset + child.length, object.offset + object.length - 1)
  return !isBlank(before) || !isBlank(after.replace(',', ''))
}

/** Takes back what `insertProperty` writes: the property, its line, and one comma. */
function removeProperty(text: string, property: Node): TextEdit[] {
  const siblings = property.parent?.children ?? []
  const end = property.offset + property.length
  const next = skipTrivia(text, end)
  const previous = siblings[siblings.indexOf(property) - 1]
  const commaAt = text[next] === ',' ? next : previous && skipTrivia(text, previous.offset + previous.length)
  const commas = commaAt === undefined ? [] : [{ at: commaAt, remove: 1, insert: '' }]
  const cut = (start: number): TextEdit[] => [...commas, { at: start, remove: end - start, insert: '' }]
  const tight = tidy(text, property, cut(lineStart(text, property.offset)))
  const loose = cut(property.offset)
  // The line break may be what ends a comment in front of the property.
  return isDeepStrictEqual(valueIfReadable(applyEdits(text, tight)), valueIfReadable(applyEdits(text, loose))) ? tight : loose
}

/** An object that is left with nothing but spaces becomes `{}`. */
function tidy(text: string, property: Node, edits: TextEdit[]): TextEdit[] {
  const object = property.parent
  if (object?.children?.length !== 1) return edits
  const inside = { at: object.offset + 1, remove: object.length - 2, insert: '' }
  return holdsComment(text, object, property) ? edits : [inside]
}

/** The start of the line break in front of a property that begins its line; else of the one space in front of it. */
function lineStart(text: string, offset: number): number {
  const spaces = offset - indentBefore(text, offset).length
  if (text[spaces - 1] === '\n') return text[spaces - 2] === '\r' ? spaces - 2 : spaces - 1
  return text[offset - 1] === ' ' ? offset - 1 : offset
}

function rootOf(text: string): Node | undefined {
  const { root, errors } = parsed(text)
  const [error] = errors
  if (error) throw new UnfitText(`${printParseErrorCode(error.error)} in line ${text.slice(0, error.offset).split('\n').length}`)
  if (root && root.type !== 'object') throw new UnfitText('it does not hold an object')
  return root
}

function valueIfReadable(text: string): unknown {
  const { root, errors } = parsed(text)
  return errors.length === 0 ? readValue(root) : undefined
}

function parsed(text: string): { root: Node | undefined; errors: ParseError[] } {
  // A repo's settings of a client may be nested deeper than the stack.
  if (isDeeper(text, MOST_LEVELS)) throw new UnfitText('it is nested too deep')
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true })
  return { root, errors }
}

const MOST_LEVELS = 200

function isDeeper(text: string, most: number): boolean {
  const scanner = createScanner(text, true)
  let levels = 0
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    const first = text[scanner.getTokenOffset()]
    if (first === '{' || first === '[') levels++
    else if (first === '}' || first === ']') levels--
    if (levels > most) return true
  }
  return false
}

/** If a key is there twice, clients read the last one. */
const propertyOf = (object: Node, key: string): Node | undefined =>
  object.children?.findLast(({ children }) => children?.[0]?.value === key)

function find(text: string, path: readonly string[]): Node | undefined {
  let object = rootOf(text)
  let property: Node | undefined
  for (const key of path) {
    property = object && propertyOf(object, key)
    object = property?.children?.[1]
  }
  return property
}

function readValue(node: Node | undefined): unknown {
  if (node?.type === 'array') return (node.children ?? []).map(readValue)
  if (node?.type !== 'object') return node?.value
  const properties = (node.children ?? []).map(
    ({ children }) => [String(children?.[0]?.value), readValue(children?.[1])] as const,
  )
  return Object.fromEntries(properties)
}

const indentBefore = (text: string, offset: number): string => /(?<![ \t])[ \t]*$/.exec(text.slice(0, offset))?.[0] ?? ''
/** The spaces at the start of the line of an offset. */
const indentAt = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset))?.[0] ?? ''

/** How far the file indents: as its first property does. */
function indentUnit(text: string, root: Node | undefined): string {
  const first = root?.children?.[0]
  const indent = first && text.slice(root.offset, first.offset).includes('\n') ? indentAt(text, first.offset) : ''
  return indent === '' ? '  ' : indent
}

/** Objects over several lines, lists in one line. */
function printJson(value: Json, { indent, unit, line }: Style & { indent: string }): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((each: Json) => JSON.stringify(each)).join(', ')}]`
  const inner = indent + unit
  const rows = Object.entries(value).map(
    ([key, each]) => `${inner}${JSON.stringify(key)}: ${printJson(each, { indent: inner, unit, line })}`,
  )
  return `{${line}${rows.join(`,${line}`)}${line}${indent}}`
}

const inOneLine = (value: Json): string => printJson(value, { indent: '', unit: '', line: '\n' }).replaceAll('\n', ' ')
