/** Text longer than the screen goes through the user's pager, as git does it. */
import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import { pagerEnvironment } from '../../app/pager-environment.ts'

/** How many rows a text takes on a screen of this width. */
export function linesOnScreen(text: string, { columns = 80 }: { columns?: number | undefined }): number {
  const lines = stripVTControlCharacters(text.replace(/\n$/, '')).split('\n')
  return lines.reduce((rows, line) => rows + Math.max(1, Math.ceil(line.length / Math.max(1, columns))), 0)
}

/** Started by a shell, because `PAGER` may contain arguments. By default less shows colours and quits after a short text. */
const startOf = (pager: string): string => `: "\${LESS=FRX}" "\${LV=-c}"; export LESS LV; ${pager}`

/** A shell's exit status for a program that does not exist, or cannot be started. */
const NOT_STARTED: readonly (number | null)[] = [126, 127]

/** True when the text was shown; false when there is no such pager, and the text must be printed in another way. */
export function showInPager(text: string, pager: string, env = pagerEnvironment()): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn('/bin/sh', ['-c', startOf(pager)], { stdio: ['pipe', 'inherit', 'inherit'], env })
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(!NOT_STARTED.includes(code)))
    // If the user quits the pager early, writing the rest fails. That is no error.
    child.stdin.on('error', () => undefined)
    child.stdin.end(text)
  })
}
