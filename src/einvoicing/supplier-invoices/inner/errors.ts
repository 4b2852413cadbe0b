import { AppError, invalidRequest } from '../../../kernel/errors.ts'
import { type Action, allowedIn, type Status } from '../supplier-invoice.ts'

export const supplierInvoiceNotFound = (): AppError =>
  new AppError(
    'not_found',
    'supplier_invoice_not_found',
    'There is no supplier invoice with this id.',
  )

export const supplierInvoiceExists = (id: string | null): AppError =>
  new AppError(
    'conflict',
    'supplier_invoice_exists',
    'This file was received before. Open the supplier invoice `supplier_invoice_id`.',
    { supplier_invoice_id: id },
  )

export const supplierInvoiceDecided = (status: Status): AppError =>
  new AppError(
    'conflict',
    'supplier_invoice_decided',
    `The supplier invoice is ${status} and cannot be deleted. Only a new one can.`,
    { allowed: allowedIn(status) },
  )

export const invalidAction = (action: Action, status: Status): AppError =>
  new AppError(
    'conflict',
    'invalid_transition',
    `The supplier invoice is ${status}, so you cannot ${action} it. You can ${allowedIn(status).join(' or ')} it.`,
    { from: status, allowed: allowedIn(status), params: { reason: status } },
  )

export const paidBeforeIssued = (issueDate: string): AppError =>
  invalidRequest([
    {
      pointer: '/paid_on',
      code: 'out_of_range',
      message: `Out of range: the document is dated ${issueDate}.`,
      params: { from: issueDate },
    },
  ])
