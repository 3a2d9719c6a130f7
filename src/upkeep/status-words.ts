/** The state of a repo in sentences for people: what the index lacks, where HEAD went, what a catch-up would do. */
import { writeNumber } from '../base/write-number.ts'
import type { IndexStatus } from '../contract/freshness.ts'
import type { CatchUpPlan, PendingChanges } from '../contract/reports.ts'
import type { TakenChangeSet } from '../discover/port.ts'
import type { Standing } from '../workspace/standing.ts'

/** How the files differ from a complete index. */
export function changeWords(pending: PendingChanges, plan: CatchUpPlan, unchecked: TakenChangeSet['unchecked']): string {
  const total = pending.added + pending.edited + pending.deleted
  const odd = unchecked.length > 0 ? ` ${uncheckedWords(unchecked)}` : ''
  if (total === 0) return `Up to date: no file changed since it was indexed.${odd}`
  const parts = partsOf(pending)
  const [count, kind] = parts.length === 1 ? (parts[0] as Part) : [total - pending.renamed, 'changed']
  const each = parts.length === 1 ? '' : ` (${parts.map((part) => part.join(' ')).join(', ')})`
  const changed = `${files(count)} ${kind} since ${count === 1 ? 'it was' : 'they were'} indexed${each}`
  const next = plan.fits
    ? 'the next question updates the index first.'
    : 'that is more than one question reads: each question does a part of it, `cairn index` does all of it now.'
  return `${changed}; ${next}${odd}`
}

type Part = [count: number, what: string]

/** A rename is counted as one change, not as one deleted and one added file. */
const partsOf = ({ added, edited, deleted, renamed }: PendingChanges): Part[] =>
  (
    [
      [added - renamed, 'added'],
      [edited, 'edited'],
      [deleted - renamed, 'deleted'],
      [renamed, 'renamed'],
    ] satisfies Part[]
  ).filter(([count]) => count > 0)

/** What an update of the index would do, and the budget of a question for it. */
export function planWords({ read, moved, forget, budget_files, budget_ms }: CatchUpPlan): string {
  const does = [
    ...(read > 0 ? [`read ${files(read)}`] : []),
    ...(moved > 0 ? [`record ${files(moved)} as renamed`] : []),
    ...(forget > 0 ? [`drop ${files(forget)}`] : []),
  ]
  if (does.length === 0) return ''
  return `To update the index: ${does.join(', ')}. (Budget of a question: ${writeNumber(budget_files)} ${budget_files === 1 ? 'change' : 'changes'} and ${writeNumber(budget_ms)} ms.)`
}

/** Where HEAD is, where it was, and what is not committed. */
export function gitWords(standing: Standing, indexed: string | null, git: TakenChangeSet['git'] | undefined): string {
  if (git?.state === 'none') return 'Not under git: files are compared by size, time and bytes.'
  const trouble =
    git?.state === 'failed' ? ` Git did not answer (${git.reason}): files were compared by size, time and bytes.` : ''
  return `${headWords(standing, indexed)}${uncommittedWords(standing.uncommitted)}${trouble}`
}

function headWords({ branch, head, distance }: Standing, indexed: string | null): string {
  const on = branch === null ? ', on no branch' : `, on ${branch}`
  if (head === null) return branch === null ? 'HEAD cannot be read.' : `No commit yet${on}.`
  if (indexed === null) return `HEAD is ${short(head)}${on}.`
  if (head === indexed) return `HEAD is ${short(head)}${on}, the indexed commit.`
  return `HEAD moved from ${short(indexed)} to ${short(head)}${on}${distanceWords(distance)}.`
}

function distanceWords(distance: Standing['distance']): string {
  if (distance === 'gone') return ': the indexed commit is not in this clone any more'
  if (distance === null) return ''
  const { ahead, behind } = distance
  if (behind === 0) return `: ${commits(ahead)} ahead`
  return ahead === 0 ? `: ${commits(behind)} back` : `: ${commits(behind)} back and ${commits(ahead)} ahead, on another branch`
}

const uncommittedWords = (count: number | null): string =>
  count === null ? '' : count === 0 ? ' Everything is committed.' : ` ${files(count)} not committed.`

export function unfinishedWords(status: IndexStatus | null, isBusy: boolean | undefined): string {
  if (status?.index_state === 'error')
    return `The last build failed: ${(status.last_error ?? 'no reason given').replace(/\.$/, '')}. \`cairn index\` continues it.`
  if (isBusy) return 'A build is running; answers come from what is indexed so far, and from the files.'
  const cut = isBusy === false ? 'The last build was interrupted.' : 'A build is running or was interrupted.'
  return `${cut} The next question, or \`cairn index\`, continues where it stopped.`
}

const SHOWN = 3
function uncheckedWords(unchecked: TakenChangeSet['unchecked']): string {
  const some = unchecked.slice(0, SHOWN).map(({ path, reason }) => `${path} (${reason})`)
  const more = unchecked.length > SHOWN ? ` and ${unchecked.length - SHOWN} more` : ''
  return `${files(unchecked.length)} could not be checked: ${some.join(', ')}${more}.`
}

const short = (commit: string): string => commit.slice(0, 10)
const files = (count: number): string => (count === 1 ? '1 file' : `${writeNumber(count)} files`)
const commits = (count: number): string => (count === 1 ? '1 commit' : `${writeNumber(count)} commits`)
