import type { Customer } from '../customers/customer.ts'
import type { CustomerService } from '../customers/service.ts'
import { byId } from '../http/expand.ts'
import type { Scope } from '../platform/database/scope.ts'
import { type InvoiceEntry, listCreditNotesOf } from './list/list.ts'
import type { Payment } from './payments/payment.ts'
import { listPaymentsOf } from './payments/repository.ts'

/* The related resources that an answer has on request: one query for each kind, however many invoices. */

export const INVOICE_EXPANSIONS = ['customer', 'payments', 'credit_notes'] as const

/** What was asked for beside one invoice. */
export interface InvoiceExpansion {
  readonly customer?: Customer | undefined
  readonly payments?: readonly Payment[]
  readonly creditNotes?: readonly InvoiceEntry[]
}

interface Expandable {
  readonly id: string
  readonly customerId: string
}

type Expansions = (invoice: Expandable) => InvoiceExpansion | undefined

/** Undefined for each invoice if nothing was asked for. */
export async function expandInvoices(
  scope: Scope,
  customers: Pick<CustomerService, 'find'>,
  {
    invoices,
    names,
  }: { readonly invoices: readonly Expandable[]; readonly names: ReadonlySet<string> },
): Promise<Expansions> {
  if (names.size === 0) return () => undefined
  const ids = invoices.map(({ id }) => id)
  const customerIds = [...new Set(invoices.map(({ customerId }) => customerId))]
  const found = names.has('customer') ? byId(await customers.find(scope, customerIds)) : null
  const payments = names.has('payments') ? await listPaymentsOf(scope, ids) : null
  const notes = names.has('credit_notes') ? await listCreditNotesOf(scope, ids) : null
  return ({ id, customerId }) => ({
    ...(found && { customer: found.get(customerId) }),
    ...(payments && { payments: payments.get(id) ?? [] }),
    ...(notes && { creditNotes: notes.get(id) ?? [] }),
  })
}
