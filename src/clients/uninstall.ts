/** `cairn uninstall`: removes what Cairn wrote for a client, and nothing else. */
import type { ClientFileReport, ClientReport } from '../contract/reports.ts'
import { type Client, type InstallScope, installScopes } from './client.ts'
import { createDrafts, type Drafts, writeDrafts } from './drafts.ts'
import { findClient } from './find-client.ts'
import { checkName, recordOf } from './install.ts'
import { type InstallRecord, readRecord, withRecord } from './install-record.ts'
import { configFiles, placeOf, placesOf, type Surroundings } from './places.ts'
import { uninstallServer } from './server-step.ts'
import { skillFile, uninstallInstructions, uninstallSkill } from './text-steps.ts'

export type UninstallOptions = { /** Every scope if absent. */ scope?: InstallScope; name: string; dryRun: boolean }

const ABSENT = 'not installed'

export async function uninstall(
  names: readonly string[],
  options: UninstallOptions,
  surroundings: Surroundings,
): Promise<ClientReport[]> {
  checkName(options.name)
  const clients = [...new Set(names.map(findClient))]
  const plan = async (record: InstallRecord): Promise<[ClientReport[], Drafts]> => {
    const drafts = createDrafts(record, surroundings)
    const reports: ClientReport[] = []
    for (const client of clients) {
      const own: ClientReport[] = []
      for (const scope of scopesOf(client, options.scope, surroundings))
        own.push(await planScope(client, scope, options, surroundings, drafts))
      const there = own.filter(({ files }) => files.some(({ why }) => why !== ABSENT))
      reports.push(...(there.length > 0 ? there : own))
    }
    return [reports, drafts]
  }
  if (options.dryRun) return (await plan(await readRecord(surroundings.cairnHome)))[0]
  const [reports] = await withRecord(surroundings.cairnHome, async (record) => {
    const [value, drafts] = await plan(record)
    await writeDrafts(drafts)
    return { value, record: recordOf(record, drafts) }
  })
  return reports
}

function scopesOf(client: Client, wanted: InstallScope | undefined, { root }: Surroundings): InstallScope[] {
  return installScopes.filter(
    (scope) => (wanted ?? scope) === scope && client[scope] !== undefined && (scope === 'user' || root !== undefined),
  )
}

async function planScope(
  client: Client,
  scope: InstallScope,
  options: UninstallOptions,
  surroundings: Surroundings,
  drafts: Drafts,
): Promise<ClientReport> {
  const { id, title } = client
  const report = { client: id, title, scope, name: options.name, notes: [], dry_run: options.dryRun }
  const [file = ''] = configFiles(client, scope, surroundings)
  if (client.format === 'by-hand')
    return { ...report, files: [], notes: [`Cairn does not change ${file}: remove the entry yourself.`] }
  const step = { client, name: options.name, drafts }
  const done = await uninstallServer({ ...step, files: configFiles(client, scope, surroundings) })
  const absent: ClientFileReport = { file, what: 'server', change: 'none', why: ABSENT, text: '' }
  const files: (ClientFileReport | undefined)[] = [done?.report ?? absent]
  // Another server of Cairn under another name still needs them.
  if (!done?.more) {
    const skill = client.skills?.[scope]
    if (skill) files.push(await uninstallSkill({ ...step, files: [skillFile(placeOf(skill, surroundings))] }))
    const instructions = placesOf(client.instructions?.[scope], surroundings)
    if (instructions.length > 0) files.push(await uninstallInstructions({ ...step, files: instructions }))
  }
  return { ...report, files: files.filter((each) => each !== undefined) }
}
