import { AppError, invalidRequest, type Params } from '../../kernel/errors.ts'
import type { QuoteStatus } from './quote.ts'

export const quoteNotFound = (): AppError =>
  new AppError('not_found', 'quote_not_found', 'There is no quote with this id.')

export const quoteLocked = (fields: readonly string[]): AppError =>
  new AppError(
    'conflict',
    'quote_locked',
    `The quote was opened, so ${fields.join(', ')} cannot change. Revise it instead.`,
    { fields, allowed: ['revise', 'withdraw'] },
  )

export const quoteExpired = (validUntil: string): AppError =>
  new AppError(
    'conflict',
    'quote_expired',
    `The quote was valid until ${validUntil}. Ask for a new one, or extend it.`,
    { allowed: ['extend', 'revise'], params: { until: validUntil } },
  )

export const quoteChanged = (): AppError =>
  new AppError(
    'conflict',
    'quote_changed',
    'The quote was changed since you opened the page. Read it again and repeat your answer.',
    { allowed: ['read'] },
  )

/** `total`: that of the selected items. */
export const quoteTotalChanged = (total: string, currency: string): AppError =>
  new AppError(
    'conflict',
    'quote_total_changed',
    `With the selected items the total is ${total} ${currency}. Show it, then repeat the answer with this \`total\`.`,
    { total, params: { amount: total, currency } },
  )

export const quoteOverinvoiced = (detail: string, params?: Params): AppError =>
  new AppError('conflict', 'quote_overinvoiced', detail, { allowed: ['allow_more'], params })

export const depositTooSmall = (): AppError =>
  invalidRequest([
    {
      pointer: '/percent',
      code: 'out_of_range',
      message:
        'Out of range: the deposit is zero after rounding. Use a larger percentage or amount.',
      params: { reason: 'deposit' },
    },
  ])

export const quoteNotAccepted = (status: QuoteStatus): AppError =>
  new AppError(
    'conflict',
    'quote_not_accepted',
    `The quote is ${status}. Only an accepted quote can be invoiced, or an open one with \`force\`.`,
    { allowed: status === 'open' ? ['accept', 'force'] : [] },
  )

export const invalidQuoteTransition = (
  from: QuoteStatus,
  to: string,
  allowed: readonly string[],
): AppError =>
  new AppError(
    'conflict',
    'invalid_transition',
    `The quote is ${from}, so it cannot become ${to}. ${
      allowed.length === 0 ? 'Create a new quote.' : `It can become ${allowed.join(' or ')}.`
    }`,
    { from, to, allowed, params: { reason: from } },
  )

export const quoteInvoiced = (): AppError =>
  new AppError(
    'conflict',
    'quote_invoiced',
    'Invoices bill this quote. Delete or void them before you open it again.',
  )

export const quoteLinkNotFound = (): AppError =>
  new AppError(
    'not_found',
    'share_not_found',
    'This link is invalid or was revoked. Ask the sender for a new one.',
  )

export const quoteCrossSite = (): AppError =>
  new AppError(
    'forbidden',
    'cross_site_request',
    'Another site sent this answer. Answer on the page of the quote.',
  )

export const quoteNumberTaken = (number: string): AppError =>
  new AppError(
    'conflict',
    'number_taken',
    `The next number, ${number}, is already in use. Change the numbering pattern in the settings.`,
    { number, params: { number } },
  )
