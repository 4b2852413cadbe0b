import { Anchor, Paper, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { INVOICES_KEY, type Invoice } from '../api/invoices.ts'
import { dotted } from '../components/dotted.ts'
import { type Shape, State } from '../components/state.tsx'
import { useFormat } from '../words/format.ts'
import { type Checkout, checkoutsQuery } from './queries.ts'
import { useMethodName, useOnlinePaymentWords } from './words.ts'

const SHAPES = { creating: 'dashed', open: 'open', pending: 'partly', failed: 'late' } as const
type Shown = keyof typeof SHAPES

/** What the customer does at the provider now: pays, waits for the money, or has failed to pay. */
export function Paying({ invoice }: { readonly invoice: Invoice }) {
  const words = useOnlinePaymentWords().paying
  const format = useFormat()
  const nameOf = useMethodName()
  const { data: checkouts } = useQuery(checkoutsQuery(invoice.id))
  useInvoiceAfter(checkouts)
  const shown = checkouts && shownOf(checkouts, invoice)
  if (!shown) return null
  const { checkout, status } = shown
  const texts: Readonly<Record<Shown, string>> = {
    creating: '',
    open: words.untilText(format.shortInstant(checkout.expires_at)),
    pending: words.pendingText,
    failed: words.failedText,
  }
  const shape: Shape = SHAPES[status]
  return (
    <Paper p="md" role="status">
      <Stack gap={4}>
        <State shape={shape}>{words[status]}</State>
        <Text size="sm">
          {dotted([
            format.money(checkout.amount, checkout.currency),
            checkout.method !== null && nameOf(checkout.method),
            words.since(format.shortInstant(checkout.pending_since ?? sinceOf(checkout, status))),
          ])}
        </Text>
        {texts[status] !== '' && (
          <Text size="sm" c="dimmed">
            {texts[status]}
          </Text>
        )}
        {checkout.url !== null && (
          <Anchor href={checkout.url} target="_blank" rel="noreferrer" size="sm">
            {words.page}
          </Anchor>
        )}
      </Stack>
    </Paper>
  )
}

const sinceOf = (it: Checkout, status: Shown): string =>
  status === 'failed' ? it.updated_at : it.created_at

/** The live checkout; or the newest one, if it failed and the invoice is still due. */
function shownOf(checkouts: readonly Checkout[], invoice: Invoice) {
  const live = checkouts.find((it) => it.live)
  const [newest] = checkouts
  if (live && live.status in SHAPES) return { checkout: live, status: live.status as Shown }
  const isDue = invoice.status === 'sent'
  return newest?.status === 'failed' && isDue
    ? ({ checkout: newest, status: 'failed' } as const)
    : null
}

/** Reads the invoice again once a checkout has changed: it may be paid. */
function useInvoiceAfter(checkouts: readonly Checkout[] | undefined): void {
  const queries = useQueryClient()
  const state = checkouts?.map(({ id, version }) => `${id} ${version}`).join()
  const before = useRef(state)
  useEffect(() => {
    const isNew = before.current !== undefined && before.current !== state
    before.current = state
    if (isNew) void queries.invalidateQueries({ queryKey: [INVOICES_KEY] })
  }, [state, queries])
}
