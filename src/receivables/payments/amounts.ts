import { parseMinor } from '@billwright/money'
import { invalidRequest } from '../../kernel/errors.ts'
import { requireNumber } from '../../kernel/fields/numbers.ts'
import type { PaymentParts } from '../../sales/ledger/payment.ts'

/* Amounts in requests, in minor units. */

/** @throws AppError `invalid_request` if it is not an amount */
export const amountOf = (asked: string | number, currency: string, pointer: string): bigint =>
  requireNumber(pointer, () => parseMinor(asked, currency))

type AskedParts = Readonly<
  Partial<Record<'discount' | 'fee' | 'write_off' | 'withheld', string | number>>
>

/** @throws AppError `invalid_request` if a part is no amount, or below zero */
export function partsOf(currency: string, asked: AskedParts, at = ''): PaymentParts {
  const read = (name: keyof AskedParts): bigint => {
    const minor = amountOf(asked[name] ?? 0, currency, `${at}/${name}`)
    if (minor >= 0n) return minor
    const message = 'Out of range: use zero or more.'
    const pointer = `${at}/${name}`
    throw invalidRequest([{ pointer, code: 'out_of_range', message, params: { min: 0 } }])
  }
  return {
    discountMinor: read('discount'),
    feeMinor: read('fee'),
    writeOffMinor: read('write_off'),
    withheldMinor: read('withheld'),
  }
}
