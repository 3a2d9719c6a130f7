/** A librarian lets a fine go. */
import type { Clock } from '../clock.ts'
import type { Connection } from '../db/connection.ts'

/** Kept in the ledger with the name of the librarian and the reason, for the auditors. */
export async function waiveFine(connection: Connection, fineId: number, librarian: string, reason: string, clock: Clock): Promise<void> {
  if (reason.trim() === '') throw new Error('a reason is needed')
  await connection.insert('ledger', { fineId, librarian, reason, at: clock.now(), kind: 'waived' })
  await connection.update('fine', fineId, { openCents: 0 })
}
