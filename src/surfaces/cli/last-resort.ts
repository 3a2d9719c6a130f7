/** What nothing else handles: an exception that nobody catches, and output that cannot be written. */
import { writeSync } from 'node:fs'
import { wantsDebug } from '../../app/wants-debug.ts'
import { CairnProblem, type ProblemCode, problems } from '../../contract/problems.ts'
import { guarded, visible } from '../../contract/visible.ts'
import { problemResult } from '../../envelope/problem-result.ts'
import { endNow } from './end-process.ts'

/** A server has other callers, so it prints a failure that no caller waits for and goes on. */
export type BugPolicy = { goOn: boolean; debug: boolean }

export function endOnBugs(): BugPolicy {
  const policy: BugPolicy = { goOn: false, debug: wantsDebug() }
  process.on('uncaughtException', (error) => endNow(printLast(error, policy)))
  process.on('unhandledRejection', (error) => {
    const status = printLast(error, policy)
    if (!policy.goOn) endNow(status)
  })
  return policy
}

/** Output that cannot be written is no bug: nobody reads it any more, or its disk is full. */
export function watchOutput(onTerminalGone: () => void): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // The reader has closed the pipe, as in `cairn … | head`.
    if (error.code === 'EPIPE') endNow(0)
    else if (error.code === 'EIO') onTerminalGone()
    else endNow(printLast(cannotWrite(error), { goOn: false, debug: false }))
  })
  // What is written there is for people who watch; the work does not depend on it.
  process.stderr.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EIO') onTerminalGone()
  })
}

function cannotWrite(cause: NodeJS.ErrnoException): CairnProblem {
  const fix = 'Free some space or write the output elsewhere, and run it again.'
  if (cause.code === 'ENOSPC' || cause.code === 'EDQUOT')
    return new CairnProblem('DISK_FULL', { where: 'the output' }, { cause, fix })
  return new CairnProblem('RAG_UNAVAILABLE', { detail: `the output cannot be written (${cause.code})` }, { cause, fix })
}

/** Synchronous, because the process ends next. Returns the exit status. */
function printLast(thrown: unknown, { debug }: BugPolicy): number {
  const { error_code, message } = problemResult(thrown).meta
  const code = (error_code ?? 'INTERNAL') as ProblemCode
  const stack = debug && thrown instanceof Error ? `${thrown.stack}\n` : ''
  try {
    writeSync(2, `cairn: ${visible(message ?? '')} (${code})\n${guarded(stack)}`)
  } catch {
    // Nobody reads stderr either.
  }
  return problems[code].exit
}
