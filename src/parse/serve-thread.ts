/** The work of a thread of the parse child: jobs in, answers out. */
import type { MessagePort } from 'node:worker_threads'
import type { GrammarModules } from './grammar-modules.ts'
import { createTextParser } from './parse-text.ts'
import type { FromWorker, PoolJob, ToWorker, WorkerStart } from './pool-messages.ts'
import { parseJob } from './run-job.ts'
import type { WasmModule } from './web-assembly.ts'

export function serveThread(port: MessagePort, start: WorkerStart): void {
  const wanted = new Map<string, (module: WasmModule | null) => void>()
  const parser = createTextParser(borrowedModules(port, start.engine, wanted))
  // Several jobs may be waiting here, and one is parsed at a time.
  let before = Promise.resolve()
  port.on('message', (message: ToWorker) => {
    if (message.say === 'grammar') wanted.get(message.name)?.(message.module)
    else before = before.then(() => answer(message))
  })

  async function answer({ id, job }: PoolJob): Promise<void> {
    const answer = await parseJob(job, parser, start.budget_ms)
    const bytes = 'facts' in answer ? answer.facts : null
    const transfer = bytes && bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer as ArrayBuffer] : []
    port.postMessage({ say: 'answer', id, answer, spent: parser.isSpent() } satisfies FromWorker, transfer)
  }
}

/** Grammars are compiled once, in the child's main thread, and shared by its workers. */
function borrowedModules(
  port: MessagePort,
  engine: WasmModule,
  wanted: Map<string, (module: WasmModule | null) => void>,
): GrammarModules {
  return {
    engine: async () => engine,
    grammar: (name) =>
      new Promise((resolve, reject) => {
        wanted.set(name, (module) => (module ? resolve(module) : reject(new Error(`the grammar ${name} cannot be loaded`))))
        port.postMessage({ say: 'want', grammar: name } satisfies FromWorker)
      }),
  }
}
