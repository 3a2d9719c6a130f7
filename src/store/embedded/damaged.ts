/** Stored bytes that cannot be decoded are reported as STORE_CORRUPT, with what they belong to, and never become an answer. */
import { CairnProblem } from '../../contract/problems.ts'

/** `what`: as in "the vectors of src/cart.ts". */
export const damaged = (what: string, cause?: unknown): CairnProblem =>
  new CairnProblem('STORE_CORRUPT', { detail: `${what} cannot be read` }, { cause })

/** What was given as `detail` when the problem was made. */
export const detailOf = ({ message }: CairnProblem): string => message.replace(/^The index file is damaged: |\.$/g, '')

/** A mistake of the caller. Any other error while the store is read means that what is stored is impossible, so it is damaged. */
export class CallerError extends Error {}

/** What a failed read of the store is to its caller. The one place where an unexpected error becomes STORE_CORRUPT. */
export function readFailure(cause: unknown): unknown {
  const isKnown = cause instanceof CairnProblem || cause instanceof CallerError
  if (isKnown || (cause instanceof Error && cause.name === 'AbortError')) return cause
  return damaged(`a part of the index (${cause instanceof Error ? cause.message : String(cause)})`, cause)
}

/** Runs a decoder; whatever it throws means that the bytes are damaged. */
export function decoding<Value>(what: string, decode: () => Value): Value {
  try {
    return decode()
  } catch (cause) {
    throw cause instanceof CairnProblem ? cause : damaged(what, cause)
  }
}
