/** `cairn search`: searches for text or ranks documents, depending on the query, and says which it did. */
import { callWord } from '../../contract/call-words.ts'
import { badArgument } from '../../contract/problems.ts'
import { symbolKinds } from '../../contract/symbol.ts'
import type { Call, Outcome } from './command.ts'
import { runToolCommand } from './tool-command.ts'

export async function runSearch(call: Call): Promise<Outcome> {
  const { args } = call
  if (typeof args.query !== 'string' || args.query.trim() === '')
    throw badArgument('`cairn search` needs QUERY: words, a name, a text or a question.')
  const way = chooseWay(args)
  const query = way.mode === 'text' ? way.query : String(args.query)
  // Only a text search lists definitions first.
  const first = way.mode === 'text' ? { definitions_first: true } : {}
  const asked = { ...call, args: { ...args, ...first, query, level: way.mode } }
  const outcome = await runToolCommand(way.mode === 'text' ? 'rag_search' : 'search_code', asked)
  if (!('result' in outcome)) return outcome
  const { meta, items } = outcome.result
  if (meta.status === 'ERROR') return outcome
  meta.mode = `${way.mode === 'text' ? 'text' : `ranked by ${way.mode}`} (${way.because})`
  if (items.length === 0 && way.chosen) meta.next = [...(meta.next ?? []), otherWay(way.mode, query)]
  return outcome
}

type Way = { mode: string; query: string; because: string; chosen: boolean }

/** Options that only one of the two searches has decide first, then the query. */
function chooseWay(args: Call['args']): Way {
  const query = String(args.query)
  if (typeof args.level === 'string') return { mode: args.level, query, because: `--level ${args.level}`, chosen: false }
  if (args.regex === true) return { mode: 'text', query, because: '--regex', chosen: true }
  if (args.word === true) return { mode: 'text', query, because: '--word', chosen: true }
  if (args.case_sensitive === false) return { mode: 'text', query, because: '--no-case-sensitive', chosen: true }
  if (isGiven(args.kind)) return { mode: 'symbol', query, because: '--kind', chosen: true }
  if (args.explain === true || args.preview === true || (isGiven(args.tests) && args.tests !== 'include'))
    return { mode: 'file', query, because: 'an option of ranked search', chosen: true }
  const looks = queryLooks(query)
  if (looks) return { mode: 'text', ...looks, chosen: true }
  if (namesKind(query)) return { mode: 'symbol', query, because: 'kind: in the query', chosen: true }
  return { mode: 'file', query, because: 'a question; --level changes it', chosen: true }
}

/** `retry kind:function`, which `search_code` reads as a filter: only symbols have kinds. */
function namesKind(query: string): boolean {
  const kind = /(?:^|\s)kind:(\w+)(?=\s|$)/i.exec(query)?.[1]?.toLowerCase()
  return symbolKinds.some((each) => each === kind)
}

const isGiven = (value: unknown): boolean => value !== null && value !== undefined

/**
 * Why a query is searched as text; undefined when it reads like a question. A query that is wholly in quotes is searched without
 * them, which also finds the lines with quotes.
 */
export function queryLooks(query: string): { query: string; because: string } | undefined {
  const trimmed = query.trim()
  const quoted = /^(["'`])([^"'`]+)\1$/.exec(trimmed)
  if (quoted?.[2]) return { query: quoted[2], because: 'quotes' }
  if (/["`]|(?<!\w)'|'(?!\w)/.test(trimmed)) return { query, because: 'quotes' }
  if (!/\s/.test(trimmed)) return { query: trimmed, because: 'one word' }
  if (codePunctuation.test(trimmed)) return { query, because: 'code punctuation' }
  return undefined
}

/**
 * Characters that prose does not contain. Not `.`, `_`, `/`, `-`, `?`: "how does Auth.login read/write user_data?" is a
 * question.
 */
const codePunctuation = /[(){}[\]<>;=$\\|^~*&@]|::|->|!=/

const otherWay = (mode: string, query: string): string => `${mode === 'text' ? 'search_code' : 'rag_search'} ${callWord(query)}`
