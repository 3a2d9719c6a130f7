import type { Ticket } from './types'

export const tickets: Ticket[] = []

export function close(ticket: Ticket): void {
  tickets.splice(tickets.indexOf(ticket), 1)
}
