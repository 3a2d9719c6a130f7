/**
 * Passes on the lines of an input, and drops a line that is longer than any message. The SDK would end the connection there, and
 * with it the answers to every other message.
 */
import { Transform, type TransformCallback } from 'node:stream'
import { type BoundedLine, BoundedLines } from '../../base/bounded-lines.ts'

type TooLong = Extract<BoundedLine, { too_long: number }>

export function boundedInput(most: number, onTooLong: (line: TooLong) => void): Transform {
  const lines = new BoundedLines(most)
  const pass = (found: Iterable<BoundedLine>, stream: Transform, done: TransformCallback): void => {
    for (const line of found) {
      if ('bytes' in line) stream.push(line.bytes)
      else onTooLong(line)
    }
    done()
  }
  return new Transform({
    transform(chunk: Buffer, _, done) {
      pass(lines.add(chunk), this, done)
    },
    flush(done) {
      pass(lines.end(), this, done)
    },
  })
}
