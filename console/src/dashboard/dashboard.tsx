import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { attentionQuery } from '../api/attention.ts'
import { bankCountsQuery } from '../api/bank.ts'
import { type CurrencySummary, summaryQuery } from '../api/invoices.ts'
import { settingsQuery } from '../api/queries.ts'
import { useMay } from '../api/session.ts'
import { IconPlus } from '../components/icons.ts'
import { TextLink } from '../components/list-links.tsx'
import { Page } from '../components/page.tsx'
import { QueryView } from '../components/query-view.tsx'
import { ComingSoon, comingSoonQuery } from '../recurring/coming-soon.tsx'
import { useFormat } from '../words/format.ts'
import { useLanguage, useWords } from '../words/language.ts'
import './dashboard.css'
import { Activity } from './activity.tsx'
import { Attention } from './attention.tsx'
import { Beginnings } from './beginnings.tsx'
import { cashLineDays, cashLineOf, type Expected } from './cash.ts'
import { CashLine } from './cash-line.tsx'
import { Figures } from './figures.tsx'
import { activityQuery, beginningsQuery, expectedQuery } from './queries.ts'
import { byOpenAmount, Sentence } from './sentence.tsx'

const route = getRouteApi('/app/')
const WIDTH = 1144

/** What is on its way, what is late, and what waits for a person. */
export function Dashboard() {
  const words = useWords().dashboard
  const mayWrite = useMay('write')
  const summary = useQuery(summaryQuery)
  const bank = useQuery(bankCountsQuery)
  const parts = [
    summary,
    bank,
    useQuery(attentionQuery),
    useQuery(comingSoonQuery),
    useQuery(settingsQuery),
    useQuery(expectedQuery),
    useQuery(activityQuery),
    useQuery({ ...beginningsQuery, enabled: mayWrite }),
  ]
  // They appear together: a late one would move what is being read. A failed one is left out.
  const isLoading = parts.some((it) => it.isLoading)
  const shown = isLoading ? { ...summary, data: undefined, error: null } : summary
  return (
    <Page
      title={words.title}
      lead={<Today />}
      width={WIDTH}
      actions={
        mayWrite && (
          <Button
            component={Link}
            to="/invoices/new"
            className="beside-dock"
            leftSection={<IconPlus size={18} aria-hidden />}
          >
            {words.newInvoice}
          </Button>
        )
      }
    >
      <QueryView of={shown} lines={8}>
        {({ currencies, drafts, today }) => (
          <Money currencies={currencies} drafts={drafts} today={today}>
            {mayWrite && <Beginnings />}
            <Attention toConfirm={bank.data?.toConfirm ?? 0} />
          </Money>
        )}
      </QueryView>
    </Page>
  )
}

/** The day, as the reader's calendar says it. */
function Today() {
  const { locale } = useLanguage()
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' })
  return <Text c="dimmed">{format.format(new Date())}</Text>
}

interface MoneyProps {
  readonly currencies: readonly CurrencySummary[]
  readonly drafts: number
  readonly today: string
  /** What needs a person. */
  readonly children: React.ReactNode
}

function Money({ currencies, drafts, today, children }: MoneyProps) {
  const words = useWords().dashboard
  const wanted = route.useSearch().currency
  const all = byOpenAmount(currencies)
  const chosen = all.find(({ currency }) => currency === wanted) ?? all[0]
  const line = useLine(chosen, today)
  return (
    <>
      <div>
        {chosen && <Sentence of={chosen} />}
        <Group gap="4px 24px" mt={4}>
          <Beside currencies={all} chosen={chosen?.currency} drafts={drafts} />
          {all.length > 1 && <Currencies all={all} chosen={chosen?.currency} />}
        </Group>
      </div>
      {chosen && line && (
        <CashLine
          key={chosen.currency}
          line={line}
          currency={chosen.currency}
          late={chosen.overdue.amount}
        />
      )}
      <div className="columns">
        <div>
          {children}
          {chosen ? (
            <Figures summary={chosen} today={today} />
          ) : (
            <Text c="dimmed">{words.nothingOwed}</Text>
          )}
        </div>
        <div>
          <Activity />
          <ComingSoon />
        </div>
      </div>
    </>
  )
}

/** The line of a currency; of weeks, where there are too many invoices to name each. */
function useLine(summary: CurrencySummary | undefined, today: string) {
  const { data } = useQuery(expectedQuery)
  const words = useWords().dashboard
  if (!summary || !data) return null
  const { end } = cashLineDays(today)
  const named = data.invoices.flatMap(
    ({ id, currency, due_date: day, due, customer_name: name }) =>
      currency !== summary.currency || day === null || day < today || day >= end
        ? []
        : [{ day, to: day, amount: due, name, id }],
  )
  const weeks = summary.expected.flatMap(({ from, to, amount, count }): readonly Expected[] =>
    count === 0 ? [] : [{ day: from, to, amount, name: words.invoices(count), id: null }],
  )
  return cashLineOf(summary, data.hasMore ? weeks : named, today)
}

interface BesideProps {
  readonly currencies: readonly CurrencySummary[]
  readonly chosen: string | undefined
  readonly drafts: number
}

/** What is late in other currencies, and the drafts of all of them. */
function Beside({ currencies, chosen, drafts }: BesideProps) {
  const words = useWords().dashboard
  const format = useFormat()
  const late = currencies.filter(
    ({ currency, overdue }) => currency !== chosen && overdue.count > 0,
  )
  return (
    <Group gap="4px 16px">
      {late.map(({ currency, overdue }) => (
        <TextLink key={currency} to="/invoices" search={{ overdue: true, currency }} c="dimmed">
          {words.isLate(format.money(overdue.amount, currency))}
        </TextLink>
      ))}
      {drafts > 0 && (
        <TextLink to="/invoices" search={{ status: 'draft' }} c="dimmed">
          {words.drafts(drafts)}
        </TextLink>
      )}
    </Group>
  )
}

interface CurrenciesProps {
  readonly all: readonly CurrencySummary[]
  readonly chosen: string | undefined
}

/** A tab for each currency; amounts of several are never added. */
function Currencies({ all, chosen }: CurrenciesProps) {
  const words = useWords().invoiceList
  return (
    <nav aria-label={words.currency} className="currencies">
      {all.map(({ currency }) => (
        <TextLink
          key={currency}
          to="/"
          search={{ currency }}
          resetScroll={false}
          aria-current={currency === chosen ? 'true' : undefined}
        >
          {currency}
        </TextLink>
      ))}
    </nav>
  )
}
