/**
 * The locator's two questions about a repo: where a symbol of its index stands on disk now, and whether a file is still what
 * the index knows. They read and never write, register nothing and catch nothing up.
 */
import { isAbsolute, posix, relative, sep } from 'node:path'
import { readBytes } from '../discover/read-source.ts'
import { createAnchors } from '../tools/anchors.ts'
import { findMeant, type How, type Meant } from '../tools/meant-symbols.ts'
import { createReading } from '../tools/reading.ts'
import { createRebinding } from '../tools/rebinding.ts'
import type { KnownRepo, ToolContext } from '../tools/tool-context.ts'
import { runGit } from '../workspace/git.ts'
import type { Rooms } from './rooms.ts'

/** `how` and `confidence` as of `findSymbolInSource`; `moved-file` when it stands in another file now. */
export type LocatedSymbol = How & { path: string; start_line: number; end_line: number }

/** null when it is gone, or when nobody can say which of several is meant. */
export async function findSymbol(entityId: string, context: ToolContext): Promise<LocatedSymbol | null> {
  const { cwd_repo: repo, signal, settings } = context
  if (!repo) return null
  const scope = await context.gateway.open({ repos: [repo], policy: 'rebind', signal })
  try {
    const reading = createReading(scope, context)
    const rebinding = createRebinding(scope, reading, settings)
    const symbol = entityId.startsWith('sym:') ? entityId : `sym:${entityId}`
    const { meant } = await findMeant(symbol, { scope, context, reading, rebinding, anchors: createAnchors(scope) })
    const [only, second] = meant
    return only && !second ? located(only) : null
  } finally {
    await scope.close()
  }
}

function located({ definition: { path, fact }, current, how }: Meant): LocatedSymbol {
  const end_line = fact?.end_line ?? Math.max(1, current.file.lines.length)
  return { path, start_line: fact?.start_line ?? 1, end_line, ...how }
}

/** Whether the index no longer speaks for the file: edited, new, or gone. Without an index git's word counts; without git nobody's. */
export async function isFileDirty(repo: KnownRepo, given: string, rooms: Rooms): Promise<boolean> {
  const path = isAbsolute(given) ? relative(repo.root, given).replaceAll(sep, '/') : posix.normalize(given.replaceAll('\\', '/'))
  const bytes = await readBytes(repo.root, path)
  const { reader } = await rooms.store()
  const snapshot = await reader.snapshot()
  try {
    if (!(await snapshot.repo(repo.repo_id))) return isDirtyToGit(repo.root, path)
    const row = await snapshot.file(repo.repo_id, path)
    if (bytes.state !== 'read') return row !== undefined
    return row?.content_hash !== bytes.content_hash
  } finally {
    await snapshot.close()
  }
}

async function isDirtyToGit(root: string, path: string): Promise<boolean> {
  const answer = await runGit(root, ['status', '--porcelain', '-uall', '--', path])
  return answer.state !== 'ok' || answer.bytes.length > 0
}
