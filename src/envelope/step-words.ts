/** One line for a step of a model that answers a question: which tool, with what, and what it found. */
import type { AnswerEvent } from '../contract/answer-event.ts'
import { visible } from '../contract/visible.ts'

type Step = Extract<AnswerEvent, { event: 'step' }>

export function stepWords({ step, tool, arguments: args, hits, problem }: Step): string {
  if (step === 0) return `evidence: ${hitWords(hits)} (${visible(args)})`
  const found = problem === null ? hitWords(hits) : visible(problem.split('\n', 1)[0] ?? '')
  return `${visible(tool)}${args === '' ? '' : ` ${visible(args)}`}: ${found}`
}

const hitWords = (hits: number | null): string => (hits === 1 ? '1 hit' : `${hits ?? 0} hits`)
