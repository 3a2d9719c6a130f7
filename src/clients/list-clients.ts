/** Which clients there are, which are on this machine, and which have Cairn. */
import path from 'node:path'
import type { ClientOverview } from '../contract/reports.ts'
import { type Client, type InstallScope, installScopes } from './client.ts'
import { clientTable } from './client-table.ts'
import { createDrafts, type Drafts, exists } from './drafts.ts'
import { readRecord } from './install-record.ts'
import { configFiles, placesOf, type Surroundings } from './places.ts'
import { cairnServers } from './server-step.ts'

export async function listClients(surroundings: Surroundings): Promise<ClientOverview[]> {
  const drafts = createDrafts(await readRecord(surroundings.cairnHome), surroundings)
  const list: ClientOverview[] = []
  for (const client of clientTable) {
    const present: ClientOverview['scopes'] = []
    for (const scope of installScopes) {
      const seen = client[scope] && (scope === 'user' || surroundings.root) && (await look(client, scope, surroundings, drafts))
      if (seen) present.push(seen)
    }
    const found = await isFound(client, surroundings)
    list.push({ client: client.id, title: client.title, found, default_scope: client.defaultScope, scopes: present })
  }
  return list
}

async function look(
  client: Client,
  scope: InstallScope,
  surroundings: Surroundings,
  drafts: Drafts,
): Promise<ClientOverview['scopes'][number]> {
  const files = configFiles(client, scope, surroundings)
  const [first = ''] = files
  if (client.format === 'by-hand') return { scope, file: first, servers: [], problem: null }
  try {
    const seen: ClientOverview['scopes'] = []
    for (const file of files)
      if (await exists(file))
        seen.push({ scope, file, servers: await cairnServers(await drafts.open(file), client), problem: null })
    return seen.find(({ servers }) => servers.length > 0) ?? seen[0] ?? { scope, file: first, servers: [], problem: null }
  } catch (thrown) {
    return { scope, file: first, servers: [], problem: thrown instanceof Error ? thrown.message : String(thrown) }
  }
}

async function isFound({ found }: Client, surroundings: Surroundings): Promise<boolean> {
  for (const folder of placesOf(found.folders, surroundings)) if (await exists(folder)) return true
  for (const program of found.programs) if (await isInPath(program, surroundings)) return true
  return false
}

async function isInPath(program: string, { platform, variables }: Surroundings): Promise<boolean> {
  const windows = platform === 'win32'
  const folders = (variables.PATH ?? variables.Path ?? '').split(windows ? ';' : ':').filter((folder) => folder !== '')
  const endings = windows ? ['.exe', '.cmd', '.bat'] : ['']
  for (const folder of folders)
    for (const ending of endings) if (await exists(path.join(folder, `${program}${ending}`))) return true
  return false
}
