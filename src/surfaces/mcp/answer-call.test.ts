import { describe, expect, it } from 'vitest'
import type { App, CallOptions } from '../../app/port.ts'
import type { RagResult } from '../../contract/envelope.ts'
import { errorResult, okResult } from '../../envelope/result.ts'
import { answerCall } from './answer-call.ts'
import { reportProgress } from './report-progress.ts'

/** An app with only the functions that this surface uses. */
function appThat(answer: (args: unknown, options: CallOptions | undefined) => Promise<RagResult<unknown>>): App {
  const tool = { name: 'ask', title: 'Ask', description: '', arguments: {} }
  return {
    tools: async (names?: readonly string[]) => [tool].filter(({ name }) => names?.includes(name) ?? true),
    callTool: (_: string, args: unknown, options?: CallOptions) => answer(args, options),
    keepCurrent: () => undefined,
  } as unknown as App
}
const wires = { signal: new AbortController().signal, progressToken: undefined, notify: async () => {} }
const textOf = (result: Awaited<ReturnType<typeof answerCall>>): string => {
  const [content] = result.content
  return content?.type === 'text' ? content.text : ''
}

describe('answerCall', () => {
  it('[MC3] prints a cover line first and returns no structured content, which would hide the text in some clients', async () => {
    const result = await answerCall(
      appThat(async () => okResult(['one'])),
      { name: 'ask' },
      wires,
    )
    expect(textOf(result).split('\n')[0]).toBe('OK · RAG_GRAPH · FRESH · 1 item')
    expect(result).not.toHaveProperty('structuredContent')
    expect(result).not.toHaveProperty('isError')
  })

  it('[MC4] does not pass `format` to the tool, and prints the envelope for json', async () => {
    let given: unknown
    const app = appThat(async (args) => {
      given = args
      return okResult([1, 2])
    })
    const result = await answerCall(app, { name: 'ask', arguments: { query: 'x', format: 'json' } }, wires)
    expect(given).toEqual({ query: 'x' })
    expect(JSON.parse(textOf(result))).toMatchObject({ items: [1, 2], meta: { status: 'OK' } })
  })

  it('[MC5] says whether a retry can help', async () => {
    const locked = errorResult({ errorCode: 'INDEX_LOCKED', message: 'Another process is indexing.' })
    const result = await answerCall(
      appThat(async () => locked),
      { name: 'ask' },
      wires,
    )
    expect(result.isError).toBe(true)
    expect(textOf(result)).toMatch(/INDEX_LOCKED[\s\S]*Another process is indexing\.[\s\S]*Trying again may help\./)
  })

  it('[MC5] if the app throws, the client still gets an answer', async () => {
    const app = appThat(async () => {
      throw new Error('no settings')
    })
    const result = await answerCall(app, { name: 'ask' }, wires)
    expect(result.isError).toBe(true)
    expect(textOf(result)).toContain('no settings')
  })

  it('[MC5] an unknown tool is a protocol error', async () => {
    await expect(
      answerCall(
        appThat(async () => okResult([])),
        { name: 'other' },
        wires,
      ),
    ).rejects.toThrow('There is no tool "other".')
  })

  it('[MC10] passes the client’s cancellation to the work', async () => {
    const controller = new AbortController()
    const app = appThat(async (_args, options) => {
      controller.abort()
      options?.signal?.throwIfAborted()
      return okResult([])
    })
    const result = await answerCall(app, { name: 'ask' }, { ...wires, signal: controller.signal })
    expect(textOf(result)).toContain('CANCELLED')
  })
})

describe('reportProgress', () => {
  it('[MC10] notifies a client that asked, at most once a second, with a number that only grows', async () => {
    const told: { progress: number; message: string }[] = []
    const reporter = reportProgress('t', async (params) => {
      told.push(params)
    })
    for (let done = 0; done < 25; done++) {
      reporter.event({ phase: 'parse', repo_id: 'acme/shop', done, total: 25 })
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    reporter.end()
    expect(told.length).toBeGreaterThanOrEqual(1)
    expect(told.length).toBeLessThanOrEqual(3)
    expect(told.map((one) => one.progress)).toEqual(told.map((_, at) => at + 1))
    expect(told[0]?.message).toMatch(/^Indexing acme\/shop: reading files, \d+ of 25$/)
  })

  it('[MC10] sends nothing to a client that did not ask', () => {
    let told = 0
    const reporter = reportProgress(undefined, async () => {
      told++
    })
    reporter.event({ phase: 'parse', done: 1, total: 2 })
    reporter.end()
    expect(told).toBe(0)
  })
})
