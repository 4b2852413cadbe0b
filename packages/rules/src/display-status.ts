/** The status for people: derived from status, balance and day, never stored. */
export const DISPLAY_STATUSES = [
  'draft',
  'open',
  'partially_paid',
  'overdue',
  'paid',
  'refund_due',
  'credited',
  'issued',
  'uncollectible',
  'void',
] as const
export type DisplayStatus = (typeof DISPLAY_STATUSES)[number]

/** Whether an invoice of that status has something to pay. */
export const isOwed = (status: DisplayStatus): boolean =>
  status === 'open' || status === 'partially_paid' || status === 'overdue'
