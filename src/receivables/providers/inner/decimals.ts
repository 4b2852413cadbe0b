import { formatMinor, parseMinor } from '@billwright/money'
import type { Amount, Asked } from '../port.ts'

/* Amounts of providers that write them as ISO 4217 does: `10.00`. */

export const amountOf = (value: string, currency: string): Amount => ({
  minor: parseMinor(value, currency),
  currency,
})

/** `wholeOnly`: currencies that the provider takes without decimals. */
export const askedAmong =
  (currencies: ReadonlySet<string>, wholeOnly: ReadonlySet<string> = new Set()) =>
  (minor: bigint, currency: string): Asked => {
    if (!currencies.has(currency)) return { reason: 'currency_not_offered' }
    const asked = formatMinor(minor, currency)
    if (!wholeOnly.has(currency)) return { asked }
    const [whole = '', fraction = ''] = asked.split('.')
    return /^0*$/.test(fraction) ? { asked: whole } : { reason: 'amount_not_expressible' }
  }
