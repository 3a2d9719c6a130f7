/**
 * What the scripted server of `chat-server.ts` can answer: a turn of a model, sent properly or with one of the quirks that real
 * servers have, or a failure with the status and words of a real one.
 */

/** `arguments` as text is sent as it is, so a script can send what is not JSON. */
export type ScriptedCall = {
  name: string
  arguments: Record<string, unknown> | string
  id?: string
  /** Gemini signs its calls, and wants to see the signature again. */
  signature?: string
}

/** How a good turn is spoiled on its way. */
export type Quirk =
  /** Arguments a few characters at a time. */
  | 'split-arguments'
  /** Calls without `index`. */
  | 'no-index'
  /** Calls without `id`. */
  | 'no-id'
  /** All calls have index 0, as in some versions of Ollama. */
  | 'same-index'
  /** The first piece has no `role`. */
  | 'no-role'
  /** Arguments as an object instead of text. */
  | 'object-arguments'
  /** `reasoning` is written into the text, as `<think>…</think>`. */
  | 'think-tags'
  /** Calls are written into the text. */
  | 'leak-tool-call-tag'
  | 'leak-fenced-json'
  | 'leak-bare-json'
  | 'leak-function-tag'
  | 'leak-function-parameters'
  | 'leak-mistral'
  | 'leak-pipe-tag'
  /** The stream ends without a finish reason and without `[DONE]`. */
  | 'no-done'
  /** Nothing comes after the first pieces, and the connection stays open. */
  | 'hangs'
  /** The connection is cut after the first pieces. */
  | 'cut-off'
  /** The text is repeated until the client goes away. */
  | 'endless'
  /** Says half of the answer, and from then on only that it is alive. */
  | 'only-alive'
  /** An error instead of the end, in a stream that began with status 200. */
  | 'error-in-stream'
  /** `content: null`, comments and blank lines between the pieces. */
  | 'noise'

export type ScriptedTurn = {
  text?: string
  calls?: readonly ScriptedCall[]
  reasoning?: string
  /** The limit of tokens ended it: finish reason `length`. */
  cut?: true
  usage?: { prompt_tokens: number; completion_tokens: number }
  quirk?: Quirk
  /** With `error-in-stream`: what the server says. */
  error?: unknown
}

/** No turn at all. */
export type Failure =
  | 'rate-limited'
  | 'overloaded'
  | 'no-tools'
  | 'no-tools-vllm'
  | 'no-tools-llama.cpp'
  | 'too-long-openai'
  | 'too-long-llama.cpp'
  | 'too-long-llama.cpp-500'
  | 'too-long-lm-studio'
  | 'too-long-vllm'
  | 'max-tokens-unknown'
  | 'stream-options-unknown'
  | 'unauthorized'
  | 'forbidden'
  | 'model-not-found'
  | 'html'
  | 'not-json'
  | 'empty'
  | 'redirect'
  /** The connection is cut before an answer. */
  | 'reset'
  /** There is never an answer. */
  | 'silent'

export type ScriptedFailure = { fails: Failure; headers?: Record<string, string> }
export type ScriptedReply = ScriptedTurn | ScriptedFailure

export const say = (text: string): ScriptedTurn => ({ text })
export const call = (name: string, args: ScriptedCall['arguments'] = {}): ScriptedTurn => ({ calls: [{ name, arguments: args }] })

export type HttpReply = { status: number; headers?: Record<string, string>; body: unknown }

/** The statuses and words of real servers. `model` is the one that was asked for. */
export function failureReply(failure: Exclude<Failure, 'reset' | 'silent'>, model: string): HttpReply {
  const error = (status: number, message: string, more: object = {}): HttpReply => ({
    status,
    body: { error: { message, ...more } },
  })
  switch (failure) {
    case 'rate-limited':
      return { ...error(429, 'Rate limit reached', { type: 'rate_limit_error' }), headers: { 'retry-after': '0' } }
    case 'overloaded':
      return error(503, 'The server is overloaded', { type: 'server_error' })
    case 'no-tools':
      return error(400, `registry.ollama.ai/library/${model} does not support tools`, {
        type: 'api_error',
        param: null,
        code: null,
      })
    case 'no-tools-vllm':
      return error(400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set', {
        type: 'BadRequestError',
        code: 400,
      })
    case 'no-tools-llama.cpp':
      return error(500, 'tools param requires --jinja flag', { code: 500, type: 'server_error' })
    case 'too-long-openai':
      return error(
        400,
        "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens. Please reduce the length of the messages.",
        { type: 'invalid_request_error', param: 'messages', code: 'context_length_exceeded' },
      )
    case 'too-long-llama.cpp':
      return tooLongForLlama(400)
    case 'too-long-llama.cpp-500':
      return tooLongForLlama(500)
    case 'too-long-lm-studio':
      return {
        status: 400,
        body: {
          error:
            'Trying to keep the first 10136 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input.',
        },
      }
    case 'too-long-vllm':
      return {
        status: 400,
        body: {
          object: 'error',
          message:
            "This model's maximum context length is 6048 tokens. However, you requested 6616 tokens (568 in the messages, 6048 in the completion). Please reduce the length of the messages or completion.",
          type: 'BadRequestError',
          param: null,
          code: 400,
        },
      }
    case 'stream-options-unknown':
      return {
        status: 422,
        body: { detail: [{ type: 'extra_forbidden', loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }] },
      }
    case 'max-tokens-unknown':
      return error(
        400,
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        {
          type: 'invalid_request_error',
          param: 'max_tokens',
          code: 'unsupported_parameter',
        },
      )
    default:
      return refusalReply(failure, model)
  }
}

const tooLongForLlama = (status: number): HttpReply => ({
  status,
  body: {
    error: {
      code: status,
      message: 'the request exceeds the available context size. try increasing the context size or enable context shift',
      type: 'exceed_context_size_error',
      n_prompt_tokens: 9000,
      n_ctx: 8192,
    },
  },
})

type Refusal = 'unauthorized' | 'forbidden' | 'model-not-found' | 'html' | 'not-json' | 'empty' | 'redirect'

function refusalReply(failure: Refusal, model: string): HttpReply {
  switch (failure) {
    case 'unauthorized':
      return {
        status: 401,
        body: { error: { message: 'Incorrect API key provided', type: 'invalid_request_error', code: 'invalid_api_key' } },
      }
    case 'forbidden':
      return { status: 403, body: { error: { message: 'You are not allowed to use this model', type: 'permission_error' } } }
    case 'model-not-found':
      return { status: 404, body: { error: { message: `model "${model}" not found, try pulling it first`, type: 'api_error' } } }
    case 'html':
      return { status: 200, headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Sign in</title><p>Sign in' }
    case 'not-json':
      return { status: 200, headers: { 'content-type': 'text/event-stream' }, body: 'data: {"choices": [\n\ndata: [DONE]\n\n' }
    case 'empty':
      return { status: 200, headers: { 'content-type': 'text/event-stream' }, body: '' }
    case 'redirect':
      return { status: 307, headers: { location: '/elsewhere' }, body: '' }
    default:
      return failure satisfies never
  }
}

const argumentText = (args: ScriptedCall['arguments']): string => (typeof args === 'string' ? args : JSON.stringify(args))

/** The text of a turn, with what its quirk writes into it. */
export function textOfTurn({ text = '', calls = [], reasoning, quirk }: ScriptedTurn): string {
  if (quirk === 'think-tags') return `<think>\n${reasoning}\n</think>\n\n${text}`
  const leaked = calls.map((one) => leakedCall(one, quirk))
  if (leaked.includes(undefined)) return text
  return quirk === 'leak-mistral' ? `${text}[TOOL_CALLS][${leaked.join(', ')}]` : [text, ...leaked].filter(Boolean).join('\n')
}

export const isLeak = (quirk: Quirk | undefined): boolean => quirk?.startsWith('leak-') === true

function leakedCall({ name, arguments: args }: ScriptedCall, quirk: Quirk | undefined): string | undefined {
  const json = `{"name": ${JSON.stringify(name)}, "arguments": ${argumentText(args)}}`
  switch (quirk) {
    case 'leak-tool-call-tag':
      return `<tool_call>\n${json}\n</tool_call>`
    case 'leak-fenced-json':
      return `\`\`\`json\n${json}\n\`\`\``
    case 'leak-bare-json':
    case 'leak-mistral':
      return json
    case 'leak-function-tag':
      return `<function=${name}>${argumentText(args)}</function>`
    case 'leak-function-parameters':
      return `<function=${name}>\n${parameters(args)}</function>`
    case 'leak-pipe-tag':
      return `<|tool_call|>${json}<|/tool_call|>`
    default:
      return undefined
  }
}

const parameters = (args: ScriptedCall['arguments']): string =>
  Object.entries(typeof args === 'string' ? {} : args)
    .map(([key, value]) => `<parameter=${key}>\n${typeof value === 'string' ? value : JSON.stringify(value)}\n</parameter>\n`)
    .join('')

/** `tool_calls` of a whole answer. */
export const toolCalls = ({ calls = [], quirk }: ScriptedTurn): object[] =>
  calls.map(({ id, name, arguments: args, signature }, index) => ({
    ...(signature ? { extra_content: { google: { thought_signature: signature } } } : {}),
    ...(quirk === 'no-index' ? {} : { index: quirk === 'same-index' ? 0 : index }),
    ...(quirk === 'no-id' ? {} : { id: id ?? `call_${index}_${name}` }),
    type: 'function',
    function: { name, arguments: quirk === 'object-arguments' ? args : argumentText(args) },
  }))

export const finishReason = ({ calls = [], cut, quirk }: ScriptedTurn): string =>
  cut ? 'length' : calls.length > 0 && !isLeak(quirk) ? 'tool_calls' : 'stop'
