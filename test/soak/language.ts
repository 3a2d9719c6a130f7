/** What the soak knows about languages: how to recognise a definition by its lines, and how a new file calls a function. */
import path from 'node:path'
import { moreLanguages } from './more-languages.ts'

/** Languages for which package registries have real repositories. */
export const fetchedLanguages = ['javascript', 'typescript', 'python', 'go', 'java'] as const
export type LanguageName = (typeof fetchedLanguages)[number] | keyof typeof moreLanguages

/** Found by a pattern, not by a parser; good enough to choose an edit or a question. */
export type Seen = { name: string; line: number; end: number; indent: string; top: boolean }

export type Caller = { file: string; text: string /** The line of the call. */; line: number }

export type Language = {
  extension: RegExp
  comment: string
  blocks: 'braces' | 'indent'
  definition: readonly RegExp[]
  /** What a new file begins with. */
  opening?: readonly string[]
  /** What it ends with. */
  closing?: readonly string[]
  /** A new function at the top level (Java: in its own class). */
  makeFunction(name: string, calls: string | null): string[]
  /** A new file that imports (if necessary) and calls it; undefined if this definition cannot be called from other files. */
  makeCaller(target: Target, word: string): Caller | undefined
}

export type Target = { file: string; lines: readonly string[]; seen: Seen; files: ReadonlySet<string> }

const KEYWORD = /^(?:if|for|while|switch|catch|return|else|do|try|function|new|super|constructor|with|assert|throw|synchronized)$/

export function languageOf(file: string): Language | undefined {
  return Object.values(languages).find((language) => language.extension.test(file))
}

export function definitionsIn(lines: readonly string[], language: Language): Seen[] {
  const found: Seen[] = []
  for (const [at, line] of lines.entries()) {
    if (line.length > 400) continue
    for (const pattern of language.definition) {
      const name = pattern.exec(line)?.groups?.name
      if (name === undefined || KEYWORD.test(name)) continue
      const indent = /^\s*/.exec(line)?.[0] ?? ''
      found.push({ name, line: at + 1, end: endOf(lines, at, indent, language), indent, top: indent === '' })
      break
    }
  }
  return found
}

function endOf(lines: readonly string[], start: number, indent: string, language: Language): number {
  if (language.blocks === 'indent') {
    let end = start + 1
    for (let at = start + 1; at < lines.length; at++) {
      const line = lines[at] ?? ''
      if (line.trim() === '') continue
      if ((/^\s*/.exec(line)?.[0].length ?? 0) <= indent.length && !/^\s*\)/.test(line)) break
      end = at + 1
    }
    return end
  }
  if (!/[{(]\s*$/.test(lines[start] ?? '') && !opensBelow(lines, start)) return start + 1
  for (let at = start + 1; at < Math.min(lines.length, start + 400); at++) {
    const line = lines[at] ?? ''
    if (line.startsWith(`${indent}}`) || line.startsWith(`${indent})`)) return at + 1
  }
  return start + 1
}

/** Its brace is on its own line, after the rest of its parameters. */
function opensBelow(lines: readonly string[], start: number): boolean {
  for (const line of lines.slice(start + 1, start + 8)) {
    if (/^\s*\{\s*$/.test(line)) return true
    if (/[;{}]/.test(line)) return false
  }
  return false
}

const script = {
  comment: '//',
  blocks: 'braces',
  makeFunction: (name, calls) => [
    `function ${name}(first, second) {`,
    `  return ${calls ? `${calls}(first)` : 'first'} + second`,
    '}',
  ],
} as const satisfies Partial<Language>

const relativeModule = (from: string, to: string): string => {
  const relative = path.posix.relative(path.posix.dirname(from), to)
  return relative.startsWith('.') ? relative : `./${relative}`
}

export const languages: Readonly<Record<LanguageName, Language>> = {
  ...moreLanguages,
  javascript: {
    ...script,
    extension: /\.(?:js|cjs|mjs|jsx)$/,
    definition: [
      /^\s*(?:export\s+)?(?:default\s+)?(?:async\s+)?function\s*\*?\s*(?<name>[\w$]+)\s*\(/,
      /^\s*(?:module\.)?exports\.(?<name>[\w$]+)\s*=\s*(?:async\s+)?function/,
      /^\s*(?:export\s+)?class\s+(?<name>[\w$]+)/,
      /^[\w$]+(?:\.prototype)?\.(?<name>[\w$]+)\s*=\s*(?:async\s+)?function/,
    ],
    makeCaller({ file, lines, seen }, word) {
      const line = lines[seen.line - 1] ?? ''
      if (!/^\s*(?:module\.)?exports\.[\w$]+\s*=/.test(line)) return undefined
      const from = `${path.posix.dirname(file)}/soak-${word}.js`
      const module = relativeModule(from, file.replace(/\.js$/, ''))
      const text = [
        `var target = require('${module}')`,
        '',
        `function soak_${word}(value) {`,
        `  return target.${seen.name}(value)`,
        '}',
        '',
      ]
      return { file: path.posix.normalize(from), text: text.join('\n'), line: 4 }
    },
  },
  typescript: {
    ...script,
    extension: /\.(?:ts|mts|cts|tsx)$/,
    makeFunction: (name, calls) => [
      `export function ${name}(first: string, second: number): unknown {`,
      `  return ${calls ? `${calls}(first)` : 'first'}`,
      '}',
    ],
    definition: [
      /^\s*(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:async\s+)?function\s*\*?\s*(?<name>[\w$]+)\s*[(<]/,
      /^\s*(?:export\s+)?(?:declare\s+)?(?:abstract\s+)?class\s+(?<name>[\w$]+)/,
      /^\s*(?:export\s+)?(?:declare\s+)?interface\s+(?<name>[\w$]+)/,
      /^(?:export\s+)?(?:declare\s+)?type\s+(?<name>[\w$]+)/,
      /^(?:export\s+)?const\s+(?<name>[\w$]+)\s*[:=]/,
      /^\s{2,8}(?:async\s+|static\s+|public\s+|private\s+|protected\s+)*(?<name>[\w$]+)\([^;]*\)[^;]*\{\s*$/,
    ],
    makeCaller({ file, lines, seen }, word) {
      const line = lines[seen.line - 1] ?? ''
      if (!/^export\s+(?:declare\s+)?(?:async\s+)?(?:function|const|class)\s/.test(line) || /\.d\.[mc]?ts$/.test(file))
        return undefined
      const from = path.posix.normalize(`${path.posix.dirname(file)}/soak-${word}.ts`)
      const module = relativeModule(from, file.replace(/\.tsx?$/, '.js'))
      const text = [
        `import { ${seen.name} } from '${module}'`,
        '',
        `export function soak_${word}(): unknown {`,
        `  return ${seen.name}()`,
        '}',
        '',
      ]
      return { file: from, text: text.join('\n'), line: 4 }
    },
  },
  python: {
    extension: /\.py$/,
    comment: '#',
    blocks: 'indent',
    definition: [/^\s*(?:async\s+)?def\s+(?<name>\w+)\s*\(/, /^\s*class\s+(?<name>\w+)/],
    makeFunction: (name, calls) => [
      `def ${name}(first, second=1):`,
      '    """Made by the soak."""',
      `    return ${calls ? `${calls}(first)` : 'first'}`,
    ],
    makeCaller({ file, seen, files }, word) {
      if (!seen.top || file.endsWith('__init__.py')) return undefined
      const parts = file.replace(/\.py$/, '').split('/')
      if (parts.some((part) => !/^\w+$/.test(part))) return undefined
      let first = parts.length - 1
      while (first > 0 && files.has([...parts.slice(0, first), '__init__.py'].join('/'))) first--
      if (first === parts.length - 1) return undefined
      const from = [...parts.slice(0, -1), `soak_${word}.py`].join('/')
      const module = parts.slice(first).join('.')
      const text = [
        `from ${module} import ${seen.name}`,
        '',
        '',
        `def soak_${word}(value):`,
        `    return ${seen.name}(value)`,
        '',
      ]
      return { file: from, text: text.join('\n'), line: 5 }
    },
  },
  go: {
    extension: /\.go$/,
    comment: '//',
    blocks: 'braces',
    definition: [/^func\s+(?:\([^)]*\)\s*)?(?<name>\w+)\s*[[(]/, /^type\s+(?<name>\w+)\s/],
    makeFunction: (name, calls) => [
      `func ${name}(first string) string {`,
      `\treturn ${calls ? `${calls}(first)` : 'first'}`,
      '}',
    ],
    makeCaller({ file, lines, seen }, word) {
      const line = lines[seen.line - 1] ?? ''
      const clause = lines.find((each) => /^package\s+\w+/.test(each))
      if (!/^func\s+\w+\s*\(/.test(line) || !clause || /_test\.go$/.test(file) || ['main', 'init'].includes(seen.name))
        return undefined
      if (
        lines.slice(0, 20).some((each) => /^\/\/(?:go:build|\s*\+build)/.test(each)) ||
        /_(?:linux|windows|darwin|\w*64|js|appengine)\.go$/.test(file)
      )
        return undefined
      const from = path.posix.normalize(`${path.posix.dirname(file)}/soak_${word}.go`)
      const text = [clause, '', `func soak_${word}() {`, `\t${seen.name}()`, '}', '']
      return { file: from, text: text.join('\n'), line: 4 }
    },
  },
  java: {
    extension: /\.java$/,
    comment: '//',
    blocks: 'braces',
    definition: [
      /^\s*(?:(?:public|private|protected|static|final|abstract|synchronized|default)\s+)*(?:class|interface|enum)\s+(?<name>\w+)/,
      /^\s+(?:@\w+\s+)*(?:(?:public|private|protected|static|final|abstract|synchronized|default)\s+)+(?:<[^>]+>\s*)?[\w.<>[\],?\s]+\s(?<name>\w+)\([^;]*$/,
    ],
    makeFunction: (name, calls) => [
      `class Holder_${name} {`,
      `  String ${name}(String first) {`,
      `    return ${calls ? `${calls}(first)` : 'first'};`,
      '  }',
      '}',
    ],
    makeCaller({ file, lines, seen }, word) {
      const line = lines[seen.line - 1] ?? ''
      const clause = lines.find((each) => /^package\s+[\w.]+;/.test(each))
      const owner = path.posix.basename(file, '.java')
      const owned = lines.some((each) => new RegExp(`^public (?:final |abstract )*class ${owner}\\b`).test(each))
      if (!clause || !owned || !/^ {2}public\s+(?!static|class|abstract|interface|enum)/.test(line) || seen.name === owner)
        return undefined
      const from = path.posix.normalize(`${path.posix.dirname(file)}/Soak_${word}.java`)
      const text = [
        clause,
        '',
        `class Soak_${word} {`,
        `  void run(${owner} target) {`,
        `    target.${seen.name}();`,
        '  }',
        '}',
        '',
      ]
      return { file: from, text: text.join('\n'), line: 5 }
    },
  },
}
