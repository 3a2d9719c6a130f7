import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGrammarModules } from './grammar-modules.ts'
import { ParseThread } from './parse-thread.ts'
import type { JobAnswer, PoolJob } from './pool-messages.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parse-thread-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A worker that does to itself what the name of the file says. */
const moodyWorker = `
import { parentPort, threadId } from 'node:worker_threads'
parentPort.on('message', ({ id, job }) => {
  if (job.path === 'exits') process.exit(3)
  if (job.path === 'throws') throw new Error('no such luck')
  if (job.path === 'hangs') for (;;) {}
  parentPort.postMessage({ say: 'answer', id, spent: job.path === 'grows', answer: { path: job.path, language: 'x', state: 'gone', reason: String(threadId) } })
})`

describe('a parse thread', () => {
  it('[PA10] a worker that exits, throws, hangs or has grown too large costs its own file at most, and is replaced', async () => {
    const workerFile = path.join(folder, 'worker.mjs')
    writeFileSync(workerFile, moodyWorker)
    const names = ['first', 'exits', 'second', 'throws', 'hangs', 'third', 'grows', 'fourth']
    const waiting = names.map((name, id): PoolJob => {
      writeFileSync(path.join(folder, name), 'some text')
      return { id, job: { root: folder, path: name, language: 'x', max_bytes: 100 } }
    })
    const modules = createGrammarModules()
    const engine = await modules.engine()
    const answers: JobAnswer[] = []
    await new Promise<void>((resolve) => {
      const report = (_: number, answer: JobAnswer) => {
        if (answers.push(answer) === names.length) setImmediate(() => thread.close().then(resolve))
      }
      const times = { budget_ms: 1000, hangs_after_ms: 3000 }
      const thread = new ParseThread({ workerFile, modules, engine, code_folder: undefined, ...times, waiting, report })
      thread.takeNext()
    })
    expect(answers.map((answer) => answer.path)).toEqual(names)
    expect(answers.map((answer) => answer.state)).toEqual([
      'gone',
      'failed',
      'gone',
      'failed',
      'timed-out',
      'gone',
      'gone',
      'gone',
    ])
    const failed = answers.filter((answer) => 'facts' in answer)
    expect(failed.map((answer) => answer.reason)).toEqual([
      'the parser crashed: worker ended with 3',
      'the parser crashed: no such luck',
      'parsing did not come to an end',
    ])
    expect(failed.every((answer) => answer.facts === null && answer.size === 9 && answer.content_hash.length > 10)).toBe(true)
    const threads = answers.filter((answer) => answer.state === 'gone').map((answer) => answer.reason)
    expect(new Set(threads).size).toBe(4)
  })
})
