/** A member takes a book home. */
import { availableCopy, type Book } from '../catalog/book.ts'
import { addDays, type Clock } from '../clock.ts'
import type { Settings } from '../config.ts'
import { type Member, mayBorrow } from '../members/member.ts'
import type { LoanStore } from './loan-store.ts'

export type CheckOutResult = { state: 'lent'; loanId: number; due: Date } | { state: 'refused'; reason: string }

/** Lends one copy, or says why not: blocked card, too many books, nothing on the shelf. */
export async function checkOut(member: Member, book: Book, store: LoanStore, clock: Clock, settings: Settings): Promise<CheckOutResult> {
  const open = await store.openLoansOf(member.id)
  const refusal = mayBorrow(member, open.length)
  if (refusal) return { state: 'refused', reason: refusal }
  const copy = availableCopy(book)
  if (!copy) return { state: 'refused', reason: 'no copy on the shelf' }
  const due = addDays(clock.now(), settings.loanDays)
  copy.state = 'lent'
  const loanId = await store.insert({ memberId: member.id, copyId: copy.id, isbn: book.isbn, due, renewals: 0, returned: null })
  return { state: 'lent', loanId, due }
}
