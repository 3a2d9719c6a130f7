/**
 * Syntax that the Swift grammar misreads, replaced by blanks of the same length before parsing: `#if` inside types, `try` and
 * `await`, modifiers newer than the grammar. Only the parser sees the blanks; facts are read from the original text.
 */
import { applyEdits, type Edit } from '../../blank.ts'
import { directiveEdits } from './conditional-regions.ts'

/** Comments, strings, brackets, directives and the words that may be masked: everything else is skipped. */
const token =
  /\/\/[^\n]*|\/\*|(?<!#)#*"|^[ \t]*#(?:if|elseif|else|endif|error|warning|sourceLocation)\b[^\n]*|#(?:_sourceLocation|isolation)\b|@(?:_?lifetime|_specialize|Sendable(?=\s+func))\b|[{}()[\]]|(?<=[\p{L}\p{N}_])<(?=[\p{Lu}[(])|\$(?=[\p{L}_])|\b(?:try[?!]?|await|unsafe|sending|consuming|borrowing|isolated|consume|copy|__owned|__shared|__consuming|throws|rethrows|nonisolated|package)(?![\p{L}\p{N}_$])/gmu

export function maskSwift(text: string): string {
  const edits: Edit[] = []
  const directives = directiveEdits(text, edits)
  token.lastIndex = 0
  for (let found = token.exec(text); found; found = token.exec(text)) {
    const [word] = found
    const start = found.index
    if (word.startsWith('//')) continue
    if (word === '/*') token.lastIndex = endOfComment(text, start)
    else if (word.endsWith('"')) token.lastIndex = endOfString(text, start)
    else if (/^[{}()[\]]$/.test(word)) {
      directives.bracket(word)
      if (word !== '(') continue
      if (isEmptyValue(text, start)) edits.push({ start, end: start + 2, put: '0 ' })
      else if (isEmptyType(text, start)) edits.push({ start, end: start + 2, put: 'VV' })
      else if (isEmptyAttribute(text, start) || isEmptyPattern(text, start)) edits.push({ start, end: start + 2, put: '' })
    } else if (word === '<') {
      const given = typeArgumentsAt(text, start)
      if (given !== '') edits.push({ start, end: start + given.length, put: '' })
    } else if (/^[ \t]*#/.test(word) && !/^#[_i]s/.test(word)) directives.line(word, start)
    else maskWord(text, word, start, edits)
  }
  return applyEdits(text, edits)
}

function maskWord(text: string, word: string, start: number, edits: Edit[]): void {
  const end = start + word.length
  const before = text.charAt(start - 1)
  if (word.startsWith('#')) edits.push({ start, end, put: '0' })
  else if (word.startsWith('@')) {
    const given = /^\([^()]*\)/.exec(text.slice(end, end + 200))?.[0] ?? ''
    edits.push({ start, end: end + given.length, put: '' })
  } else if (before === '.' || before === '`' || before === '@') return
  // `_$observationRegistrar`
  else if (word === '$') {
    if (/[\p{L}\p{N}_]/u.test(before)) edits.push({ start, end, put: '_' })
  } else if (word === 'throws' || word === 'rethrows') {
    const typed = /^[ \t]*\([^()]*\)/.exec(text.slice(end, end + 200))?.[0]
    // Without its type, `do throws(E) {` must lose the `throws` too.
    const isBlock = /\bdo\s+$/.test(text.slice(Math.max(0, start - 10), start))
    if (typed !== undefined) edits.push({ start: isBlock ? start : end, end: end + typed.length, put: '' })
  } else if (word === 'nonisolated') {
    const unsafe = /^\([a-z]+\)/.exec(text.slice(end, end + 20))?.[0]
    // Before a local variable the grammar cannot read the word alone either: it is replaced by one that is allowed there.
    if (unsafe !== undefined) edits.push({ start, end: end + unsafe.length, put: 'unowned' })
  } else if (word === 'package') {
    if (
      /^[ \t]+(?:\w+[ \t]+)*(?:func|var|let|init|class|struct|enum|protocol|actor|extension|typealias)\b/.test(
        text.slice(end, end + 80),
      )
    )
      edits.push({ start, end, put: 'public' })
  } else if (word === 'consume' || word === 'copy') {
    if (/^[ \t]+(?!(?:in|is|as|where|else|async|throws)\b)[\p{L}_]/u.test(text.slice(end, end + 40)))
      edits.push({ start, end, put: '' })
  } else if (isPrefix(text, end)) edits.push({ start, end, put: '' })
}

/**
 * `Store<Int>.shared`: the type arguments before a member of a value, which the grammar reads as comparisons; '' for any other
 * `<`. Members of types that are types are left alone: the grammar reads those correctly.
 */
export function typeArgumentsAt(text: string, start: number): string {
  return (
    /^<(?:[\p{L}\p{N}_\s,.:?&[\]]|<[\p{L}\p{N}_\s,.:?&[\]]*>)*>(?=\.[\p{Ll}_])/u.exec(text.slice(start, start + 200))?.[0] ?? ''
  )
}

/** Is this word a prefix of what follows, or a name itself (`await()`, `let unsafe = 1`)? */
const isPrefix = (text: string, end: number): boolean =>
  /^\s+(?!(?:in|is|as|where|else|let|var)\b)[\p{L}_.$"#([{\\&!\-`@~/\d]/u.test(text.slice(end, end + 40))

/**
 * `f(())`, `= ()`, `return ()`, `{ _ in () }`, or alone on its line: the empty tuple as a value. After `:` or `->` it is a type.
 */
function isEmptyValue(text: string, start: number): boolean {
  if (text.charAt(start + 1) !== ')') return false
  if (/^\s*(?:->|async\b|throws\b|rethrows\b|\{)/.test(text.slice(start + 2, start + 20))) return false
  const before = text.slice(Math.max(0, start - 120), start)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  if (/\btypealias\b/.test(line)) return false
  if (/(?:[(,]\s*|[^=!<>]=\s+|[=!]=\s+|\b(?:return|in)\s+|[[,]\s*"[^"\n]*":\s*)$/.test(before)) return true
  if (/^\s*$/.test(line))
    return /^[ \t]*(?:\/\/[^\n]*)?\r?$/m.test(text.slice(start + 2, start + 200)) && !/(?:->|\w)\s*$/.test(before)
  return /:\s*$/.test(line) && !/\bfunc\b|\bcase\s+\w|(?<![.\w])init\b|\b(?:var|let|subscript)\b|->/.test(line)
}

/** `typealias Out = ()` */
const isEmptyType = (text: string, start: number): boolean =>
  text.charAt(start + 1) === ')' && /\btypealias\s+\w+\s*=\s*$/.test(text.slice(Math.max(0, start - 80), start))

/** `case .success():` */
const isEmptyPattern = (text: string, start: number): boolean =>
  text.charAt(start + 1) === ')' &&
  /\bcase\s+\.\w+$/.test(text.slice(Math.max(0, start - 60), start)) &&
  /^\s*[:,]/.test(text.slice(start + 2, start + 10))

/** `@Option() var name` is `@Option var name`. */
const isEmptyAttribute = (text: string, start: number): boolean =>
  text.charAt(start + 1) === ')' && /@[\w.]+$/.test(text.slice(Math.max(0, start - 60), start))

/** Comments of Swift nest. */
function endOfComment(text: string, start: number): number {
  const mark = /\/\*|\*\//g
  mark.lastIndex = start
  let depth = 0
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    depth += found[0] === '/*' ? 1 : -1
    if (depth === 0) return mark.lastIndex
  }
  return text.length
}

/** `start` is at the quote or the hashes before it. A single-line string that is not closed ends with the line. */
function endOfString(text: string, start: number, depth = 0): number {
  let at = start
  while (text.charAt(at) === '#') at++
  const hashes = text.slice(start, at)
  const isLong = text.startsWith('"""', at)
  const close = `${isLong ? '"""' : '"'}${hashes}`
  for (at += isLong ? 3 : 1; at < text.length; at++) {
    const unit = text.charAt(at)
    if (unit === '\n' && !isLong) return at
    if (unit === '"' && text.startsWith(close, at)) return at + close.length
    if (unit !== '\\' || !text.startsWith(hashes, at + 1)) continue
    at += hashes.length + 1
    if (text.charAt(at) === '(') at = endOfInterpolation(text, at, isLong, depth + 1) - 1
  }
  return text.length
}

/** Nested strings; nobody nests three, and each level costs a stack frame. */
const DEEPEST = 64

function endOfInterpolation(text: string, start: number, isLong: boolean, strings: number): number {
  if (strings > DEEPEST) return text.length
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const unit = text.charAt(at)
    if (unit === '(') depth++
    else if (unit === ')' && --depth === 0) return at + 1
    else if (unit === '"') at = endOfString(text, at, strings) - 1
    else if (unit === '\n' && !isLong) return at
  }
  return text.length
}
