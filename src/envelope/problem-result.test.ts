/** Promise EN12 of docs/spec/envelope.md. */
import { describe, expect, it } from 'vitest'
import { badArgument, CairnProblem } from '../contract/problems.ts'
import { commandVocabulary } from '../contract/vocabulary.ts'
import { problemResult } from './problem-result.ts'

const told = (thrown: unknown) => {
  const { status, error_code, message } = problemResult(thrown).meta
  return { status, error_code, message }
}

describe('what was thrown becomes an answer', () => {
  it('[EN12] a problem keeps its code, and says what to do', () => {
    expect(told(new CairnProblem('REPO_UNKNOWN', { repo: 'x' }))).toEqual({
      status: 'ERROR',
      error_code: 'REPO_UNKNOWN',
      message: 'Cairn knows no repo x. List the names with list_repos, or register it with `cairn index DIR` in a terminal.',
    })
    const typed = problemResult(new CairnProblem('REPO_UNKNOWN', { repo: 'x' }), { vocabulary: commandVocabulary() }).meta
    expect(typed.message).toBe('Cairn knows no repo x. List the names with `cairn repos`, or register it with `cairn index DIR`.')
    expect(told(badArgument('"limit" must be more.')).message).toBe('"limit" must be more. Correct the argument and ask again.')
  })
  it('[EN12] a sentence that quotes something long is clipped; what to do is still said', () => {
    const { message } = told(new CairnProblem('FILE_NOT_FOUND', { file: 'x/'.repeat(5_000), repo: 'shop' }))
    expect(message?.length).toBeLessThan(1_300)
    expect(message).toMatch(/^There is no file x\/x\/.*… Look at the folder with explore_structure\./)
  })
  it('[EN12] every problem says whether asking again can help', () => {
    expect(problemResult(new CairnProblem('INDEX_LOCKED', { repo: 'x' })).meta.retry).toBe(true)
    expect(problemResult(badArgument('No.')).toDict().meta).toMatchObject({ error_code: 'BAD_ARGUMENT', retry: false })
  })
  it('[EN12] an abort is CANCELLED, a time limit TIMEOUT, a full disk DISK_FULL', async () => {
    expect(told(AbortSignal.abort().reason).error_code).toBe('CANCELLED')
    const late = AbortSignal.timeout(1)
    await new Promise((done) => setTimeout(done, 20))
    expect(told(late.reason).error_code).toBe('TIMEOUT')
    expect(told(Object.assign(new Error('write'), { code: 'ENOSPC' })).error_code).toBe('DISK_FULL')
  })
  it('[EN12] anything else is INTERNAL with one line and no stack; the stack goes to onBug', () => {
    const bug = new TypeError('x is not a function.\n    at secret (/home/me/file.ts:1:1)')
    const bugs: unknown[] = []
    const result = problemResult(bug, { onBug: (error) => bugs.push(error) })
    expect(result.meta.error_code).toBe('INTERNAL')
    expect(result.meta.message).toContain('Something went wrong inside Cairn: x is not a function.')
    expect(JSON.stringify(result.toDict())).not.toContain('secret')
    expect(bugs).toEqual([bug])
    for (const odd of [undefined, null, 'text', 7, {}, new Error('')]) expect(told(odd).error_code).toBe('INTERNAL')
    expect(told('text').message).toContain('text')
  })
})
