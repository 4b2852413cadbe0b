/** How many items a document may have. */
export const ITEMS_MAX = 1000

/** Days in which the deletion of a company can be canceled. */
export const CALL_BACK_DAYS = 30

/** The limits of a company that operators can set, and their names in messages. */
export const LIMITED = {
  invoices_per_month: 'new invoices a month',
  customers: 'customers',
  templates: 'templates',
  template_bytes: 'bytes of templates',
  file_bytes: 'bytes of files',
  webhooks: 'webhooks',
  members: 'people',
  keys: 'API keys',
} as const

export type LimitName = keyof typeof LIMITED

export const LIMIT_NAMES = Object.keys(LIMITED) as readonly LimitName[]
