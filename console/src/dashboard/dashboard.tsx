import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { IconPlus } from '../components/icons.ts'
import { May } from '../components/may.tsx'
import { Page } from '../components/page.tsx'
import { QueryView } from '../components/query-view.tsx'
import { useWords } from '../language.ts'
import { Activity } from './activity.tsx'
import { Beginnings } from './beginnings.tsx'
import { CurrencyPanel } from './currency-panel.tsx'
import { TextLink } from './list-links.tsx'
import { summaryQuery } from './queries.ts'

const Attention = lazy(async () => ({ default: (await import('./attention.tsx')).Attention }))
const ComingSoon = lazy(async () => ({
  default: (await import('../recurring/coming-soon.tsx')).ComingSoon,
}))

/** Number of drafts, in all currencies. */
function Drafts({ count }: { readonly count: number }) {
  const words = useWords().dashboard
  if (count === 0) return null
  return (
    <TextLink to="/invoices" search={{ status: 'draft' }} size="sm">
      {words.drafts(count)}
    </TextLink>
  )
}

/** Open, overdue and paid amounts for each currency. */
export function Dashboard() {
  const words = useWords().dashboard
  const summary = useQuery(summaryQuery)
  // Drafts are counted over all currencies, so the panel of a currency shows them only if it is
  // the only one.
  const several = summary.data && summary.data.currencies.length > 1 ? summary.data : null
  return (
    <Page
      title={words.title}
      actions={
        <>
          {several && <Drafts count={several.drafts} />}
          <May needs="write">
            <Button
              component={Link}
              to="/invoices/new"
              leftSection={<IconPlus size={18} aria-hidden />}
            >
              {words.newInvoice}
            </Button>
          </May>
        </>
      }
    >
      <May needs="write">
        <Beginnings />
      </May>
      <Suspense fallback={null}>
        <Attention />
      </Suspense>
      <QueryView of={summary} lines={8}>
        {({ currencies, drafts, today }) => (
          <Stack gap="lg">
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
            <Suspense fallback={null}>
              <ComingSoon />
            </Suspense>
          </Stack>
        )}
      </QueryView>
      <Activity />
    </Page>
  )
}
