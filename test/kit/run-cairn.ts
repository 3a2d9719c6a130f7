/** Runs the program as a user does: the built command in its own process, with its own home. */
import { spawn, spawnSync } from 'node:child_process'
import path from 'node:path'
import type { RagResult } from '../../src/contract/envelope.ts'

/** The built command. */
export const program = path.resolve(import.meta.dirname, '../../dist/surfaces/cli/main.js')

export type Run = { status: number | null; stdout: string; stderr: string }
/** `limit_ms`: after this time it is killed, and `status` is null. */
export type RunOptions = { cwd: string; home: string; env?: Record<string, string>; input?: string; limit_ms?: number }

export const environment = ({ home, env }: RunOptions): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: path.join(home, 'user'),
  TMPDIR: process.env.TMPDIR,
  CAIRN_HOME: path.join(home, 'cairn'),
  ...env,
})

export function runCairn(args: readonly string[], options: RunOptions): Run {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: options.cwd,
    env: environment(options),
    encoding: 'utf8',
    input: options.input ?? '',
    maxBuffer: 64 * 1024 * 1024,
    ...(options.limit_ms === undefined ? {} : { timeout: options.limit_ms, killSignal: 'SIGKILL' as const }),
  })
  return { status, stdout, stderr }
}

export function startCairn(args: readonly string[], options: RunOptions) {
  return spawn(process.execPath, [program, ...args], {
    cwd: options.cwd,
    env: environment(options),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** The envelope that a command prints when its output is piped. */
export function ask<Item = Record<string, unknown>>(
  args: readonly string[],
  options: RunOptions,
): RagResult<Item> & { run: Run } {
  const run = runCairn(args, options)
  try {
    return { ...(JSON.parse(run.stdout) as RagResult<Item>), run }
  } catch {
    throw new Error(`cairn ${args.join(' ')} printed no envelope (exit ${run.status}):\n${run.stdout}\n${run.stderr}`)
  }
}
