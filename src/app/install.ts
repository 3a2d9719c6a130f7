/** Connects the `clients` room: gives it the machine, the environment and the project as values. */
import { install } from '../clients/install.ts'
import { listClients } from '../clients/list-clients.ts'
import type { Surroundings } from '../clients/places.ts'
import { uninstall } from '../clients/uninstall.ts'
import { environment, thisMachine } from '../config/environment.ts'
import type { ClientOverview, ClientReport } from '../contract/reports.ts'
import { findRepoRoot, isTooBroad } from '../workspace/repo-root.ts'
import type { InstallClientOptions, UninstallClientOptions } from './port.ts'
import type { Rooms } from './rooms.ts'

const NAME = 'cairn'

export async function showClients(rooms: Rooms): Promise<ClientOverview[]> {
  return listClients(await surroundingsOf(rooms))
}

export async function installClients(
  names: readonly string[],
  { launch, remote, tokenEnv, ...options }: InstallClientOptions,
  rooms: Rooms,
): Promise<ClientReport[]> {
  const connection = { launch, ...(remote === undefined ? {} : { remote }), ...(tokenEnv === undefined ? {} : { tokenEnv }) }
  const choices = { name: NAME, force: false, skill: true, instructions: false, mode: 'write' as const, ...options }
  return install(names, { ...choices, connection }, await surroundingsOf(rooms))
}

export async function uninstallClients(
  names: readonly string[],
  options: UninstallClientOptions,
  rooms: Rooms,
): Promise<ClientReport[]> {
  return uninstall(names, { name: NAME, dryRun: false, ...options }, await surroundingsOf(rooms))
}

async function surroundingsOf({ config, options }: Rooms): Promise<Surroundings> {
  const root = await findRepoRoot(options.cwd)
  const { home, platform } = thisMachine()
  const isProject = !(await isTooBroad(root, { home }))
  return { root: isProject ? root : undefined, home, platform, variables: environment(), cairnHome: config.home }
}
