export { default as TicketRow } from './TicketRow.vue'
export * from './store'
