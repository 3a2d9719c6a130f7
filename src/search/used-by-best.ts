/**
 * Files that the best hits use rank a little higher: what several good hits call or import is often where the thing itself is done.
 * (How many files of the whole repo use a file says nothing about the question: docs/ranking.md, dead ends.)
 */
import type { RepoId } from '../contract/ids.ts'
import type { IndexView } from '../store/index-view.ts'
import { fileKey } from './candidates.ts'
import { type Scored, withReason } from './score.ts'

/** The score of the file that the best hits use most is multiplied by 1 + this. */
const USED = 0.12
/** How many hits count as the best. */
const BEST = 5

/** `scored` best first; the result has the same order, so the caller sorts it again. */
export async function raiseUsed(view: IndexView, scored: readonly Scored[]): Promise<Scored[]> {
  const used = await usedBy(view, scored.slice(0, BEST))
  // Not spread: a generated file may use more files than a function may have arguments.
  const most = [...used.values()].reduce((largest, each) => Math.max(largest, each), 0)
  if (most === 0) return [...scored]
  return scored.map((each) => {
    const share = (used.get(fileKey(each.document.repo_id, each.document.path)) ?? 0) / most
    return share === 0 ? each : withReason(each, { adds: 0, times: 1 + USED * share, why: 'used by the best hits' })
  })
}

/** A hit that uses many files says less about each of them. */
async function usedBy(view: IndexView, best: readonly Scored[]): Promise<ReadonlyMap<string, number>> {
  const used = new Map<string, number>()
  const byRepo = new Map<RepoId, Scored[]>()
  for (const each of best) byRepo.set(each.document.repo_id, [...(byRepo.get(each.document.repo_id) ?? []), each])
  for (const [repo, hits] of byRepo) {
    const found = await view.snapshot.linksIn(
      repo,
      hits.map(({ document }) => document.path),
    )
    for (const { document, score } of hits) {
      const targets = new Set((found.get(document.path)?.links ?? []).map(({ target }) => target.path))
      targets.delete(document.path)
      for (const path of targets) {
        const key = fileKey(repo, path)
        used.set(key, (used.get(key) ?? 0) + score / Math.sqrt(targets.size))
      }
    }
  }
  return used
}
