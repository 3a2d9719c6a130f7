import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { createParser } from './create-parser.ts'
import { createParserApart } from './parser-apart.ts'
import type { Parser } from './port.ts'

let parser: Parser | undefined
afterEach(() => parser?.close())

/** Ids of the children of this process that parse texts. */
function children(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8')
        return (
          new RegExp(`^PPid:\\s+${process.pid}$`, 'm').test(status) &&
          !/^State:\s+Z/m.test(status) &&
          readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('parse-text-child')
        )
      } catch {
        return false
      }
    })
}
/** Its CPU time, in hundredths of a second: starting takes some 30. */
const ticksOf = (pid: number): number =>
  Number(
    readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')[11],
  )
const until = async (is: () => boolean): Promise<void> => {
  while (!is()) await sleep(20)
}

describe.skipIf(process.platform !== 'linux')('a parser apart', () => {
  it('[PA2] finds what a parser in this process finds', async () => {
    parser = createParserApart()
    const here = createParser()
    const texts = ['export const a = () => b(1)\n', 'class A { m() {} }\n', 'let = = 1\nfunction f() {}\n', '']
    const apart = await Promise.all(texts.map((text) => parser?.parse(text, 'typescript')))
    const near = await Promise.all(texts.map((text) => here.parse(text, 'typescript')))
    expect(apart).toEqual(near)
    expect(await parser.parse('function f() { g() }', 'javascript', { outline: true })).toEqual(
      await here.parse('function f() { g() }', 'javascript', { outline: true }),
    )
    expect(children()).toHaveLength(1)
  })

  it('[PA14] loses one text, with a reason, to a child that dies, and continues with another', async () => {
    parser = createParserApart()
    await parser.parse('let a\n', 'javascript')
    const slow = parser.parse('function slow() { return [1, 2, 3] }\n'.repeat(25_000), 'javascript', { budget_ms: 20_000 })
    const after = parser.parse('let after\n', 'javascript')
    for (const pid of children()) process.kill(pid, 'SIGTERM')
    expect(await slow).toEqual({ state: 'failed', reason: 'the parse process crashed (SIGTERM)' })
    expect((await after).state).toBe('indexed')
  })

  it('[PA14] a text that ends its process is not parsed in this one, not even the first', async () => {
    parser = createParserApart({ hangs_after_ms: 120_000 })
    // Takes the grammar of C more than ten seconds, so that also a fast machine is still parsing when the child is ended.
    const guilty = parser.parse(`// a\n${'*/\n'.repeat(8000)}`, 'c', { budget_ms: 100_000 })
    const after = parser.parse('let after\n', 'javascript')
    await until(() => children().some((pid) => ticksOf(pid) > 120))
    for (const pid of children()) process.kill(pid, 'SIGKILL')
    expect(await guilty).toEqual({ state: 'failed', reason: 'the parse process crashed (SIGKILL)' })
    expect((await after).state).toBe('indexed')
    expect(children()).toHaveLength(1)
  })

  it('[PA14] gives up on a text that does not end', async () => {
    parser = createParserApart({ hangs_after_ms: 300 })
    const slow = parser.parse('function slow() { return [1, 2, 3] }\n'.repeat(50_000), 'javascript', { budget_ms: 60_000 })
    expect(await slow).toEqual({ state: 'timed-out', reason: 'parsing did not come to an end' })
  })

  it('[PA14] its child ends when it is idle, and when it is closed; a new one starts when needed', async () => {
    parser = createParserApart({ idle_ms: 50 })
    await parser.parse('let a\n', 'javascript')
    await until(() => children().length === 0)
    expect((await parser.parse('let b\n', 'javascript')).state).toBe('indexed')
    parser.close()
    await until(() => children().length === 0)
  })
})
