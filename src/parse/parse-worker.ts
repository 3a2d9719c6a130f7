/** The file that a worker thread of the parse child starts with. */
import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { runPart } from '../base/run-part.ts'
import type { WorkerStart } from './pool-messages.ts'

const start = workerData as WorkerStart
const part = fileURLToPath(new URL('./parts/serve-thread.cjs', import.meta.url))
const { serveThread } = runPart<typeof import('./serve-thread.ts')>(part, { folder: start.code_folder, use: 'child' })
if (parentPort) serveThread(parentPort, start)
