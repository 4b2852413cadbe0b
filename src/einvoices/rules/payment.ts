import { type EInvoice, isCreditNote } from '../model/document.ts'
import { at, type Rule, rule } from './rule.ts'

const CREDIT_TRANSFERS = new Set(['30', '58'])
const CARD_DIGITS_MAX = 10

const meansOf = (document: EInvoice) => document.payment?.means ?? []

/** Payment means and due date (BG-16 to BG-19). */
export const PAYMENT_RULES: readonly Rule[] = [
  rule(
    'BR-49',
    'means',
    at('means', (it) => meansOf(it).some(({ code }) => code === '')),
  ),
  rule(
    'BR-50',
    'account',
    at('account', (it) => meansOf(it).some((m) => m.account?.id === '')),
  ),
  rule(
    'BR-61',
    'account',
    at('account', (it) =>
      meansOf(it).some(({ code, account }) => CREDIT_TRANSFERS.has(code) && !account?.id),
    ),
  ),
  rule(
    'BR-51',
    'card',
    at('card', (it) =>
      meansOf(it).some(({ card }) => card && card.number.length > CARD_DIGITS_MAX),
    ),
  ),
  rule(
    'BR-CO-25',
    'dueDate',
    at(
      'dueDate',
      (it) =>
        !isCreditNote(it) &&
        it.totals.dueCents > 0n &&
        it.dueDate === undefined &&
        it.paymentTerms === undefined,
    ),
  ),
]
