/** A signed-in browser. */
import { randomBytes } from 'node:crypto'
import { addDays, type Clock } from '../clock.ts'

export type Session = { token: string; memberId: string; expires: Date }

const sessions = new Map<string, Session>()

export function openSession(memberId: string, clock: Clock): Session {
  const session = { token: randomBytes(24).toString('base64url'), memberId, expires: addDays(clock.now(), 1) }
  sessions.set(session.token, session)
  return session
}

/** undefined when it is unknown or has run out. */
export function readSession(token: string, clock: Clock): Session | undefined {
  const session = sessions.get(token)
  if (!session || session.expires < clock.now()) return undefined
  return session
}

export const closeSession = (token: string): boolean => sessions.delete(token)
