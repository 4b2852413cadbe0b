import type { Settings } from '../../company/settings/settings.ts'
import { port } from '../../kernel/port.ts'
import type { Customer } from '../customers/customer.ts'
import type { Invoice } from './invoice.ts'

/** Checks an invoice with its number and all copies, before it is stored. */
type CheckIssued = (
  invoice: Invoice,
  context: { readonly settings: Settings; readonly customer: Customer },
) => void

/** E-invoices are made from invoices, and issuing checks that it can be made. */
export const checkIssued = port<CheckIssued>('checkIssued')
