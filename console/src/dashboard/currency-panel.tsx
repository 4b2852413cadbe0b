import { formatMinor, parseMinor, sumOf } from '@billwright/money'
import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ListSearch } from '../api/invoice-search.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import './dashboard.css'
import type { CurrencySummary } from '../api/invoices.ts'
import { TextLink } from '../components/list-links.tsx'
import { Ageing } from './ageing.tsx'
import { Expected } from './expected.tsx'
import { Figure, OnAccount } from './figure.tsx'
import { PaidMonths } from './paid-months.tsx'
import { quartersOf } from './quarter.ts'

interface Props {
  readonly summary: CurrencySummary
  readonly today: string
  /** Beside the name of the currency. */
  readonly children: ReactNode
}

type Month = CurrencySummary['paid'][number]

/** The figures, ages and payments of one currency. */
export function CurrencyPanel({ summary, today, children }: Props) {
  const words = useWords().dashboard
  const format = useFormat()
  const { currency, outstanding, overdue, refunds_due: refunds, on_account: held } = summary
  const { expected, paid, paid_in_years: years } = summary
  const quarters = quartersOf(paid)
  const paidSince = ([first]: readonly Month[]): ListSearch => ({
    currency,
    ...(first && { paid_from: `${first.month}-01` }),
  })
  const moneyOf = (months: readonly Month[]) =>
    format.money(
      formatMinor(sumOf(months.map(({ amount }) => parseMinor(amount, currency))), currency),
      currency,
    )
  /** The refunds already deducted from the amount. */
  const refundedIn = (times: readonly Pick<Month, 'refunded'>[]) => {
    const minor = sumOf(times.map(({ refunded }) => parseMinor(refunded, currency)))
    if (minor === 0n) return undefined
    return words.refunded(format.money(formatMinor(minor, currency), currency))
  }
  return (
    <Stack component="section" aria-label={currency} gap="md">
      <Group justify="space-between" gap="sm">
        <Title order={2}>{currency}</Title>
        {children}
      </Group>
      <Group align="stretch" className="amounts">
        <Figure
          label={words.outstanding}
          value={format.money(outstanding.amount, currency)}
          note={words.invoices(outstanding.count)}
          search={{ has_due: true, currency }}
        />
        <Figure
          label={words.overdue}
          value={format.money(overdue.amount, currency)}
          note={words.invoices(overdue.count)}
          isBad={overdue.count > 0}
          search={{ overdue: true, currency }}
        />
        {refunds.count > 0 && (
          <Figure
            label={words.refundsDue}
            value={format.money(refunds.amount, currency)}
            note={words.invoices(refunds.count)}
            isBad
            search={{ refund_due: true, currency }}
          />
        )}
        {held.count > 0 && (
          <OnAccount
            currency={currency}
            label={words.onAccount}
            value={format.money(held.amount, currency)}
            note={words.customers(held.count)}
          />
        )}
        <Figure
          label={words.paidThisMonth}
          value={format.money(paid.at(-1)?.amount ?? '0', currency)}
          reason={refundedIn(paid.slice(-1))}
          note={words.lastMonth(format.money(paid.at(-2)?.amount ?? '0', currency))}
          search={paidSince(paid.slice(-1))}
        />
      </Group>
      <Group gap="md" align="stretch">
        {outstanding.count > 0 && (
          <Panel title={words.ageing}>
            <Ageing summary={summary} today={today} />
          </Panel>
        )}
        {expected.some(({ count }) => count > 0) && (
          <Panel title={words.expected}>
            <Expected summary={summary} />
          </Panel>
        )}
        <Panel title={words.paid}>
          <PaidMonths currency={currency} paid={paid} />
          <Group gap="12px 32px">
            <Compared
              label={words.paidThisQuarter}
              value={moneyOf(quarters.current)}
              reason={refundedIn(quarters.current)}
              search={paidSince(quarters.current)}
              before={words.lastQuarter(moneyOf(quarters.before))}
            />
            <Compared
              label={words.paidThisYear}
              value={format.money(years.at(-1)?.amount ?? '0', currency)}
              reason={refundedIn(years.slice(-1))}
              search={{ currency, paid_from: `${today.slice(0, 4)}-01-01` }}
              before={words.lastYear(format.money(years.at(-2)?.amount ?? '0', currency))}
            />
          </Group>
        </Panel>
      </Group>
    </Stack>
  )
}

/** As many beside each other as there is room for. */
const Panel = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Paper p="md" flex="1 1 340px" miw={0} className="panel">
    <Stack h="100%" gap="md">
      <Title order={3} size="sm">
        {title}
      </Title>
      {children}
    </Stack>
  </Paper>
)

interface ComparedProps {
  readonly label: string
  readonly value: string
  readonly reason: string | undefined
  readonly before: string
  readonly search: ListSearch
}

const Compared = ({ label, value, reason, before, search }: ComparedProps) => (
  <div>
    <Text size="xs" c="dimmed">
      {label}
    </Text>
    <Text fw={600} className="figures" ta="start">
      <TextLink to="/invoices" search={search}>
        {value}
      </TextLink>
    </Text>
    {reason !== undefined && (
      <Text size="xs" c="dimmed">
        {reason}
      </Text>
    )}
    <Text size="xs" c="dimmed">
      {before}
    </Text>
  </div>
)
