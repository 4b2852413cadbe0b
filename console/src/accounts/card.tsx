import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../api/session.ts'
import { dotted } from '../components/dotted.ts'
import { QueryView } from '../components/query-view.tsx'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { type Account, accountQuery, isNothing } from './queries.ts'
import { ReceiveForm } from './receive-form.tsx'
import { RefundForm } from './refund-form.tsx'

type Entry = Account['data'][number]

interface Props {
  readonly id: string
  readonly currency: string | null
}

/** The balance on account of a customer and its entries. */
export function AccountCard({ id, currency }: Props) {
  const words = useWords().onAccount
  const account = useQuery(accountQuery(id))
  const mayWrite = useMay('write')
  const mayIssue = useMay('issue')
  const [form, setForm] = useState<'receive' | 'refund' | null>(null)
  const close = () => setForm(null)
  // A single sentence stands on the desk.
  const isEmpty = account.data?.data.length === 0
  const held = account.data?.balances.filter(({ balance }) => !isNothing(balance)) ?? []
  return (
    <Paper {...(isEmpty ? { bg: 'none', shadow: 'none' } : { p: 'md' })}>
      <Group justify="space-between" mb="xs" gap="xs">
        <Title order={2} size="sm">
          {words.title}
        </Title>
        <Group gap="xs">
          {mayIssue && held.length > 0 && (
            <Button size="xs" variant="default" onClick={() => setForm('refund')}>
              {words.payBack}
            </Button>
          )}
          {mayWrite && (
            <Button size="xs" variant="default" onClick={() => setForm('receive')}>
              {words.receive}
            </Button>
          )}
        </Group>
      </Group>
      <QueryView of={account} lines={1}>
        {(it) => <Entries account={it} />}
      </QueryView>
      {form === 'receive' && <ReceiveForm id={id} currency={currency} onClose={close} />}
      {form === 'refund' && <RefundForm id={id} balances={held} onClose={close} />}
    </Paper>
  )
}

function Entries({ account: { balances, data } }: { readonly account: Account }) {
  const words = useWords().onAccount
  const format = useFormat()
  if (data.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {words.nothing}
      </Text>
    )
  return (
    <Stack gap="xs">
      {balances.map(({ currency, balance }) => (
        <Group key={currency} justify="space-between">
          <Text size="sm" c="dimmed">
            {words.balance}
          </Text>
          <Text fw={600} className="figures">
            {format.money(balance, currency)}
          </Text>
        </Group>
      ))}
      <Stack component="ul" gap={6} m={0} p={0} style={{ listStyle: 'none' }}>
        {data.map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
      </Stack>
    </Stack>
  )
}

function EntryRow({ entry }: { readonly entry: Entry }) {
  const words = useWords().onAccount
  const format = useFormat()
  const said = [format.shortDate(entry.paid_at), entry.method, entry.reference].filter(Boolean)
  return (
    <Group component="li" justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
      <div style={{ minWidth: 0 }}>
        <Text size="sm">
          {entry.invoice_id === null ? (
            words.kinds[entry.kind as keyof typeof words.kinds]
          ) : (
            <Anchor component={Link} to={`/invoices/${entry.invoice_id}`} size="sm">
              {words.kinds[entry.kind as keyof typeof words.kinds]}
            </Anchor>
          )}
        </Text>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {dotted(said)}
        </Text>
      </div>
      <Text size="sm" className="figures">
        {format.money(entry.amount, entry.currency)}
      </Text>
    </Group>
  )
}
