/** Signing in with card number and PIN. */
import { scryptSync, timingSafeEqual } from 'node:crypto'
import type { Connection } from '../db/connection.ts'
import type { Member } from './member.ts'

type Credentials = { memberId: string; salt: string; hash: string; failures: number }
const MOST_FAILURES = 5

/** The member, or undefined for a wrong PIN. Five wrong ones block the card. */
export async function authenticate(connection: Connection, card: string, pin: string): Promise<Member | undefined> {
  const [known] = await connection.select<Credentials>('select * from credential where card = ?', [card])
  if (!known || known.failures >= MOST_FAILURES) return undefined
  const given = scryptSync(pin, known.salt, 32)
  if (!timingSafeEqual(given, Buffer.from(known.hash, 'hex'))) {
    await connection.update('credential', known.memberId, { failures: known.failures + 1 })
    return undefined
  }
  const [member] = await connection.select<Member>('select * from member where id = ?', [known.memberId])
  return member
}
