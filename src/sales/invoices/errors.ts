import { AppError, invalidRequest } from '../../kernel/errors.ts'
import type { Invoice, InvoiceStatus } from './invoice.ts'

export const invoiceNotFound = (): AppError =>
  new AppError('not_found', 'invoice_not_found', 'There is no invoice with this id.')

export const invalidTransition = (
  from: InvoiceStatus,
  to: InvoiceStatus,
  allowed: readonly InvoiceStatus[],
): AppError =>
  new AppError(
    'conflict',
    'invalid_transition',
    `${anInvoice(from)} cannot become ${to}. ${
      allowed.length === 0 ? 'This status is final.' : `It can become ${allowed.join(' or ')}.`
    }`,
    { allowed, params: { reason: from } },
  )

const anInvoice = (status: InvoiceStatus): string =>
  `${status === 'uncollectible' ? 'An' : 'A'} ${status} invoice`

export const dueBeforeIssue = ({ issueDate }: Pick<Invoice, 'issueDate'>): AppError => {
  const message = `The due date is before the issue date, ${issueDate}. Use a later day, or send \`allow_early_due: true\`.`
  const params = { from: issueDate }
  return new AppError('invalid', 'due_before_issue', message, {
    params,
    faults: [{ pointer: '/due_date', code: 'due_before_issue', message, params }],
  })
}

export const invoicePaid = (): AppError =>
  new AppError(
    'conflict',
    'invoice_has_payments',
    'This invoice has payments. Delete them first, or issue a credit note.',
  )

export const invoiceCredited = (): AppError =>
  new AppError(
    'conflict',
    'invoice_has_credits',
    'This invoice has a credit note. Void the credit note first.',
  )

export const invoiceLocked = (fields: readonly string[]): AppError =>
  new AppError(
    'conflict',
    'invoice_locked',
    `The invoice is issued; ${fields.join(', ')} cannot change. Issue a credit note instead.`,
    { fields },
  )

export const invoiceNotDeletable = ({ number }: Pick<Invoice, 'number'>): AppError =>
  new AppError(
    'conflict',
    'invoice_not_deletable',
    `Invoice ${number} is issued and cannot be deleted. Void it, or issue a credit note.`,
    { params: { number: number ?? '' } },
  )

export const invoiceReferenced = (): AppError =>
  new AppError(
    'conflict',
    'invoice_referenced',
    'A credit note corrects this invoice, so you cannot delete it.',
  )

/** The tax of a deposit is charged once: on the deposit, and deducted on the final invoice. */
export const depositDeducted = ({ id, number }: Pick<Invoice, 'id' | 'number'>): AppError =>
  new AppError(
    'conflict',
    'invoice_referenced',
    `${number === null ? 'A draft' : `Invoice ${number}`} deducts this deposit. Void, credit or delete that one first.`,
    {
      invoice_id: id,
      params: number === null ? { reason: 'deducted_by_draft' } : { reason: 'deducted', number },
    },
  )

/** `cause` is the end of the sentence. */
export const depositChanged = (number: string | null, cause: string): AppError =>
  new AppError(
    'conflict',
    'deposit_changed',
    `Deposit ${number ?? ''} ${cause} Deduct the deposits again.`.replace('  ', ' '),
    { number, allowed: ['deduct'], ...(number === null ? {} : { params: { number } }) },
  )

export const depositExceeds = (amount: string, currency: string): AppError =>
  new AppError(
    'conflict',
    'deposit_exceeds',
    `The deposits exceed this invoice by ${amount} ${currency}. Credit a deposit, or deduct fewer.`,
    { allowed: ['credit'], params: { amount, currency } },
  )

export const depositsUnnamed = (): AppError =>
  invalidRequest([
    {
      pointer: '/deposits',
      code: 'required',
      message: 'Send `deposits`, or the key of the order in `deposit_for`.',
    },
  ])

export const unknownDeposit = (index: number): AppError =>
  invalidRequest([
    {
      pointer: `/deposits/${index}`,
      code: 'unknown_deposit',
      message:
        'Unknown deposit: use an issued invoice of kind prepayment or partial to the same customer in the same currency.',
    },
  ])

export const invoiceChanged = (): AppError =>
  new AppError(
    'conflict',
    'invoice_changed',
    'Someone else changed the invoice. Read it again and repeat your change.',
  )

export const invoiceNotCreditable = ({
  type,
  status,
}: Pick<Invoice, 'type' | 'status'>): AppError =>
  new AppError(
    'conflict',
    'invoice_not_creditable',
    type === 'credit_note'
      ? 'You cannot credit a credit note. Void it instead.'
      : `${anInvoice(status)} cannot be credited. Credit a sent or paid invoice.`,
    { params: { reason: type === 'credit_note' ? type : status } },
  )

/** The quantity and amount of one item that can still be credited, as decimals. */
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
    readonly currency: string
  },
): AppError =>
  new AppError('invalid', 'overcredit', message, {
    left: { total: details.total, items: details.items },
    params: { amount: details.total, currency: details.currency },
  })

export const creditNoteFixed = (fields: readonly string[]): AppError =>
  new AppError(
    'conflict',
    'credit_note_fixed',
    `A credit note takes ${fields.join(', ')} from its invoice. Delete the draft and create another.`,
    { fields },
  )

export const creditNoteNotDuplicable = (): AppError =>
  new AppError(
    'conflict',
    'credit_note_not_duplicable',
    'You cannot duplicate a credit note. Create another credit note for the invoice.',
  )

export const shareNotFound = (): AppError =>
  new AppError(
    'not_found',
    'share_not_found',
    'This link is invalid or was revoked. Ask the sender for a new one.',
  )

export const oneCustomer = (): AppError =>
  invalidRequest([
    {
      pointer: '/customer_id',
      code: 'required',
      message: 'Send either `customer_id` or a new `customer`.',
    },
  ])
