/** What a failed request means: whether to ask again, to ask for less, or what the user should check. */
import { isWorthRetry, serverWords } from '../base/http-answer.ts'
import type { ServerFailure } from './guard-fetch.ts'

/** A part of the request that not every server knows. The request is sent again without it, or with its other name. */
export type Unknown = 'max_tokens' | 'stream_options'

export type Failed =
  | { state: 'no-tools' }
  | { state: 'too-long' }
  | { state: 'unknown-part'; part: Unknown; detail: string }
  | { state: 'failed'; detail: string; may_repeat: boolean; retry_after?: string | null }

export type FailureOptions = { has_tools: boolean; timeout_ms: number; most_bytes: number; key: string | undefined }

export function readFailure(failure: ServerFailure, options: FailureOptions): Failed {
  switch (failure.why) {
    // Each wait is long, and someone waits for the answer.
    case 'silent':
      return { state: 'failed', detail: `no answer within ${options.timeout_ms} ms`, may_repeat: false }
    case 'too-large':
      return { state: 'failed', detail: `its answer has more than ${options.most_bytes} bytes`, may_repeat: false }
    case 'no-answer':
      return { state: 'failed', detail: `its answer is ${failure.type}; check the setting "llm_url"`, may_repeat: false }
    case 'in-stream':
      return (
        readRefusal(failure.body, options) ?? {
          state: 'failed',
          detail: serverWords(failure.body, options.key),
          may_repeat: true,
        }
      )
    case 'status':
      return readStatus(failure, options)
    default:
      return failure satisfies never
  }
}

/** The statuses with which servers refuse a request for what it contains. Old versions of llama.cpp use 500. */
const contentRefused: readonly number[] = [200, 400, 404, 413, 422, 500, 501]

/** In the words of OpenAI, vLLM, llama.cpp, LM Studio, Ollama, Anthropic, Mistral. */
const tooLong =
  /context_length_exceeded|exceed_context_size|context_exceeded|maximum context length|context (?:length|size|window)|context the overflows|context overflow|too many (?:input )?tokens|(?:prompt|input|request) is too long|exceeds? (?:the )?(?:model's )?(?:maximum|max)[a-z ]{0,20}(?:tokens|length)/i

/** In the words of Ollama, vLLM, llama.cpp, OpenRouter and others. */
const noTools =
  /does(?:n't| not) support (?:tool|function)|support(?:s)? tool use|(?:tool|function)s?(?: calling| calls?| use| choice)? (?:is|are)(?: not|n't) supported|unsupported param: tools|tools param requires|enable-auto-tool-choice|unable to generate parser for this template/i

function readStatus({ status, body, retry_after }: ServerFailure & { why: 'status' }, options: FailureOptions): Failed {
  const refusal = contentRefused.includes(status) ? readRefusal(body, options) : undefined
  if (refusal) return refusal
  if (status === 413) return { state: 'too-long' }
  const words = serverWords(body, options.key)
  const said = words === '' ? `HTTP status ${status}` : `HTTP status ${status}: ${words}`
  const part = status === 400 || status === 422 ? unknownPart(body) : undefined
  if (part) return { state: 'unknown-part', part, detail: said }
  return { state: 'failed', detail: adviceFor(status, said), may_repeat: isWorthRetry(status), retry_after }
}

function readRefusal(body: string, { has_tools }: FailureOptions): Failed | undefined {
  if (has_tools && noTools.test(body)) return { state: 'no-tools' }
  return tooLong.test(body) ? { state: 'too-long' } : undefined
}

function unknownPart(body: string): Unknown | undefined {
  // OpenAI's newer models know the limit by this name alone, and say so.
  if (body.includes('max_completion_tokens')) return 'max_tokens'
  return body.includes('stream_options') ? 'stream_options' : undefined
}

function adviceFor(status: number, said: string): string {
  if (status >= 300 && status < 400)
    return `it redirects (HTTP status ${status}), which Cairn does not follow; check the setting "llm_url"`
  if (status === 401) return `it refuses the key (${said}); check the setting "llm_key"`
  if (status === 403) return `it refuses access (${said}); check the settings "llm_key" and "llm_model"`
  if (status === 404) return `it has no such model or address (${said}); check the settings "llm_model" and "llm_url"`
  if (status < 300) return `${said}; check the setting "llm_url"`
  return said
}
