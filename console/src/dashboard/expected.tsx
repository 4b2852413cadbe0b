import { Stack } from '@mantine/core'
import type { CurrencySummary } from '../api/invoices.ts'
import { useLanguage } from '../words/language.ts'
import { BarRow } from './bar-row.tsx'

/** The amounts due in each of the coming weeks. */
export function Expected({
  summary: { currency, expected },
}: {
  readonly summary: CurrencySummary
}) {
  const { language } = useLanguage()
  const days = new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  const largest = expected.reduce(
    (most, { amount }) => (Number(amount) > Number(most) ? amount : most),
    '0',
  )
  return (
    <Stack gap="sm">
      {expected.map(({ from, to, amount, count }) => (
        <BarRow
          key={from}
          label={days.formatRange(new Date(from), new Date(to))}
          amount={amount}
          count={count}
          currency={currency}
          whole={largest}
          color="pine.6"
          search={{ has_due: true, currency, due_from: from, due_to: to }}
        />
      ))}
    </Stack>
  )
}
