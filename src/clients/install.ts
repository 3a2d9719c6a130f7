/** `cairn install`: plans everything first, then writes. */
import { badArgument } from '../contract/problems.ts'
import type { ClientFileReport, ClientReport } from '../contract/reports.ts'
import { sectionText, skillText } from './agent-words.ts'
import { printByHand } from './by-hand.ts'
import { type Client, type InstallScope, installScopes } from './client.ts'
import { createDrafts, type Drafts, exists, writeDrafts } from './drafts.ts'
import { fenced } from './fenced-section.ts'
import { findClient } from './find-client.ts'
import { type InstallRecord, readRecord, withRecord } from './install-record.ts'
import { configFiles, placeOf, placesOf, type Surroundings } from './places.ts'
import { type Connection, serverEntry } from './server-entry.ts'
import { formatOf, installServer } from './server-step.ts'
import { installInstructions, installSkill, skillFile } from './text-steps.ts'

export type InstallOptions = {
  scope?: InstallScope
  /** Name of the server in the client. */
  name: string
  connection: Connection
  /** Replaces a server of the same name, and a changed skill. */
  force: boolean
  skill: boolean
  instructions: boolean
  /** `dry-run`: says what would change; `print`: shows the text, whatever the files hold. Neither writes. */
  mode: 'write' | 'dry-run' | 'print'
}

export async function install(
  names: readonly string[],
  options: InstallOptions,
  surroundings: Surroundings,
): Promise<ClientReport[]> {
  checkName(options.name)
  const clients = [...new Set(names.map(findClient))]
  if (options.mode === 'print') return Promise.all(clients.map((client) => show(client, options, surroundings)))
  const plan = async (record: InstallRecord): Promise<[ClientReport[], Drafts]> => {
    const drafts = createDrafts(record, surroundings)
    const reports: ClientReport[] = []
    for (const client of clients) reports.push(await planClient(client, options, surroundings, drafts))
    return [reports, drafts]
  }
  if (options.mode === 'dry-run') return (await plan(await readRecord(surroundings.cairnHome)))[0]
  const [reports, recorded] = await withRecord(surroundings.cairnHome, async (record) => {
    const [value, drafts] = await plan(record)
    await writeDrafts(drafts)
    return { value, record: recordOf(record, drafts) }
  })
  if (!recorded) for (const report of reports) report.notes.push(unrecorded(surroundings))
  return reports
}

const unrecorded = ({ cairnHome }: Surroundings): string =>
  `Cairn's home ${cairnHome} cannot be written, so it is not recorded what was created. An uninstall may leave empty objects.`

/** The record after the drafts are written. */
export function recordOf(record: InstallRecord, drafts: Drafts): InstallRecord {
  const files = { ...record }
  for (const draft of drafts.all()) {
    if (draft.record) files[draft.target] = draft.record
    else delete files[draft.target]
  }
  return files
}

export function checkName(name: string): void {
  if (!/^[A-Za-z][\w-]{0,59}$/.test(name))
    throw badArgument(`\`name=\` is a letter followed by letters, digits, - and _, at most 60; it is "${name}".`)
}

async function planClient(
  client: Client,
  options: InstallOptions,
  surroundings: Surroundings,
  drafts: Drafts,
): Promise<ClientReport> {
  if (client.format === 'by-hand') return show(client, options, surroundings)
  const scope = scopeOf(client, options.scope, surroundings)
  const step = { client, name: options.name, drafts }
  const entry = serverEntry(client, options.connection, surroundings.platform)
  const files = [await installServer({ ...step, files: configFiles(client, scope, surroundings) }, entry, options.force)]
  const skill = options.skill ? client.skills?.[scope] : undefined
  if (skill) files.push(await installSkill({ ...step, files: [skillFile(placeOf(skill, surroundings))] }, options.force))
  const instructions = options.instructions ? placesOf(client.instructions?.[scope], surroundings) : []
  if (instructions.length > 0) files.push(await installInstructions({ ...step, files: instructions }))
  return reportOf(client, scope, options, files)
}

function reportOf(client: Client, scope: InstallScope, options: InstallOptions, files: ClientFileReport[]): ClientReport {
  const notes: string[] = []
  const { launch, remote, tokenEnv } = options.connection
  if (options.instructions && !client.instructions?.[scope])
    notes.push(`Cairn knows no instructions file of ${client.title} in the scope "${scope}", so none was changed.`)
  if (scope === 'project' && launch[0] === 'node' && remote === undefined)
    notes.push('The server is started from a folder of this machine, so the file is of no use to others.')
  if (tokenEnv !== undefined)
    notes.push(`The token is read from the variable ${tokenEnv}. Set it before you start ${client.title}.`)
  const note = client.note?.[scope]
  if (note) notes.push(note)
  notes.push(`${client.title} reads the file when it starts. To check: ${client.check}`)
  const { id, title } = client
  return { client: id, title, scope, name: options.name, files, notes, dry_run: options.mode !== 'write' }
}

/** The scope that was asked for, or the client's own. */
function scopeOf(client: Client, wanted: InstallScope | undefined, surroundings: Surroundings): InstallScope {
  const scope = wanted ?? client.defaultScope
  const has = installScopes.filter((each) => each === 'user' || client.project).filter((each) => client[each])
  if (!has.includes(scope))
    throw badArgument(`${client.title} has no settings for the scope "${scope}", only for "${has.join('", "')}".`)
  if (scope === 'project' && surroundings.root === undefined)
    throw badArgument(
      'There is no project here: this is the home folder or the root of a disk. Go into a repo, or use `scope=user`.',
    )
  return scope
}

/** The text to write, without a look at what the files hold. */
async function show(client: Client, options: InstallOptions, surroundings: Surroundings): Promise<ClientReport> {
  const scope = scopeOf(client, options.scope, surroundings)
  const entry = serverEntry(client, options.connection, surroundings.platform)
  const place = { keys: client.servers, name: options.name }
  const text = client.format === 'by-hand' ? printByHand(place, entry) : (await formatOf(client)).print(place, entry)
  const shown = { change: 'shown', why: '' } as const
  const files: ClientFileReport[] = [
    { file: await firstThere(configFiles(client, scope, surroundings)), what: 'server', text, ...shown },
  ]
  const skill = options.skill ? client.skills?.[scope] : undefined
  if (skill) files.push({ file: skillFile(placeOf(skill, surroundings)), what: 'skill', text: skillText, ...shown })
  const instructions = options.instructions ? placesOf(client.instructions?.[scope], surroundings) : []
  if (instructions.length > 0)
    files.push({ file: await firstThere(instructions), what: 'instructions', text: `${fenced(sectionText)}\n`, ...shown })
  const report = reportOf(client, scope, options, files)
  if (client.format !== 'by-hand') return { ...report, dry_run: true }
  const notes = [`Cairn cannot change the settings of ${client.title} safely: add the text yourself.`, ...report.notes]
  return { ...report, notes, dry_run: true }
}

async function firstThere(files: readonly string[]): Promise<string> {
  for (const file of files) if (await exists(file)) return file
  return files[0] ?? ''
}
