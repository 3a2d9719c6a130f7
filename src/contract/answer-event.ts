/**
 * What happens while a language model answers a question, for people and programs that watch. Only the finished answer is checked:
 * text that arrives before it is provisional.
 */
export type AnswerEvent =
  | {
      event: 'step'
      /** From 1; 0 is the search that is made before the model is asked. */
      step: number
      tool: string
      /** Shortened, for people. */
      arguments: string
      /** How many items the tool found; null when it could not answer. */
      hits: number | null
      problem: string | null
    }
  /** A piece of what the model writes. Text of an earlier turn is not part of the answer. */
  | { event: 'text'; turn: number; text: string; provisional: true }

export type OnAnswerEvent = (event: AnswerEvent) => void
