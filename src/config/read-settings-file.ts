/** A settings file as an object of raw values; {} when there is none. */
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { readInsideSync } from '../base/repo-files/read-inside.ts'
import { realPathSync } from '../base/repo-files/see.ts'
import { parseShallow } from '../base/shallow-json.ts'
import { CairnProblem } from '../contract/problems.ts'

/** No real settings file is larger, but a malicious repo could contain one. */
const largest = 1_000_000

/** The user's own. A link in its place is followed. */
export function readSettingsFile(file: string): Record<string, unknown> {
  const text = readText(file)
  return text === undefined ? {} : parse(text, file)
}

/** A repo's. A stranger may have written it: no link is followed, and nothing but a plain file is opened. */
export function readRepoSettings(root: string, name: string): Record<string, unknown> {
  const file = path.join(root, name)
  const read = readInsideSync(realPathSync(root) ?? root, name, { max_bytes: largest })
  if (read.state === 'gone') return {}
  if (read.state === 'refused') throw badFile(file, `it is ${read.reason}`)
  return parse(read.bytes.toString('utf8').replace(/^\ufeff/, ''), file)
}

function readText(file: string): string | undefined {
  try {
    const { size } = plainFile(file)
    if (size > largest) throw badFile(file, `it is larger than ${largest} bytes`)
    return readFileSync(file, 'utf8').replace(/^\ufeff/, '')
  } catch (error) {
    if (error instanceof CairnProblem) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw badFile(file, code ?? String(error), error)
  }
}

/** A pipe would block for ever. */
function plainFile(file: string): { size: number } {
  const stats = statSync(file)
  if (!stats.isFile()) throw badFile(file, 'it is not a plain file')
  return stats
}

function parse(text: string, file: string): Record<string, unknown> {
  let value: unknown
  try {
    value = parseShallow(text)
  } catch (error) {
    throw badFile(file, error instanceof Error ? error.message : String(error), error)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw badFile(file, 'it does not hold an object')
  return value as Record<string, unknown>
}

const badFile = (file: string, detail: string, cause?: unknown): CairnProblem =>
  new CairnProblem('BAD_FILE', { file, expected: 'JSON settings', detail }, { cause })
