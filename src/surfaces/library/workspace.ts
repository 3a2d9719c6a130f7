/** Keeps repos open for many questions. The library registers repos only through this interface, on request. */
import { createApp } from '../../app/create-app.ts'
import type { App } from '../../app/port.ts'
import type { RagResult } from '../../contract/envelope.ts'
import type { OnProgress } from '../../contract/progress.ts'
import type { IndexReport } from '../../contract/reports.ts'

type Work = { signal?: AbortSignal; onProgress?: OnProgress }
export type WorkspaceRepo = { repo_id: string; root: string }
export interface Workspace {
  /** The registered repos, first registered first. */
  repos(): Promise<readonly WorkspaceRepo[]>
  /** Registers the repo that contains a path, as `name` if given; `index` or the first question builds its index. */
  register(repo: string, options?: { name?: string }): Promise<WorkspaceRepo>
  /** Registers a repo and brings its index up to date. */
  index(repo: string, options?: Work & { name?: string; fresh?: boolean }): Promise<IndexReport>
  /** Deletes a repo's index, registration and `.llmc/` files. */
  remove(repo: string): Promise<void>
  /** Any tool by its name (`where_used`) with its arguments. `repo` may be an id, its last part, or a path. */
  ask(tool: string, args?: Readonly<Record<string, unknown>>, options?: Work): Promise<RagResult<unknown>>
  close(): Promise<void>
}

/** `cwd`: base of relative paths, and the folder asked from. `home`: Cairn's home instead of the default. */
export async function openWorkspace(options: { cwd?: string; home?: string } = {}): Promise<Workspace> {
  const { cwd = process.cwd(), home } = options
  const app = await createApp({ cwd, surface: 'library', ...(home === undefined ? {} : { flags: { home } }) })
  return workspaceOf(app)
}

const workspaceOf = (app: App): Workspace => ({
  repos: () => app.repos(),
  register: (repo, options) => app.register(repo, options),
  index: async (repo, options = {}) => {
    const { root } = await app.register(repo, options.name === undefined ? {} : { name: options.name })
    const [report] = await app.index([root], options)
    if (!report) throw new Error('the index gave no report')
    return report
  },
  remove: async (repo) => void (await app.remove(repo)),
  ask: (tool, args = {}, options = {}) => app.callTool(tool, args, options),
  close: () => app.close(),
})
