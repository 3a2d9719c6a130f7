/** Random files of every kind: fixtures of all languages, cut, repeated, nested, mixed and damaged; settings, manifests, rules. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Random } from '../../soak/random.ts'
import { crowdedFiles } from './crowded.ts'

const languages = path.resolve(import.meta.dirname, '../../../src/parse/languages')

/** name → text */
const samples: readonly (readonly [string, string])[] = readdirSync(languages, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.includes(`${path.sep}fixtures${path.sep}`) && !file.endsWith('.facts.txt') && path.extname(file) !== '')
  .sort()
  .map((file) => [path.basename(file), readFileSync(path.join(languages, file), 'utf8')])

const documents: readonly (readonly [string, string])[] = [
  ['README.md', '# A\n\n## B\n\n```py\ndef f(): pass\n```\n\n- [x](y)\n| a | b |\n|---|---|\n'],
  ['page.rst', 'Title\n=====\n\n.. code::\n\n   x\n\nPart\n----\n'],
  ['page.adoc', '= T\n\n== A\n\n----\ncode\n----\n'],
  ['book.ipynb', '{"cells":[{"cell_type":"code","source":["def f():\\n","  return g()"]}],"metadata":{},"nbformat":4}'],
  ['notes.txt', 'some words\n\nmore words\n'],
]
const manifests: readonly (readonly [string, string])[] = [
  ['package.json', '{"name":"a","exports":{".":"./a.js"},"workspaces":["*"],"imports":{"#a":"./a"}}'],
  ['tsconfig.json', '{"extends":"./tsconfig.json","compilerOptions":{"baseUrl":".","paths":{"@/*":["./*"]}}}'],
  ['go.mod', 'module a\n\nreplace b => ../b\n'],
  ['Cargo.toml', '[package]\nname = "a"\n[workspace]\nmembers = ["*"]\n'],
  ['pyproject.toml', '[project]\nname = "a"\n'],
  ['a.csproj', '<Project><ItemGroup><Using Include="A"/></ItemGroup></Project>'],
  ['.cairn.json', '{"ignore":["**/x"],"budget_files":3}'],
  ['.gitignore', '*.tmp\n!a\n/b/**\n'],
  ['.cairnignore', '*.tmp\n[a-\n\\\n'],
  ['.gitattributes', '* text=auto\n'],
]

/** A file's name and bytes. */
export function randomFile(random: Random): [string, Buffer] {
  const kind = random.weighted([
    [6, 'sample'],
    [2, 'crowded'],
    [2, 'document'],
    [2, 'manifest'],
  ] as const)
  if (kind === 'crowded') return crowded(random)
  const from = kind === 'sample' ? samples : kind === 'document' ? documents : manifests
  const [name, text] = random.pick(from) ?? ['a.txt', '']
  const folder = random.pick(['', 'src/', 'src/deep/er/', 'test/', 'lib/ü/'])
  return [`${folder}${kind === 'sample' ? `${random.below(40)}-` : ''}${name}`, mutated(text, random)]
}

const extensions: Readonly<Record<string, string>> = {
  python: 'py',
  typescript: 'ts',
  javascript: 'js',
  java: 'java',
  csharp: 'cs',
  kotlin: 'kt',
  scala: 'scala',
  go: 'go',
  rust: 'rs',
  c: 'c',
  cpp: 'cpp',
  ruby: 'rb',
  php: 'php',
  swift: 'swift',
  bash: 'sh',
  lua: 'lua',
  elixir: 'ex',
  haskell: 'hs',
  zig: 'zig',
  terraform: 'tf',
  vue: 'vue',
  html: 'html',
}

function crowded(random: Random): [string, Buffer] {
  const all = crowdedFiles(random.pick([20, 200, 2_000]) ?? 20)
  const language = random.pick(Object.keys(all)) ?? 'c'
  const text = random.pick(Object.values(all[language] ?? {})) ?? ''
  return [`crowd/${random.below(20)}.${extensions[language]}`, random.chance(0.7) ? Buffer.from(text) : mutated(text, random)]
}

const nasty = [
  '\0',
  '\ud800',
  '\u202e',
  '\r',
  '\u2028',
  '\ufeff',
  '{',
  '(',
  '[',
  '"',
  "'",
  '`',
  '<!--',
  '/*',
  '#if',
  '\\',
  '*',
  '**/',
  '😀',
  '\x1b[31m',
]

function mutated(text: string, random: Random): Buffer {
  let now = text
  for (let times = random.below(4); times > 0; times--) now = mutateOnce(now, random).slice(0, 600_000)
  const bytes = Buffer.from(now)
  if (bytes.length > 0 && random.chance(0.1)) bytes[random.below(bytes.length)] = random.below(256)
  return bytes
}

function mutateOnce(text: string, random: Random): string {
  const at = random.below(text.length + 1)
  const to = Math.min(text.length, at + random.below(200))
  const part = text.slice(at, to)
  const odd = random.pick(nasty) ?? ''
  switch (random.below(8)) {
    case 0:
      return text.slice(0, at)
    case 1:
      return text.slice(0, at) + text.slice(to)
    case 2:
      return text.slice(0, at) + part.repeat(random.pick([2, 50, 2_000]) ?? 2) + text.slice(at)
    case 3:
      return text.slice(0, at) + odd.repeat(random.pick([1, 100, 20_000]) ?? 1) + text.slice(at)
    case 4:
      return text.repeat(random.pick([2, 10, 60]) ?? 2)
    case 5:
      return text.replaceAll('\n', random.pick(['\r\n', '\r', ' ', '\n\n']) ?? '\n')
    case 6: {
      const lines = text.split('\n')
      return lines.map((line, depth) => `${' '.repeat(Math.min(depth, 400))}${line}`).join('\n')
    }
    default:
      return text.replaceAll(
        random.pick(text.match(/\w+/g) ?? ['a']) ?? 'a',
        random.pick(['x', '', 'x'.repeat(3_000), 'a.b', odd]) ?? 'x',
      )
  }
}
