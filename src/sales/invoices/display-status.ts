import type { DisplayStatus } from './lifecycle.ts'

/** Whether an invoice of that status has something to pay. */
export const isOwed = (status: DisplayStatus): boolean =>
  status === 'open' || status === 'partially_paid' || status === 'overdue'
