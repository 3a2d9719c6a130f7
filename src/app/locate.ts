/**
 * The locator's two questions about a repo: where a symbol of its index is on disk now, and whether a file still has the bytes
 * that were indexed. They only read: they register nothing and do not update the index.
 */

import { isAbsolute, posix, relative, sep } from 'node:path'
import { CairnProblem } from '../contract/problems.ts'
import type { Repo } from '../contract/repo.ts'
import { readBytes, readSource } from '../discover/read-source.ts'
import { Anchors } from '../graph/anchors.ts'
import type { DefinitionNow, How } from '../grounding/definition-now.ts'
import { findMeant } from '../grounding/find-definitions.ts'
import { findSymbolInSource } from '../locator/find-symbol-in-source.ts'
import { IndexView } from '../store/index-view.ts'
import type { StoreSnapshot } from '../store/port.ts'
import { fileAt } from '../store/read-one.ts'
import { LONGEST_PATH } from '../tools/list-arguments.ts'
import { groundOf } from '../tools/run-tool.ts'
import type { ToolContext } from '../tools/tool-context.ts'
import { runGit } from '../workspace/git.ts'
import { readHead } from '../workspace/head.ts'
import type { Rooms } from './rooms.ts'

/** `how` and `confidence` as of `findSymbolInSource`; `moved-file` when it is in another file now. */
export type LocatedSymbol = How & { path: string; start_line: number; end_line: number }

/** null when it is gone, or when several symbols match. */
export async function locateSymbol(entityId: string, context: ToolContext, rooms: Rooms): Promise<LocatedSymbol | null> {
  const { cwd_repo: repo } = context
  if (!repo || entityId.length > LONGEST_PATH) return null
  const symbol = entityId.startsWith('sym:') ? entityId : `sym:${entityId}`
  const find = async () => (await findInItsFile(repo, symbol, rooms)) ?? (await findAnywhere(repo, symbol, context))
  // A damaged index is marked when it is met: the second time only the files are searched.
  return find().catch((error: unknown) => {
    if (error instanceof CairnProblem && error.code === 'STORE_CORRUPT') return find()
    throw error
  })
}

/** Looks only in the file that the index names, not in the rest of the repo; undefined when the symbol is not there unchanged. */
async function findInItsFile(repo: Repo, symbol: string, rooms: Rooms): Promise<LocatedSymbol | undefined> {
  const snapshot = await openSnapshot(rooms)
  if (!snapshot) return undefined
  try {
    const [definition, second] = await new Anchors(new IndexView(snapshot)).read(repo.repo_id, symbol)
    if (!definition?.fact || second) return undefined
    const { path, fact } = definition
    const source = await readSource(repo.root, path)
    const row = await fileAt(snapshot, repo.repo_id, path)
    if (!row || source.state !== 'read') return undefined
    const { start_line, end_line } = fact
    if (source.content_hash === row.content_hash) return { path, start_line, end_line, how: 'exact', confidence: 1 }
    const options = { language: row.language, hint: fact, fingerprint: fact.fingerprint }
    const found = await findSymbolInSource(source.text, `${fact.qualified_name}~${fact.tag}`, options, rooms.lazyParser())
    // For a renamed or moved symbol `findAnywhere` is more reliable: it knows the other symbols that the file had.
    return found?.how === 'exact' ? { path, ...found } : undefined
  } finally {
    await snapshot.close()
  }
}

/** undefined when the store cannot be read: then only the files are searched. */
async function openSnapshot(rooms: Rooms): Promise<StoreSnapshot | undefined> {
  try {
    return await (await rooms.store()).reader.snapshot()
  } catch (error) {
    if (error instanceof CairnProblem) return undefined
    throw error
  }
}

async function findAnywhere(repo: Repo, symbol: string, context: ToolContext): Promise<LocatedSymbol | null> {
  const { signal } = context
  const scope = await context.gateway.open({ repos: [repo], policy: 'rebind', signal })
  try {
    const { meant } = await findMeant(symbol, groundOf(scope, context))
    const [only, second] = meant
    return only && !second ? located(only) : null
  } finally {
    await scope.close()
  }
}

function located({ definition: { path, fact }, current, how }: DefinitionNow): LocatedSymbol {
  const end_line = fact?.end_line ?? Math.max(1, current.file.lines.length)
  return { path, start_line: fact?.start_line ?? 1, end_line, ...how }
}

/** Whether the file differs from the index: edited, new, or gone. Without an index git decides; without git it is true. */
export async function isFileDirty(repo: Repo, given: string, rooms: Rooms): Promise<boolean> {
  const path = isAbsolute(given) ? relative(repo.root, given).replaceAll(sep, '/') : posix.normalize(given.replaceAll('\\', '/'))
  const bytes = await readBytes(repo.root, path)
  const snapshot = await openSnapshot(rooms)
  if (!snapshot) return isDirtyToGit(repo.root, path)
  try {
    if (!(await snapshot.repo(repo.repo_id))) return isDirtyToGit(repo.root, path)
    const row = await fileAt(snapshot, repo.repo_id, path)
    if (bytes.state !== 'read') return row !== undefined
    return row?.content_hash !== bytes.content_hash
  } catch (error) {
    if (error instanceof CairnProblem && error.code === 'STORE_CORRUPT') return isDirtyToGit(repo.root, path)
    throw error
  } finally {
    await snapshot.close()
  }
}

async function isDirtyToGit(root: string, path: string): Promise<boolean> {
  const { commit } = await readHead(root)
  const answer = await runGit(root, ['status', '--porcelain', '-uall', '--ignore-submodules=all', '--', path], { head: commit })
  return answer.state !== 'ok' || answer.bytes.length > 0
}
