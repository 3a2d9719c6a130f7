/** Languages and parser versions as small numbers, because the same few texts are in every row. '' is 0. */
import type { Connection } from './connection.ts'
import { damaged } from './damaged.ts'
import { sumOf } from './row-sum.ts'

export class Names {
  private readonly connection: Connection
  private readonly ids = new Map<string, number>()
  private readonly texts = new Map<number, string>()
  constructor(connection: Connection) {
    this.connection = connection
  }

  text(id: number): string {
    if (id === 0) return ''
    const known = this.texts.get(id) ?? this.load().texts.get(id)
    if (known === undefined) throw damaged(`the name with the number ${id}`)
    return known
  }

  /** Undefined when no row contains it. */
  find(text: string): number | undefined {
    return text === '' ? 0 : (this.ids.get(text) ?? this.load().ids.get(text))
  }

  /** For writers. */
  intern(text: string): number {
    const known = this.find(text)
    if (known !== undefined) return known
    const id = Math.max(0, ...this.texts.keys()) + 1
    this.connection.run('INSERT INTO name(id, text, row_sum) VALUES(?, ?, ?)', id, text, sumOf(id, text))
    this.remember(id, text)
    return id
  }

  forget(): void {
    this.ids.clear()
    this.texts.clear()
  }

  /** All of them: there are some dozens, and a damaged index would hide one. */
  private load(): this {
    for (const [id, text, sum] of this.connection.rows<[number, string, number]>(
      'SELECT id, text, row_sum FROM name NOT INDEXED',
    )) {
      if (sumOf(id, text) !== sum) throw damaged(`the name with the number ${id}`)
      this.remember(id, text)
    }
    return this
  }

  private remember(id: number, text: string): void {
    this.ids.set(text, id)
    this.texts.set(id, text)
  }
}
