/**
 * Whether a record may be shown. It is refused if something in it is certainly wrong: evidence lines that do not exist, an input
 * that the source does not name, a value from a function that returns none, or a name of code that neither the source nor the repo
 * has. A text that obeys an instruction hidden in the source names foreign code, addresses or instructions, and is refused too.
 */
import { readLines } from '../contract/enrichment-details.ts'
import type { WrittenRecord } from './read-record.ts'

export type Described = {
  /** All source text, or all texts about the parts, whether or not the model saw all of it. */
  source: string
  /** Lines of the described span; 0 for a folder or repo. */
  line_count: number
  /** Of a callable alone: its return type as written; '' when not known. */
  returns?: string
}

/** Why the record must not be shown; undefined if it may. `isKnown`: whether the repo has the name. */
export async function refusalOf(
  record: WrittenRecord,
  described: Described,
  known: (names: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<string | undefined> {
  return (
    wrongEvidence(record, described) ??
    wrongWords(record) ??
    wrongInput(record, described) ??
    wrongOutput(record, described) ??
    (await unknownName(record, described, known))
  )
}

function wrongEvidence({ details: { evidence } }: WrittenRecord, { line_count }: Described): string | undefined {
  const wrong = evidence.find(({ lines }) => (readLines(lines)?.last ?? 0) > line_count)
  return wrong && `its evidence names lines ${wrong.lines}, and there are ${line_count}`
}

const proseOf = ({ summary, usage_guide, details }: WrittenRecord): string[] => [
  ...[summary, usage_guide],
  ...[...details.inputs, ...details.outputs, ...details.side_effects, ...details.pitfalls, ...details.tags],
]

/** What no description of code needs. Instructions to a reader, who may be another model, are worse than no text. */
function wrongWords(record: WrittenRecord): string | undefined {
  const text = [...proseOf(record), record.details.usage_snippet].join('\n')
  if (/\b(?:https?|ftp|file):\/\/|\bjavascript:\S/i.test(text)) return 'it contains an address'
  if (/\b(?:ignore|disregard|forget)\b[^.\n]{0,40}\b(?:instruction|prompt|previous|above)/i.test(text))
    return 'it contains instructions'
  if (/\b(?:BEGIN|END) DATA\b|\bsystem prompt\b|\bas an ai\b/i.test(text)) return 'it speaks about the request'
  return undefined
}

const namePattern = /[\p{L}_$][\p{L}\p{N}_$]*/u
const hasName = (source: string, name: string): boolean =>
  new RegExp(`(?<![\\p{L}\\p{N}_$])${name.replaceAll('$', '\\$')}(?![\\p{L}\\p{N}_$])`, 'u').test(source)

/**
 * `name: meaning` in the inputs of a function, and "parameter `name`" in any text. A capital letter begins a word, such as
 * "Environment", rather than a parameter.
 */
function wrongInput(record: WrittenRecord, { source, line_count, returns }: Described): string | undefined {
  if (line_count === 0) return undefined
  const inputs = returns === undefined ? [] : record.details.inputs
  const leading = inputs.flatMap((input) => leadingName.exec(input)?.[1] ?? [])
  const claims = [...proseOf(record).join('\n').matchAll(parameterClaim)].map(([, before, after]) => before ?? after ?? '')
  const wrong = [...leading, ...claims].find((name) => name !== '' && !ordinary.has(name.toLowerCase()) && !hasName(source, name))
  return wrong && `it names the input "${wrong}", which the source does not have`
}
const leadingName = /^[`*"']*([\p{Ll}_$][\p{L}\p{N}_$]*)[`*"']*(?:\s*\([^)]*\))?(?:\s*[:=]|\s+[–—-])\s/u
const parameterClaim = new RegExp(
  `\\b(?:parameter|argument)s?\\s+\`(${namePattern.source})\`|\`(${namePattern.source})\`\\s+(?:parameter|argument)\\b`,
  'giu',
)

/** Only of a function whose declared type says that it returns nothing. */
function wrongOutput({ summary, details }: WrittenRecord, { returns = '' }: Described): string | undefined {
  if (!nothing.has(returns.replace(/\s+/g, ''))) return undefined
  const outputs = details.outputs.filter((output) => /\breturn(?:s|ed)?\b/i.test(output) && !none.test(output))
  if (outputs.length === 0 && !returnsValue.test(summary)) return undefined
  return `it says that a value is returned, and the type is ${returns}`
}
const nothing = new Set(['void', 'None', 'Unit', '()', 'Void', 'Promise<void>', 'Task', 'undefined', 'unit'])
const none = /\b(?:nothing|none|no|not|void|never|undefined|without|unit)\b/i
const returnsValue =
  /\breturns (?:true|false|whether|(?:an?|the) (?:\w+ ){0,2}(?:value|object|string|number|list|array|map|boolean|promise|result|tuple|dictionary|dict|instance|count|sum))\b(?! to\b)/i

async function unknownName(
  record: WrittenRecord,
  { source }: Described,
  known: (names: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<string | undefined> {
  const foreign = [...codeNames(proseOf(record).join('\n'), source)].filter(
    (name) => !ordinary.has(name.toLowerCase()) && !hasName(source, name),
  )
  if (foreign.length === 0) return undefined
  const found = await known(foreign)
  const wrong = foreign.find((name) => !found.has(name))
  return wrong && `it names "${wrong}", which neither the source nor the repo has`
}

/** Names that are certainly meant as code: in backticks, `name()`, snake_case, camelCase. */
function codeNames(text: string, source: string): Set<string> {
  const names = new Set<string>()
  for (const [, quoted = ''] of text.matchAll(/`([^`\n]+)`/g)) {
    if (source.includes(quoted)) continue
    for (const [name] of quoted.replace(/"[^"]*"|'[^']*'/g, '').matchAll(new RegExp(namePattern.source, 'gu'))) names.add(name)
  }
  const plain = text.replace(/`[^`\n]+`/g, ' ')
  for (const pattern of [calledName, snakeName, camelName]) for (const [name] of plain.matchAll(pattern)) names.add(name)
  return names
}
const calledName = /(?<![\p{L}\p{N}_$])[\p{L}_$][\p{L}\p{N}_$]*(?=\(\))/gu
const snakeName = /(?<![\p{L}\p{N}_$])_*[\p{L}][\p{L}\p{N}]*(?:_[\p{L}\p{N}]+)+(?![\p{L}\p{N}_$])/gu
const camelName = /(?<![\p{L}\p{N}_$./-])\p{Ll}+\p{Lu}[\p{L}\p{N}]*(?![\p{L}\p{N}_$])/gu

/** Words of languages and of the trade that every reader knows, in lower case. */
const ordinary = new Set(
  `true false null none undefined nan void self this super cls nil nothing any unknown never object string str number int integer float
  double bool boolean char byte bytes list array dict map set tuple vector slice struct class interface enum trait type function method
  async await return returns yield throw throws raise raises except catch try finally if else for while import export const let var def fn
  func new delete static public private protected readonly abstract final override error exception promise iterator generator iterable
  callable callback args kwargs argv argc stdin stdout stderr get post put patch head options json xml yaml toml html css sql http https
  url uri uuid utf ascii regex api cli gui ios macos iphone ipad ebay grpc mtls jquery npm git main init len print println printf`
    .split(/\s+/)
    .filter((word) => word !== ''),
)
