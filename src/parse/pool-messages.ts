/** Messages between the pool, its child process and the child's worker threads. */
import type { ParseJob, ParseJobFailure, ParseJobResult } from './port.ts'
import type { WasmModule } from './web-assembly.ts'

export type PoolJob = { id: number; job: ParseJob }
export type JobAnswer = ParseJobResult | ParseJobFailure

/** Pool → child: several jobs in one message, because a message of its own takes as long as a short file. */
export type ToChild = readonly PoolJob[]
/** Child → pool: several answers, for the same reason. */
export type FromChild = { say: 'ready' } | { say: 'answers'; answers: readonly PoolAnswer[] }
export type PoolAnswer = { id: number; answer: JobAnswer }

export type WorkerStart = { engine: WasmModule; budget_ms: number; code_folder: string | undefined }
/** Child's main thread → worker. */
export type ToWorker = { say: 'job'; id: number; job: ParseJob } | { say: 'grammar'; name: string; module: WasmModule | null }
/** Worker → child's main thread. `spent`: the worker's memory has grown too far, replace it. */
export type FromWorker = { say: 'answer'; id: number; answer: JobAnswer; spent: boolean } | { say: 'want'; grammar: string }
