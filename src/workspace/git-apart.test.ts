/** Promise WO18 of docs/spec/workspace.md. */
import { chmodSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { gitRepo, tempFolder, writeFiles } from '../../test/kit/temp-repo.ts'
import { createGitApart, type GitApart } from './git-apart.ts'
import { startGit } from './git-process.ts'

let apart: GitApart | undefined
afterEach(() => apart?.close())

/** Ids of the running children of a process whose command contains these words. */
function children(parent: number, words: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8')
        const isRunning = new RegExp(`^PPid:\\s+${parent}$`, 'm').test(status) && !/^State:\s+Z/m.test(status)
        return isRunning && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(words)
      } catch {
        return false
      }
    })
}
const starters = (): number[] => children(process.pid, 'git-apart-child')
const until = async (is: () => boolean): Promise<void> => {
  while (!is()) await sleep(20)
}

/** A child that answers, and a command of git that never ends. */
async function withChild(options: { idle_ms?: number } = {}) {
  const root = gitRepo({ 'a.txt': 'a\n' })
  const folder = tempFolder()
  writeFiles(folder, {
    git: '#!/bin/sh\nif [ "$1" = wait ]; then echo begun >&2; exec sleep 600; fi\nPATH="$REST" exec git "$@"\n',
  })
  chmodSync(path.join(folder, 'git'), 0o755)
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}`, REST: process.env.PATH }
  apart = createGitApart({ first_here: 0, ...options })
  const list = { args: ['-C', root, 'ls-files', '-z'], env, timeout_ms: 30_000 }
  const wait = { args: ['wait'], env, timeout_ms: 30_000 }
  // The first ones are run here, until the child is ready.
  let child: number | undefined
  while (child === undefined || !(await isAsked(apart, wait, child))) {
    await apart.start(list)
    child = starters()[0]
  }
  return { apart, list, wait, child }
}

/** Whether a command is run by the child. */
async function isAsked(given: GitApart, wait: Parameters<GitApart['start']>[0], child: number): Promise<boolean> {
  const stop = new AbortController()
  const answer = given.start(wait, stop.signal).catch(() => undefined)
  await until(() => children(child, 'sleep').length + children(process.pid, 'sleep').length > 0)
  const there = children(child, 'sleep').length > 0
  stop.abort()
  await answer
  await until(() => children(child, 'sleep').length + children(process.pid, 'sleep').length === 0)
  return there
}

describe.skipIf(process.platform !== 'linux')('git started from a small process', () => {
  it('[WO18] gives the answers that git gives when it is started here', async () => {
    const { apart, list } = await withChild()
    const jobs = [
      list,
      { ...list, args: [...list.args.slice(0, 2), 'cat-file', '-p', 'nonsense'] },
      { ...list, args: [...list.args.slice(0, 2), 'hash-object', '--stdin'], input: 'x\0é\n' },
      { ...list, env: { PATH: '/nowhere' } },
    ]
    const there = await Promise.all(jobs.map((job) => apart.start(job)))
    expect(there.map(({ state }) => state)).toEqual(['ok', 'failed', 'ok', 'missing'])
    expect(there).toEqual(await Promise.all(jobs.map((job) => startGit(job))))
  })

  it('[WO18] ends git when the caller gives up, or its time is over', async () => {
    const { apart, wait, child } = await withChild()
    expect(await apart.start({ ...wait, timeout_ms: 50 })).toEqual({ state: 'timed-out' })
    const stop = new AbortController()
    const answer = apart.start(wait, stop.signal)
    await until(() => children(child, 'sleep').length === 1)
    stop.abort(new Error('enough'))
    await expect(answer).rejects.toThrow('enough')
    await until(() => children(child, 'sleep').length === 0)
    await expect(apart.start(wait, stop.signal)).rejects.toThrow('enough')
  })

  it('[WO18] if its process is killed, git is started here', async () => {
    const { apart, list, child } = await withChild()
    const answers = [apart.start(list), apart.start(list)]
    process.kill(child, 'SIGKILL')
    expect(await Promise.all([...answers, apart.start(list)])).toEqual(
      Array.from({ length: 3 }, () => ({ state: 'ok', bytes: Buffer.from('a.txt\0') })),
    )
  })

  it('[WO18] is not started for a few commands, and ends when it is idle or closed', async () => {
    const few = createGitApart({ first_here: 2 })
    const { list } = await withChild({ idle_ms: 2_000 })
    await until(() => starters().length === 0)
    for (let count = 0; count < 2; count++) await few.start(list)
    expect(starters()).toEqual([])
    await few.start(list)
    await until(() => starters().length === 1)
    few.close()
    await until(() => starters().length === 0)
    expect((await few.start(list)).state).toBe('ok')
    expect(starters()).toEqual([])
  })
})
