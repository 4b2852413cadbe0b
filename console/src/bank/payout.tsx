import type { Data } from '@billwright/sdk'
import { Stack, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { BANK_KEY } from '../api/bank.ts'
import { api } from '../api/client.ts'
import { dotted } from '../components/dotted.ts'
import { TextLink } from '../components/list-links.tsx'
import { useFormat } from '../words/format.ts'
import { useBankWords } from './words.ts'

const SHOWN_MAX = 10

type Movement = Data<'explainBankPayout'>['payments'][number]

const payoutQuery = (id: string) =>
  queryOptions({
    queryKey: [BANK_KEY, 'payout', id],
    queryFn: ({ signal }) => api.explainBankPayout({ path: { id }, signal }),
  })

/** The payments and fees of which a payout of a provider consists. */
export function PayoutParts({ entryId }: { readonly entryId: string }) {
  const words = useBankWords().payout
  const format = useFormat()
  const { data } = useQuery(payoutQuery(entryId))
  if (!data) return null
  const { problem, payments, amount, fees, currency } = data
  if (problem !== null)
    return (
      <Text size="xs" c="dimmed">
        {words.problems[problem as keyof typeof words.problems]}
      </Text>
    )
  const left = payments.length - SHOWN_MAX
  return (
    <Stack gap={2}>
      <Text size="sm">
        {words.explained(
          payments.length,
          format.money(amount, currency),
          format.money(fees, currency),
        )}
      </Text>
      {payments.slice(0, SHOWN_MAX).map((it) => (
        <MovementLine key={`${it.ref} ${it.amount}`} movement={it} currency={currency} />
      ))}
      {left > 0 && (
        <Text size="xs" c="dimmed">
          {words.more(left)}
        </Text>
      )}
    </Stack>
  )
}

interface LineProps {
  readonly movement: Movement
  readonly currency: string
}

function MovementLine({ movement: { kind, at, amount, ref, invoices }, currency }: LineProps) {
  const words = useBankWords().payout
  const format = useFormat()
  const [invoice] = invoices
  return (
    <Text component="div" size="sm" style={{ overflowWrap: 'anywhere' }}>
      {invoice ? (
        <TextLink to="/invoices/$id" params={{ id: invoice.id }} size="sm" c="inherit">
          {invoice.number ?? ref}
        </TextLink>
      ) : (
        ref
      )}{' '}
      <Text span c="dimmed">
        {dotted([
          format.shortDate(at.slice(0, 10)),
          format.money(amount, currency),
          kind === 'refund' ? words.refund : kind === 'dispute' ? words.dispute : null,
        ])}
      </Text>
    </Text>
  )
}
