/** Books nobody picked up go to the next member. */
import { addDays, type Clock } from '../clock.ts'
import type { Settings } from '../config.ts'
import type { Connection } from '../db/connection.ts'
import { sendEmail } from '../notify/send-email.ts'
import { holdExpired } from '../notify/templates.ts'
import type { Hold } from './hold-queue.ts'

/** Removes holds that stood ready longer than the shelf time and writes to those who lost them. */
export async function expireHolds(connection: Connection, clock: Clock, settings: Settings): Promise<number> {
  const limit = addDays(clock.now(), -settings.shelfDays)
  const expired = await connection.select<Hold>('select * from hold where ready_since < ?', [limit])
  for (const hold of expired) {
    await connection.remove('hold', hold.id)
    await sendEmail(settings, hold.memberId, holdExpired(hold))
  }
  return expired.length
}
