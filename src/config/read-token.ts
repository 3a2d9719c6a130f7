/** The token for a server: from a file, a variable that the user names, or the setting `token`. It is never printed. */
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { badArgument, CairnProblem } from '../contract/problems.ts'
import type { Environment } from './environment.ts'
import { secretIn } from './read-value.ts'

export type TokenSource = { file?: string; variable?: string }
type Given = { setting: string; environment: Environment; cwd: string }

/** Undefined when there is no token. A named file or variable without one is a problem. */
export function readToken({ file, variable }: TokenSource, { setting, environment, cwd }: Given): string | undefined {
  if (file !== undefined && variable !== undefined) throw badArgument('Give either a file or a variable for the token, not both.')
  if (file !== undefined) return fromFile(path.resolve(cwd, file))
  return variable === undefined ? setting || undefined : fromVariable(variable, environment)
}

function fromVariable(name: string, environment: Environment): string {
  const token = secretIn(environment[name] ?? '')
  if (token) return token
  const why = token === '' ? 'is not set' : 'does not hold a token'
  throw badArgument(`The variable ${name} ${why}.`)
}

/** No token is longer. */
const LARGEST = 10_000

function fromFile(file: string): string {
  let text: string
  try {
    const { size } = statSync(file)
    if (size > LARGEST) throw badFile(file, `it is larger than ${LARGEST} bytes`)
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    if (cause instanceof CairnProblem) throw cause
    throw badFile(file, (cause as NodeJS.ErrnoException).code ?? String(cause), cause)
  }
  const token = secretIn(text)
  if (!token) throw badFile(file, token === '' ? 'it is empty' : 'it holds spaces, several lines or special characters')
  return token
}

const badFile = (file: string, detail: string, cause?: unknown): CairnProblem =>
  new CairnProblem('BAD_FILE', { file, expected: 'a token', detail }, { cause })
