/** Builds the index of one repo and its exchange file, without registering it. */
import type { IndexStatus } from '../../contract/freshness.ts'
import { CairnProblem } from '../../contract/problems.ts'
import type { OnProgress } from '../../contract/progress.ts'
import { withApp } from './with-app.ts'

/** Gives the status written to `.llmc/rag/index_status.json`; throws a `CairnProblem` when the build fails. */
export async function buildGraphForRepo(
  repoRoot: string,
  options: { signal?: AbortSignal; onProgress?: OnProgress } = {},
): Promise<IndexStatus> {
  const report = await withApp(repoRoot, (app) => app.buildGraph(null, options))
  if (!report.status) throw new CairnProblem('INTERNAL', { detail: 'the build ended without a status' })
  return report.status
}
