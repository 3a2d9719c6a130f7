/** The route decision of one repo: whether its index may answer, judged by the status file and HEAD alone. Writes nothing. */
import type { IndexStatus, RouteDecision } from '../contract/freshness.ts'

export type RouteFacts = {
  loadStatus(repoRoot: string): Promise<IndexStatus | null>
  /** The commit of HEAD; null when there is none or git does not answer. */
  readHead(repoRoot: string): Promise<string | null>
}

export async function computeRoute(repoRoot: string, facts: RouteFacts): Promise<RouteDecision> {
  try {
    const status = await facts.loadStatus(repoRoot)
    if (!status) return { use_rag: false, freshness_state: 'UNKNOWN', status: null }
    if (status.index_state.toLowerCase() !== 'fresh') return { use_rag: false, freshness_state: 'STALE', status }
    const head = await facts.readHead(repoRoot)
    if (!head || !status.last_indexed_commit) return { use_rag: false, freshness_state: 'UNKNOWN', status }
    const same = head === status.last_indexed_commit
    return { use_rag: same, freshness_state: same ? 'FRESH' : 'STALE', status }
  } catch {
    // The contract: any git or file error means "not known", never a crash.
    return { use_rag: false, freshness_state: 'UNKNOWN', status: null }
  }
}
