import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { CairnProblem } from '../contract/problems.ts'
import { readToken, type TokenSource } from './read-token.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'cairn-token-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
writeFileSync(path.join(folder, 'good'), 'from-file\n')
writeFileSync(path.join(folder, 'empty'), '\n')
writeFileSync(path.join(folder, 'two'), 'one\ntwo\n')

const read = (source: TokenSource, setting = '') =>
  readToken(source, { setting, environment: { MINE: ' from-variable\n', EMPTY: '', BAD: 'a b' }, cwd: folder })
const problem = (source: TokenSource): string => {
  try {
    return `no problem: ${read(source)}`
  } catch (error) {
    return error instanceof CairnProblem ? `${error.code} ${error.message}` : String(error)
  }
}

describe('readToken', () => {
  it('[CF10] a file or variable that is named comes before the setting; without any of them there is no token', () => {
    expect(read({ file: 'good' }, 'from-setting')).toBe('from-file')
    expect(read({ variable: 'MINE' }, 'from-setting')).toBe('from-variable')
    expect(read({}, 'from-setting')).toBe('from-setting')
    expect(read({})).toBeUndefined()
  })

  it('[CF10] a source without a token is a problem that names it, and never prints what it holds', () => {
    expect(problem({ variable: 'EMPTY' })).toBe('BAD_ARGUMENT The variable EMPTY is not set.')
    expect(problem({ variable: 'BAD' })).toBe('BAD_ARGUMENT The variable BAD does not hold a token.')
    expect(problem({ file: 'empty' })).toMatch(/^BAD_FILE .*empty cannot be read as a token: it is empty/)
    expect(problem({ file: 'two' })).toMatch(/^BAD_FILE .*two cannot be read as a token: it holds spaces, several lines/)
    expect(problem({ file: 'none' })).toMatch(/^BAD_FILE .*ENOENT/)
    expect(problem({ file: 'good', variable: 'MINE' })).toMatch(/^BAD_ARGUMENT .*not both/)
  })
})
