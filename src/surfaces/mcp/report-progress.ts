/**
 * Reports the progress of long work about every second, and at least every four seconds, so that the client does not time out.
 */

import type { OnProgress, Progress } from '../../contract/progress.ts'
import { guarded, named } from '../../contract/visible.ts'

export type ProgressToken = string | number
export type Notify = (params: { progressToken: ProgressToken; progress: number; message: string }) => Promise<void>
/** `say`: a sentence that is sent at once. */
export type ProgressReporter = { event: OnProgress; say(words: string): void; end(): void }

const AT_MOST_EVERY_MS = 1000
const AT_LEAST_EVERY_MS = 4000

/** Without a token the client has not asked for progress, and nothing is sent. */
export function reportProgress(token: ProgressToken | undefined, notify: Notify): ProgressReporter {
  if (token === undefined) return { event: () => {}, say: () => {}, end: () => {} }
  let sent = 0
  let lastSent = Date.now()
  let message = ''
  const send = (): void => {
    lastSent = Date.now()
    // The protocol requires a number that only grows; phases start again at 0, so messages are counted instead.
    // If the client is gone, the notification fails; the call itself will notice.
    notify({ progressToken: token, progress: ++sent, message: guarded(message) }).catch(() => {})
  }
  const heartbeat = setInterval(() => {
    if (message !== '' && Date.now() - lastSent >= AT_LEAST_EVERY_MS) send()
  }, AT_MOST_EVERY_MS)
  heartbeat.unref()
  return {
    event(progress) {
      message = describe(progress)
      if (Date.now() - lastSent >= AT_MOST_EVERY_MS) send()
    },
    say(words) {
      if (words === message) return
      message = words
      send()
    },
    end: () => clearInterval(heartbeat),
  }
}

const phaseWords = {
  list: 'listing files',
  parse: 'reading files',
  link: 'linking uses to definitions',
  summarise: 'summarising folders',
  embed: 'making vectors',
  enrich: 'asking the model',
  write: 'writing the index',
  check: 'checking',
} as const satisfies Record<Progress['phase'], string>

function describe({ phase, repo_id, done, total }: Progress): string {
  const amount = total === null ? (done > 0 ? `, ${done} so far` : '') : `, ${done} of ${total}`
  return `Indexing${repo_id ? ` ${named(repo_id)}` : ''}: ${phaseWords[phase]}${amount}`
}
