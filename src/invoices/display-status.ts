import type { DisplayStatus } from './lifecycle.ts'

/** Whether the customer has to pay something on an invoice of that status. */
export const isOwed = (status: DisplayStatus): boolean =>
  status === 'open' || status === 'partially_paid' || status === 'overdue'
