import { addDays } from '@billwright/rules/schedule'
import { Stack } from '@mantine/core'
import type { ListSearch } from '../api/invoice-search.ts'
import type { CurrencySummary } from '../api/invoices.ts'
import { useWords } from '../words/language.ts'
import { BarRow } from './bar-row.tsx'

const AGES = ['not_due', 'days_1_30', 'days_31_60', 'days_61_90', 'over_90'] as const
type Age = (typeof AGES)[number]

const COLORS: Readonly<Record<Age, string>> = {
  not_due: 'pine.6',
  days_1_30: 'yellow.6',
  days_31_60: 'orange.6',
  days_61_90: 'orange.8',
  over_90: 'red.7',
}

interface Props {
  readonly summary: CurrencySummary
  readonly today: string
}

/** Open amounts by age, each with a bar and a link to its invoices. */
export function Ageing({ summary: { currency, ageing, outstanding }, today }: Props) {
  const words = useWords().dashboard
  return (
    <Stack gap="sm">
      {AGES.map((age) => (
        <BarRow
          key={age}
          label={words.ages[age]}
          {...ageing[age]}
          currency={currency}
          whole={outstanding.amount}
          color={COLORS[age]}
          search={searchOf(age, currency, today)}
        />
      ))}
    </Stack>
  )
}

function searchOf(age: Age, currency: string, today: string): ListSearch {
  // An invoice without a due date is never overdue, so no range of days would find it.
  if (age === 'not_due') return { has_due: true, overdue: false, currency }
  if (age === 'over_90') return { overdue: true, currency, due_to: addDays(today, -91) }
  const [from, to] = { days_1_30: [30, 1], days_31_60: [60, 31], days_61_90: [90, 61] }[age]
  return {
    overdue: true,
    currency,
    due_from: addDays(today, -(from ?? 0)),
    due_to: addDays(today, -(to ?? 0)),
  }
}
