/**
 * Makes all missing vectors of a repo, with each embedder. Not under the lock of the index: a server may need hours for a large repo,
 * and meanwhile questions update changed files. A lock of its own prevents that two processes ask a server for the same texts.
 */
import { CairnProblem, type ProblemCode } from '../contract/problems.ts'
import type { Repo } from '../contract/repo.ts'
import type { Embedder } from '../embed/port.ts'
import { type EmbedOptions, type EmbedRooms, embedRepo, embedTouched } from './embed-files.ts'
import { type IndexEmbedders, signalOf } from './index-rooms.ts'

export type MissingRooms = EmbedRooms & { embedders?: IndexEmbedders }
export type MissingOptions = EmbedOptions & {
  wait_ms: number
  /** Only with the shipped model: before an answer nobody waits for a server. */
  localOnly?: boolean
}
/** Warnings: why vectors are missing, a sentence or two each. */
export type MissingOutcome = { state: 'done' | 'late' | 'locked'; warnings: string[] }

export async function embedMissing(repo: Repo, rooms: MissingRooms, options: MissingOptions): Promise<MissingOutcome> {
  const { embedders } = rooms
  if (!embedders) return { state: 'done', warnings: [] }
  const { wait_ms } = options
  const lock = await rooms.writer.lockRepo(repo.repo_id, { wait_ms, of: 'vectors', ...signalOf(options) })
  if (!lock) return { state: 'locked', warnings: [] }
  try {
    const outcome: MissingOutcome = { state: 'done', warnings: [] }
    for (const which of options.localOnly ? (['local'] as const) : (['local', 'remote'] as const)) {
      const found = await attempt(
        () => embedders[which](),
        (embedder) => embedRepo(repo, rooms, embedder, options),
      )
      if (typeof found === 'string') outcome.warnings.push(found)
      else if (!found) outcome.state = 'late'
    }
    return outcome
  } finally {
    await lock.release()
  }
}

/**
 * After a catch-up, before the answer. What is late, or fails, stays missing until vectors are made in the background or by an index.
 * It does not throw, not even when the question is aborted: the catch-up itself is done.
 */
export async function embedCaughtUp(
  repo: Repo,
  rooms: MissingRooms,
  paths: readonly string[],
  options: EmbedOptions,
): Promise<void> {
  const { embedders } = rooms
  const isLate = (): boolean => options.signal?.aborted === true || options.isLate?.() === true
  if (!embedders || paths.length === 0 || isLate()) return
  await attempt(
    () => embedders.local(),
    (embedder) => embedTouched(repo, rooms, embedder, paths, { isLate }),
  )
}

/** A sentence instead of a problem with the embedder: an index without vectors is still an index. */
async function attempt(
  open: () => Promise<Embedder | undefined>,
  work: (embedder: Embedder) => Promise<boolean>,
): Promise<boolean | string> {
  try {
    const embedder = await open()
    return embedder ? await work(embedder) : true
  } catch (error) {
    if (error instanceof CairnProblem && ofEmbedders.includes(error.code)) return `${error.message} ${error.fix}`
    throw error
  }
}

const ofEmbedders: readonly ProblemCode[] = ['EMBEDDER_UNAVAILABLE', 'EMBEDDER_BAD_ANSWER', 'BAD_FILE', 'BAD_ARGUMENT']
