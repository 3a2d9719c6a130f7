/** A member keeps a book longer. */
import { addDays, type Clock } from '../clock.ts'
import type { Settings } from '../config.ts'
import type { HoldQueue } from '../holds/hold-queue.ts'
import type { Loan, LoanStore } from './loan-store.ts'

/** Extends the due date; refused when somebody waits for the title or the limit of renewals is reached. */
export async function renewLoan(loan: Loan, queue: HoldQueue, store: LoanStore, clock: Clock, settings: Settings): Promise<Date | undefined> {
  if (loan.renewals >= settings.maxRenewals) return undefined
  if ((await queue.length(loan.isbn)) > 0) return undefined
  const due = addDays(clock.now(), settings.loanDays)
  await store.update(loan.id, { due, renewals: loan.renewals + 1 })
  return due
}
