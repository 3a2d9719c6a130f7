/** Promise CL13 of docs/spec/cli.md. */
import { describe, expect, it } from 'vitest'
import { type Called, run } from '../../../test/kit/run-command.ts'
import { badArgument } from '../../contract/problems.ts'
import { problemResult } from '../../envelope/problem-result.ts'
import { okResult } from '../../envelope/result.ts'
import { runBatch } from './batch.ts'

describe('cairn batch', () => {
  const answer = ({ name, args }: Called) => (name === 'bad' ? problemResult(badArgument('No.')) : okResult([args]))
  const lines = async (...stdin: (string | Uint8Array)[]) => {
    const { exit, stdout } = await run(['batch'], { stdin, answer })
    expect(exit).toBe(0)
    return stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  }
  it('[CL13] one answer per line, in the order of the questions, however the input is cut into chunks', async () => {
    const euro = Buffer.from('{"id": "€", "tool": "t", "arguments": {"q": "a\u2028b"}}\n')
    const answers = await lines(
      '{"id": 1, "tool": "t"}\n{"id": 2, "to',
      'ol": "bad"}\n\n',
      euro.subarray(0, 9),
      euro.subarray(9),
      '{"tool": "t"}',
    )
    expect(answers.map(({ id, result }) => [id, result.meta.status, result.items])).toEqual([
      [1, 'OK', [{}]],
      [2, 'ERROR', []],
      ['€', 'OK', [{ q: 'a\u2028b' }]],
      [null, 'OK', [{}]],
    ])
  })
  it('[CL13] a bad line is an ERROR for that line; the other lines are answered', async () => {
    const answers = await lines('not json\n[]\n{"id": 3}\n{"id": 4, "tool": "t", "arguments": [1]}\n{"id": 5, "tool": "t"}\n')
    expect(answers.map(({ id, result }) => [id, result.meta.error_code])).toEqual([
      [null, 'BAD_ARGUMENT'],
      [null, 'BAD_ARGUMENT'],
      [3, 'BAD_ARGUMENT'],
      [4, 'BAD_ARGUMENT'],
      [5, null],
    ])
    expect(answers[0].result.meta.message).toContain('This line is not JSON')
  })
  it('[CL13] each answer is written before the next question is read', async () => {
    const order: string[] = []
    const asked = async () => {
      order.push('asked')
      return okResult([])
    }
    const stdin = {
      async *[Symbol.asyncIterator]() {
        for (const id of [1, 2]) {
          order.push(`read ${id}`)
          yield `{"id": ${id}, "tool": "t"}\n`
        }
      },
    }
    const call = {
      app: { callTool: asked },
      io: {
        stdin,
        cwd: '/',
        signal: new AbortController().signal,
        stdout: {
          write: (_: string, done: () => void) => {
            order.push('written')
            done()
          },
        },
      },
    }
    await runBatch(call as unknown as Parameters<typeof runBatch>[0])
    expect(order).toEqual(['read 1', 'asked', 'written', 'read 2', 'asked', 'written'])
  })
})
