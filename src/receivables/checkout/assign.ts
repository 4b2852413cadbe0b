import { closedUntil } from '../../company/closing/open.ts'
import { currentSettings } from '../../company/settings/read.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { requireCustomer } from '../../sales/customers/read.ts'
import { lockForChange } from '../../sales/invoices/lock.ts'
import { savePayment } from './book.ts'
import * as bookingRepository from './inner/booking-repository.ts'
import * as checkoutRepository from './inner/checkout-repository.ts'
import { currencyDiffers, nothingUnassigned, providerPaymentNotFound } from './inner/errors.ts'
import { applyChange } from './inner/ledger.ts'
import * as paymentRepository from './inner/payment-repository.ts'
import { type Booked, getProviderPayment } from './read.ts'

/** Either an invoice in the currency of the payment, or a customer whose account gets it. */
export type Assignment = { readonly invoice_id: string } | { readonly customer_id: string }

/**
 * Books what is in no balance: to an invoice as far as it is due, the rest to the account of the
 * customer. Throws `nothing_unassigned` or `payment_currency_differs`.
 */
export function assignPayment(work: ReadWork, id: string, to: Assignment): Promise<Booked> {
  return transaction(work, async (work) => {
    const before = await paymentRepository.lockPayment(
      work,
      (await getProviderPayment(work, id)).payment.id,
    )
    if (!before) throw providerPaymentNotFound()
    const checkout = await checkoutRepository.lockCheckout(work, before.checkoutId)
    if (!checkout) throw providerPaymentNotFound()
    const booked = (await bookingRepository.listBookings(work, [id])).get(id) ?? []
    const amountMinor = booked
      .filter(({ place }) => place === 'unassigned')
      .reduce((sum, it) => sum + it.amountMinor, 0n)
    if (amountMinor <= 0n) throw nothingUnassigned()
    const target = await targetOf(work, to, before.currency)
    const payment = { ...before, customerId: target.customerId }
    const { timeZone } = await currentSettings(work)
    const made = new Set(booked.map(({ key }) => key).filter((key) => key.includes(':assigned:')))
    const key = `${before.ref}:assigned:${made.size + 1}`
    const change = { key, kind: 'payment', amountMinor, assignedTo: target.invoiceId } as const
    const booker = { work, checkout, timeZone, closedUntil: await closedUntil(work) }
    const parts = await applyChange(booker, payment, { change, bookings: booked })
    await bookingRepository.insertBookings(work, id, parts)
    await savePayment(work, { before, payment, bookings: [...booked, ...parts] })
    return getProviderPayment(work, id)
  })
}

async function targetOf(
  work: Work,
  to: Assignment,
  currency: string,
): Promise<{ readonly customerId: string; readonly invoiceId: string | null }> {
  if ('customer_id' in to)
    return { customerId: (await requireCustomer(work, to.customer_id)).id, invoiceId: null }
  const invoice = await lockForChange(work, { id: to.invoice_id, ifMatch: undefined })
  if (invoice.currency !== currency) throw currencyDiffers(currency)
  return { customerId: invoice.customerId, invoiceId: invoice.id }
}
