/**
 * A repo in which a process replaces a file or folder by a link to the outside and back, again and again. The files
 * outside have the same names and symbols as those inside, and a canary in every line that an answer could quote.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { realpathSync } from 'node:fs'
import path from 'node:path'
import { gitRepo, tempFolder, writeFiles } from './temp-repo.ts'

/** In every file outside, so that a search finds it without naming the canary. */
export const WORD = 'zqxswapped'

export type SwapWorld = { root: string; outside: string; canary: string; files: readonly string[] }

const FILES = 30

export function swapWorld(name: string): SwapWorld {
  const canary = `K${randomBytes(9).toString('hex')}`
  const outside = realpathSync(tempFolder('outside'))
  const files = Array.from({ length: FILES }, (_, at) => `top/mid/low/m${at}.py`)
  const text = (at: number, mark: string): string => {
    const next = `part${(at + 1) % FILES}`
    const lines = [
      `"""Module ${mark}."""`,
      `from top.mid.low.m${(at + 1) % FILES} import ${next}`,
      `def part${at}(given="${mark}"):`,
      `    """Part ${mark}."""`,
      `    return ${next}("${mark}")`,
      `def only_${mark.replaceAll(' ', '_')}_${at}():`,
      `    return ${next}()  # ${mark}`,
    ]
    return `${lines.join('\n')}\n`
  }
  const inside = Object.fromEntries(files.map((file, at) => [file, text(at, 'inside')]))
  const root = realpathSync(gitRepo({ ...inside, 'main.py': 'from top.mid.low.m0 import part0\n\npart0()\n' }, name))
  writeFiles(outside, Object.fromEntries(files.map((file, at) => [file, text(at, `${WORD} ${canary}`)])))
  return { root, outside, canary, files }
}

/** Replaces this path below the root; `stop` leaves the original in its place. */
export async function startSwapping({ root, outside }: SwapWorld, relative: string): Promise<{ stop(): Promise<void> }> {
  const program = `const { renameSync, symlinkSync } = require('node:fs')
  const [at, target] = ${JSON.stringify([path.join(root, relative), path.join(outside, relative)])}
  const [link, kept] = [at + '.link~', at + '.kept~']
  symlinkSync(target, link)
  let stopped = false
  process.on('message', () => { stopped = true })
  // An answer takes from a millisecond to a second: pauses of all lengths fall between its steps.
  const cell = new Int32Array(new SharedArrayBuffer(4))
  const pause = () => { Atomics.wait(cell, 0, 0, [0.2, 2, 10, 40, 120][Math.floor(Math.random() * 5)]) }
  const turn = () => {
    for (let round = 0; round < 5; round++) {
      renameSync(at, kept); renameSync(link, at); pause()
      renameSync(at, link); renameSync(kept, at); pause()
    }
    if (stopped) process.disconnect(); else setImmediate(turn)
  }
  process.send('ready'); turn()`
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  await once(child, 'message')
  return {
    stop: async () => {
      const ended = once(child, 'exit')
      child.send('stop')
      await ended
    },
  }
}

const once = (child: ChildProcess, event: string): Promise<void> => new Promise((resolve) => child.once(event, () => resolve()))
