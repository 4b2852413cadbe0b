import { Table, VisuallyHidden } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { CurrencySummary } from '../api/invoices.ts'
import { useFormat } from '../words/format.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { PaidChart } from './paid-chart.tsx'

/** Tooltips load after the page, which has the bars from the beginning. */
const PaidChartWithTips = lazy(async () => ({
  default: (await import('./paid-tips.tsx')).PaidChartWithTips,
}))

type Props = Pick<CurrencySummary, 'currency' | 'paid'>

/** The payments by month, as a chart and as a table for screen readers. */
export function PaidMonths({ currency, paid }: Props) {
  const words = useWords().dashboard
  const format = useFormat()
  const { language } = useLanguage()
  const short = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' })
  const narrow = new Intl.DateTimeFormat(language, { month: 'narrow', timeZone: 'UTC' })
  const round = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    notation: 'compact',
    useGrouping: 'always',
    maximumFractionDigits: 2,
    minimumFractionDigits: 0,
  })
  const long = new Intl.DateTimeFormat(language, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const months = paid.map(({ month, amount }) => {
    const day = new Date(`${month}-01T00:00:00Z`)
    return {
      month,
      letter: narrow.format(day),
      label: short.format(day),
      name: long.format(day),
      amount,
      money: format.money(amount, currency),
    }
  })
  const chart = { months, roundMoney: (value: number) => round.format(value) }
  return (
    <>
      <Suspense fallback={<PaidChart {...chart} />}>
        <PaidChartWithTips {...chart} />
      </Suspense>
      <VisuallyHidden>
        <Table>
          <caption>{words.paid}</caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.month}</Table.Th>
              <Table.Th>{words.amount}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {months.map(({ month, name, money }) => (
              <Table.Tr key={month}>
                <Table.Td>{name}</Table.Td>
                <Table.Td>{money}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </VisuallyHidden>
    </>
  )
}
