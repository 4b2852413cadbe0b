import { type AnchorProps, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { attentionQuery } from '../api/attention.ts'
import { bankCountsQuery } from '../api/bank.ts'
import { summaryQuery } from '../api/invoices.ts'
import { settingsQuery } from '../api/queries.ts'
import { useMay } from '../api/session.ts'
import { IconPlus } from '../components/icons.ts'
import { TextLink } from '../components/list-links.tsx'
import { Page } from '../components/page.tsx'
import { QueryView } from '../components/query-view.tsx'
import { ComingSoon, comingSoonQuery } from '../recurring/coming-soon.tsx'
import { useWords } from '../words/language.ts'
import './dashboard.css'
import { Activity } from './activity.tsx'
import { Attention } from './attention.tsx'
import { Beginnings } from './beginnings.tsx'
import { CurrencyPanel } from './currency-panel.tsx'
import { beginningsQuery } from './queries.ts'
import { Sentence } from './sentence.tsx'

type VisibleAt = Pick<AnchorProps, 'visibleFrom' | 'hiddenFrom'>

/** Number of drafts, in all currencies. */
function Drafts({ count, ...where }: { readonly count: number } & VisibleAt) {
  const words = useWords().dashboard
  if (count === 0) return null
  return (
    <TextLink to="/invoices" search={{ status: 'draft' }} size="sm" {...where}>
      {words.drafts(count)}
    </TextLink>
  )
}

/** Entries of bank statements that only wait for a person. */
function ToConfirm({ count }: { readonly count: number }) {
  const words = useWords().dashboard
  return (
    <TextLink to="/bank" fw={600}>
      {words.toConfirm(count)}
    </TextLink>
  )
}

/** Open, overdue and paid amounts for each currency. */
export function Dashboard() {
  const words = useWords().dashboard
  const mayWrite = useMay('write')
  const summary = useQuery(summaryQuery)
  const bank = useQuery(bankCountsQuery)
  const waiting = bank.data?.toConfirm ?? 0
  const parts = [
    summary,
    bank,
    useQuery(attentionQuery),
    useQuery(comingSoonQuery),
    useQuery(settingsQuery),
    useQuery({ ...beginningsQuery, enabled: mayWrite }),
  ]
  // They appear together: a late one would move what is being read. A failed one is left out.
  const isLoading = parts.some((it) => it.isLoading)
  const shown = isLoading ? { ...summary, data: undefined, error: null } : summary
  // Drafts are counted over all currencies, so the panel of a currency shows them only if it is
  // the only one.
  const several = shown.data && shown.data.currencies.length > 1 ? shown.data : null
  return (
    <Page
      title={words.title}
      actions={
        <>
          {several && <Drafts count={several.drafts} visibleFrom="sm" />}
          {mayWrite && (
            <Button
              component={Link}
              to="/invoices/new"
              leftSection={<IconPlus size={18} aria-hidden />}
            >
              {words.newInvoice}
            </Button>
          )}
        </>
      }
    >
      {shown.data && <Sentence currencies={shown.data.currencies} />}
      {!isLoading && mayWrite && <Beginnings />}
      {!isLoading && waiting > 0 && <ToConfirm count={waiting} />}
      {!isLoading && <Attention />}
      <QueryView of={shown} lines={8}>
        {({ currencies, drafts, today }) => (
          <Stack gap="lg">
            {several && <Drafts count={drafts} hiddenFrom="sm" />}
            {currencies.length === 0 && (
              <Group justify="space-between">
                <Text c="dimmed">{words.nothingOwed}</Text>
                <Drafts count={drafts} />
              </Group>
            )}
            {currencies.map((it) => (
              <CurrencyPanel key={it.currency} summary={it} today={today}>
                {!several && <Drafts count={drafts} />}
              </CurrencyPanel>
            ))}
            <ComingSoon />
          </Stack>
        )}
      </QueryView>
      {!isLoading && <Activity />}
    </Page>
  )
}
