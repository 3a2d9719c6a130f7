/** A member reserves a title that is out. */
import type { Book } from '../catalog/book.ts'
import { availableCopy } from '../catalog/book.ts'
import type { Member } from '../members/member.ts'
import type { HoldQueue } from './hold-queue.ts'

/** The place in the queue, or a reason why there is no need to wait. */
export async function placeHold(member: Member, book: Book, queue: HoldQueue): Promise<{ position: number } | { refused: string }> {
  if (availableCopy(book)) return { refused: 'a copy is on the shelf' }
  if (member.blocked) return { refused: 'the card is blocked' }
  return { position: await queue.append(book.isbn, member.id) }
}
