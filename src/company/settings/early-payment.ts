import type { OnFault } from '../../kernel/errors.ts'
import { integer, list, microInJson, type Values } from '../../kernel/fields/field.ts'

const EARLY_PERCENT = {
  minMicro: 1n,
  maxMicro: 99_999_999n,
  allowed: 'more than 0 and less than 100 percent',
  params: { above: 0, below: 100 },
}
const EARLY_DAYS = { minimum: 0, maximum: 365, description: 'Days after the issue date.' }
const PARTS = {
  percentMicro: microInJson('percent', EARLY_PERCENT, 'Percent of what is due.'),
  days: integer('days', EARLY_DAYS),
}

export type AgreedDiscount = Values<typeof PARTS>

/** Whether the field takes both parts. */
export const isAllowedDiscount = ({
  percentMicro,
  days,
}: {
  readonly percentMicro: bigint
  readonly days: number
}): boolean =>
  percentMicro >= EARLY_PERCENT.minMicro &&
  percentMicro <= EARLY_PERCENT.maxMicro &&
  days <= EARLY_DAYS.maximum

/** Discounts for early payment. Each has both parts, and a later one gives less. */
export function earlyPayment<W extends string>(wire: W, description: string) {
  const entries = list(wire, PARTS, { title: 'EarlyPayment', maxItems: 2, description })
  return { ...entries, change: inOrder(entries.change) }
}

type Change = (
  before: readonly AgreedDiscount[],
  given: unknown,
  at: string,
  onFault: OnFault,
) => readonly AgreedDiscount[]

const inOrder =
  (change: Change): Change =>
  (before, given, at, onFault) => {
    const entries = change(before, given, at, onFault)
    for (const [index, { percentMicro, days }] of entries.entries()) {
      for (const [name, value] of [
        ['percent', percentMicro],
        ['days', days],
      ] as const)
        if (value === null)
          onFault(`${at}/${index}/${name}`, 'required', 'The value is missing. Enter a value.')
      const earlier = entries[index - 1]
      const isInOrder =
        !earlier ||
        ((earlier.days ?? 0) < (days ?? 0) && (earlier.percentMicro ?? 0n) > (percentMicro ?? 0n))
      if (!isInOrder)
        onFault(
          `${at}/${index}`,
          'out_of_range',
          'Out of range: a later discount has more days and a lower percent.',
          { reason: 'order' },
        )
    }
    return entries
  }
