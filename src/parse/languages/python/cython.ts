/**
 * Cython (`.pyx`, `.pxd`) rewritten as Python without types: `cdef int f(int x) except -1:` becomes `def f(x):`. Same length and
 * line ends; what is not Python at all (structs, C headers) becomes a number.
 */
import { parameterEdits } from './cython-parameters.ts'

const isCython =
  /^[ \t]*(?:(?:cdef|cpdef|ctypedef|cimport)\b|from[ \t]+\S+[ \t]+cimport\b|def[ \t]+\w+\(\s*(?:object|bint|int|double|ndarray|str|dict|list)[ \t]+\w)/m
/** `^` would also match after a carriage return or a line separator, which `[^\n]` passes over: quadratic on a text of them. */
const lineStart = String.raw`(?<![^\n])`
const type = String.raw`(?:[^\n()=:#[\]'"]|\[[^\]\n]*\]|\([^()\n]*\)[ \t]+(?=\w))*?`
const head = new RegExp(String.raw`${lineStart}([ \t]*)(cdef|cpdef|def)([ \t]${type})\b(\w+)[ \t]*\(`, 'g')
const holder =
  /(?<![^\n])([ \t]*)(?:cdef|ctypedef)[ \t][^\n(=:'"]{0,200}?\b(class|struct|union|enum|fused|cppclass)[ \t]+(?:\w+\.){0,20}(\w+)\b([^\n:(]*)(?=[:(])/g
const block = /(?<![^\n])([ \t]*)cdef(?:[ \t]+(?:extern|nogil|readonly|public|api)\b[^\n(]*)?:[ \t]*(?:#[^\n]*)?$/gm
const variable = new RegExp(String.raw`${lineStart}([ \t]*)((?:cdef|ctypedef)[ \t]${type})(?=\b\w+[ \t]*(?:=[^=]|,|$|#))`, 'gm')
// The lookbehind comes after the character itself, because white space may be long.
const cast = /<(?<=(?:[=(,[:+\-*/%&|>]|\b(?:return|in|if|else|and|or|not|assert))\s*<)[\w.*, \t[\]:?]+>(?=[ \t]*[\w("'&<-])/g

/** Returns plain Python unchanged. */
export function maskCython(text: string): string {
  if (!isCython.test(text)) return text
  const units = text.split('')
  const put = (from: number, to: number, written = ''): void => {
    for (let at = from; at < to; at++) if (units[at] !== '\n' && units[at] !== '\r') units[at] = written[at - from] ?? ' '
  }
  let until = 0
  for (const { 0: all, 1: indent = '', index } of text.matchAll(block)) {
    put(index + indent.length, index + all.length, 'if 1:')
    if (index >= until) until = quiet(text, index + all.length, indent.length, put)
  }
  until = 0
  for (const { 0: all, 1: indent = '', 2: kind = '', 3: name = '', 4: behind = '', index } of text.matchAll(holder)) {
    const end = index + all.length
    put(index + indent.length, end - behind.length - name.length, 'class')
    put(end - behind.length, end)
    if (kind !== 'class' && index >= until) until = quiet(text, end, indent.length, put)
  }
  for (const found of text.matchAll(head)) readHead(text, found, put)
  for (const { 1: indent = '', 2: typed = '', index } of text.matchAll(variable))
    if (units[index + indent.length] === 'c') {
      put(index + indent.length, index + indent.length + typed.length, '0;')
      partValues(text, index + indent.length + typed.length, put)
    }
  return plainer(units.join(''))
}

type Put = (from: number, to: number, written?: string) => void

function readHead(text: string, found: RegExpExecArray, put: Put): void {
  const [all, indent = '', word = '', between = '', name = ''] = found
  const start = found.index + indent.length
  const open = found.index + all.length - 1
  const close = closeOf(text, open)
  if (close < 0 || (word === 'def' && between.trim() !== '') || /\b(?:class|struct|union|enum|cppclass)\b/.test(between)) return
  put(start, open - (all.length - 1 - all.lastIndexOf(name)), 'def')
  const [, tail = ''] = /^([^\n:#]*)/.exec(text.slice(close + 1)) ?? []
  const end = close + 1 + tail.length
  if (text.charAt(end) === ':') {
    for (const { from, to } of parameterEdits(text, open + 1, close)) put(from, to)
    if (!tail.includes('->')) put(close + 1, end)
  } else if (tail.length >= 2) {
    put(open + 1, close)
    put(close, end, '):0')
  } else if (!text.slice(open, end).includes('\n') && end - open >= 4) {
    put(open, end - 4)
    put(end - 4, end, '():0')
  } else {
    put(start, start + 3, '0; ')
    put(open + 1, close)
  }
}

/** Lines indented deeper than the one that ends at `from`: C declarations. Returns where they end. */
function quiet(text: string, from: number, indent: number, put: Put): number {
  let depth = 0
  let isKept = false
  for (let at = text.indexOf('\n', from) + 1; at > 0 && at < text.length; at = text.indexOf('\n', at) + 1) {
    const line = /[^\r\n]*/.exec(text.slice(at, at + 2000))?.[0] ?? ''
    const own = line.length - line.trimStart().length
    if (depth === 0 && line.trim() !== '' && own <= indent) return at
    // These lines have a keyword of their own, which other rules handle.
    const isOwn = /^\s*(?:cdef|cpdef|ctypedef|def|class|pass|@|#|"|$)/.test(line)
    const value = depth === 0 && !isOwn ? /^\s*(?:[\w.]+(?:\[[^\]]*\])?[ \t*&]+)+(?=\w+\s*=[^=])/.exec(line)?.[0] : undefined
    if (value !== undefined) {
      put(at + own, at + value.length, '0;')
      partValues(text, at + value.length, put)
    }
    if (value === undefined && depth === 0 && !isOwn) put(at + own, at + line.length, '0')
    if (depth === 0) isKept = isOwn || value !== undefined
    else if (!isKept) put(at, at + line.length)
    for (const sign of line.replace(/#.*/, '')) depth += '([{'.includes(sign) ? 1 : ')]}'.includes(sign) ? -1 : 0
  }
  return text.length
}

/** `a = 0, b = f(1)`: separate statements in Python. */
function partValues(text: string, from: number, put: Put): void {
  let depth = 0
  for (let at = from; at < text.length && (depth > 0 || text.charAt(at) !== '\n') && at - from < 1000; at++) {
    const sign = text.charAt(at)
    if (sign === '#') return
    if ('([{'.includes(sign)) depth++
    else if (')]}'.includes(sign)) depth--
    else if (sign === ',' && depth === 0) put(at, at + 1, ';')
  }
}

function closeOf(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length && at - open < 8000; at++) {
    const sign = text.charAt(at)
    if (sign === '#') at = text.indexOf('\n', at)
    if (at < 0 || (sign === '\n' && startsAnother(text, at + 1))) return -1
    if ('([{'.includes(sign)) depth++
    else if (')]}'.includes(sign) && --depth === 0) return at
  }
  return -1
}

/** An unclosed bracket must not be searched in the whole rest of the file. */
function startsAnother(text: string, at: number): boolean {
  lineOfHead.lastIndex = at
  return lineOfHead.test(text)
}
const lineOfHead = /[ \t]*(?:cdef|cpdef|def)[ \t]/y

const plainer = (text: string): string =>
  text
    .replaceAll(/ctypedef\b(?<=(?<![^\n])[ \t]*ctypedef)[^\n]*\(\*[^\n]*/g, (line) => `0${' '.repeat(line.length - 1)}`)
    .replaceAll(/^([ \t]*)cimport\b/gm, '$1import ')
    .replaceAll(/^([ \t]*from[ \t]+\S+[ \t]+)cimport\b/gm, '$1 import')
    .replaceAll(
      /^([ \t]*)include([ \t]+["'][^\n]*)$/gm,
      (_, indent: string, rest: string) => `${indent}0${' '.repeat(rest.length + 6)}`,
    )
    .replaceAll(cast, (found) => ' '.repeat(found.length))
    .replaceAll(/&(?<=[=(,[]\s*&)(?=\w)/g, ' ')
    .replaceAll(/\*(?<=\w[ \t]*\*)\**(?!\*)(?=[ \t]*\))/g, (stars) => ' '.repeat(stars.length))
    .replaceAll(/(?<=\w\.)as\b/g, 'a_')
