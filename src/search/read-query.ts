/** Turns a question into weighted words and the names in it. docs/ranking.md explains each weight. */
import { splitIdentifier } from '../base/words.ts'
import { wordForms } from './word-forms.ts'

export type ReadQuery = {
  /** Words as the index has them, with a weight each. */
  words: Map<string, number>
  /** Word → the word of the question it is another form of. */
  forms: Map<string, string>
  /** The content words of the question, without forms and compounds; compared with names of files and folders. */
  content: ReadonlySet<string>
  /** Words of grammar in a question that has others: a document that contains only these has nothing to do with it. */
  filler: ReadonlySet<string>
  /** Spellings that a definition named in the question may have, with the name's share of the question. */
  names: Map<string, number>
  /** Paths and file names in the question, lower case, with their share of it. */
  paths: Map<string, number>
  /** The question asks for these, so they are not ranked lower. */
  wants: Record<'tests' | 'examples' | 'prose' | 'settings' | 'vendored' | 'translations', boolean>
}

/** Words of grammar say nothing about code, yet are rare in it: without this `where` would outweigh `freshness`. */
const GRAMMAR_WORD = 0.1
/** A name written as in code, or text in quotes, should match literally. */
const WHOLE_NAME = 2
const PART_OF_NAME = 0.7
const QUOTED = 1.5
/** Another form of a word probably matches, but the word as written counts more. */
const OTHER_FORM = 0.5
/** `retry upload` may be `retryUpload` in code. Such a word is rare, so half the weight is enough. */
const COMPOUND = 0.5
/** Each repetition of a word adds half, up to twice its weight: the most frequent word of a pasted log must not decide. */
const REPEATED = 0.5
const MOST_REPEATED = 2
/** A long question, such as a whole issue, has enough words; other forms would blur it and take time. */
const FORMS_UP_TO = 40
const MOST_WORDS = 150
/** With more words it is a sentence, and joining them to a name would be a guess. */
const NAME_FROM_WORDS = 4
/** Limited, because each name is looked up in each repo. */
const MOST_NAMES = 32
const MOST_PIECES = 100

/**
 * What a long question, such as a whole issue, is about: its first line. The rest (steps, logs, versions) blurs its meaning, and
 * mentions tests and settings that nobody asks for. A short question is its own subject.
 */
export function subjectOf(text: string): string {
  const trimmed = text.trim()
  if (trimmed.length <= LONG_QUESTION) return trimmed
  const line = trimmed.slice(0, trimmed.search(/\r?\n/) >>> 0).trim()
  return line.slice(0, LONG_QUESTION)
}
/** Characters: about three lines of a terminal. */
const LONG_QUESTION = 300

export function readQuery(text: string): ReadQuery {
  const tokens = tokensOf(text)
  const content = tokens.filter((token) => !token.grammar)
  const telling = content.length > 0 ? content : tokens
  const weights = weigh(tokens, content.length > 0)
  const forms = telling.length <= FORMS_UP_TO ? addForms(weights, telling) : new Map<string, string>()
  addCompounds(weights, telling)
  const words = new Set(telling.flatMap((token) => token.parts))
  const subject = subjectOf(text)
  const asked = subject === text.trim() ? words : new Set(tokensOf(subject).flatMap((token) => token.parts))
  return {
    words: heaviest(weights),
    forms,
    content: words,
    filler: new Set(tokens.flatMap(({ grammar, parts }) => (grammar ? parts : [])).filter((part) => !words.has(part))),
    names: namesIn(tokens, telling),
    paths: pathsIn(text),
    wants: {
      tests: hasAny(asked, testWords),
      examples: hasAny(asked, exampleWords),
      prose: hasAny(asked, proseWords),
      settings: hasAny(asked, settingsWords),
      vendored: hasAny(asked, vendoredWords),
      translations: hasAny(asked, translationWords) || otherScript.test(subject),
    },
  }
}

type Token = {
  /** As written. */
  written: string
  /** As the index has it: the whole word first when there are several parts. */
  parts: readonly string[]
  quoted: boolean
  /** Written as code: `computeRoute`, `HTTP2`, `_private`, `a.b`. */
  code: boolean
  grammar: boolean
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (const [piece, quoted] of pieces(text)) {
    for (const [written] of piece.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*|\p{N}+/gu)) {
      const parts = splitIdentifier(written).filter((part) => part.length <= 64)
      if (parts.length === 0) continue
      const code = looksLikeCode(written)
      tokens.push({ written, parts, quoted, code, grammar: !quoted && !code && grammarWords.has(written.toLowerCase()) })
    }
  }
  return tokens
}

/** Pieces of the text; those in quotes or backticks are marked. An apostrophe inside a word is not a quote. */
function* pieces(text: string): Generator<[piece: string, quoted: boolean]> {
  let at = 0
  for (const found of text.matchAll(/"([^"\n]+)"|`([^`\n]+)`|(?<![\p{L}\p{N}])'([^'\n]+)'(?![\p{L}\p{N}])/gu)) {
    yield [text.slice(at, found.index), false]
    yield [found[1] ?? found[2] ?? found[3] ?? '', true]
    at = found.index + found[0].length
  }
  yield [text.slice(at), false]
}

/** A capital or underscore inside, or a digit after letters: prose does not contain such words. */
const looksLikeCode = (written: string): boolean => /\p{Ll}\p{Lu}|[\p{L}\p{N}]_|_[\p{L}\p{N}]|\$|\p{L}\p{N}/u.test(written)

function weigh(tokens: readonly Token[], hasContent: boolean): Map<string, number> {
  const heard = new Map<string, { weight: number; times: number }>()
  for (const token of tokens) {
    const base = token.grammar && hasContent ? GRAMMAR_WORD : token.quoted ? QUOTED : 1
    for (const [at, part] of token.parts.entries()) {
      const share = token.parts.length === 1 ? (token.code ? WHOLE_NAME : 1) : at === 0 ? WHOLE_NAME : PART_OF_NAME
      const known = heard.get(part) ?? { weight: 0, times: 0 }
      heard.set(part, { weight: Math.max(known.weight, base * share), times: known.times + 1 })
    }
  }
  return new Map(
    [...heard].map(([word, { weight, times }]) => [word, weight * Math.min(MOST_REPEATED, 1 + REPEATED * (times - 1))]),
  )
}

function addForms(weights: Map<string, number>, tokens: readonly Token[]): Map<string, string> {
  const asked = new Map(weights)
  const forms = new Map<string, string>()
  for (const part of tokens.flatMap((token) => token.parts)) {
    const weight = (asked.get(part) ?? 1) * OTHER_FORM
    for (const form of wordForms(part)) {
      if (asked.has(form) || weight <= (weights.get(form) ?? 0)) continue
      weights.set(form, weight)
      forms.set(form, part)
    }
  }
  return forms
}

/** Adds neighbouring words of the question, joined as in an identifier. */
function addCompounds(weights: Map<string, number>, tokens: readonly Token[]): void {
  for (const [at, token] of tokens.entries()) {
    const next = tokens[at + 1]
    if (!next || token.code || next.code) continue
    const joined = `${token.parts[0]}${next.parts[0]}`
    if (joined.length <= 64 && !weights.has(joined)) weights.set(joined, COMPOUND)
  }
}

/** Names written in the question; for a short question of plain words also the names they form when joined. */
function namesIn(tokens: readonly Token[], telling: readonly Token[]): Map<string, number> {
  const names = new Map<string, number>()
  for (const token of tokens) {
    if (token.code || token.quoted || isCapital(token, tokens)) names.set(token.written, 1 / telling.length)
  }
  const parts = telling.map((token) => token.written)
  if (parts.length === 1) names.set(parts[0] ?? '', 1)
  else if (parts.length <= NAME_FROM_WORDS)
    for (const name of spellings(parts.map((part) => part.toLowerCase()))) names.set(name, 1)
  return new Map([...names].filter(([name]) => name !== '').slice(0, MOST_NAMES))
}

/** `src/auth/login.ts`, `main.py`, `Makefile`: the whole question, or a piece of it that can only be a path. */
function pathsIn(text: string): Map<string, number> {
  const pieces = text.split(/\s+/).filter((piece) => piece !== '')
  const paths = new Map<string, number>()
  for (const piece of pieces.slice(0, MOST_PIECES)) {
    const path = withoutPunctuation(piece)
      .replace(/^\.?\//, '')
      .replace(/\/$/, '')
    const isPath = /^[\w@.+-]+(?:\/[\w@.+-]+)+$/.test(path) || /^[\w@+-][\w@.+-]*\.[A-Za-z]\w{0,7}$/.test(path)
    if (path !== '' && (isPath || pieces.length === 1)) paths.set(path.toLowerCase(), 1 / pieces.length)
  }
  return paths
}

/** Counted from the ends: a pattern for the last characters takes quadratic time on a long row of them. */
function withoutPunctuation(piece: string): string {
  let start = 0
  let end = piece.length
  while (start < end && '`\'"([{<'.includes(piece.charAt(start))) start++
  while (end > start && '`\'")]}>,;:!?.'.includes(piece.charAt(end - 1))) end--
  return piece.slice(start, end)
}

/** A capitalised word that is not the first of the sentence. */
const isCapital = (token: Token, tokens: readonly Token[]): boolean =>
  /^\p{Lu}\p{Ll}/u.test(token.written) && token !== tokens[0] && !token.grammar

function spellings(words: readonly string[]): string[] {
  const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
  const pascal = words.map(capital).join('')
  const snake = words.join('_')
  return [pascal.charAt(0).toLowerCase() + pascal.slice(1), pascal, snake, snake.toUpperCase(), words.join('')]
}

function heaviest(weights: Map<string, number>): Map<string, number> {
  if (weights.size <= MOST_WORDS) return weights
  // Sorting is stable: words of equal weight keep their order in the question.
  return new Map([...weights].sort(([, a], [, b]) => b - a).slice(0, MOST_WORDS))
}

const hasAny = (words: ReadonlySet<string>, wanted: readonly string[]): boolean => wanted.some((word) => words.has(word))
const testWords = [
  'test',
  'tests',
  'testing',
  'tested',
  'spec',
  'specs',
  'fixture',
  'fixtures',
  'mock',
  'mocks',
  'unittest',
  'pytest',
  'assert',
]
const proseWords = [
  'doc',
  'docs',
  'documentation',
  'guide',
  'guides',
  'readme',
  'changelog',
  'tutorial',
  'license',
  'contributing',
  'principles',
]
const settingsWords = [
  ...[
    'config',
    'configs',
    'configuration',
    'configured',
    'settings',
    'setting',
    'yaml',
    'yml',
    'json',
    'toml',
    'dockerfile',
    'docker',
  ],
  ...['makefile', 'workflow', 'workflows', 'ci', 'pipeline', 'env', 'manifest', 'lint', 'eslint', 'tsconfig', 'package'],
]
const vendoredWords = ['vendor', 'vendored', 'thirdparty', 'dependency', 'dependencies']
const translationWords = ['translation', 'translations', 'translated', 'i18n', 'l10n', 'locale', 'locales', 'localization']
/** Letters that English does not have. */
const otherScript = /[^\p{Script=Latin}\P{L}]/u
const exampleWords = ['example', 'examples', 'sample', 'samples', 'demo', 'demos', 'benchmark', 'benchmarks', 'tutorial']

const grammarWords = new Set(
  (
    'a an the this that these those it its is are was were be been being am do does did done doing have has had having can could will would shall ' +
    'should may might must of in on at by for from to into onto with without within about as and or but nor so than then there here how what ' +
    'when where which who whom whose why i me my we us our you your they them their he she his her not no yes any some all each every both either ' +
    'if else because while during between through over under again only just also very too much many more most such same other another own up ' +
    'down out off please show tell find give get explain describe let me want need know happens happen work works'
  ).split(' '),
)
