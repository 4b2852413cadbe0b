import { sumOf } from '@billwright/money'
import { expect, test } from 'vitest'
import { settlementOf } from './settlement.ts'

/* total · received · refunded · on account · credit notes → set off, refunded, on account, to refund */
test.each([
  ['nothing was paid', 100, 0, 0, 0, [40], [40, 0, 0, 0]],
  ['all was paid', 100, 100, 0, 0, [40], [0, 0, 0, 40]],
  ['all was paid, and the credit was paid back', 100, 100, 40, 0, [40], [0, 40, 0, 0]],
  ['all was paid, and the credit went on account', 100, 100, 0, 40, [40], [0, 0, 40, 0]],
  ['a part was paid: the credit lowers the rest first', 100, 50, 0, 0, [60], [50, 0, 0, 10]],
  ['the rest was paid after the credit', 100, 60, 0, 0, [40], [40, 0, 0, 0]],
  ['the first of two lowers, the second is owed', 100, 50, 0, 0, [30, 40], [20, 0, 0, 20]],
  ['refunds count for the first credit note', 100, 100, 30, 0, [30, 20], [0, 0, 0, 20]],
  ['… and the rest of them for the second', 100, 100, 35, 5, [30, 20], [0, 5, 5, 10]],
  ['paid back without a credit note, then credited', 100, 100, 100, 0, [100], [0, 100, 0, 0]],
] as const)('%s', (_, total, received, refunded, onAccount, notes, wanted) => {
  const settlement = settlementOf({
    totalMinor: BigInt(total),
    receivedMinor: BigInt(received),
    refundedMinor: BigInt(refunded),
    onAccountMinor: BigInt(onAccount),
    notes: notes.map((minor) => ({ minor: BigInt(minor), discountBackMinor: 0n })),
  })
  expect(Object.values(settlement).map(Number)).toEqual(wanted)
  expect(sumOf(Object.values(settlement))).toBe(BigInt(notes.at(-1) ?? 0))
})
