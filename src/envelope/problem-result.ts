/**
 * Turns every exception into an ERROR answer: one sentence says what happened, one what to do. It never contains a stack trace.
 */
import type { RagResult } from '../contract/envelope.ts'
import { CairnProblem } from '../contract/problems.ts'
import { callVocabulary, inWordsOf, type Vocabulary } from '../contract/vocabulary.ts'
import { errorResult } from './result.ts'

/** `onBug` gets every exception that is not a known problem, with its stack. The default `vocabulary` is that of tools. */
export function problemResult(
  thrown: unknown,
  options: { onBug?: (error: unknown) => void; vocabulary?: Vocabulary } = {},
): RagResult<never> {
  const problem = asProblem(thrown)
  if (problem.code === 'INTERNAL') options.onBug?.(thrown)
  const said = `${clipped(problem.message)} ${clipped(problem.fix)}`
  const message = inWordsOf(options.vocabulary ?? callVocabulary(), said)
  const result = errorResult({ errorCode: problem.code, message })
  result.meta.retry = problem.retry
  return result
}

/** A sentence may quote what was asked, such as a path of thousands of characters. */
const LONGEST_SENTENCE = 1_000
const clipped = (text: string): string => (text.length > LONGEST_SENTENCE ? `${text.slice(0, LONGEST_SENTENCE - 1)}…` : text)

/** Finds the problem of the table for any exception. */
function asProblem(thrown: unknown): CairnProblem {
  if (thrown instanceof CairnProblem) return thrown
  const { name, code, message } = traits(thrown)
  if (name === 'AbortError' || code === 'ABORT_ERR') return new CairnProblem('CANCELLED', {}, { cause: thrown })
  if (name === 'TimeoutError') return new CairnProblem('TIMEOUT', { what: 'The work', limit: 'allowed' }, { cause: thrown })
  if (code === 'ENOSPC' || code === 'EDQUOT') return new CairnProblem('DISK_FULL', { where: 'the index' }, { cause: thrown })
  const reason = systemReasons[code]
  if (reason !== undefined) return new CairnProblem('RAG_UNAVAILABLE', { detail: reason(pathOf(thrown)) }, { cause: thrown })
  return new CairnProblem('INTERNAL', { detail: oneLine(message) }, { cause: thrown })
}

/** What the system refuses is a problem of the machine or of its settings, not a bug. */
const systemReasons: Readonly<Record<string, (path: string) => string>> = {
  EACCES: (path) => `this user may not open ${path}`,
  EPERM: (path) => `this user may not change ${path}`,
  EROFS: (path) => `${path} is on a file system that cannot be written to`,
  ENOENT: (path) => `there is no ${path}`,
  ENOTDIR: (path) => `${path}, or a part of this path, is a file, not a folder`,
  EISDIR: (path) => `${path} is a folder, not a file`,
  EEXIST: (path) => `${path} is there already, and is not what it should be`,
  ELOOP: (path) => `${path} leads through links in a circle`,
  ENAMETOOLONG: (path) => `the path ${path} is too long`,
  EMFILE: () => 'this process may not open more files (`ulimit -n`)',
  ENFILE: () => 'the machine has too many open files',
  EAGAIN: () => 'the machine cannot start another process',
  ENOMEM: () => 'the machine has no memory left',
  EIO: (path) => `the disk or terminal failed while using ${path}`,
  ESTALE: (path) => `the file system of ${path} went away`,
}

function pathOf(thrown: unknown): string {
  const { path } = thrown as { path?: unknown }
  return typeof path === 'string' ? oneLine(path) : 'a file'
}

function traits(thrown: unknown): { name: string; code: string; message: string } {
  if (typeof thrown !== 'object' || thrown === null) return { name: '', code: '', message: String(thrown) }
  const { name, code, message } = thrown as { name?: unknown; code?: unknown; message?: unknown }
  return { name: String(name ?? ''), code: String(code ?? ''), message: String(message ?? 'unknown error') }
}

/** A message may contain a stack or a whole file; its first line is enough. */
function oneLine(message: string): string {
  const line = message.split('\n', 1)[0]?.trim().replace(/\.$/, '') ?? ''
  return line.length > 200 ? `${line.slice(0, 199)}…` : line || 'unknown error'
}
