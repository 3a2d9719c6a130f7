// Cairn's name of a language → ctags' name, and which of its kinds are definitions: functions, methods, classes, types and
// similar.
import { withoutProse } from '../../dist/parse/languages/haskell/literate.js'

const callables = ['function', 'method', 'func', 'subroutine', 'procedure', 'singletonMethod']
const types = [
  'class',
  'struct',
  'union',
  'enum',
  'interface',
  'trait',
  'type',
  'typedef',
  'talias',
  'typealias',
  'object',
  'protocol',
]
const usual = [...callables, ...types, 'namespace', 'module', 'macro']

/** The scripts of a component, every other line blank. */
const scriptsOnly = (text) => {
  let inside = false
  return text
    .split('\n')
    .map((line) => {
      if (/^\s*<script\b[^>]*[^/]>/.test(line)) inside = true
      else if (/<\/script>/.test(line)) inside = false
      else if (inside) return line
      return ''
    })
    .join('\n')
}
const script = { name: 'TypeScript', kinds: [...callables, ...types, 'namespace', 'generator'] }

export const ctagsLanguages = {
  vue: { ...script, shown: scriptsOnly },
  svelte: { ...script, shown: scriptsOnly },
  // Reports object literals with data, and any word before `.prototype`, as classes; gives `table[key] = function` the
  // name of the table, `module.exports = function` the name exports, and the result of a call its function's kind.
  javascript: {
    name: 'JavaScript',
    kinds: ['function', 'class', 'method', 'generator', 'getter', 'setter'],
    isError: (tag) => !isJavaScriptDefinition(tag),
  },
  typescript: script,
  tsx: script,
  // `member` is a method; `namespace` and `module` are imports.
  python: { name: 'Python', kinds: ['class', 'function', 'member'] },
  go: { name: 'Go', kinds: [...callables, ...types, 'methodSpec'] },
  java: { name: 'Java', kinds: [...callables, ...types, 'annotation'] },
  rust: { name: 'Rust', kinds: usual },
  c: { name: 'C', kinds: usual },
  cpp: { name: 'C++', kinds: usual },
  // `typedef` is an alias that `using` gives; a namespace is the package of its file.
  // Mistakes the bounds of a generic (`where T : class, IFoo`) for types, and the following text for the body of one, in which
  // every call statement is a method. The same happens with top-level statements.
  csharp: {
    name: 'C#',
    kinds: [...callables, ...types.filter((kind) => kind !== 'typedef'), 'property', 'event'],
    isError: (tag) => isBound(tag) || (tag.kind === 'method' && isCallStatement(tag)),
  },
  // Mistakes code in here-documents for definitions.
  ruby: { name: 'Ruby', kinds: [...usual, 'accessor', 'alias'], isError: ({ line }, lines) => heredocLines(lines).has(line) },
  // A `namespace` is the package of the file, as in Java.
  php: { name: 'PHP', kinds: [...callables, ...types] },
  // Mistakes parameters of lambdas and code in strings for definitions, and garbles names in backticks (differently in each run).
  kotlin: {
    name: 'Kotlin',
    kinds: usual,
    isError: (tag, lines) => !isKotlinDefinition(tag) || isInside(tag, lines, /"""/g),
  },
  // `list=()` is an array.
  bash: { name: 'Sh', kinds: ['function'], isError: ({ name }) => name.endsWith('=') },
  // Mistakes the word before any `function` for its name: `x = pcall(function()`, code in strings, the last word of a test's
  // title.
  lua: {
    name: 'Lua',
    kinds: ['function'],
    isError: (tag, lines) => !isLuaFunction(tag) || isInside(tag, lines, /\[=*\[/g, /\]=*\]/g),
  },
  // ctags names an implementation after its protocol; for Cairn it is a separate module. Examples in docs are not code.
  elixir: {
    name: 'Elixir',
    kinds: [...usual, 'callback', 'delegate', 'guard', 'operator', 'exception'],
    clauses: true,
    isError: (tag, lines) => tag.name === 'unquote' || isInside(tag, lines, /"""|'''/g),
  },
  // A module is the package of its file, as in Java. Mistakes any word at the start of a line for a function
  // (`where`, `class (A b) =>`, `makeLenses ''Foo`, prose around a literate program), and the types of fields.
  haskell: {
    name: 'Haskell',
    kinds: ['constructor', 'function', 'type'],
    clauses: true,
    isError: ({ name, kind, line }, lines) =>
      isProse(line, lines) ||
      /^\w+(?: \w+)* ''/.test(lines[line - 1]) ||
      (kind === 'function' && /^[^\p{Ll}_(]/u.test(name)) ||
      /^(?:where|class|deriving|instance|family|data|type|newtype|import|infix[lr]?|let|if|then|else|do|case|of|in|pattern)$/.test(
        name,
      ),
  },
  // For ctags a file is a module, and `let () = …` a function.
  ocaml: {
    name: 'OCaml',
    kinds: [...usual, 'Exception', 'val'],
    isError: ({ name, pattern }) => name === '()' || !pattern.includes(name),
  },
  // For `sub A::b` it reports `A`; mistakes code in here-documents for definitions.
  perl: {
    name: 'Perl',
    kinds: ['subroutine', 'package', 'constant'],
    isError: ({ name, pattern, line }, lines) => pattern.includes(`sub ${name}::`) || heredocLines(lines).has(line),
  },
  r: { name: 'R', kinds: ['function'], isError: ({ name }) => name.startsWith('anonFunc') },
  julia: { name: 'Julia', kinds: usual },
  sql: { name: 'SQL', kinds: ['table', 'view', 'function', 'procedure', 'trigger', 'index'] },
  protobuf: { name: 'Protobuf', kinds: ['message', 'enum', 'service', 'rpc'] },
  make: { name: 'Make', kinds: ['target', 'macro'] },
  css: { name: 'CSS', kinds: ['class', 'id'] },
  'objective-c': { name: 'ObjectiveC', kinds: [...usual, 'implementation', 'category'] },
}

function isJavaScriptDefinition({ name, kind, pattern }) {
  if (name === 'exports') return false
  if (kind === 'class')
    return new RegExp(`\\bclass\\b|\\bfunction\\s+${quoted(name)}\\b|${quoted(name)}\\s*[=:]\\s*function\\b`).test(pattern)
  if (new RegExp(`\\b${quoted(name)}(?:\\s*\\[.*\\]\\s*=|\\s*=\\s*\\(\\s*function\\b)`).test(pattern)) return false
  return !new RegExp(`\\bprototype\\.${quoted(name)}\\b(?!\\s*=)`).test(pattern)
}

const quoted = (name) => name.replaceAll(/[^\w]/g, '\\$&')

function isLuaFunction({ name, pattern }) {
  const last = name.split(/[.:]/).at(-1)
  if (!/^\w+$/.test(last)) return false
  return new RegExp(`\\bfunction\\s+[\\w.:]*\\b${last}\\s*\\(|\\b${last}\\s*=\\s*function\\b`).test(
    pattern.replaceAll(/'[^']*'|"[^"]*"/g, ''),
  )
}

/** A line of a literate program without code. */
const isProse = (line, lines) => {
  if (!programs.has(lines)) programs.set(lines, withoutProse(lines.join('\n')).split('\n'))
  return programs.get(lines)[line - 1]?.trim() === ''
}
const programs = new WeakMap()

/** The lines inside here-documents of Ruby and Perl. */
function heredocLines(lines) {
  const known = heredocs.get(lines)
  if (known) return known
  const inside = new Set()
  const open = []
  for (const [at, line] of lines.entries()) {
    if (open.length === 0) for (const [, word] of line.matchAll(/<<(?:[~-]['"`]?|['"])([A-Z_]+)\b/g)) open.push(word)
    else if (line.trim() === open[0]) open.shift()
    else inside.add(at + 1)
  }
  heredocs.set(lines, inside)
  return inside
}
const heredocs = new WeakMap()

/** In a long string: more of them begin above the line than end there. Without `close` the same mark begins and ends. */
function isInside({ line }, lines, open, close) {
  const above = lines.slice(0, line - 1).join('\n')
  const opened = above.match(open)?.length ?? 0
  if (!close) return opened % 2 === 1
  return opened > (above.match(close)?.length ?? 0)
}

const isKotlinDefinition = ({ kind, name, pattern = '' }) =>
  kind === 'method' ? isKotlinFunction(name, pattern) : name === 'Companion' || !pattern.includes('`') || pattern.includes(name)

/** The name is in a bound, and is not what the line defines before it. */
function isBound({ name, pattern }) {
  const [before, ...bounds] = pattern.split(/\bwhere\b(?=\s+\w+\s*:)/)
  if (bounds.length === 0 || !new RegExp(`\\b${name}\\b`).test(bounds.join(' '))) return false
  return !new RegExp(
    `\\b(?:class|struct|interface|record|delegate)\\b.*\\b${name}\\b\\s*(?:<|$)|\\b${name}\\s*(?:<[^()]*>)?\\(`,
  ).test(before)
}

/** `Check.NotNull(x);`: a definition has a type or a modifier before its name, or, as a constructor, no semicolon after it. */
function isCallStatement({ name, pattern }) {
  const line = pattern.slice(2, -2).trim()
  const [, before = ' '] = new RegExp(`^(.*?)\\b${name}\\s*(?:<[^()]*>)?\\(`).exec(line) ?? []
  return /^\S+[.(]$/.test(before) || (before === '' && line.endsWith(';'))
}

const isKotlinFunction = (name, pattern) =>
  /^[\p{L}\p{N}_$]+$/u.test(name) && new RegExp(`\\bfun\\b.*[\\s.]${name.replaceAll('$', '\\$')}\\s*[(<]`, 'u').test(pattern)
