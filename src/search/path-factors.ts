/** Files that repeat what other files define, or set it up, rank lower, unless the question asks for them. */
import { languageNamed } from '../contract/languages.ts'
import type { SymbolKind } from '../contract/symbol.ts'
import type { FileRow } from '../store/port.ts'
import type { Candidate } from './candidates.ts'
import type { ReadQuery } from './read-query.ts'

export type Factor = { times: number; why: string }

/** Tests repeat the words of what they test, often more densely than the code itself. */
const TEST_FILE = 0.55
/** Prose repeats the words of the code it describes, more densely. Prose can be searched on level `doc`. */
const PROSE_FILE = 0.65
/** Settings and build scripts name what they set up. */
const SETTINGS_FILE = 0.8
/** Examples and benchmarks use code that is defined elsewhere. */
const EXAMPLE_FILE = 0.7
/** Copies of other projects: their code is here, but it is not what the repo is about. */
const VENDORED = 0.6
/** Made by a program from something else in the repo. */
const GENERATED = 0.7
/** A copy of what is elsewhere in the repo, made by a build. */
const BUILT = 0.6
/** A barrel or package file mostly re-exports what is defined elsewhere. */
const REEXPORTS = 0.8
/** Type declarations mirror their source. */
const DECLARATIONS = 0.7
/** A translation says what the original says. */
const TRANSLATED = 0.5
/** A field or variable is one line of what it belongs to. */
const DATA_SYMBOL = 0.7
/** A type names its members, each of which is a document of its own. */
const TYPE_SYMBOL = 0.85

/** `isNamed`: the question names this very document. */
export function pathFactors(
  document: Candidate,
  { wants, content }: ReadQuery,
  { row, isNamed }: { row: FileRow | undefined; isNamed: boolean },
): Factor[] {
  const { level, path } = document
  if (level === 'repo') return []
  const factors: Factor[] = []
  const add = (applies: boolean, times: number, why: string): void => void (applies && factors.push({ times, why }))
  const folder = level === 'module' ? `${path}/` : path
  add(isTranslated(path) && !wants.translations, TRANSLATED, 'a translation')
  add(vendored.test(folder) && !wants.vendored, VENDORED, 'a copy of another project')
  // A document about testing is still a document, and examples are documentation.
  if (level === 'doc') return factors
  add(((row?.test ?? false) || (level === 'module' && testFolder.test(folder))) && !wants.tests, TEST_FILE, 'a test')
  add(exampleFolder.test(folder) && !wants.examples, EXAMPLE_FILE, 'an example')
  const kind = languageNamed(row?.language ?? '')?.kind
  add(kind === 'document' && !wants.prose, PROSE_FILE, 'prose')
  add((kind === 'text' || kind === 'data') && !wants.settings, SETTINGS_FILE, 'settings')
  add(generated.test(path), GENERATED, 'generated')
  add(built.test(folder) && !content.has('build'), BUILT, 'made by a build')
  add(level !== 'module' && barrel.test(path), REEXPORTS, 're-exports what other files define')
  add(/\.d\.[cm]?ts$/.test(path), DECLARATIONS, 'declarations only')
  if (level === 'symbol' && !isNamed) factors.push(...kindFactor(document.kind))
  return factors
}

/** A question that does not name it asks for what happens, which functions do. */
function kindFactor(kind: SymbolKind | undefined): Factor[] {
  if (kind === undefined) return []
  if (dataKinds.has(kind)) return [{ times: DATA_SYMBOL, why: `a ${kind}` }]
  return typeKinds.has(kind) ? [{ times: TYPE_SYMBOL, why: `a ${kind}` }] : []
}

const dataKinds: ReadonlySet<SymbolKind> = new Set<SymbolKind>(['property', 'variable', 'constant'])
const typeKinds: ReadonlySet<SymbolKind> = new Set<SymbolKind>([
  'class',
  'interface',
  'struct',
  'enum',
  'trait',
  'type',
  'namespace',
  'module',
])

const testFolder = /(?:^|\/)(?:tests?|__tests__|specs?|e2e|testing|testdata)\//
const exampleFolder = /(?:^|\/)_?(?:examples?|samples?|demos?|tutorials?|bench(?:marks?)?|playground)\//i
const vendored = /(?:^|\/)(?:vendor|vendored|third[_-]?party|node_modules|bower_components|external|extern|deps)\//i
const generated =
  /(?:[._-](?:pb|generated|gen|min)\.[a-z]+|_pb2(?:_grpc)?\.pyi?|\.g\.(?:dart|cs))$|(?:^|\/)(?:generated|__generated__)\//i
/** `build` and `out` may also be folders of sources, but hardly at the top. */
const built = /(?:^|\/)(?:dist|_build|\.next|\.output)\/|^(?:build|out|target|coverage)\/[^/]+\//i
const barrel = /(?:^|\/)(?:index\.[cm]?[jt]sx?|__init__\.py|mod\.rs|package-info\.java)$/

/**
 * `docs/zh-CN/guide.md`, `README.fr.md`, `i18n/ja/…`: a folder or the end of the name is a language other than English. Codes that are
 * also words of file names (`id`, `it`, `is`, `no`) do not count alone.
 */
const isTranslated = (path: string): boolean => translated.test(path)
const codes = 'ar|bg|bn|ca|cs|da|de|el|es|et|fa|fi|fr|he|hi|hr|hu|ja|ko|lt|lv|ms|nb|nl|pl|ro|ru|sk|sl|sr|sv|ta|th|tr|uk|vi|zh'
const translated = new RegExp(
  `(?:^|/)(?:(?:${codes})(?:[-_][a-z]{2,4})?|pt(?:[-_](?:br|pt))?|(?:id|it)[-_][a-z]{2})/` +
    `|[._-](?:(?:${codes})(?:[-_][a-z]{2,4})?|pt[-_]br)\\.(?:md|mdx|markdown|rst|txt|adoc|html?)$`,
  'i',
)
