/** Reads one turn from the stream of the SDK. */
import { randomBytes } from 'node:crypto'
import type { OpenAICompatibleChatLanguageModel } from '@ai-sdk/openai-compatible'
import { AnswerText } from './answer-text.ts'
import { callOf } from './leaked-calls.ts'
import type { ChatCall, ChatTool, ChatTurn, ChatUsage } from './port.ts'
import type { Signatures } from './wire-prompt.ts'

type Part =
  Awaited<ReturnType<OpenAICompatibleChatLanguageModel['doStream']>>['stream'] extends ReadableStream<infer Each> ? Each : never

export type ReadTurn = { turn: ChatTurn /** What the server said instead of the rest. */; error?: unknown }

/** Name under which the SDK reports what only one vendor has. */
export const PROVIDER = 'server'

export async function readTurn(
  stream: ReadableStream<Part>,
  { tools, onText, signatures }: { tools: readonly ChatTool[]; onText: (piece: string) => void; signatures: Signatures },
): Promise<ReadTurn> {
  const text = new AnswerText(tools, onText)
  const calls: ChatCall[] = []
  let cut = true
  let usage: ChatUsage | undefined
  let error: unknown
  for await (const part of stream) {
    if (part.type === 'text-delta') text.push(part.delta)
    else if (part.type === 'tool-call') {
      const call = { id: part.toolCallId, ...callOf(part.toolName, part.input) }
      const signature = part.providerMetadata?.[PROVIDER]?.thoughtSignature
      if (typeof signature === 'string') signatures.set(call, signature)
      calls.push(call)
    } else if (part.type === 'error') error ??= part.error
    else if (part.type === 'finish') {
      const { unified } = part.finishReason
      cut = unified === 'length' || unified === 'error'
      usage = usageOf(part.usage)
    }
  }
  const written = text.end()
  const leaked = written.calls.map((call) => ({ id: newCallId(), ...call }))
  const turn = { text: written.text, calls: calls.length > 0 ? calls : leaked, cut, ...(usage ? { usage } : {}) }
  return error === undefined ? { turn } : { turn, error }
}

function usageOf({ inputTokens, outputTokens }: (Part & { type: 'finish' })['usage']): ChatUsage | undefined {
  if (inputTokens.total === undefined || outputTokens.total === undefined) return undefined
  return { input_tokens: inputTokens.total, output_tokens: outputTokens.total }
}

/** Nine letters and digits: Mistral refuses anything else. */
const newCallId = (): string => randomBytes(5).toString('hex').slice(0, 9)
