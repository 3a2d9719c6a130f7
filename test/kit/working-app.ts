/** An app with one tool `work`, which reports progress and works until it is told to stop. For tests of progress and cancellation. */
import type { App, CallOptions } from '../../src/app/port.ts'
import { okResult } from '../../src/envelope/result.ts'

export function workingApp() {
  const seen = { started: false, aborted: false }
  const work = (_: string, __: unknown, options?: CallOptions) =>
    new Promise((resolve) => {
      seen.started = true
      const timer = setInterval(() => options?.onProgress?.({ phase: 'parse', repo_id: 'shop', done: 1, total: 2 }), 50)
      options?.signal?.addEventListener('abort', () => {
        seen.aborted = true
        clearInterval(timer)
        resolve(okResult(['done']))
      })
    })
  const tool = { name: 'work', title: 'Work', description: '', arguments: {} }
  const stub = { tools: async () => [tool], callTool: work, keepCurrent: () => undefined } as unknown as App
  return { seen, stub }
}
