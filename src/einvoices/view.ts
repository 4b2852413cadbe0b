import { invoiceView } from '../invoices/view.ts'
import type { RuleFault } from './errors.ts'
import type { Imported } from './import/import.ts'

export const importView = ({ details, unread, notTaken, differences }: Imported) => ({
  invoice: invoiceView(details),
  differences: differences.map((it) => ({ ...it })),
  not_taken: notTaken.map(({ path, reason }) => ({ path, reason })),
  unread: unread.map(({ path, value }) => ({ path, value })),
})

export const validationView = (validation: {
  readonly profile: string
  readonly valid: boolean
  readonly faults: readonly RuleFault[]
}) => ({
  profile: validation.profile,
  valid: validation.valid,
  errors: validation.faults.map(({ rule, level, resource, pointer, message }) => ({
    rule,
    level,
    resource,
    pointer,
    message,
  })),
})
