/** How every library function asks a tool: from a folder, with a signal, and always answered with an envelope. */
import type { RagResult } from '../../contract/envelope.ts'
import type { OnProgress } from '../../contract/progress.ts'
import { problemResult } from '../../envelope/problem-result.ts'
import { withApp } from './with-app.ts'

export type CallOptions = {
  /** The folder asked from, by its path; its repo is never registered by asking. The working directory when absent. */
  repoRoot?: string
  signal?: AbortSignal
  onProgress?: OnProgress
}

/** Items are those the named tool gives, so the caller says which type they have. */
export async function call<Item>(tool: string, args: object, options: CallOptions = {}): Promise<RagResult<Item>> {
  const { repoRoot = process.cwd(), ...work } = options
  try {
    const result = await withApp(repoRoot, (app) => app.callTool(tool, { ...args }, { ...work, cwd: repoRoot }))
    return result as RagResult<Item>
  } catch (thrown) {
    // Settings that cannot be read keep the app from being made at all.
    return problemResult(thrown)
  }
}
