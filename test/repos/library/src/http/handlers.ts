/** The web API: each handler reads a request, calls a rule and returns plain data. */
import type { IncomingMessage } from 'node:http'
import type { Clock } from '../clock.ts'
import type { Settings } from '../config.ts'
import type { Connection } from '../db/connection.ts'
import { HoldQueue } from '../holds/hold-queue.ts'
import { placeHold } from '../holds/place-hold.ts'
import { checkOut } from '../loans/check-out.ts'
import { LoanStore } from '../loans/loan-store.ts'
import { authenticate } from '../members/authenticate.ts'
import { openSession, readSession } from '../members/session.ts'
import { HttpError } from './error-response.ts'

export function createHandlers(connection: Connection, clock: Clock, settings: Settings) {
  const memberOf = async (request: IncomingMessage) => {
    const session = readSession(request.headers.authorization?.replace('Bearer ', '') ?? '', clock)
    if (!session) throw new HttpError(401, 'sign in first')
    return connection.member(session.memberId)
  }
  return {
    async signIn(request: IncomingMessage) {
      const { card, pin } = await readBody(request)
      const member = await authenticate(connection, card ?? '', pin ?? '')
      if (!member) throw new HttpError(401, 'wrong card or PIN')
      return openSession(member.id, clock)
    },
    async borrow(request: IncomingMessage, { isbn = '' }: Record<string, string>) {
      return checkOut(await memberOf(request), await connection.book(isbn), new LoanStore(connection), clock, settings)
    },
    async reserve(request: IncomingMessage, { isbn = '' }: Record<string, string>) {
      return placeHold(await memberOf(request), await connection.book(isbn), new HoldQueue(connection))
    },
  }
}

async function readBody(request: IncomingMessage): Promise<Record<string, string>> {
  let text = ''
  for await (const chunk of request) text += chunk
  return JSON.parse(text) as Record<string, string>
}
