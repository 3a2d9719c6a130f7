/** Everything a program that embeds the library needs. */
export { checkOut } from './loans/check-out.ts'
export { renewLoan } from './loans/renew-loan.ts'
export { returnBook } from './loans/return-book.ts'
export { placeHold } from './holds/place-hold.ts'
export { computeFine } from './fines/compute-fine.ts'
export { waiveFine } from './fines/waive-fine.ts'
export { searchBooks } from './catalog/search-books.ts'
export { createRouter } from './http/router.ts'
