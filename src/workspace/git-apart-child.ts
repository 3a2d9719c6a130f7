/** Entry of the child process of `git-apart.ts`: runs git and returns its answer. Ends when its parent disconnects or dies. */
import type { ApartAnswer, ApartJob, ApartReady } from './git-apart.ts'
import { startGit } from './git-process.ts'

const running = new Map<number, AbortController>()

process.on('disconnect', () => {
  for (const stop of running.values()) stop.abort()
  process.exit(0)
})
// Ctrl-C reaches the whole process group; the parent decides when work ends.
process.on('SIGINT', () => undefined)
process.on('message', async (message: ApartJob) => {
  if ('stop' in message) return running.get(message.stop)?.abort()
  const { id, job } = message
  const stop = new AbortController()
  running.set(id, stop)
  // An abort rejects; nobody waits for that answer.
  const answer = await startGit(job, stop.signal).catch(() => undefined)
  running.delete(id)
  if (answer && process.connected) process.send?.({ id, answer } satisfies ApartAnswer)
})
process.send?.({ ready: true } satisfies ApartReady)
