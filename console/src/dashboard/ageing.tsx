import { Box, Group, Stack, Text } from '@mantine/core'
import { addDays } from '../../../src/invoices/calendar.ts'
import { parseMinor } from '../../../src/money/minor.ts'
import { useFormat } from '../format.ts'
import type { ListSearch } from '../invoices/list-search.ts'
import { useWords } from '../language.ts'
import { TextLink } from './list-links.tsx'
import type { CurrencySummary } from './queries.ts'

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

/** How late what is owed is: a bar each, as long as its share, and the invoices behind it. */
export function Ageing({ summary: { currency, ageing, outstanding }, today }: Props) {
  const words = useWords().dashboard
  const format = useFormat()
  return (
    <Stack gap="sm">
      {AGES.map((age) => {
        const { amount, count } = ageing[age]
        const share = shareOf(amount, outstanding.amount, currency)
        return (
          <div key={age}>
            <Group justify="space-between" gap="xs" wrap="nowrap">
              <Text size="sm">{words.ages[age]}</Text>
              {count === 0 ? (
                <Text size="sm" c="dimmed" className="figures">
                  {format.money(amount, currency)}
                </Text>
              ) : (
                <TextLink
                  to="/invoices"
                  search={searchOf(age, currency, today)}
                  size="sm"
                  className="figures"
                >
                  {format.money(amount, currency)}
                </TextLink>
              )}
            </Group>
            <Box h={8} mt={4} bg="var(--mantine-color-default-border)" bdrs="sm" aria-hidden>
              <Box h={8} w={`${share}%`} bg={COLORS[age]} bdrs="sm" />
            </Box>
          </div>
        )
      })}
    </Stack>
  )
}

/** In percent, for the length of a bar only. */
function shareOf(part: string, whole: string, currency: string): number {
  const all = parseMinor(whole, currency)
  return all === 0n ? 0 : Number((parseMinor(part, currency) * 1000n) / all) / 10
}

function searchOf(age: Age, currency: string, today: string): ListSearch {
  // An invoice without a due date is never overdue: no range of days would find it.
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
