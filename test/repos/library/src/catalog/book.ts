/** A title in the catalogue and the copies the library owns of it. */
export type Copy = { id: string; shelf: string; state: 'available' | 'lent' | 'lost' | 'repair' }

export type Book = {
  isbn: string
  title: string
  authors: string[]
  year: number
  priceCents: number
  copies: Copy[]
}

/** A copy that can be handed out now, or undefined. */
export function availableCopy(book: Book): Copy | undefined {
  return book.copies.find((copy) => copy.state === 'available')
}

export function markLost(book: Book, copyId: string): void {
  const copy = book.copies.find((one) => one.id === copyId)
  if (copy) copy.state = 'lost'
}
