/**
 * What a model is asked about a symbol, a file, a folder or a repo: a short prompt, and the source or the texts about its parts as
 * data, within the context of the model. A request depends only on what it is about, not on the path: the same source is asked once.
 */
import type { ChatRequest } from '../llm/port.ts'
import { CHARS_PER_TOKEN, countTokens } from './count-tokens.ts'
import { fenceData } from './fence-data.ts'
import { numberedLines } from './numbered-lines.ts'
import { filePrompt } from './prompts/file-prompt.ts'
import { modulePrompt } from './prompts/module-prompt.ts'
import { repoPrompt } from './prompts/repo-prompt.ts'
import { symbolPrompt } from './prompts/symbol-prompt.ts'

export const enrichLevels = ['symbol', 'file', 'module', 'repo'] as const
export type EnrichLevel = (typeof enrichLevels)[number]

export const prompts = { symbol: symbolPrompt, file: filePrompt, module: modulePrompt, repo: repoPrompt }

/** The most tokens of data, however large the model's context: more source does not make a short text better. */
const MOST_DATA = { symbol: 3_000, file: 5_000, module: 5_000, repo: 6_000 } as const
/** The most tokens that the model may write. Models that think before they write need more than the record itself. */
export const MOST_ANSWER = { symbol: 1_200, file: 1_500, module: 1_500, repo: 1_500 } as const
/** Even a tiny context gets some source: the server refuses what is too long. */
const LEAST_DATA = 300

export type SymbolAsked = {
  level: 'symbol'
  language: string
  kind: string
  name: string
  signature: string
  lines: readonly string[]
}
export type FileAsked = { level: 'file'; language: string; parts: readonly string[]; lines: readonly string[] }
export type FolderAsked = { level: 'module' | 'repo'; parts: readonly string[] }
export type Asked = SymbolAsked | FileAsked | FolderAsked

export type EnrichRequest = ChatRequest & {
  /** The data as the model sees it. */
  shown: string
  tokens: number
}

/** `context_tokens` of the model; `share` below 1 after the model said that the request was too long. */
export function enrichRequest(asked: Asked, context_tokens: number, share = 1): EnrichRequest {
  const { text } = prompts[asked.level]
  const room = context_tokens - countTokens(text) - MOST_ANSWER[asked.level] - OVERHEAD
  const most = Math.max(LEAST_DATA, Math.floor(Math.min(room, MOST_DATA[asked.level]) * share)) * CHARS_PER_TOKEN
  const shown = dataOf(asked, most)
  const messages = [
    { role: 'system', text },
    { role: 'user', text: fenceData(shown) },
  ] as const
  const tokens = messages.reduce((sum, message) => sum + countTokens(message.text), 0)
  return { messages, max_tokens: MOST_ANSWER[asked.level], shown, tokens }
}

/** Of roles and marks. */
const OVERHEAD = 100

function dataOf(asked: Asked, most: number): string {
  if (asked.level === 'symbol') {
    const { language, kind, name, signature, lines } = asked
    const head = `${language} ${kind} ${name}\nSignature: ${signature.slice(0, most / 4)}`
    return `${head}\n${numberedLines(lines, most - head.length)}`
  }
  if (asked.level === 'file') {
    const parts = listed(asked.parts, most / 2)
    const head = `${asked.language} file${parts === '' ? '' : `\nDefinitions:\n${parts}`}`
    return `${head}\nSource:\n${numberedLines(asked.lines, most - head.length)}`
  }
  return listed(asked.parts, most)
}

function listed(parts: readonly string[], most: number): string {
  const taken: string[] = []
  let length = 0
  for (const part of parts) {
    length += part.length + 1
    if (length > most - MORE_ROOM) break
    taken.push(part)
  }
  const left = parts.length - taken.length
  return [...taken, ...(left > 0 ? [`[… and ${left} more left out …]`] : [])].join('\n')
}

const MORE_ROOM = 40
