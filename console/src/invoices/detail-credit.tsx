import { Alert, Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { accountQuery, isNothing } from '../accounts/queries.ts'
import { INVOICES_KEY, type Invoice } from '../api/invoices.ts'
import { useMay } from '../api/session.ts'
import { useAct } from '../components/use-act.ts'
import { isNegative, useFormat, withoutSign } from '../words/format.ts'
import { useWords } from '../words/language.ts'

/** Settles an open invoice or a refund with the account of the customer. */
export function Credit({ invoice }: { readonly invoice: Invoice }) {
  const { status, totals } = invoice
  const isOpen = (status === 'sent' || status === 'paid') && !isNothing(totals.due)
  const mayWrite = useMay('write')
  if (!isOpen || !mayWrite) return null
  return isNegative(totals.due) ? <Keep invoice={invoice} /> : <Take invoice={invoice} />
}

/** Uses money on account for the amount due. */
function Take({ invoice: { id, customer_id, currency } }: { readonly invoice: Invoice }) {
  const words = useWords().onAccount
  const format = useFormat()
  const { data: account } = useQuery(accountQuery(customer_id))
  const { act, isBusy } = useAct([INVOICES_KEY])
  const balance = account?.balances.find((it) => it.currency === currency)?.balance
  if (balance === undefined || isNothing(balance)) return null
  const path = { id }
  const take = () =>
    act({
      run: (api) => api.applyCredit({ path, body: {} }),
      done: words.taken,
      undo: (api, payment) => api.deletePayment({ path: { id, payment_id: payment.id } }),
    })
  return (
    <Alert>
      <Group justify="space-between" gap="xs">
        <Text size="sm">{words.onAccount(format.money(balance, currency))}</Text>
        <Button size="xs" loading={isBusy} onClick={take}>
          {words.take}
        </Button>
      </Group>
    </Alert>
  )
}

/** Keeps an overpayment on account. */
function Keep({ invoice: { id, currency, totals } }: { readonly invoice: Invoice }) {
  const words = useWords().onAccount
  const { refundHint } = useWords().payments
  const format = useFormat()
  const { act, isBusy } = useAct([INVOICES_KEY])
  const keep = () =>
    act({
      run: (api) => api.keepCredit({ path: { id }, body: {} }),
      done: words.kept,
      undo: (api, payment) => api.deletePayment({ path: { id, payment_id: payment.id } }),
    })
  return (
    <Alert>
      <Stack gap="xs">
        <Text size="sm">{refundHint(format.money(withoutSign(totals.due), currency))}</Text>
        <Group>
          <Button size="xs" variant="default" loading={isBusy} onClick={keep}>
            {words.keep}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

/** The deposits that a final invoice deducts, or the final invoice that deducts this deposit. */
export function Deposits({ invoice }: { readonly invoice: Invoice }) {
  const words = useWords().onAccount
  const format = useFormat()
  const { deposits, deducted_by: by, currency } = invoice
  if (deposits.length === 0 && by === null) return null
  const money = (amount: string) => format.money(amount, currency)
  return (
    <Paper p="md">
      <Title order={2} size="sm" mb="xs">
        {deposits.length > 0 ? words.deposits : words.deposit}
      </Title>
      {by !== null && (
        <Text size="sm">
          {words.deductedBy}{' '}
          <Anchor component={Link} to={`/invoices/${by.id}`} size="sm">
            {by.number ?? words.draft}
          </Anchor>
        </Text>
      )}
      <Stack gap="xs">
        {deposits.map((deposit) => (
          <div key={deposit.id}>
            <Group justify="space-between" gap="xs">
              <Anchor component={Link} to={`/invoices/${deposit.id}`} size="sm">
                {deposit.number}
              </Anchor>
              <Text size="sm" className="figures">
                {money(`-${deposit.deducted}`)}
              </Text>
            </Group>
            {!isNothing(deposit.due) && !isNegative(deposit.due) && (
              <Text size="xs" c="red">
                {words.depositDue(money(deposit.due))}
              </Text>
            )}
          </div>
        ))}
      </Stack>
    </Paper>
  )
}
