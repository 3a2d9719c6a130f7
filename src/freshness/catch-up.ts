/**
 * Brings a repo up to date before an answer, or in the background. Work that exceeds the budget continues: in the background of a
 * long-lived process; in any other before the answer, until the time limit of the question. Finished work is kept.
 */
import { CairnProblem } from '../contract/problems.ts'
import type { Repo } from '../contract/repo.ts'
import type { RefreshOutcome } from '../indexer/refresh-files.ts'
import { backgroundWords, dueWords, unfinishedWords } from './catch-up-words.ts'
import type { GatewayRooms } from './gateway-rooms.ts'
import type { Look, Looks } from './looks.ts'
import type { Known } from './repo-view.ts'
import type { RepoView, ScopeRequest } from './scope.ts'

/** `may_finish`: work beyond the budget may be done before the answer; `spent_ms` is the time its repos have used for that. */
export type Question = Omit<ScopeRequest, 'expect'> & {
  may_finish: boolean
  finishing: { spent_ms: number }
  /** Called while git compares the files, with the view as it will be if none has changed. */
  expect?: (look: Look, view: RepoView) => void
}

/** The number of files caught up, or why it was not done. */
export async function catchUp(
  repo: Repo,
  known: Known,
  question: Question,
  looks: Looks,
  rooms: GatewayRooms,
): Promise<number | string> {
  const words = async (): Promise<string> => dueWords(known, known.complete ? 0 : await filesDue(repo, looks))
  if (question.policy !== 'catch-up' || !rooms.refreshFiles) return `${await words()}.`
  if (rooms.background?.progressOf(repo)) return `${await words()}; ${backgroundWords(repo, rooms)}`
  try {
    const outcome = await refresh(repo, known, question, rooms)
    switch (outcome.state) {
      case 'done':
        return outcome.files
      case 'locked':
        return `${await words()}; another process is writing the index.`
      case 'unfinished':
        rooms.background?.catchUp(repo)
        return `${dueWords(known, await filesDue(repo, looks))}; ${
          rooms.background ? backgroundWords(repo, rooms) : unfinishedWords(repo)
        }`
    }
  } catch (error) {
    if (error instanceof CairnProblem && error.code !== 'CANCELLED')
      return `${await words()}; the index could not be written: ${error.message}`
    throw error
  }
}

async function refresh(
  repo: Repo,
  { complete, changes, generation }: Known,
  { budget, signal, finishing, may_finish }: Question,
  rooms: GatewayRooms,
): Promise<RefreshOutcome> {
  const settings = rooms.settings(repo.root)
  const budget_files = budget?.files ?? settings.budget_files
  const finish_ms = rooms.background || !may_finish ? 0 : Math.max(0, settings.finish_ms - finishing.spent_ms)
  // Nothing would be written, so do not wait for the lock.
  if (finish_ms === 0 && (!complete || countOf(changes) > budget_files)) return { state: 'unfinished' }
  const began = performance.now()
  const outcome = await rooms.refreshFiles?.(repo, changes, {
    budget_files,
    budget_ms: budget?.ms ?? settings.budget_ms,
    finish_ms,
    wait_ms: settings.catch_up_wait_ms,
    seen_generation: generation,
    ...(signal ? { signal } : {}),
  })
  finishing.spent_ms += performance.now() - began
  return outcome ?? { state: 'unfinished' }
}

function filesDue(repo: Repo, looks: Looks): Promise<number> {
  return looks.read(async ({ view }) => {
    const { changed, links } = await view.snapshot.due(repo.repo_id)
    return new Set([...changed.map(({ path }) => path), ...links]).size
  })
}

/** A renamed file is one change, though its old and its new path are both listed. */
const countOf = ({ changes }: Known['changes']): number =>
  changes.filter((change) => change.state !== 'added' || change.from === undefined).length
