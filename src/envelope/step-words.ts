/** One line for a step of a model that answers a question: which tool, with what, and what it found. */
import type { AnswerEvent } from '../contract/answer-event.ts'
import { printable } from './style.ts'

type Step = Extract<AnswerEvent, { event: 'step' }>

export function stepWords({ step, tool, arguments: args, hits, problem }: Step): string {
  if (step === 0) return `evidence: ${hitWords(hits)} (${printable(args)})`
  const found = problem === null ? hitWords(hits) : printable(problem.split('\n', 1)[0] ?? '')
  return `${printable(tool)}${args === '' ? '' : ` ${printable(args)}`}: ${found}`
}

const hitWords = (hits: number | null): string => (hits === 1 ? '1 hit' : `${hits ?? 0} hits`)
