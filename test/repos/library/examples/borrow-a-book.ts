/** A whole visit: sign in, search, borrow, renew, return. */
import { checkOut, renewLoan, returnBook, searchBooks } from '../src/index.ts'

export async function visit(rooms: never): Promise<void> {
  const { member, books, store, queue, clock, settings } = rooms as Record<string, never>
  const [book] = searchBooks(books, 'moby dick')
  if (!book) return
  const lent = await checkOut(member, book, store, clock, settings)
  if (lent.state !== 'lent') return
  const loan = { id: lent.loanId, isbn: book.isbn, due: lent.due, renewals: 0 } as never
  await renewLoan(loan, queue, store, clock, settings)
  await returnBook(loan, book, queue, store, clock)
}
