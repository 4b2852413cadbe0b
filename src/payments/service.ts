import { type Page, type PageRequest, toPage } from '../http/pagination.ts'
import { optional } from '../invoices/input.ts'
import type { StoredInvoice } from '../invoices/invoice.ts'
import { dueMinor } from '../invoices/lifecycle.ts'
import type { Change, InvoiceService } from '../invoices/service.ts'
import type { InvoiceDetails } from '../invoices/view.ts'
import { type Clock, instant, today } from '../platform/clock.ts'
import type { Db, Trx } from '../platform/database/db.ts'
import { newId } from '../platform/ids.ts'
import type { SettingsService } from '../settings/service.ts'
import { paymentExists } from './errors.ts'
import type { Payment } from './payment.ts'
import * as repository from './repository.ts'
import { paymentAmount, requirePayable, requireWithinDue } from './rules.ts'
import type { PaymentBody } from './schema.ts'

export interface PaymentDeps {
  readonly db: Db
  readonly clock: Clock
  readonly settings: SettingsService
  readonly invoices: InvoiceService
}

/** A payment with its invoice as it is afterwards. */
export interface Recorded {
  readonly payment: Payment
  readonly invoice: InvoiceDetails
}

export type PaymentService = ReturnType<typeof createPaymentService>

/** Every change goes through the invoice, whose row is locked: two payments at once cannot overpay. */
export function createPaymentService({ db, clock, settings, invoices }: PaymentDeps) {
  return {
    async list(
      invoiceId: string,
      request: PageRequest & { readonly withTotal: boolean },
    ): Promise<Page<Payment>> {
      await invoices.get(invoiceId)
      const rows = await repository.listPayments(db, invoiceId, request)
      const total = request.withTotal ? await repository.countPayments(db, invoiceId) : null
      const sorted = request.sort === 'created_at' ? 'createdAt' : 'paidAt'
      return toPage(rows, request, (row) => ({ value: row[sorted], id: row.id }), total)
    },

    async get(invoiceId: string, id: string): Promise<Recorded> {
      const invoice = await invoices.get(invoiceId)
      return { invoice, payment: await repository.requirePayment(db, invoiceId, id) }
    },

    /** `request` names the invoice. */
    async record(request: Change, body: PaymentBody): Promise<Recorded> {
      const id = newId('pay')
      const invoice = await invoices.addPaid(request, async (trx, claim) => {
        requirePayable(claim)
        const amountMinor = paymentAmount(claim, body.amount)
        if (body.allow_duplicate !== true) await refuseRepetition(trx, claim, body)
        requireWithinDue(claim, amountMinor)
        const { timeZone } = await settings.current(trx)
        await repository.insertPayment(trx, {
          id,
          invoiceId: claim.id,
          currency: claim.currency,
          amountMinor,
          paidAt: body.paid_at ?? today(clock, timeZone),
          method: optional(body.method),
          reference: optional(body.reference),
          note: optional(body.note),
          automatic: false,
          createdAt: instant(clock),
        })
        return { minor: amountMinor, action: amountMinor < 0n ? 'refunded' : undefined }
      })
      return { invoice, payment: await repository.requirePayment(db, request.id, id) }
    },

    /** `request` names the invoice. */
    async remove(request: Change, id: string): Promise<void> {
      await invoices.addPaid(request, async (trx, claim) => {
        const payment = await repository.requirePayment(trx, claim.id, id)
        requirePayable(claim)
        await repository.deletePayment(trx, id)
        return { minor: -payment.amountMinor }
      })
    },
  }
}

/**
 * Refuses a payment whose reference, amount and day another one of the invoice has. Without `paid_at`
 * any day matches, since a request may be repeated a day later. Without `amount`, once nothing is due,
 * any amount matches.
 */
async function refuseRepetition(trx: Trx, claim: StoredInvoice, body: PaymentBody): Promise<void> {
  const reference = optional(body.reference)
  if (reference === null) return
  const isAnyAmount = body.amount === undefined && dueMinor(claim) <= 0n
  const id = await repository.findPaymentLike(trx, {
    invoiceId: claim.id,
    reference,
    amountMinor: isAnyAmount ? null : paymentAmount(claim, body.amount),
    paidAt: body.paid_at ?? null,
  })
  if (id !== undefined) throw paymentExists(id)
}
