/** The sentences that say why an answer is not FRESH, and what Cairn does about it. */
import { shellWord } from '../contract/call-words.ts'
import type { Progress } from '../contract/progress.ts'
import type { Repo } from '../contract/repo.ts'
import type { GatewayRooms } from './gateway-rooms.ts'
import type { Known } from './repo-view.ts'

/** What is not yet in the index, as the first half of a sentence. `due`: number of files still to be linked. */
export function dueWords({ changes }: Known, due: number): string {
  const count = changes.changes.filter((change) => change.state !== 'added' || change.from === undefined).length
  const parts = [...(count > 0 ? [changedWords(count)] : []), ...(due > 0 ? [linkWords(due)] : [])]
  return parts.length > 0 ? parts.join('; ') : 'The update of the index is not finished'
}

const changedWords = (count: number): string =>
  count === 1
    ? '1 file changed since it was indexed and was read from disk'
    : `${count} files changed since they were indexed and were read from disk`

const linkWords = (due: number): string => (due === 1 ? '1 file is still to be linked' : `${due} files are still to be linked`)

export const unfinishedWords = (repo: Repo): string =>
  `the next question continues the update; \`cairn index ${shellWord(repo.root)}\` finishes it now.`

export function backgroundWords(repo: Repo, { background }: GatewayRooms): string {
  const { last } = background?.progressOf(repo) ?? {}
  return `the index is being updated in the background${last ? ` (${progressWords(last)})` : ''}.`
}

/** For a repo without an index, or with one that is not usable yet. */
export function noIndexWords(repo: Repo, { background }: GatewayRooms): string {
  const running = background?.progressOf(repo)
  const live = `${repo.repo_id} has no index yet, so its files were read from disk`
  if (!running) return `${live}; build one with \`cairn index ${shellWord(repo.root)}\`.`
  return `${live}; the index is being built in the background${running.last ? ` (${progressWords(running.last)})` : ''}.`
}

const doing = {
  list: 'listing files',
  parse: 'reading files',
  link: 'linking files',
  summarise: 'writing summaries',
  embed: 'making vectors',
  enrich: 'asking the model',
  write: 'writing',
  check: 'checking',
} as const

const progressWords = ({ phase, done, total }: Progress): string =>
  total === null || total === 0 ? doing[phase] : `${doing[phase]}, ${done} of ${total}`
