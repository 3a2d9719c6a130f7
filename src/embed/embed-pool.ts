/**
 * Shares documents among worker threads that use one copy of the weights. A thread that dies is not replaced: the calling thread
 * embeds what it had, so that the result is the same. Threads without work do not keep the process alive.
 */
import { Worker } from 'node:worker_threads'
import { mapBounded } from '../base/bounded.ts'
import { builtFile } from '../base/built-file.ts'
import type { EmbedDocument } from './port.ts'
import type { ModelBytes } from './read-model.ts'

type Documents = readonly EmbedDocument[]
type Vectors = readonly (Float32Array | undefined)[]
export type EmbedPool = {
  embed(documents: Documents, signal?: AbortSignal): Promise<Vectors>
  close(): Promise<void>
}
export type EmbedPoolOptions = WorkerStart & {
  threads: number
  /** Embeds in the calling thread. */
  embedHere(documents: Documents): Promise<Vectors>
  /** Tests give another. */
  workerFile?: string
}

export type WorkerStart = { model: ModelBytes; dimensions: number }
export type ToWorker = { id: number; documents: Documents }
export type FromWorker = { id: number; vectors: Vectors }

/** About 20 ms of work: an aborted call waits for no more than that. */
const BATCH = 128
/** A thread has its next batch already when it finishes one, because the calling thread may be busy. */
const BATCHES_PER_THREAD = 2

export function createEmbedPool(options: EmbedPoolOptions): EmbedPool {
  const threads: EmbedThread[] = []
  let closed = false
  const rescue: Rescue = async (documents) => {
    if (closed) throw new Error('the embedder is closed')
    return options.embedHere(documents)
  }
  const run = (documents: Documents): Promise<Vectors> => {
    if (closed) return rescue(documents)
    let chosen = leastBusy(threads)
    if (threads.length < options.threads && chosen?.load !== 0) {
      chosen = new EmbedThread(options, rescue)
      threads.push(chosen)
    }
    return chosen?.embed(documents) ?? rescue(documents)
  }
  return {
    async embed(documents, signal) {
      const vectors = await mapBounded(batchesOf(documents), options.threads * BATCHES_PER_THREAD, (batch) => {
        signal?.throwIfAborted()
        return run(batch)
      })
      signal?.throwIfAborted()
      return vectors.flat()
    },
    async close() {
      closed = true
      await Promise.all(threads.map((thread) => thread.close()))
    },
  }
}

type Rescue = (documents: Documents) => Promise<Vectors>
type Waiting = { documents: Documents; resolve(vectors: Vectors | Promise<Vectors>): void }

class EmbedThread {
  private readonly worker: Worker | undefined
  private readonly rescue: Rescue
  private readonly waiting = new Map<number, Waiting>()
  private lastId = 0
  isAlive = true

  constructor({ model, dimensions, workerFile }: EmbedPoolOptions, rescue: Rescue) {
    this.rescue = rescue
    this.worker = startWorker(workerFile ?? builtFile('./embed-worker.js', import.meta.url), { model, dimensions })
    if (!this.worker) this.isAlive = false
    this.worker?.on('message', (answer: FromWorker) => this.hear(answer))
    this.worker?.on('error', () => this.lost())
    this.worker?.on('exit', () => this.lost())
  }

  /** Batches that are not finished. */
  get load(): number {
    return this.waiting.size
  }

  embed(documents: Documents): Promise<Vectors> {
    if (!this.isAlive) return this.rescue(documents)
    const id = ++this.lastId
    this.worker?.ref()
    return new Promise((resolve) => {
      this.waiting.set(id, { documents, resolve })
      this.worker?.postMessage({ id, documents } satisfies ToWorker)
    })
  }

  async close(): Promise<void> {
    await this.worker?.terminate()
    this.lost()
  }

  private hear({ id, vectors }: FromWorker): void {
    this.waiting.get(id)?.resolve(vectors)
    this.waiting.delete(id)
    if (this.waiting.size === 0) this.worker?.unref()
  }

  private lost(): void {
    this.isAlive = false
    const left = [...this.waiting.values()]
    this.waiting.clear()
    for (const { documents, resolve } of left) resolve(this.rescue(documents))
  }
}

/** Undefined when the system has no thread left. */
function startWorker(file: string, start: WorkerStart): Worker | undefined {
  try {
    // Not the flags of this process: with `--input-type` a worker does not start.
    return new Worker(file, { workerData: start, execArgv: [] })
  } catch {
    return undefined
  }
}

function leastBusy(threads: readonly EmbedThread[]): EmbedThread | undefined {
  const alive = threads.filter(({ isAlive }) => isAlive)
  return alive.reduce<EmbedThread | undefined>((least, next) => (least && least.load <= next.load ? least : next), undefined)
}

const batchesOf = (documents: Documents): Documents[] =>
  Array.from({ length: Math.ceil(documents.length / BATCH) }, (_, at) => documents.slice(at * BATCH, (at + 1) * BATCH))
