import { currentSettings } from '../../company/settings/read.ts'
import { byId } from '../../core/http/expand.ts'
import { type Page, type PageRequest, toPage } from '../../core/http/pagination.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { dayOf } from '../../platform/clock.ts'
import { inTurn } from '../../platform/database/db.ts'
import { isId } from '../../platform/ids.ts'
import { findCustomers } from '../../sales/customers/read.ts'
import { findInvoiceEntries, getInvoice } from '../../sales/invoices/read.ts'
import type { Recorded } from './account/money.ts'
import { paymentNotFound } from './inner/errors.ts'
import {
  countAllPayments,
  countPayments,
  findPayment,
  listAllPayments,
  listPayments,
  requirePayment,
} from './inner/repository.ts'
import type { PaymentExpansion } from './inner/view.ts'
import type { ListedPayment, PaymentEntry, PaymentFilter } from './payment-entry.ts'

export async function listPaymentsOfInvoice(
  work: ReadWork,
  invoiceId: string,
  request: PageRequest,
): Promise<Page<ListedPayment>> {
  await getInvoice(work, invoiceId)
  const rows = await inTurn(work, () => listPayments(work, invoiceId, request))
  const total = request.withTotal ? await countPayments(work, invoiceId) : null
  const sorted = request.sort === 'created_at' ? 'createdAt' : 'paidAt'
  return toPage(rows, request, (row) => ({ value: row[sorted], id: row.id }), total)
}

/** The payments of all invoices. */
export async function listPaymentsOfCompany(
  work: ReadWork,
  filter: PaymentFilter,
  request: PageRequest,
): Promise<Page<PaymentEntry>> {
  const rows = await inTurn(work, () => listAllPayments(work, filter, request))
  const total = request.withTotal ? await countAllPayments(work, filter) : null
  const sorted = request.sort === 'created_at' ? 'createdAt' : 'paidAt'
  return toPage(rows, request, (row) => ({ value: row[sorted], id: row.id }), total)
}

/** The requested related resources: one query for each kind. */
export async function expandPayments(
  work: ReadWork,
  payments: readonly PaymentEntry[],
  names: ReadonlySet<string>,
): Promise<(payment: PaymentEntry) => PaymentExpansion | undefined> {
  if (names.size === 0) return () => undefined
  const customerIds = [...new Set(payments.map(({ customerId }) => customerId))]
  const invoiceIds = [...new Set(payments.map(({ invoiceId }) => invoiceId))]
  const payers = names.has('customer') ? byId(await findCustomers(work, customerIds)) : null
  const paid = names.has('invoice') ? byId(await findInvoiceEntries(work, invoiceIds)) : null
  const today = dayOf(work.at, (await currentSettings(work)).timeZone)
  return ({ customerId, invoiceId }) => ({
    today,
    ...(payers && { customer: payers.get(customerId) }),
    ...(paid && { invoice: paid.get(invoiceId) }),
  })
}

export async function findPaymentWithInvoice(work: ReadWork, id: string): Promise<PaymentEntry> {
  if (!isId('pay', id)) throw paymentNotFound()
  return findPayment(work, id)
}

export async function getPayment(work: ReadWork, invoiceId: string, id: string): Promise<Recorded> {
  const invoice = await getInvoice(work, invoiceId)
  return { invoice, payment: await requirePayment(work, invoiceId, id) }
}
