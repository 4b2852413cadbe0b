import { AppError, type Fault, invalidRequest } from '../errors.ts'
import type { Invoice, InvoiceStatus } from './invoice.ts'

export const invoiceNotFound = (): AppError =>
  new AppError('not_found', 'invoice_not_found', 'There is no such invoice.')

export const invalidTransition = (
  from: InvoiceStatus,
  to: InvoiceStatus,
  allowed: readonly InvoiceStatus[],
): AppError =>
  new AppError('conflict', 'invalid_transition', `${anInvoice(from)} cannot become ${to}.`, {
    allowed,
  })

const anInvoice = (status: InvoiceStatus): string =>
  `${status === 'uncollectible' ? 'An' : 'A'} ${status} invoice`

/** The settings that have to be filled in before anything is issued: the law names the seller. */
export const sellerIncomplete = (settings: readonly string[]): AppError =>
  new AppError(
    'invalid',
    'seller_incomplete',
    'An invoice needs the name of your company. Enter it in the settings under Company, ' +
      'or set `companyName` by PATCH /settings.',
    { settings },
  )

export const invoicePaid = (): AppError =>
  new AppError(
    'conflict',
    'invoice_has_payments',
    'Payments are recorded on this invoice. Remove them first, or correct it by a credit note.',
  )

export const invoiceCredited = (): AppError =>
  new AppError(
    'conflict',
    'invoice_has_credits',
    'A credit note took off part of this invoice. Void the credit note first.',
  )

export const invoiceLocked = (fields: readonly string[]): AppError =>
  new AppError(
    'conflict',
    'invoice_locked',
    `The invoice is issued; ${fields.join(', ')} cannot change. Correct it by a credit note.`,
    { fields },
  )

export const invoiceNotDeletable = ({ number }: Pick<Invoice, 'number'>): AppError =>
  new AppError(
    'conflict',
    'invoice_not_deletable',
    `Invoice ${number} is issued and cannot be deleted: void it or issue a credit note.`,
  )

export const invoiceReferenced = (): AppError =>
  new AppError(
    'conflict',
    'invoice_referenced',
    'A credit note corrects this invoice, so it cannot be deleted.',
  )

export const invoiceChanged = (): AppError =>
  new AppError('conflict', 'invoice_changed', 'Somebody else changed the invoice. Read it again.')

export const numberTaken = (number: string): AppError =>
  new AppError(
    'conflict',
    'number_taken',
    `The next number, ${number}, is already used. Change the numbering pattern in the settings.`,
    { number },
  )

export const invoiceNotCreditable = ({
  type,
  status,
}: Pick<Invoice, 'type' | 'status'>): AppError =>
  new AppError(
    'conflict',
    'invoice_not_creditable',
    type === 'credit_note'
      ? 'A credit note cannot be credited. Void it instead.'
      : `${anInvoice(status)} cannot be credited; a sent or paid one can.`,
  )

/** What is left to credit of one item of an invoice, as decimals. */
export interface CreditLeft {
  readonly id: string
  readonly quantity: string
  readonly amount: string
}

export const overcredit = (
  message: string,
  details: {
    readonly items: readonly CreditLeft[]
    readonly total: string
    readonly faults?: readonly Fault[]
  },
): AppError =>
  new AppError('invalid', 'overcredit', message, {
    left: { total: details.total, items: details.items },
    faults: details.faults ?? [],
  })

export const creditNoteFixed = (fields: readonly string[]): AppError =>
  new AppError(
    'conflict',
    'credit_note_fixed',
    `A credit note takes ${fields.join(', ')} from its invoice. Delete the draft and make another.`,
    { fields },
  )

export const creditNoteNotDuplicable = (): AppError =>
  new AppError(
    'conflict',
    'credit_note_not_duplicable',
    'A credit note cannot be duplicated. Credit the invoice once more instead.',
  )

export const shareNotFound = (): AppError =>
  new AppError('not_found', 'share_not_found', 'This link does not open an invoice (any more).')

export const unknownTemplate = (id: string): AppError =>
  invalidRequest([
    { pointer: '/template/id', code: 'unknown_template', message: `There is no template ${id}.` },
  ])

export const unknownCustomer = (id: string): AppError =>
  invalidRequest([
    {
      pointer: '/customer_id',
      code: 'unknown_customer',
      message: id === '' ? 'Give the id of a customer.' : `There is no customer ${id}.`,
    },
  ])

export const oneCustomer = (): AppError =>
  invalidRequest([
    {
      pointer: '/customer_id',
      code: 'required',
      message: 'Give either `customer_id` or a new `customer`.',
    },
  ])
