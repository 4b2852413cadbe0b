import { formatMinor, parseMinor, sumOf } from '@billwright/money'
import { addDays } from '@billwright/rules/days'
import { Title } from '@mantine/core'
import type { ListSearch } from '../api/invoice-search.ts'
import type { CurrencySummary } from '../api/invoices.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { Figure, OnAccount } from './figure.tsx'
import { quartersOf } from './quarter.ts'

interface Props {
  readonly summary: CurrencySummary
  readonly today: string
}

type Month = CurrencySummary['paid'][number]

/** The amounts of a currency that are not zero, each with a link to its invoices. */
export function Figures({ summary, today }: Props) {
  const words = useWords().dashboard
  const format = useFormat()
  const { currency, outstanding, overdue, refunds_due: refunds, on_account: held } = summary
  const money = (amount: string) => format.money(amount, currency)
  return (
    <section aria-label={currency}>
      <Title order={2} size="sm" mb="sm">
        {words.figures}
      </Title>
      <div className="numbers">
        {outstanding.count > 0 && (
          <Figure
            label={words.outstanding}
            value={money(outstanding.amount)}
            note={words.invoices(outstanding.count)}
            search={{ has_due: true, currency }}
          />
        )}
        {overdue.count > 0 && (
          <Figure
            label={words.overdue}
            value={money(overdue.amount)}
            note={words.invoices(overdue.count)}
            isBad
            search={{ overdue: true, currency }}
          />
        )}
        {refunds.count > 0 && (
          <Figure
            label={words.refundsDue}
            value={money(refunds.amount)}
            note={words.invoices(refunds.count)}
            isBad
            search={{ refund_due: true, currency }}
          />
        )}
        {held.count > 0 && (
          <OnAccount
            currency={currency}
            label={words.onAccount}
            value={money(held.amount)}
            note={words.customers(held.count)}
          />
        )}
        <Paid summary={summary} today={today} />
      </div>
      <Ages summary={summary} today={today} />
    </section>
  )
}

/** What was paid this month, quarter and year, less refunds, and in the time before. */
function Paid({ summary: { currency, paid, paid_in_years: years }, today }: Props) {
  const words = useWords().dashboard
  const format = useFormat()
  const quarters = quartersOf(paid)
  const minorOf = (times: readonly Pick<Month, 'amount' | 'refunded'>[]) => ({
    amount: sumOf(times.map(({ amount }) => parseMinor(amount, currency))),
    refunded: sumOf(times.map(({ refunded }) => parseMinor(refunded, currency))),
  })
  const money = (minor: bigint) => format.money(formatMinor(minor, currency), currency)
  const since = ([first]: readonly Month[]) => `${first?.month ?? today.slice(0, 7)}-01`
  const times = [
    {
      label: words.paidThisMonth,
      now: paid.slice(-1),
      before: paid.slice(-2, -1),
      last: words.lastMonth,
      from: since(paid.slice(-1)),
    },
    {
      label: words.paidThisQuarter,
      now: quarters.current,
      before: quarters.before,
      last: words.lastQuarter,
      from: since(quarters.current),
    },
    {
      label: words.paidThisYear,
      now: years.slice(-1),
      before: years.slice(-2, -1),
      last: words.lastYear,
      from: `${today.slice(0, 4)}-01-01`,
    },
  ]
  return times.map(({ label, now, before, last, from }) => {
    const { amount, refunded } = minorOf(now)
    const earlier = minorOf(before).amount
    if (amount === 0n && refunded === 0n && earlier === 0n) return null
    return (
      <Figure
        key={label}
        label={label}
        value={money(amount)}
        reason={refunded === 0n ? undefined : words.refunded(money(refunded))}
        note={last(money(earlier))}
        search={{ currency, paid_from: from }}
      />
    )
  })
}

const AGES = ['not_due', 'days_1_30', 'days_31_60', 'days_61_90', 'over_90'] as const
type Age = (typeof AGES)[number]

/** Open amounts by age, if there is more than one age. */
function Ages({ summary: { currency, ageing }, today }: Props) {
  const words = useWords().dashboard
  const format = useFormat()
  const shown = AGES.filter((age) => ageing[age].count > 0)
  if (shown.length < 2) return null
  return (
    <>
      <Title order={3} size="sm" mt="lg" mb="sm">
        {words.ageing}
      </Title>
      <div className="numbers">
        {shown.map((age) => (
          <Figure
            key={age}
            label={words.ages[age]}
            value={format.money(ageing[age].amount, currency)}
            note={words.invoices(ageing[age].count)}
            search={searchOf(age, currency, today)}
          />
        ))}
      </div>
    </>
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
