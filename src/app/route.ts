/** The two questions of the gateway that need no app: they read a file and ask for HEAD, and open nothing. */
import { environment } from '../config/environment.ts'
import { loadConfig } from '../config/load-config.ts'
import type { IndexStatus, RouteDecision } from '../contract/freshness.ts'
import { computeRoute as decideRoute, type RouteFacts } from '../freshness/compute-route.ts'
import { setGitEnvironment } from '../workspace/git.ts'
import { readHead } from '../workspace/head.ts'
import { loadStatus as readStatus } from '../workspace/status-file.ts'

/** May the index of this repo answer, by its status file and HEAD alone? Never throws. */
export function computeRoute(repoRoot: string): Promise<RouteDecision> {
  setGitEnvironment(environment())
  return decideRoute(repoRoot, routeFacts(homeFolder()))
}

/** `.llmc/rag/index_status.json`; null when it is missing or corrupt. Never throws. */
export const loadStatus = (repoRoot: string): Promise<IndexStatus | null> => readStatus(repoRoot, homeOption(homeFolder()))

export const routeFacts = (home: string | undefined): RouteFacts => ({
  loadStatus: (root) => readStatus(root, homeOption(home)),
  // Through git itself: a git that is missing or refuses makes the decision UNKNOWN, as the contract has it.
  readHead: async (root) => {
    const head = await readHead(root, { through: 'git' })
    return head.commit
  },
})

const homeOption = (home: string | undefined): { home?: string } => (home === undefined ? {} : { home })

/** Settings that cannot be read leave the repo's own status file, which is where it nearly always is. */
function homeFolder(): string | undefined {
  try {
    return loadConfig({ environment: environment(), repo_root: null, cwd: process.cwd() }).config.home
  } catch {
    return undefined
  }
}
