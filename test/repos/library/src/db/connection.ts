/** The database behind everything; the only file that speaks to the driver. */
import type { Book } from '../catalog/book.ts'
import type { Member } from '../members/member.ts'

export interface Connection {
  select<Row>(sql: string, values: readonly unknown[]): Promise<Row[]>
  insert(table: string, row: object): Promise<number>
  update(table: string, id: number | string, change: object): Promise<void>
  remove(table: string, id: number): Promise<void>
  /** All or nothing: rolled back when the work throws. */
  transaction<Value>(work: (inside: Connection) => Promise<Value>): Promise<Value>
  book(isbn: string): Promise<Book>
  member(id: string): Promise<Member>
  close(): Promise<void>
}
