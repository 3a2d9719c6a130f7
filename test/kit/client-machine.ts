/** A machine with its own home folder and project, for tests of the `clients` room. */
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type InstallOptions, install } from '../../src/clients/install.ts'
import type { Surroundings } from '../../src/clients/places.ts'
import { type UninstallOptions, uninstall } from '../../src/clients/uninstall.ts'
import { CairnProblem } from '../../src/contract/problems.ts'
import type { ClientReport } from '../../src/contract/reports.ts'
import { tempFolder } from './temp-repo.ts'

export type ClientMachine = {
  surroundings: Surroundings
  /** `~/…` is below the home folder, anything else below the project. */
  at(file: string): string
  read(file: string): string
  write(file: string, text: string | Uint8Array): void
  /** Every file of home folder and project, and every folder, which ends with `/`. */
  tree(): string[]
  install(names: string | readonly string[], options?: Partial<InstallOptions>): Promise<ClientReport[]>
  uninstall(names: string | readonly string[], options?: Partial<UninstallOptions>): Promise<ClientReport[]>
}

export const npx = { launch: ['npx', '-y', 'codecairn'] }

export function clientMachine(more: Partial<Surroundings> = {}): ClientMachine {
  const folder = tempFolder()
  for (const name of ['home', 'project']) mkdirSync(path.join(folder, name))
  const surroundings: Surroundings = {
    root: path.join(folder, 'project'),
    home: path.join(folder, 'home'),
    platform: 'linux',
    variables: {},
    cairnHome: path.join(folder, 'cairn'),
    ...more,
  }
  const at = (file: string): string =>
    file.startsWith('~/') ? path.join(surroundings.home, file.slice(2)) : path.join(surroundings.root ?? '', file)
  return {
    surroundings,
    at,
    read: (file) => readFileSync(at(file), 'utf8'),
    write: (file, text) => {
      mkdirSync(path.dirname(at(file)), { recursive: true })
      writeFileSync(at(file), text)
    },
    tree: () => [...below(surroundings.home, '~/'), ...below(surroundings.root ?? '', '')].sort(),
    install: (names, options = {}) =>
      install(
        [names].flat(),
        { name: 'cairn', connection: npx, force: false, skill: false, instructions: false, mode: 'write', ...options },
        surroundings,
      ),
    uninstall: (names, options = {}) => uninstall([names].flat(), { name: 'cairn', dryRun: false, ...options }, surroundings),
  }
}

function below(folder: string, prefix: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
    (file) => `${prefix}${file}${lstatSync(path.join(folder, file)).isDirectory() ? '/' : ''}`,
  )
}

/** One word for each file: `server added`. */
export const changes = (reports: readonly ClientReport[]): string[] =>
  reports.flatMap(({ files }) => files.map(({ what, change, why }) => `${what} ${change}${why ? `: ${why}` : ''}`))

/** The problem that the work ends with: its code, and what it says. */
export async function problemOf(work: Promise<unknown>): Promise<{ code: string; message: string }> {
  try {
    await work
  } catch (thrown) {
    if (thrown instanceof CairnProblem) return { code: thrown.code, message: `${thrown.message} ${thrown.fix}` }
    throw thrown
  }
  return { code: 'none', message: '' }
}
