/** Who may borrow. */
export type Member = { id: string; name: string; email: string; born: Date; blocked: boolean; owedCents: number }

const MOST_BOOKS = 12
const MOST_OWED = 2000

/** Why a member may not borrow now; undefined when nothing stands against it. */
export function mayBorrow(member: Member, openLoans: number): string | undefined {
  if (member.blocked) return 'the card is blocked'
  if (member.owedCents > MOST_OWED) return 'too much is owed'
  if (openLoans >= MOST_BOOKS) return 'too many books'
  return undefined
}

export function isChild(member: Member, today: Date): boolean {
  return today.getUTCFullYear() - member.born.getUTCFullYear() < 14
}
