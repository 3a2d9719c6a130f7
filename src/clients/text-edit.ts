/** Edits of a text by offsets, and how to undo them. */

export type TextEdit = { at: number; remove: number; insert: string }
/** Start and length of each inserted piece, in the text after the edits. */
export type Inserted = readonly (readonly [start: number, length: number])[]

export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = ''
  let from = 0
  for (const { at, remove, insert } of inOrder(edits)) {
    result += text.slice(from, at) + insert
    from = at + remove
  }
  return result + text.slice(from)
}

/** Undefined if the edits also removed text: then they cannot be undone without the removed text. */
export function insertedBy(edits: readonly TextEdit[]): Inserted | undefined {
  if (edits.some(({ remove }) => remove > 0)) return undefined
  let shift = 0
  return inOrder(edits).map(({ at, insert }) => {
    const piece = [at + shift, insert.length] as const
    shift += insert.length
    return piece
  })
}

export function withoutInserted(text: string, inserted: Inserted): string {
  return applyEdits(
    text,
    inserted.map(([at, remove]) => ({ at, remove, insert: '' })),
  )
}

/** The line break that the text uses. */
export const lineBreakOf = (text: string): string => (/\r?\n/.exec(text)?.[0] === '\r\n' ? '\r\n' : '\n')

const inOrder = (edits: readonly TextEdit[]): TextEdit[] => [...edits].sort((a, b) => a.at - b.at)
