/** What `app` hands to a question that a language model answers: the model, the tools that it may call, and who watches. */
import type { OnAnswerEvent } from '../contract/answer-event.ts'
import type { RagResult } from '../contract/envelope.ts'
import type { RepoId } from '../contract/ids.ts'
import type { DeclaredTool } from '../contract/tool.ts'
import type { ChatModel } from '../llm/port.ts'

export type ModelAccess = {
  model: ChatModel
  /** Every tool but `ask_codebase`. */
  tools: readonly DeclaredTool[]
  /**
   * Calls a tool for the caller of the question: from the same folder, with the same signal, and only on what the caller may read.
   * Never throws.
   */
  callTool(name: string, args: Readonly<Record<string, unknown>>, options?: ModelCallOptions): Promise<RagResult<unknown>>
  /** What would leave this machine, with secrets replaced; the same text if the server is on this machine. */
  asSent(text: string): string
  onEvent?: OnAnswerEvent
  /** Aborted when the caller's time is nearly over. There is still time for an answer without the model. */
  deadline?: AbortSignal
}

export type ModelCallOptions = {
  /** Only these repos; all that the caller may read when absent. */
  repos?: readonly RepoId[]
  /** How the answer is printed; `max_chars` is measured on it. */
  print?: (result: RagResult<unknown>) => string
}
