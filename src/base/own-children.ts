/** The child processes that this process started. They end with it, also a child that is busy and would notice too late. */
import type { ChildProcess } from 'node:child_process'

const living = new Set<ChildProcess>()
let isWatching = false

export function ownChild<Child extends ChildProcess>(child: Child): Child {
  if (!isWatching) process.once('exit', endChildren)
  isWatching = true
  living.add(child)
  const forget = (): void => void living.delete(child)
  child.once('exit', forget)
  child.once('error', forget)
  return child
}

/** For an end of this process that runs no exit handlers. */
export function endChildren(): void {
  for (const child of living) child.kill('SIGKILL')
}
