import { type EInvoice, isCreditNote, type PaymentMeans } from '../model/document.ts'
import { at, type Rule } from './rule.ts'

const CREDIT_TRANSFERS = new Set(['30', '58'])
const CARD_DIGITS_MAX = 10

/** Payment means and due date (BG-16 to BG-19). */
export const PAYMENT_RULES: readonly Rule[] = [
  at('BR-49', 'means', (it) => someMeans(it, ({ code }) => code === '')),
  at('BR-50', 'account', (it) => someMeans(it, ({ account }) => account?.id === '')),
  at('BR-61', 'account', (it) =>
    someMeans(it, ({ code, account }) => CREDIT_TRANSFERS.has(code) && !account?.id),
  ),
  at('BR-51', 'card', (it) =>
    someMeans(it, ({ card }) => card !== undefined && card.number.length > CARD_DIGITS_MAX),
  ),
  at(
    'BR-CO-25',
    'dueDate',
    (it) =>
      !isCreditNote(it) &&
      it.totals.dueCents > 0n &&
      it.dueDate === undefined &&
      it.paymentTerms === undefined,
  ),
]

export function someMeans(
  { payment }: EInvoice,
  isSuch: (means: PaymentMeans) => boolean,
): boolean {
  return payment?.means.some(isSuch) ?? false
}
