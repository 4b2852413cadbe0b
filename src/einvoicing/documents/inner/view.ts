import { invoiceView } from '../../../sales/invoices/view.ts'
import type { RuleFault } from '../errors.ts'
import type { Imported } from '../import/import.ts'

/** The first draft, and those of the other invoices in the file. */
export const importView = ([first, ...others]: readonly Imported[]) => {
  if (first === undefined) throw new Error('A file has an invoice.')
  return { ...importedView(first), others: others.map(importedView) }
}

const importedView = ({ details, unread, notTaken, differences }: Imported) => ({
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
