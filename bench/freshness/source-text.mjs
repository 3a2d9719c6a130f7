// Reads source text by simple rules: head lines, indentation, names. It is the benchmark's only source of truth and uses no tool.
// A symbol about which the text alone is not clear is not used as a target (targets.mjs); nothing is guessed.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const extensions = new Map([
  ['.ts', 'typescript'],
  ['.js', 'javascript'],
  ['.py', 'python'],
  ['.java', 'java'],
  ['.go', 'go'],
])

/** Head line of a named function; group 1 is the indentation, group 2 the name. */
const heads = {
  typescript: /^(\s*)(?:export\s+)?(?:default\s+)?(?:async\s+)?function\s*\*?\s*([A-Za-z_$][\w$]*)\s*[(<]/,
  javascript: /^(\s*)(?:export\s+)?(?:default\s+)?(?:async\s+)?function\s*\*?\s*([A-Za-z_$][\w$]*)\s*\(/,
  python: /^(\s*)(?:async\s+)?def\s+(\w+)\s*\(/,
  java: /^(\s+)(?:(?:public|protected|private|static|final|synchronized)\s+)+[\w<>[\], .?]+\s+(\w+)\s*\([^;]*$/,
  go: /^()func\s+(?:\([^)]*\)\s*)?(\w+)\s*[([]/,
}

/** Every file git would show, as lines. Bytes that are not text are left out. */
export function readTree(root, { ignore = [] } = {}) {
  const listed = spawnSync('git', ['-C', root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  const tree = new Map()
  for (const file of new Set(listed.stdout.split('\0'))) {
    if (file === '' || ignore.some((folder) => file.startsWith(folder))) continue
    const lines = readLines(root, file)
    if (lines) tree.set(file, lines)
  }
  return tree
}

export function readLines(root, file) {
  const full = path.join(root, file)
  if (!existsSync(full)) return undefined
  const text = readFileSync(full, 'utf8')
  return text.includes('\0') ? undefined : text.split('\n').map((line) => line.replace(/\r$/, ''))
}

export function languageOf(file) {
  return extensions.get(path.extname(file))
}

const known = new WeakMap()

/** The named functions of a file: name, indentation, first and last line (1-based). Those whose end is not clear are left out. */
export function functionsOf(file, lines) {
  if (!known.has(lines)) known.set(lines, findFunctions(file, lines))
  return known.get(lines)
}

function findFunctions(file, lines) {
  const language = languageOf(file)
  if (!language) return []
  return lines.flatMap((text, at) => {
    const match = heads[language].exec(text)
    if (!match) return []
    const end = language === 'python' ? endByIndent(lines, at, match[1]) : endByBrace(lines, at, match[1])
    return end === undefined ? [] : [{ file, name: match[2], indent: match[1], line: at + 1, end: end + 1 }]
  })
}

function endByBrace(lines, head, indent) {
  if (/\}\s*$/.test(lines[head])) return undefined
  for (let at = head + 1; at < lines.length; at++) {
    const text = lines[at]
    if (text.startsWith(`${indent}}`)) return /^\s*\}\s*$/.test(text) ? at : undefined
    const depth = /^\s*/.exec(text)[0]
    if (text.trim() !== '' && depth.length <= indent.length && !/^\s*[)\]>]/.test(text)) return undefined
  }
  return undefined
}

function endByIndent(lines, head, indent) {
  let last = head
  for (let at = head + 1; at < lines.length; at++) {
    const text = lines[at]
    if (text.trim() === '') continue
    const depth = /^\s*/.exec(text)[0].length
    if (depth <= indent.length && !/^\s*\)/.test(text))
      return last > head && /^\s*(def|class|@|async|#|if|for|from|import|try|with|\w[\w.]*\s*[=([:])/.test(text)
        ? last
        : undefined
    last = at
  }
  return last > head ? last : undefined
}

export function isComment(file, text) {
  return languageOf(file) === 'python' ? /^\s*#/.test(text) : /^\s*(\/\/|\/?\*)/.test(text)
}

/** Where the name is defined as a function now: by its head line. */
export function definitionsNow(tree, name) {
  const wanted = new RegExp(`\\b${name}\\b`)
  return [...tree].flatMap(([file, lines]) =>
    languageOf(file) && lines.some((text) => wanted.test(text))
      ? functionsOf(file, lines).filter((found) => found.name === name)
      : [],
  )
}

/**
 * Each line of code that contains the name and is not its head: `call` when an argument list follows the name, `mention`
 * otherwise (import, export, value). `enclosing` lists the enclosing named functions, outermost first; `at` is the head line of
 * the first.
 */
export function occurrencesNow(tree, name) {
  const word = new RegExp(`(?<![\\w$])${name}(?![\\w$])`)
  const call = new RegExp(`(?<![\\w$])${name}\\s*(<[^()]*>)?\\(`)
  const found = []
  for (const [file, lines] of tree) {
    if (!languageOf(file) || !lines.some((text) => word.test(text))) continue
    const functions = functionsOf(file, lines)
    lines.forEach((text, at) => {
      if (!word.test(text) || isComment(file, text)) return
      if (functions.some((each) => each.line === at + 1 && each.name === name)) return
      const around = functions.filter((each) => each.line < at + 1 && each.end >= at + 1)
      found.push({
        file,
        line: at + 1,
        text,
        kind: call.test(text) ? 'call' : 'mention',
        enclosing: around.map((each) => each.name),
        at: around[0]?.line,
      })
    })
  }
  return found
}

/** Every line of every file that contains the characters of the name, comments and documents included. */
export function textNow(tree, name) {
  return [...tree].flatMap(([file, lines]) => lines.flatMap((text, at) => (text.includes(name) ? [{ file, line: at + 1 }] : [])))
}
