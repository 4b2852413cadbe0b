import { formatMinor } from '@billwright/money'
import { Type } from 'typebox'
import type { EarlyPayment } from './early.ts'

const text = Type.String()

export const EarlyPaymentView = Type.Object(
  {
    amount: text,
    discount: text,
    until: Type.String({ description: 'The last day, which still counts.' }),
  },
  {
    title: 'EarlyPaymentNow',
    description: 'What settles the invoice today with its discount for early payment.',
  },
)

export const earlyView = (it: EarlyPayment, currency: string) => ({
  amount: formatMinor(it.amountMinor, currency),
  discount: formatMinor(it.discountMinor, currency),
  until: it.until,
})
