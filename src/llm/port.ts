/**
 * The interface of a language model: one request, one turn. It knows no tools and no repos: whoever asks decides what is sent, runs
 * the tools that the model calls, and checks what it says.
 */

/** `parameters`: a JSON Schema of an object. */
export type ChatTool = { name: string; description: string; parameters: Record<string, unknown> }

/**
 * A tool that the model wants to be called. `arguments` is undefined when they are not a JSON object; then `written` is what the model
 * wrote, so that it can be told.
 */
export type ChatCall = { id: string; name: string; arguments: Record<string, unknown> | undefined; written: string }

export type ChatMessage =
  | { role: 'system' | 'user'; text: string }
  | { role: 'assistant'; text: string; calls: readonly ChatCall[] }
  | { role: 'tool'; call_id: string; name: string; text: string }

export type ChatRequest = {
  messages: readonly ChatMessage[]
  /** Empty or missing: the model can only write. */
  tools?: readonly ChatTool[]
  /** The most tokens that the model may write. */
  max_tokens?: number
}

export type ChatUsage = { input_tokens: number; output_tokens: number }

/**
 * What the model answered: text, calls, both, or nothing. `cut`: it may be incomplete, because the limit of tokens ended it, or its
 * stream ended without saying that it is complete.
 */
export type ChatTurn = { text: string; calls: readonly ChatCall[]; cut: boolean; usage?: ChatUsage }

/**
 * `no-tools`: the server refuses tools for this model; ask again without them. `too-long`: the request does not fit the model's
 * context; ask again with less.
 */
export type ChatOutcome = { state: 'answered'; turn: ChatTurn } | { state: 'no-tools' } | { state: 'too-long' }

/** What is known about the model. A server that does not say is not guessed at: `tools` is undefined then. */
export type ModelFacts = {
  tools: boolean | undefined
  context_tokens: number
  /** Where the number of tokens comes from: the user's setting, the server, or a safe default. */
  context_from: 'setting' | 'server' | 'default'
}

export type ChatOptions = {
  signal?: AbortSignal
  /** Called with each piece of text as it arrives. Text that turns out to be a tool call is not passed on. */
  onText?: (piece: string) => void
}

/**
 * A call that fails throws LLM_UNAVAILABLE: the server does not answer, refuses the key, or gives nothing that can be read. One that
 * is aborted rejects with the reason of its signal, and its request ends.
 *
 * @example
 * const outcome = await model.chat({ messages: [{ role: 'user', text: 'What does refund() do?' }] })
 * if (outcome.state === 'answered') console.log(outcome.turn.text)
 */
export interface ChatModel {
  /** Name of the model, as the server knows it. */
  readonly name: string
  /** Host and port of the server; never its key. */
  readonly server: string
  /** False: texts leave this machine, so secrets in them are replaced. */
  readonly isLocal: boolean
  /**
   * What the server said is kept. A default is asked for again, because some servers say it only once the model is loaded. Each
   * question to the server takes three seconds at most.
   */
  facts(signal?: AbortSignal): Promise<ModelFacts>
  chat(request: ChatRequest, options?: ChatOptions): Promise<ChatOutcome>
}
