/** Puts the skill and the section of the instructions into their files, or takes them out. */
import path from 'node:path'
import { hashBytes } from '../base/hash.ts'
import type { ClientFileReport } from '../contract/reports.ts'
import { sectionText, skillText } from './agent-words.ts'
import type { Draft } from './drafts.ts'
import { fenced, findSection, putSection, removeSection } from './fenced-section.ts'
import {
  claimPart,
  deleteFile,
  dropPart,
  forgetPart,
  INSTRUCTIONS,
  otherOwners,
  partOf,
  putPart,
  releasePart,
  SKILL,
} from './parts.ts'
import { draftWith, fitting, type Step } from './server-step.ts'

export const skillFile = (folder: string): string => path.join(folder, 'cairn', 'SKILL.md')

/** A file that someone changed is not replaced, unless forced; one that an older Cairn wrote is. */
export async function installSkill({ client, files, drafts }: Step, force: boolean): Promise<ClientFileReport> {
  const draft = await drafts.open(files[0] ?? '')
  const report = { file: draft.file, what: 'skill', text: skillText } as const
  if (draft.text === skillText) {
    claimPart(draft, SKILL, client.id)
    return { ...report, change: 'none', why: 'already there' }
  }
  if (draft.text !== null && !force && !isUntouched(draft))
    return { ...report, change: 'none', why: 'kept, because it has other text; replace it with `force=true`' }
  const change = draft.text === null ? 'added' : 'replaced'
  const edits = [{ at: 0, remove: draft.text?.length ?? 0, insert: skillText }]
  putPart(draft, SKILL, { client: client.id, edits })
  return { ...report, change, why: '' }
}

export async function uninstallSkill({ client, files, drafts }: Step): Promise<ClientFileReport | undefined> {
  const draft = await drafts.open(files[0] ?? '')
  const report = { file: draft.file, what: 'skill', text: '' } as const
  if (draft.text === null) return undefined
  const kept = keptFor(draft, SKILL, client.id)
  if (kept) return { ...report, change: 'none', why: kept }
  if (draft.text !== skillText && !isUntouched(draft)) {
    forgetPart(draft, SKILL)
    return { ...report, change: 'none', why: 'kept, because it was changed since; delete it yourself' }
  }
  deleteFile(draft, draft.record?.folders ?? [path.dirname(draft.target)])
  return { ...report, change: 'removed', why: '' }
}

const isUntouched = (draft: Draft): boolean => partOf(draft, SKILL)?.after === hashBytes(draft.text ?? '')

export async function installInstructions(step: Step): Promise<ClientFileReport> {
  const { client } = step
  const draft = await draftWith(step, hasSection)
  const report = { file: draft.file, what: 'instructions', text: `${fenced(sectionText)}\n` } as const
  return fitting(draft, () => {
    const change = hasSection(draft) ? 'replaced' : 'added'
    const edits = putSection(draft.text ?? '', sectionText)
    if (edits.length === 0) {
      claimPart(draft, INSTRUCTIONS, client.id)
      return { ...report, change: 'none', why: 'already there' }
    }
    putPart(draft, INSTRUCTIONS, { client: client.id, edits })
    return { ...report, change, why: '' }
  })
}

export async function uninstallInstructions(step: Step): Promise<ClientFileReport | undefined> {
  const draft = await draftWith(step, hasSection)
  const report = { file: draft.file, what: 'instructions', text: '' } as const
  if (!hasSection(draft)) return undefined
  const kept = keptFor(draft, INSTRUCTIONS, step.client.id)
  if (kept) return { ...report, change: 'none', why: kept }
  const text = draft.text ?? ''
  fitting(draft, () => dropPart(draft, INSTRUCTIONS, () => removeSection(text)))
  return { ...report, change: 'removed', why: '' }
}

const hasSection = (draft: Draft): boolean => fitting(draft, () => findSection(draft.text ?? '')) !== undefined

/** Why a file of several clients stays. */
function keptFor(draft: Draft, part: string, client: string): string | undefined {
  const others = otherOwners(draft, part, client)
  if (others.length === 0) return undefined
  releasePart(draft, part, client)
  return `kept for ${others.join(', ')}`
}
