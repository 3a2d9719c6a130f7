/** Work on a repo's rows that must not run at the same time as an indexer. */
import type { RepoId } from '../contract/ids.ts'
import { CairnProblem } from '../contract/problems.ts'
import type { StoreWriter } from '../store/port.ts'

export async function withRepoLock<Value>(
  repo: RepoId,
  writer: StoreWriter,
  options: { wait_ms: number; signal?: AbortSignal },
  work: () => Promise<Value>,
): Promise<Value> {
  const { wait_ms, signal } = options
  const lock = await writer.lockRepo(repo, { wait_ms, ...(signal ? { signal } : {}) })
  if (!lock) throw new CairnProblem('INDEX_LOCKED', { repo })
  try {
    return await work()
  } finally {
    await lock.release()
  }
}
