/** Promises EN10 and EN11 of docs/spec/envelope.md. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { generationKey, makeCursor, openCursor, questionKey } from './cursor.ts'

const frame = {
  question: questionKey('rag_search', { query: 'x', limit: 5 }),
  generation: generationKey([{ repo_id: 'a', generation: 3 }]),
}

describe('cursors', () => {
  it('[EN10] a cursor is URL-safe and returns its content unchanged, whatever characters it has', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (after) => {
        const cursor = makeCursor(after, frame)
        expect(cursor).toMatch(/^[\w-]+$/)
        expect(openCursor(cursor, frame)).toEqual({ after, index_changed: false })
      }),
    )
  })
  it('[EN10] arguments for the output do not change the question; a cursor for another question is refused', () => {
    expect(questionKey('rag_search', { limit: 50, cursor: 'c', max_chars: 900, query: 'x', repo: null })).toBe(frame.question)
    for (const other of [
      questionKey('rag_search', { query: 'y' }),
      questionKey('rag_search', { query: 'x', word: true }),
      questionKey('where_used', { query: 'x' }),
    ])
      expect(() => openCursor(makeCursor('p', frame), { ...frame, question: other })).toThrow('belongs to another question')
  })
  it('[EN11] after a change of the index a cursor still opens, and says so', () => {
    const cursor = makeCursor('src/a.py:3', frame)
    const later = { ...frame, generation: generationKey([{ repo_id: 'a', generation: 4 }]) }
    expect(openCursor(cursor, later)).toEqual({ after: 'src/a.py:3', index_changed: true })
    const two = [
      { repo_id: 'a', generation: 1 },
      { repo_id: 'b', generation: 2 },
    ]
    expect(generationKey(two)).toBe(generationKey([...two].reverse()))
  })
  it('[EN10] anything that is not a cursor of Cairn is BAD_ARGUMENT, never a crash', () => {
    const bent = Buffer.from(JSON.stringify([2, 'q', 'g', 'p'])).toString('base64url')
    for (const text of ['', 'x', '%%%', 'null', bent, 'e30', Buffer.from('[1,2,3,4]').toString('base64url'), 'a'.repeat(20_000)])
      expect(() => openCursor(text, frame), text.slice(0, 20)).toThrow('"cursor" is not the next_cursor of an earlier answer')
    fc.assert(
      fc.property(fc.string({ maxLength: 50 }), (text) => {
        expect(() => openCursor(text, frame)).toThrow('"cursor"')
      }),
    )
  })
})
