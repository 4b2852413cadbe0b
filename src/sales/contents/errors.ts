import { AppError, invalidRequest } from '../../kernel/errors.ts'
import type { Contents } from './contents.ts'

/**
 * The settings that must be filled in before issuing, because the law requires the seller's name.
 */
export const sellerIncomplete = (settings: readonly string[]): AppError =>
  new AppError(
    'invalid',
    'seller_incomplete',
    'The settings have no company name, so you cannot issue invoices. Enter it under Settings, Company, or set `companyName` with PATCH /settings.',
    { settings },
  )

/** @throws AppError `invalid_request` if a document has only headings, texts and subtotals */
export function requireItem({ items }: Pick<Contents, 'items'>): void {
  if (items.length > 0) return
  const message = 'The document has no item. Add an item before you issue it.'
  throw invalidRequest([{ pointer: '/items', code: 'no_item', message }])
}

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
