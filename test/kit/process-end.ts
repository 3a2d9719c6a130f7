/** Starts the built command where something never answers, tells it to end, and says how that went. Linux alone. */
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { environment, program } from './run-cairn.ts'
import { gitRepo, tempFolder } from './temp-repo.ts'

export type EndWorld = {
  repo: string
  home: string
  env: Record<string, string>
  /** True once the process waits for what never answers. */
  isWaiting: () => boolean
}

/** `ms`: from the first signal to the end. `status`: as in a shell. `left`: commands of processes that survived it. */
export type Ended = { ms: number; status: number; left: string[] }

export type HowToEnd = NodeJS.Signals | 'close stdin'

export async function endCairn(args: readonly string[], world: EndWorld, how: HowToEnd, input = ''): Promise<Ended> {
  const { repo: cwd, home, env } = world
  const child = spawn(process.execPath, [program, ...args], { cwd, env: environment({ cwd, home, env }) })
  child.stdout.resume()
  child.stderr.resume()
  child.stdin.on('error', () => undefined).write(input)
  const exited = new Promise<number>((resolve) =>
    child.once('exit', (status, signal) => resolve(signal ? 128 + os.constants.signals[signal] : (status ?? 0))),
  )
  const late = Date.now() + 20_000
  while (!world.isWaiting() && Date.now() < late && child.exitCode === null) await sleep(20)
  const start = performance.now()
  if (how === 'close stdin') child.stdin.end()
  else child.kill(how)
  const status = await Promise.race([exited, sleep(15_000).then(() => -1)])
  const ms = performance.now() - start
  // A child notices the end of its parent a moment later.
  const until = performance.now() + 1_500
  while (status !== -1 && processesOf(home).length > 0 && performance.now() < until) await sleep(50)
  const left = processesOf(home)
  for (const { pid } of left) process.kill(pid, 'SIGKILL')
  return { ms, status, left: left.map(({ command }) => command) }
}

/** Every process that was started, directly or not, with this home. */
export function processesOf(home: string): { pid: number; command: string }[] {
  const mark = `CAIRN_HOME=${path.join(home, 'cairn')}\0`
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        if (!readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark)) return []
        const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ')
        return command === '' ? [] : [{ pid: Number(pid), command }]
      } catch {
        return []
      }
    })
}

function newWorld(env: Record<string, string> = {}): EndWorld {
  const repo = gitRepo({ 'a.py': 'def refund():\n    return 1\n' })
  const home = tempFolder('home')
  mkdirSync(path.join(home, 'cairn'), { recursive: true })
  return { repo, home, env, isWaiting: () => true }
}

/** Git never answers. */
export function hangingGit(): EndWorld {
  const world = newWorld()
  const bin = path.join(world.home, 'bin')
  const mark = path.join(world.home, 'git-waits')
  mkdirSync(bin)
  writeFileSync(path.join(bin, 'git'), `#!/bin/sh\n: > '${mark}'\nexec sleep 300\n`)
  chmodSync(path.join(bin, 'git'), 0o755)
  return { ...world, env: { PATH: `${bin}:${process.env.PATH}` }, isWaiting: () => existsSync(mark) }
}

/** Git never answers, and a thread of Node's pool, in each process, waits for a pipe that nobody opens. */
export function blockedThread(): EndWorld {
  const world = hangingGit()
  const pipe = path.join(world.home, 'pipe')
  const reader = path.join(world.home, 'read-pipe.cjs')
  spawnSync('mkfifo', [pipe])
  writeFileSync(reader, `require('node:fs').readFile(${JSON.stringify(pipe)}, () => undefined)\n`)
  return { ...world, env: { ...world.env, NODE_OPTIONS: `--require ${reader}` } }
}

export type Silent = { url: string; isAsked: () => boolean; close: () => void }

/** A server that accepts connections and never answers. */
export async function silentServer(): Promise<Silent> {
  const sockets = new Set<net.Socket>()
  const server = net.createServer((socket) => sockets.add(socket.on('error', () => undefined).resume()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    isAsked: () => sockets.size > 0,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

export const waitingFor = (silent: Silent, env: Record<string, string> = {}): EndWorld => ({
  ...newWorld(env),
  isWaiting: silent.isAsked,
})
