/** Entry of a worker thread of the embed pool: a batch of documents in, its vectors out. */
import { parentPort, workerData } from 'node:worker_threads'
import type { FromWorker, ToWorker, WorkerStart } from './embed-pool.ts'
import { readModel } from './read-model.ts'
import { createStaticModel } from './static-model.ts'

const { model, dimensions } = workerData as WorkerStart
const { embedDocument } = createStaticModel(readModel(model), dimensions)

parentPort?.on('message', ({ id, documents }: ToWorker) => {
  const vectors = documents.map(embedDocument)
  const buffers = vectors.flatMap((vector) => (vector ? [vector.buffer as ArrayBuffer] : []))
  parentPort?.postMessage({ id, vectors } satisfies FromWorker, buffers)
})
