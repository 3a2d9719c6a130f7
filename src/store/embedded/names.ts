/** Languages and parser versions as small numbers, because the same few texts are in every row. '' is 0. */
import type { Connection } from './connection.ts'

export class Names {
  private readonly connection: Connection
  private readonly ids = new Map<string, number>()
  private readonly texts = new Map<number, string>()
  constructor(connection: Connection) {
    this.connection = connection
  }

  text(id: number): string {
    if (id === 0) return ''
    const known = this.texts.get(id)
    if (known !== undefined) return known
    const row = this.connection.get<{ text: string }>('SELECT text FROM name WHERE id = ?', id)
    if (!row) throw new Error(`no name has the number ${id}`)
    return this.remember(id, row.text).text
  }

  /** Undefined when no row contains it. */
  find(text: string): number | undefined {
    if (text === '') return 0
    const known = this.ids.get(text)
    if (known !== undefined) return known
    const row = this.connection.get<{ id: number }>('SELECT id FROM name WHERE text = ?', text)
    return row && this.remember(row.id, text).id
  }

  /** For writers. */
  intern(text: string): number {
    const known = this.find(text)
    if (known !== undefined) return known
    const row = this.connection.get<{ id: number }>('INSERT INTO name(text) VALUES(?) RETURNING id', text)
    return this.remember(row?.id ?? 0, text).id
  }

  forget(): void {
    this.ids.clear()
    this.texts.clear()
  }

  private remember(id: number, text: string): { id: number; text: string } {
    this.ids.set(text, id)
    this.texts.set(id, text)
    return { id, text }
  }
}
