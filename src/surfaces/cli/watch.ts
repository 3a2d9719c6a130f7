/** `cairn watch`: prints one line per event, as text or JSON, until a signal or until the terminal closes. */
import { writeNumber } from '../../base/write-number.ts'
import { named, visible, visibleJson } from '../../contract/visible.ts'
import type { WatchEvent } from '../../contract/watch.ts'
import type { Style } from '../../envelope/style.ts'
import type { Call, Outcome } from './command.ts'
import { createProgress, type ProgressLine } from './progress.ts'

/** The exit status that a shell reports for a process ended by SIGHUP. */
const HUNG_UP = 129

export async function runWatch({ app, args, io, json, style }: Call): Promise<Outcome> {
  io.endWithTerminal?.()
  const repos = (args.repos as readonly string[] | null) ?? []
  let progress: ProgressLine | undefined
  const onEvent = (event: WatchEvent): void => {
    // The progress bar must be cleared before the next line is printed.
    progress?.end()
    progress = event.event === 'indexing' ? createProgress(io.stderr) : undefined
    const line = json ? visibleJson(event) : eventWords(event, style)
    if (line !== undefined) io.stdout.write(`${line}\n`, () => undefined)
  }
  const ended = await app.watch(repos, { signal: io.signal, onProgress: (step) => progress?.onProgress(step), onEvent })
  return { exit: ended === 'orphaned' ? HUNG_UP : 0 }
}

/** Undefined for events that do not interest a person. */
export function eventWords(event: WatchEvent, style: Style): string | undefined {
  const of = (repo: string | null, words: string): string => `${repo === null ? '' : `${style.name(named(repo))}  `}${words}`
  switch (event.event) {
    case 'started':
      return startedWords(event.repos.length)
    case 'ready':
      return event.repos === 0 ? undefined : style.faint(readyWords(event))
    case 'added':
      return of(event.repo_id, `registered, watching ${style.place(named(event.root))}`)
    case 'removed':
      return of(event.repo_id, 'unregistered, no longer watched')
    case 'indexing':
      return of(event.repo_id, event.changed === null ? 'building the index …' : `${files(event.changed)} changed, indexing …`)
    case 'caught-up':
      return of(event.repo_id, caughtUpWords(event))
    case 'busy':
      return of(event.repo_id, style.faint('another process is indexing it; trying again'))
    case 'gone':
      return of(event.repo_id, style.warn(`${named(event.root)} is not there; waiting for it`))
    case 'back':
      return of(event.repo_id, 'is back')
    case 'polling':
      return of(
        event.repo_id,
        style.warn(`no file events: ${visible(event.reason)}; looking every ${event.every_s} s. ${visible(event.fix)}`),
      )
    case 'rescan':
      return of(event.repo_id, style.faint(`looking at everything again: ${visible(event.reason)}`))
    case 'problem':
      return of(event.repo_id, style.bad(`${visible(event.message)} ${visible(event.fix)}`.trimEnd()))
    case 'ended':
      return event.reason === 'orphaned' ? 'The process that started this is gone; ending.' : undefined
    default:
      return event satisfies never
  }
}

function startedWords(repos: number): string {
  if (repos === 0) return 'No repo is registered yet; `cairn index DIR` in another terminal adds one. Ctrl-C ends this.'
  return `Watching ${repos === 1 ? '1 repo' : `${writeNumber(repos)} repos`}. Ctrl-C ends it.`
}

function readyWords({ repos, current, polled }: { repos: number; current: number; polled: number }): string {
  const all =
    current < repos
      ? `${writeNumber(current)} of ${writeNumber(repos)} up to date`
      : repos === 1
        ? 'Up to date'
        : 'All up to date'
  return polled === 0 ? `${all}.` : `${all}; ${writeNumber(polled)} without file events.`
}

type Caught = Extract<WatchEvent, { event: 'caught-up' }>

function caughtUpWords({ how, files: count, added, edited, deleted, commit, seconds }: Caught): string {
  const at = commit === null ? '' : ` at ${visible(commit.slice(0, 8))}`
  if (count === 0) return `now${at || ' as indexed'}, no file changed`
  const parts = [
    [edited, 'edited'],
    [added, 'new'],
    [deleted, 'gone'],
  ] as const
  const kinds = parts.filter(([many]) => many > 0).map(([many, what]) => `${writeNumber(many)} ${what}`)
  const done = how === 'files' ? 'caught up' : 'indexed'
  return `${files(count)} ${done} in ${seconds.toFixed(1)} s${kinds.length > 0 ? ` (${kinds.join(', ')})` : ''}`
}

const files = (count: number): string => (count === 1 ? '1 file' : `${writeNumber(count)} files`)
