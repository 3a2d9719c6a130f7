/** Loans as rows. The only file that knows how a loan is kept in the database. */
import type { Connection } from '../db/connection.ts'

export type Loan = { id: number; memberId: string; copyId: string; isbn: string; due: Date; renewals: number; returned: Date | null }

export class LoanStore {
  private readonly connection: Connection
  constructor(connection: Connection) {
    this.connection = connection
  }
  insert(loan: Omit<Loan, 'id'>): Promise<number> {
    return this.connection.insert('loan', loan)
  }
  update(id: number, change: Partial<Loan>): Promise<void> {
    return this.connection.update('loan', id, change)
  }
  openLoansOf(memberId: string): Promise<Loan[]> {
    return this.connection.select<Loan>('select * from loan where member_id = ? and returned is null', [memberId])
  }
  overdue(at: Date): Promise<Loan[]> {
    return this.connection.select<Loan>('select * from loan where returned is null and due < ?', [at])
  }
}
