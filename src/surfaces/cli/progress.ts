/** Shows the progress of long work on stderr: a bar on a terminal, else a line every few seconds. Short work shows nothing. */
import type { OnProgress, Progress, ProgressPhase } from '../../contract/progress.ts'
import { named, visible } from '../../contract/visible.ts'
import type { OutStream } from './command.ts'

export type ProgressLine = { onProgress: OnProgress; end(): void }

const phaseWords = {
  list: 'listing files',
  parse: 'reading files',
  link: 'linking uses',
  summarise: 'describing folders',
  embed: 'making vectors',
  enrich: 'asking the model',
  write: 'writing',
  check: 'checking',
} as const satisfies Record<ProgressPhase, string>

/** Wait before showing anything, because a bar that appears for a moment only disturbs. */
const quietFor = { bar: 300, line: 1000 }
const every = { bar: 100, line: 3000 }

export function createProgress(stream: OutStream, now: () => number = Date.now): ProgressLine {
  const kind = stream.isTTY ? 'bar' : 'line'
  const started = now()
  let last = started + quietFor[kind] - every[kind]
  let shown = false
  const write = (text: string): void => {
    stream.write(text, ignore)
    shown = true
  }
  return {
    onProgress(event) {
      const time = now()
      if (time - last < every[kind]) return
      last = time
      if (kind === 'bar') write(`\r\u001b[2K${bar(event, stream.columns || 80)}`)
      else write(`cairn: ${plainWords(event)}\n`)
    },
    end() {
      if (shown && kind === 'bar') stream.write('\r\u001b[2K', ignore)
      shown = false
    },
  }
}

/** A closed stderr is no reason to stop. */
const ignore = (): void => {}

function plainWords({ repo_id, phase, done, total }: Progress): string {
  const amount = total === null ? String(done) : `${done} of ${total}`
  return `${repo_id ? `${named(repo_id)}: ` : ''}${phaseWords[phase]}, ${amount}`
}

function bar(event: Progress, columns: number): string {
  const { done, total, file } = event
  const width = 24
  const full = total ? Math.min(width, Math.round((done / total) * width)) : 0
  const drawn = total === null ? '' : `[${'='.repeat(full)}${' '.repeat(width - full)}] `
  const line = `${drawn}${plainWords(event)}${file ? `  ${visible(file)}` : ''}`
  return [...line].slice(0, Math.max(20, columns - 1)).join('')
}
