/** Entry of the child process of `parser-apart.ts`: one text in, its outcome out. Ends when its parent disconnects or dies. */
import { createParser } from './create-parser.ts'
import type { TextAnswer, TextJob, TextReady } from './parser-apart.ts'

const parser = createParser()

process.on('disconnect', () => process.exit(0))
// Ctrl-C reaches the whole process group; the parent decides when work ends.
process.on('SIGINT', () => undefined)
// From now on, if this process ends, a text caused it.
process.send?.({ ready: true } satisfies TextReady)
process.on('message', async ({ id, text, language, options }: TextJob) => {
  const outcome = await parser.parse(text, language, options)
  if (process.connected) process.send?.({ id, outcome } satisfies TextAnswer)
})
