/** Something that Cairn wrote into a file, for one or several clients: how it is recorded, and how it is taken back. */
import { hashBytes } from '../base/hash.ts'
import type { Draft } from './drafts.ts'
import type { RecordedFile, RecordedPart } from './install-record.ts'
import { applyEdits, insertedBy, type TextEdit, withoutInserted } from './text-edit.ts'

export const serverPart = (name: string): string => `server ${name}`
export const SKILL = 'skill'
export const INSTRUCTIONS = 'instructions'

export const partOf = (draft: Draft, part: string): RecordedPart | undefined => draft.record?.parts[part]

/** Applies edits to the draft and records them. */
export function putPart(
  draft: Draft,
  part: string,
  change: { client: string; edits: readonly TextEdit[]; containers?: readonly (readonly string[])[] },
): void {
  const after = applyEdits(draft.text ?? '', change.edits)
  const old = draft.record ?? newRecord(draft)
  draft.text = after
  draft.record = { ...old, containers: [...old.containers, ...(change.containers ?? [])] }
  setPart(draft, part, {
    clients: withClient(old.parts[part], change.client),
    after: hashBytes(after),
    inserted: insertedBy(change.edits) ?? null,
  })
}

/** The part is there already: records that this client needs it too. */
export function claimPart(draft: Draft, part: string, client: string): void {
  const known = partOf(draft, part)
  draft.record ??= newRecord(draft)
  setPart(draft, part, {
    clients: withClient(known, client),
    after: known?.after ?? hashBytes(draft.text ?? ''),
    inserted: known?.inserted ?? null,
  })
}

/** Other clients for which the part was written. */
export const otherOwners = (draft: Draft, part: string, client: string): readonly string[] =>
  partOf(draft, part)?.clients.filter((owner) => owner !== client) ?? []

/** This client no longer needs the part, but others do. */
export function releasePart(draft: Draft, part: string, client: string): void {
  const known = partOf(draft, part)
  if (known) setPart(draft, part, { ...known, clients: otherOwners(draft, part, client) })
}

/**
 * Takes the part out of the draft. If the file is as Cairn left it, its former bytes come back; otherwise `edits` are applied. A
 * file that Cairn created and that holds nothing any more is deleted.
 */
export function dropPart(draft: Draft, part: string, edits: () => readonly TextEdit[]): void {
  const text = draft.text ?? ''
  const known = partOf(draft, part)
  const untouched = known?.inserted && known.after === hashBytes(text)
  draft.text = untouched ? withoutInserted(text, known.inserted ?? []) : applyEdits(text, edits())
  forgetPart(draft, part)
}

/** The part is not in the file any more. */
export function forgetPart(draft: Draft, part: string): void {
  const { record } = draft
  if (!record) return
  const { [part]: _, ...parts } = record.parts
  const last = Object.keys(parts).length === 0
  draft.record = last ? undefined : { ...record, parts }
  if (last && record.created && draft.text?.trim() === '') deleteFile(draft, record.folders)
}

export function deleteFile(draft: Draft, folders: readonly string[]): void {
  draft.text = null
  draft.record = undefined
  draft.folders = folders
}

const newRecord = (draft: Draft): RecordedFile => ({
  created: draft.before === null,
  folders: draft.missing,
  containers: [],
  parts: {},
})

const withClient = (known: RecordedPart | undefined, client: string): string[] => [
  ...new Set([...(known?.clients ?? []), client]),
]

function setPart(draft: Draft, part: string, value: RecordedPart): void {
  const record = draft.record ?? newRecord(draft)
  draft.record = { ...record, parts: { ...record.parts, [part]: value } }
}
