/** Every regular expression of the sources: literals, `new RegExp` of a text in the code, and those made while a module is loaded. */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'

export type SourceRegex = { file: string; source: string; flags: string }

const root = path.resolve(import.meta.dirname, '../..')
const { Language, Parser } = createRequire(import.meta.url)('web-tree-sitter') as typeof import('web-tree-sitter')

export async function sourceRegexes(): Promise<SourceRegex[]> {
  await Parser.init()
  const parser = new Parser()
  const grammar = brotliDecompressSync(readFileSync(path.join(root, 'dist/grammars/typescript.wasm.br')))
  parser.setLanguage(await Language.load(grammar))
  const all = new Map<string, SourceRegex>()
  const keep = (regex: SourceRegex): void => void all.set(`${regex.source}/${regex.flags}/${regex.file}`, regex)
  for (const file of sourceFiles()) {
    const text = readFileSync(path.join(root, 'src', file), 'utf8')
    const tree = parser.parse(text)
    for (const node of tree?.rootNode.descendantsOfType('regex') ?? [])
      keep({
        file,
        source: node?.childForFieldName('pattern')?.text ?? '',
        flags: node?.childForFieldName('flags')?.text ?? '',
      })
    tree?.delete()
    if (!text.includes('new RegExp(')) continue
    for (const made of templates(text)) keep({ file, ...made })
    for (const made of await madeOnLoading(file)) keep({ file, ...made })
  }
  return [...all.values()]
}

const sourceFiles = (): string[] =>
  readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('fixtures'))
    .sort()

type Made = { source: string; flags: string }

/** In functions, with a word in place of what is inserted. Those of a module's constants are made when it is loaded. */
function templates(text: string): Made[] {
  const found = text.matchAll(
    /(?<!^(?:export )?const \w+ = )new RegExp\(\s*(String\.raw)?`((?:\\.|[^`\\])*)`(?:,\s*'([a-z]*)')?/gms,
  )
  return [...found].flatMap(([, isRaw, written = '', flags = '']) => {
    const filled = written.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, 'name')
    const source = isRaw ? filled : filled.replaceAll(/\\(.)/gs, '$1')
    return isValid(source, flags) ? [{ source, flags }] : []
  })
}

function isValid(source: string, flags: string): boolean {
  try {
    return new RegExp(source, flags) !== undefined
  } catch {
    return false
  }
}

async function madeOnLoading(file: string): Promise<Made[]> {
  const made: Made[] = []
  const plain = globalThis.RegExp
  globalThis.RegExp = new Proxy(plain, {
    construct(target, args, newTarget) {
      const regex = Reflect.construct(target, args, newTarget) as RegExp
      made.push({ source: regex.source, flags: regex.flags })
      return regex
    },
  })
  try {
    await import(pathToFileURL(path.join(root, 'src', file)).href)
  } finally {
    globalThis.RegExp = plain
  }
  return made
}
