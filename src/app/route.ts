/** The two questions of the gateway that need no app: they read the status file and HEAD, and open no store. */
import { environment } from '../config/environment.ts'
import { loadConfig } from '../config/load-config.ts'
import type { IndexStatus, RouteDecision } from '../contract/freshness.ts'
import { computeRoute as decideRoute, type RouteFacts } from '../freshness/compute-route.ts'
import { setGitEnvironment } from '../workspace/git-environment.ts'
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
  // Ask git itself: if git is missing or refuses, the decision must be UNKNOWN.
  readHead: async (root) => {
    const head = await readHead(root, { through: 'git' })
    return head.commit
  },
})

const homeOption = (home: string | undefined): { home?: string } => (home === undefined ? {} : { home })

/** undefined when the settings cannot be read: then only the status file in the repo is used, where it nearly always is. */
function homeFolder(): string | undefined {
  try {
    return loadConfig({ environment: environment(), repo_root: null, cwd: process.cwd() }).config.home
  } catch {
    return undefined
  }
}
