/** Stored bytes that cannot be decoded are reported as STORE_CORRUPT, with what they belong to, and never become an answer. */
import { CairnProblem } from '../../contract/problems.ts'

/** `what`: as in "the vectors of src/cart.ts". */
export const damaged = (what: string, cause?: unknown): CairnProblem =>
  new CairnProblem('STORE_CORRUPT', { detail: `${what} cannot be read` }, { cause })

/** Runs a decoder; whatever it throws means that the bytes are damaged. */
export function decoding<Value>(what: string, decode: () => Value): Value {
  try {
    return decode()
  } catch (cause) {
    throw cause instanceof CairnProblem ? cause : damaged(what, cause)
  }
}
