/** The folder that the program was started in. It may be gone by now, and Node then throws. */
import { errorCode } from '../../base/error-code.ts'
import { CairnProblem } from '../../contract/problems.ts'

export function workingFolder(): string {
  try {
    return process.cwd()
  } catch (cause) {
    const detail = errorCode(cause) === 'ENOENT' ? 'the working folder was deleted' : `the working folder (${errorCode(cause)})`
    throw new CairnProblem('RAG_UNAVAILABLE', { detail }, { cause, fix: 'Change to a folder that exists, and run it again.' })
  }
}
