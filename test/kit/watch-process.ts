/** `cairn watch` as a process, with its JSON Lines. Tests wait for events, never for fixed times. */
import { readdirSync, readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect } from 'vitest'
import type { WatchEvent } from '../../src/contract/watch.ts'
import { requireOrSkip } from '../requirements.ts'
import { ask, runCairn, startCairn } from './run-cairn.ts'
import { gitRepo, tempFolder } from './temp-repo.ts'

const missing = await import('@parcel/watcher').then(
  () => '',
  (error: Error) => error.message,
)
export const it = requireOrSkip('watcher', missing === '', missing)

type Kind = WatchEvent['event']
export type EventOf<Name extends Kind> = Extract<WatchEvent, { event: Name }>

const running = new Set<ReturnType<typeof startCairn>>()
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
})

export class WatchProcess {
  readonly child: ReturnType<typeof startCairn>
  readonly events: WatchEvent[] = []
  /** As in a shell: 128 plus the signal's number if a signal ended it. */
  readonly exited: Promise<number | null>
  stderr = ''
  private taken = 0
  private wake: () => void = () => undefined

  constructor(child: ReturnType<typeof startCairn>) {
    this.child = child
    running.add(child)
    let open = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (open + text).split('\n')
      open = lines.pop() ?? ''
      for (const line of lines) this.events.push(JSON.parse(line) as WatchEvent)
      this.wake()
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text
    })
    this.exited = new Promise((resolve) =>
      child.once('close', (status, signal) => {
        running.delete(child)
        this.wake()
        resolve(signal ? 128 + os.constants.signals[signal] : status)
      }),
    )
  }

  /** The next matching event of this kind; earlier events are skipped. */
  async next<Name extends Kind>(kind: Name, fits: (event: EventOf<Name>) => boolean = () => true): Promise<EventOf<Name>> {
    const until = Date.now() + 45_000
    for (;;) {
      while (this.taken < this.events.length) {
        const event = this.events[this.taken++] as EventOf<Name>
        if (event.event === kind && fits(event)) return event
      }
      if (!running.has(this.child) || Date.now() > until)
        throw new Error(`no further "${kind}" among ${JSON.stringify(this.events)}\n${this.stderr}`)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 500)
        this.wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }

  of<Name extends Kind>(kind: Name): EventOf<Name>[] {
    return this.events.filter((event): event is EventOf<Name> => event.event === kind)
  }

  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.child.kill(signal)
    return this.exited
  }
}

export async function startWatch(
  options: { cwd: string; home: string; env?: Record<string, string> },
  ...args: string[]
): Promise<WatchProcess> {
  const watch = new WatchProcess(startCairn(['watch', ...args], options))
  await watch.next('ready')
  return watch
}

/** Edits, and waits until the edit is caught up. */
export async function change(
  watch: WatchProcess,
  edit: () => unknown,
  fits: (event: EventOf<'caught-up'>) => boolean = () => true,
): Promise<EventOf<'caught-up'>> {
  edit()
  return watch.next('caught-up', (event) => event.files > 0 && fits(event))
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** '' for a file that was closed since it was listed. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Number of files and folders that a process watches. */
export function watchedBy(pid: number): number {
  const folder = `/proc/${pid}/fdinfo`
  return readdirSync(folder)
    .map((name) => textOf(path.join(folder, name)))
    .reduce((sum, text) => sum + (text.match(/^inotify /gm)?.length ?? 0), 0)
}

export const files = {
  'a.py': 'def alpha():\n    return 1\n',
  'b.py': 'from a import alpha\n\n\ndef beta():\n    return alpha()\n',
}

export function indexed(content: Record<string, string> = files, name = 'repo') {
  const home = tempFolder('home')
  const root = gitRepo(content, name)
  expect(runCairn(['index', root], { cwd: root, home }).status).toBe(0)
  return { cwd: root, root, home }
}

/** Where the symbol is defined according to the index; this question does not catch up. */
export const known = (root: string, home: string, symbol: string): string[] =>
  ask<{ file: string; line: number; binding: string }>(['definition', symbol, '--stale-policy', 'rebind'], { cwd: root, home })
    .items.filter(({ binding }) => binding === 'indexed')
    .map(({ file, line }) => `${file}:${line}`)
