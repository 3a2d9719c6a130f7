// Runs a program in a process group of its own, with a time limit. Whatever is left of the group is killed at the end.
import { spawn } from 'node:child_process'

/** Resolves to `{ exit, timedOut, output }`; `output` is stdout and stderr together. */
export function runToEnd(program, args, { cwd, env, seconds }) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    const output = []
    let timedOut = false
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk))
    const timer = setTimeout(() => {
      timedOut = true
      killGroup(child.pid)
    }, seconds * 1000)
    // The group gets no signal from the terminal, because it is not this process's group.
    const stop = () => killGroup(child.pid)
    process.once('exit', stop)
    // A grandchild that keeps the pipes open would delay `close` for ever.
    child.once('exit', () => setTimeout(killGroup, GRACE_MS, child.pid).unref())
    child.once('error', (error) => output.push(Buffer.from(`${error.message}\n`)))
    child.once('close', (exit, signal) => {
      clearTimeout(timer)
      process.off('exit', stop)
      killGroup(child.pid)
      resolve({ exit: exit ?? signal, timedOut, output: Buffer.concat(output).toString('utf8') })
    })
  })
}

/** Time for servers to notice that their client has ended. */
const GRACE_MS = 2000

/** The pid is undefined if the program could not be started. */
function killGroup(pid) {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The whole group has ended already.
  }
}
