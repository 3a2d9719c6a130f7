/**
 * `cairn ask`: the answer of `ask_codebase`. While a language model works, stderr says what it does; stdout gets nothing before the
 * answer is checked.
 */
import type { AnswerEvent } from '../../contract/answer-event.ts'
import type { RagResult } from '../../contract/envelope.ts'
import type { Answer } from '../../contract/items.ts'
import { guarded } from '../../contract/visible.ts'
import { stepWords } from '../../envelope/step-words.ts'
import type { Call, Outcome, OutStream } from './command.ts'
import { runToolCommand } from './tool-command.ts'

export async function runAsk(call: Call): Promise<Outcome> {
  const watch = call.args.verbose === true ? everyStep(call.io.stderr) : lastStep(call.io.stderr)
  try {
    const outcome = await runToolCommand('ask_codebase', call, { onAnswerEvent: watch.event })
    return call.args.dry_run === true && 'result' in outcome ? asItWouldBeSent(outcome.result) : outcome
  } finally {
    watch.end()
  }
}

/** Line by line, with its fences and headings, which the text of an answer has not. */
function asItWouldBeSent(result: RagResult<unknown>): Outcome {
  const { answer, mode } = (result.items[0] ?? {}) as Partial<Answer>
  if (answer === undefined || mode !== 'llm') return { result }
  return { result, text: [...answer.split('\n'), '', result.meta.message ?? ''].map(guarded).join('\n'), verbatim: true }
}

type Watch = { event(event: AnswerEvent): void; end(): void }

/** A closed stderr is no reason to stop. */
const ignore = (): void => {}

function everyStep(stderr: OutStream): Watch {
  let turn = 0
  return {
    event(event) {
      if (event.event === 'step') return void stderr.write(`cairn: ${stepWords(event)}\n`, ignore)
      if (event.turn !== turn) stderr.write('cairn: the model writes\n', ignore)
      turn = event.turn
    },
    end: ignore,
  }
}

/** On a terminal, one line that disappears with the answer. */
function lastStep(stderr: OutStream): Watch {
  if (!stderr.isTTY) return { event: ignore, end: ignore }
  let shown = ''
  const show = (words: string): void => {
    if (words === shown) return
    shown = words
    stderr.write(`\r\u001b[2K${[...words].slice(0, Math.max(20, (stderr.columns || 80) - 1)).join('')}`, ignore)
  }
  return {
    event: (event) => show(event.event === 'step' ? stepWords(event) : 'the model writes …'),
    end: () => {
      if (shown !== '') show('')
    },
  }
}
