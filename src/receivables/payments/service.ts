import { formatMinor } from '@billwright/money'
import type { SettingsService } from '../../company/settings/service.ts'
import type { VersionedRef } from '../../core/http/etag.ts'
import { byId } from '../../core/http/expand.ts'
import { type Page, type PageRequest, toPage } from '../../core/http/pagination.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { dayOf } from '../../platform/clock.ts'
import { inTurn, isUniqueViolation } from '../../platform/database/db.ts'
import { isId, newId } from '../../platform/ids.ts'
import type { CustomerService } from '../../sales/customers/service.ts'
import { paymentNotFound } from '../../sales/invoices/errors.ts'
import { optional } from '../../sales/invoices/input.ts'
import type { StoredInvoice } from '../../sales/invoices/invoice.ts'
import { dueMinor } from '../../sales/invoices/lifecycle.ts'
import type {
  ListedPayment,
  PaymentEntry,
  PaymentFilter,
} from '../../sales/invoices/payments/payment.ts'
import type { InvoiceService } from '../../sales/invoices/service.ts'
import type { AccountPaymentService, Recorded } from './account/service.ts'
import { paymentExists, paymentOfSourceExists, referenceMissing } from './inner/errors.ts'
import { paymentAmount, requirePayable, requireWithinDue } from './inner/rules.ts'
import type { PaymentExpansion } from './inner/view.ts'
import type { PaymentBody } from './input.ts'

export interface PaymentDeps {
  readonly customers: Pick<CustomerService, 'find'>
  readonly settings: SettingsService
  readonly invoices: InvoiceService
  readonly accountPayments: AccountPaymentService
}

export type PaymentService = ReturnType<typeof createPaymentService>

/** Every change locks the invoice's row, so that two concurrent payments cannot overpay. */
export function createPaymentService({
  settings,
  customers,
  invoices,
  accountPayments,
}: PaymentDeps) {
  /**
   * Refuses a payment with the reference, amount and day of another payment of the invoice.
   * Without `paid_at` any day matches, because a request may be repeated a day later. Without
   * `amount`, once nothing is due, any amount matches.
   */
  const refuseRepetition = async (
    work: Work,
    claim: StoredInvoice,
    body: PaymentBody,
  ): Promise<void> => {
    const reference = optional(body.reference)
    if (reference === null) return
    const isAnyAmount = body.amount === undefined && dueMinor(claim) <= 0n
    const id = await invoices.findPaymentLike(work, {
      invoiceId: claim.id,
      reference,
      amountMinor: isAnyAmount ? null : paymentAmount(claim, body.amount),
      paidAt: body.paid_at ?? null,
    })
    if (id !== undefined) throw paymentExists(id)
  }

  /** The table's unique key refuses one that another request records meanwhile. */
  const refuseSource = async (work: Work, { source, reference }: PaymentBody): Promise<void> => {
    const [from, as] = [optional(source), optional(reference)]
    if (from === null) return
    if (as === null) throw referenceMissing()
    const id = await invoices.findPaymentOf(work, from, as)
    if (id !== undefined) throw paymentOfSourceExists(id)
  }

  /** Adds all of it to the account, and settles the amount due from there. */
  const overpaid = async (
    work: Work,
    claim: StoredInvoice,
    { overpayment: _, source: from, ...body }: PaymentBody & { readonly amount: string | number },
  ): Promise<Recorded> => {
    const apply = [{ invoice_id: claim.id, amount: formatMinor(dueMinor(claim), claim.currency) }]
    const { payments } = await accountPayments.receive(work, claim.customerId, {
      ...body,
      currency: claim.currency,
      apply,
    })
    const [payment] = payments
    if (!payment) throw new Error('An overpayment settled nothing.')
    const source = optional(from)
    if (source !== null) await invoices.notePaymentSource(work, payment.id, source)
    return { payment: { ...payment, source }, invoice: await invoices.get(work, claim.id) }
  }

  return {
    async list(
      work: ReadWork,
      invoiceId: string,
      request: PageRequest,
    ): Promise<Page<ListedPayment>> {
      await invoices.get(work, invoiceId)
      const rows = await inTurn(work, () => invoices.listPayments(work, invoiceId, request))
      const total = request.withTotal ? await invoices.countPayments(work, invoiceId) : null
      const sorted = request.sort === 'created_at' ? 'createdAt' : 'paidAt'
      return toPage(rows, request, (row) => ({ value: row[sorted], id: row.id }), total)
    },

    /** The payments of all invoices. */
    async listAll(
      work: ReadWork,
      filter: PaymentFilter,
      request: PageRequest,
    ): Promise<Page<PaymentEntry>> {
      const rows = await inTurn(work, () => invoices.listAllPayments(work, filter, request))
      const total = request.withTotal ? await invoices.countAllPayments(work, filter) : null
      const sorted = request.sort === 'created_at' ? 'createdAt' : 'paidAt'
      return toPage(rows, request, (row) => ({ value: row[sorted], id: row.id }), total)
    },

    /** The requested related resources: one query for each kind. */
    async expand(
      work: ReadWork,
      payments: readonly PaymentEntry[],
      names: ReadonlySet<string>,
    ): Promise<(payment: PaymentEntry) => PaymentExpansion | undefined> {
      if (names.size === 0) return () => undefined
      const customerIds = [...new Set(payments.map(({ customerId }) => customerId))]
      const invoiceIds = [...new Set(payments.map(({ invoiceId }) => invoiceId))]
      const payers = names.has('customer') ? byId(await customers.find(work, customerIds)) : null
      const paid = names.has('invoice') ? byId(await invoices.findEntries(work, invoiceIds)) : null
      const today = dayOf(work.at, (await settings.current(work)).timeZone)
      return ({ customerId, invoiceId }) => ({
        today,
        ...(payers && { customer: payers.get(customerId) }),
        ...(paid && { invoice: paid.get(invoiceId) }),
      })
    },

    async find(work: ReadWork, id: string): Promise<PaymentEntry> {
      if (!isId('pay', id)) throw paymentNotFound()
      return invoices.findPayment(work, id)
    },

    async get(work: ReadWork, invoiceId: string, id: string): Promise<Recorded> {
      const invoice = await invoices.get(work, invoiceId)
      return { invoice, payment: await invoices.requirePayment(work, invoiceId, id) }
    },

    /** `request` has the id of the invoice. */
    record: (work: ReadWork, request: VersionedRef, body: PaymentBody): Promise<Recorded> =>
      transaction(work, async (work) => {
        const claim = await invoices.lockForChange(work, request)
        requirePayable(claim)
        const amountMinor = paymentAmount(claim, body.amount)
        await refuseSource(work, body)
        if (body.allow_duplicate !== true) await refuseRepetition(work, claim, body)
        const due = dueMinor(claim)
        if (body.overpayment === 'account' && due > 0n && amountMinor > due)
          return overpaid(work, claim, { ...body, amount: body.amount ?? '' })
        requireWithinDue(claim, amountMinor)
        const { timeZone } = await settings.current(work)
        const payment = {
          id: newId('pay'),
          invoiceId: claim.id,
          currency: claim.currency,
          amountMinor,
          paidAt: body.paid_at ?? dayOf(work.at, timeZone),
          method: optional(body.method),
          reference: optional(body.reference),
          source: optional(body.source),
          note: optional(body.note),
          automatic: false,
          accountEntryId: null,
          createdAt: work.at,
        }
        return { payment, invoice: await invoices.recordPayment(work, claim, payment) }
      }).catch((error: unknown) => {
        throw isUniqueViolation(error) ? paymentOfSourceExists(null) : error
      }),

    /** `request` has the id of the invoice. */
    delete: (work: ReadWork, request: VersionedRef, id: string): Promise<void> =>
      transaction(work, async (work) => {
        const claim = await invoices.lockForChange(work, request)
        const payment = await invoices.requirePayment(work, claim.id, id)
        requirePayable(claim)
        if (payment.accountEntryId !== null) await accountPayments.takeBack(work, claim, payment)
        await invoices.deletePayment(work, claim, payment)
      }),
  }
}
