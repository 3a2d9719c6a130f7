/** Shrinks a failure: finds how late the questions may begin so that it still fails. Earlier edits are made without questions. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { SoakOptions } from './options.ts'
import { runSoak, type SoakSource } from './run-soak.ts'
import type { Failure } from './soak-repo.ts'

/** The command that repeats the failure with the fewest questions; undefined when it does not fail again. */
export async function shrink(
  { repo, number }: Failure,
  sources: readonly SoakSource[],
  options: SoakOptions,
  say: (text: string) => void,
): Promise<string | undefined> {
  const source = sources.filter(({ name }) => name === repo)
  for (let back = 1; ; back *= 2) {
    const quietUntil = Math.max(0, number - back)
    const out = mkdtempSync(path.join(os.tmpdir(), 'cairn-shrink-'))
    const shorter = { ...options, repos: [repo], edits: number, quietUntil, maxFailures: 1, out, shrink: false, verbose: false }
    const { failures } = await runSoak(source, shorter, () => undefined)
    rmSync(out, { recursive: true, force: true })
    if (failures.length > 0) {
      const words = `--seed ${options.seed} --repos ${repo} --edits ${number} --every ${options.every} --quiet-until ${quietUntil}`
      const command = `npm run soak -- ${words}${options.from ? ` --from ${options.from}` : ''}`
      say(`shortest: ${command}`)
      return command
    }
    if (quietUntil === 0) return undefined
  }
}
