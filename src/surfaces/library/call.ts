/** How every library function calls a tool: for a folder, with a signal; the result is always an envelope. */
import type { RagResult } from '../../contract/envelope.ts'
import type { OnProgress } from '../../contract/progress.ts'
import { problemResult } from '../../envelope/problem-result.ts'
import { withApp } from './with-app.ts'

export type CallOptions = {
  /** Path of the folder asked from; the call never registers its repo. The working directory when absent. */
  repoRoot?: string
  signal?: AbortSignal
  onProgress?: OnProgress
}

/** The type of the items depends on the tool, so the caller chooses `Item`. */
export async function call<Item>(tool: string, args: object, options: CallOptions = {}): Promise<RagResult<Item>> {
  const { repoRoot = process.cwd(), ...work } = options
  try {
    const result = await withApp(repoRoot, (app) => app.callTool(tool, { ...args }, { ...work, cwd: repoRoot }))
    return result as RagResult<Item>
  } catch (thrown) {
    // If the settings cannot be read, creating the app fails.
    return problemResult(thrown)
  }
}
