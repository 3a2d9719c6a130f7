export interface Ticket {
  id: number
  title: string
}

export interface RowProps {
  ticket: Ticket
  wide?: boolean
}
