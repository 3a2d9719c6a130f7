/** The words of our letters. */
import type { Hold } from '../holds/hold-queue.ts'
import type { Loan } from '../loans/loan-store.ts'
import type { Message } from './send-email.ts'

export const dueSoon = (loan: Loan): Message => ({ subject: 'Your book is due soon', body: `Please bring it back by ${loan.due.toDateString()}.` })

export const overdue = (loan: Loan, days: number): Message => ({ subject: 'Your book is overdue', body: `It was due ${days} days ago (${loan.isbn}).` })

export const holdReady = (hold: Hold): Message => ({ subject: 'Your book is here', body: `It waits on the pickup shelf (${hold.isbn}).` })

export const holdExpired = (hold: Hold): Message => ({ subject: 'Your hold has expired', body: `The book went to the next member (${hold.isbn}).` })
