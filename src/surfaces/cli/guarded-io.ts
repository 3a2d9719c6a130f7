/**
 * The only way of the command line to a terminal, a pipe or a pager: whatever a command writes, no hidden character and no code but
 * those of our own colours gets out. Commands make each name visible themselves; this is the second check.
 */
import { guardedOutput } from '../../contract/visible.ts'
import type { Io, OutStream } from './command.ts'

export function guardedIo(io: Io): Io {
  const { page } = io
  // Not a copy: `cwd` is asked for when it is needed, so `--version` works in a folder that was deleted.
  const guarded: Io = Object.create(io)
  return Object.assign(guarded, {
    stdout: guardedStream(io.stdout),
    stderr: guardedStream(io.stderr),
    ...(page ? { page: (text: string, pager: string) => page(guardedOutput(text), pager) } : {}),
  })
}

/** The size of a terminal can change, so it is asked for each time. */
const guardedStream = (stream: OutStream): OutStream => ({
  write: (text, done) => stream.write(guardedOutput(text), done),
  get isTTY() {
    return stream.isTTY === true
  },
  get columns() {
    return stream.columns
  },
  get rows() {
    return stream.rows
  },
})
