import { AppError } from '../errors.ts'
import type { StoredInvoice } from '../invoices/invoice.ts'
import { formatMinor } from '../money/minor.ts'

export const paymentNotFound = (): AppError =>
  new AppError('not_found', 'payment_not_found', 'There is no such payment of this invoice.')

export const invoiceNotPayable = ({
  type,
  status,
}: Pick<StoredInvoice, 'type' | 'status'>): AppError =>
  new AppError('conflict', 'invoice_not_payable', reasonOf(type, status))

function reasonOf(type: StoredInvoice['type'], status: StoredInvoice['status']): string {
  if (type === 'credit_note') return 'A credit note is not paid. Record it on its invoice.'
  if (status === 'draft') return 'A draft is not paid. Issue it first.'
  if (status === 'uncollectible')
    return 'An uncollectible invoice takes no payments. Reopen it first, by the status sent.'
  return `The payments of a ${status} invoice cannot change.`
}

/** A program that repeats a request must not book the money twice. */
export const paymentExists = (paymentId: string): AppError =>
  new AppError(
    'conflict',
    'payment_exists',
    'A payment with this reference and amount is recorded already. Send `allow_duplicate: true` ' +
      'if this is another one.',
    { payment_id: paymentId },
  )

/** More than is due, or the wrong way round: money goes back only where too much was paid. */
export const overpayment = (dueMinor: bigint, currency: string): AppError => {
  const due = formatMinor(dueMinor, currency)
  const message =
    dueMinor < 0n
      ? `${due} ${currency} is due: at most that can be paid back, as a negative amount.`
      : dueMinor === 0n
        ? 'Nothing is due on this invoice.'
        : `Only ${due} ${currency} is still due.`
  return new AppError('invalid', 'overpayment', message, {
    due,
    currency,
    faults: [{ pointer: '/amount', code: 'overpayment', message }],
  })
}
