/** Which documents of a segment pass a filter. */
import { symbolKinds } from '../../contract/symbol.ts'
import type { DocumentFilter } from '../port.ts'
import type { Connection } from './connection.ts'
import { pathTest } from './path-test.ts'
import type { Part } from './question-words.ts'
import type { LiveSegment } from './repo-segments.ts'

export type DocumentTest = (document: number) => boolean

/** undefined when all pass. */
export function documentTest(connection: Connection, part: Part, filter: DocumentFilter): DocumentTest | undefined {
  const { segment, table } = part
  const { kinds, slots } = table
  const wanted = filter.kinds && new Set(filter.kinds.map((kind) => symbolKinds.indexOf(kind)))
  const languages = filter.languages && new Set(filter.languages.map((language) => connection.names.find(language)))
  const accepts = slotTest(connection, part, filter)
  if (!wanted && !languages && !accepts) return undefined
  return (document) => {
    const slot = slots[document] as number
    return (
      (!wanted || wanted.has(kinds[document] as number)) &&
      (!languages || (languages.has(segment.slots.languages[slot]) && !isNote(segment, slot))) &&
      (!accepts || accepts(slot))
    )
  }
}

const isNote = ({ slots }: LiveSegment, slot: number): boolean => (slots.refs[slot] as number) % 2 === 1

/** Tests each slot once, not each document. */
function slotTest(
  connection: Connection,
  { repo, segment }: Part,
  filter: DocumentFilter,
): ((slot: number) => boolean) | undefined {
  const accepts = pathTest(filter)
  const { tests } = filter
  if (!accepts && !tests) return undefined
  const answers = new Map<number, boolean>()
  return (slot) => {
    const known = answers.get(slot)
    if (known !== undefined) return known
    const ref = segment.slots.refs[slot] as number
    const path = repo.segments.path(connection, ref)
    const answer =
      path !== undefined &&
      (!accepts || accepts(path)) &&
      (!tests || isNote(segment, slot) || repo.segments.isTest(connection, ref) === (tests === 'only'))
    answers.set(slot, answer)
    return answer
  }
}
