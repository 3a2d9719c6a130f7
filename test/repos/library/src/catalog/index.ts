export { availableCopy, type Book, type Copy, markLost } from './book.ts'
export { normalizeIsbn } from './isbn.ts'
export { searchBooks } from './search-books.ts'
