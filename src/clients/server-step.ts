/** Puts the server into a client's settings, or takes it out. */
import { isDeepStrictEqual } from 'node:util'
import { CairnProblem } from '../contract/problems.ts'
import type { ClientFileReport } from '../contract/reports.ts'
import type { Client, JsonObject } from './client.ts'
import { type ConfigFormat, isObject, type ServerPlace, serversIn, UnfitText } from './config-format.ts'
import { type Draft, type Drafts, exists, unreadable } from './drafts.ts'
import { claimPart, dropPart, forgetPart, otherOwners, partOf, putPart, releasePart, serverPart } from './parts.ts'
import { addressIn, isSameServer, startsCairn } from './server-entry.ts'
import { applyEdits } from './text-edit.ts'

/** Loaded on demand: the parser of TOML is needed for one client only. */
export async function formatOf({ format }: Client): Promise<ConfigFormat> {
  return format === 'toml' ? (await import('./toml-format.ts')).tomlFormat : (await import('./json-format.ts')).jsonFormat
}

export type Step = { client: Client; files: readonly string[]; name: string; drafts: Drafts }

export async function installServer(step: Step, entry: JsonObject, force: boolean): Promise<ClientFileReport> {
  const { client, name } = step
  const place = { keys: client.servers, name }
  const format = await formatOf(client)
  const draft = await draftWith(step, (each) => serverIn(each, place, format) !== undefined)
  return fitting(draft, () => {
    const found = serverIn(draft, place, format)
    const report = { file: draft.file, what: 'server', text: format.print(place, entry) } as const
    if (isSameServer(found, entry)) {
      claimPart(draft, serverPart(name), client.id)
      return { ...report, change: 'none', why: 'already installed' }
    }
    if (found !== undefined && !force) throw conflict(draft, name, found, client)
    const text = draft.text ?? ''
    const { edits, containers } =
      found === undefined ? format.add(text, place, entry) : { edits: format.replace(text, place, entry), containers: [] }
    checkOthers(format, text, applyEdits(text, edits), place)
    putPart(draft, serverPart(name), { client: client.id, edits, containers })
    return { ...report, change: found === undefined ? 'added' : 'replaced', why: '' }
  })
}

/** Undefined if this client has no such server here. `more`: other entries of Cairn are left in the file. */
export async function uninstallServer(step: Step): Promise<{ report: ClientFileReport; more: boolean } | undefined> {
  const { client, name } = step
  const place = { keys: client.servers, name }
  const format = await formatOf(client)
  const part = serverPart(name)
  const draft = await draftWith(step, (each) => serverIn(each, place, format) !== undefined)
  return fitting(draft, () => {
    const found = serverIn(draft, place, format)
    if (found === undefined) {
      forgetPart(draft, part)
      return undefined
    }
    const report = { file: draft.file, what: 'server', text: '' } as const
    const isOurs = partOf(draft, part) !== undefined || startsCairn(found) || isCairnAddress(found, name)
    if (!isOurs) return { report: { ...report, change: 'none', why: 'kept, because it is not Cairn' }, more: true }
    const others = otherOwners(draft, part, client.id)
    if (others.length > 0) {
      releasePart(draft, part, client.id)
      return { report: { ...report, change: 'none', why: `kept for ${others.join(', ')}` }, more: false }
    }
    const before = draft.text ?? ''
    dropPart(draft, part, () => format.remove(before, place, draft.record?.containers ?? []))
    checkOthers(format, before, draft.text ?? '', place)
    return { report: { ...report, change: 'removed', why: '' }, more: hasCairn(draft, client, format) }
  })
}

/** Names of the servers in a client's settings that start Cairn, or that Cairn wrote. */
export async function cairnServers(draft: Draft, client: Client): Promise<string[]> {
  const format = await formatOf(client)
  return fitting(draft, () =>
    Object.entries(serversIn(format.parse(draft.text ?? ''), client.servers) ?? {})
      .filter(([name, entry]) => startsCairn(entry) || partOf(draft, serverPart(name)) || isCairnAddress(entry, name))
      .map(([name]) => name),
  )
}

const hasCairn = (draft: Draft, client: Client, format: ConfigFormat): boolean =>
  Object.values(serversIn(format.parse(draft.text ?? ''), client.servers) ?? {}).some(startsCairn)

const serverIn = (draft: Draft, { keys, name }: ServerPlace, format: ConfigFormat): unknown =>
  fitting(draft, () => {
    const servers = serversIn(format.parse(draft.text ?? ''), keys) ?? {}
    return Object.hasOwn(servers, name) ? servers[name] : undefined
  })

/** Without a record, an address is taken for Cairn's only under Cairn's own name. */
const isCairnAddress = (entry: unknown, name: string): boolean =>
  name === 'cairn' &&
  addressIn(entry)
    ?.replace(/(?<!\/)\/+$/, '')
    .endsWith('/mcp') === true

/** The file that has it; else the first that exists; else the first. */
export async function draftWith(
  { files, drafts }: Pick<Step, 'files' | 'drafts'>,
  has: (draft: Draft) => boolean,
): Promise<Draft> {
  const there: Draft[] = []
  for (const file of files) if (await exists(file)) there.push(await drafts.open(file))
  return there.find(has) ?? there[0] ?? drafts.open(files[0] ?? '')
}

/** Turns a text that cannot be changed safely into a problem that names the file. */
export function fitting<Value>(draft: Draft, work: () => Value): Value {
  try {
    return work()
  } catch (thrown) {
    if (thrown instanceof UnfitText) throw unreadable(draft.file, thrown.message, thrown)
    throw thrown
  }
}

/** The last line of defence: apart from our server, the file must say the same as before. */
function checkOthers(format: ConfigFormat, before: string, after: string, place: ServerPlace): void {
  const without = (text: string): unknown => withoutServer(structuredClone(format.parse(text) ?? {}), [...place.keys, place.name])
  if (!isDeepStrictEqual(without(before), without(after)))
    throw new UnfitText('Cairn cannot change this server without changing something else, so change it yourself')
}

/** Removes the server, and objects that are empty then. */
function withoutServer(value: Record<string, unknown>, [key = '', ...rest]: readonly string[]): Record<string, unknown> {
  const inner = value[key]
  if (rest.length > 0 && isObject(inner)) withoutServer(inner, rest)
  if (rest.length === 0 || (isObject(inner) && Object.keys(inner).length === 0)) delete value[key]
  return value
}

function conflict(draft: Draft, name: string, found: unknown, { title }: Client): CairnProblem {
  const what = startsCairn(found) ? 'starts Cairn in another way' : 'is something else'
  return new CairnProblem(
    'BAD_ARGUMENT',
    { detail: `${title} already has a server "${name}" in ${draft.file}, which ${what}. Nothing was written.` },
    { fix: 'Replace it with `force=true`, or choose another name with `name=`.' },
  )
}
