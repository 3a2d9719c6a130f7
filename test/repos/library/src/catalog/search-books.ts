/** Full text search over titles and authors, best first. */
import type { Book } from './book.ts'
import { normalizeIsbn } from './isbn.ts'

export function searchBooks(books: readonly Book[], query: string, limit = 20): Book[] {
  const isbn = normalizeIsbn(query)
  if (isbn) return books.filter((book) => book.isbn === isbn)
  const terms = tokenize(query)
  return books
    .map((book) => ({ book, score: score(book, terms) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.book.title.localeCompare(b.book.title))
    .slice(0, limit)
    .map(({ book }) => book)
}

function score(book: Book, terms: readonly string[]): number {
  const title = tokenize(book.title)
  const authors = book.authors.flatMap(tokenize)
  return terms.reduce((sum, term) => sum + (title.includes(term) ? 3 : 0) + (authors.includes(term) ? 2 : 0), 0)
}

const tokenize = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? []
