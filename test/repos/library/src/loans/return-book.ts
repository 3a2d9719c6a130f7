/** A book comes back over the desk. */
import type { Clock } from '../clock.ts'
import { computeFine } from '../fines/compute-fine.ts'
import type { HoldQueue } from '../holds/hold-queue.ts'
import type { Book } from '../catalog/book.ts'
import type { Loan, LoanStore } from './loan-store.ts'

/** Closes the loan, charges what is owed and tells whether the copy goes to the pickup shelf for the next in the queue. */
export async function returnBook(loan: Loan, book: Book, queue: HoldQueue, store: LoanStore, clock: Clock) {
  const fine = computeFine(loan.due, clock.now(), book.priceCents, { child: false })
  await store.update(loan.id, { returned: clock.now() })
  const next = await queue.next(loan.isbn)
  const copy = book.copies.find((one) => one.id === loan.copyId)
  if (copy) copy.state = 'available'
  return { fine, reservedFor: next?.memberId ?? null }
}
