/** The locator's questions about a repo: they read the index and the files, and write nothing. */
import type { LocatedSymbol } from '../../app/locate.ts'
import { withApp } from './with-app.ts'

/**
 * Where a symbol of the index (`sym:src.auth.Auth.login`) is on disk now. `how` is `exact`, `moved` (same name, another scope),
 * `renamed` (known by its body) or `moved-file`; null when it is gone, or when several symbols match.
 */
export const findSymbol = (repoRoot: string, entityId: string): Promise<LocatedSymbol | null> =>
  withApp(repoRoot, (app) => app.findSymbol(entityId, { cwd: repoRoot }))

/** Whether a file differs from its indexed state: edited, new, or gone. Throws a `CairnProblem` for a path outside the repo. */
export const isFileDirty = (repoRoot: string, path: string): Promise<boolean> => withApp(repoRoot, (app) => app.isFileDirty(path))
