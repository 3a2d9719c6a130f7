/** Who waits for a title, in order. */
import type { Connection } from '../db/connection.ts'

export type Hold = { id: number; isbn: string; memberId: string; position: number; readySince: Date | null }

export class HoldQueue {
  private readonly connection: Connection
  constructor(connection: Connection) {
    this.connection = connection
  }
  async length(isbn: string): Promise<number> {
    return (await this.all(isbn)).length
  }
  async next(isbn: string): Promise<Hold | undefined> {
    return (await this.all(isbn))[0]
  }
  async append(isbn: string, memberId: string): Promise<number> {
    const position = (await this.length(isbn)) + 1
    await this.connection.insert('hold', { isbn, memberId, position, readySince: null })
    return position
  }
  /** Moves a member to the front of the line. */
  async promote(isbn: string, memberId: string): Promise<void> {
    const waiting = await this.all(isbn)
    const moved = waiting.filter((hold) => hold.memberId === memberId)
    const others = waiting.filter((hold) => hold.memberId !== memberId)
    for (const [at, hold] of [...moved, ...others].entries()) await this.connection.update('hold', hold.id, { position: at + 1 })
  }
  private all(isbn: string): Promise<Hold[]> {
    return this.connection.select<Hold>('select * from hold where isbn = ? order by position', [isbn])
  }
}
