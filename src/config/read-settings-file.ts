/** A settings file as an object of raw values; {} when there is none. */
import { lstatSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { CairnProblem } from '../contract/problems.ts'

/** No real settings file is larger, but a malicious repo could contain one. */
const largest = 1_000_000

export function readSettingsFile(file: string): Record<string, unknown> {
  const text = readText(file)
  return text === undefined ? {} : parse(text, file)
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

/** A pipe would block for ever. A repo's own file may not be a link either, because it could point outside the repo. */
function plainFile(file: string): { size: number } {
  const stats = path.basename(file) === '.cairn.json' ? lstatSync(file) : statSync(file)
  if (!stats.isFile()) throw badFile(file, 'it is not a plain file')
  return stats
}

function parse(text: string, file: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw badFile(file, error instanceof Error ? error.message : String(error), error)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw badFile(file, 'it does not hold an object')
  return value as Record<string, unknown>
}

const badFile = (file: string, detail: string, cause?: unknown): CairnProblem =>
  new CairnProblem('BAD_FILE', { file, expected: 'JSON settings', detail }, { cause })
