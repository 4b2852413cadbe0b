import type { Data } from '@billwright/sdk'
import { ActionIcon, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Api } from '../api/client.ts'
import { INVOICES_KEY, type Invoice, paymentsQuery } from '../api/invoices.ts'
import { useMay } from '../api/session.ts'
import { dotted } from '../components/dotted.ts'
import { IconSend, IconTrash } from '../components/icons.ts'
import { TextLink } from '../components/list-links.tsx'
import { QueryView } from '../components/query-view.tsx'
import { useAct } from '../components/use-act.ts'
import { SendDialog } from '../mail/send-dialog.tsx'
import { bookingOf } from '../online-payment/moments.ts'
import { onlinePaymentsQuery } from '../online-payment/queries.ts'
import { useMethodName, useOnlinePaymentWords } from '../online-payment/words.ts'
import { isNegative, useFormat, withoutSign } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { isZero } from './detail-summary.tsx'

/** The payments, which can be deleted; *Undo* records them again. */
export function Payments({ invoice }: { readonly invoice: Invoice }) {
  const words = useWords().invoice
  const payments = useQuery(paymentsQuery(invoice.id))
  const isEmpty =
    payments.data === undefined ? isZero(invoice.totals.paid) : payments.data.data.length === 0
  if (isEmpty) return null
  return (
    <Paper p="md" className="slip">
      <Title order={2} size="sm" mb="xs">
        {words.payments}
      </Title>
      <QueryView of={payments} lines={1}>
        {({ data }) => (
          <Stack gap="xs">
            {data.map((payment) => (
              <PaymentRow key={payment.id} payment={payment} invoice={invoice} />
            ))}
          </Stack>
        )}
      </QueryView>
    </Paper>
  )
}

/** What settles the invoice beside the amount. */
const PARTS = ['discount', 'fee', 'write_off', 'withheld'] as const
type Payment = Data<'listPayments'>['data'][number]

interface RowProps {
  readonly payment: Payment
  readonly invoice: Invoice
}

function PaymentRow({ payment, invoice }: RowProps) {
  const [isSending, setSending] = useState(false)
  const maySend = useMay('issue')
  const words = useWords().invoice
  const refunds = useWords().payments
  const account = useWords().onAccount
  const format = useFormat()
  const mayWrite = useMay('write')
  const { act, isBusy } = useAct([INVOICES_KEY])
  /** No money moved. */
  const isBack = payment.credit_note_id !== null
  const money = format.money(isBack ? payment.discount : payment.amount, payment.currency)
  const id = payment.invoice_id
  /** A payment from or to the account is repeated the same way. */
  const again = (api: Api) => {
    const request = { path: { id }, body: { amount: withoutSign(payment.amount) } }
    return isRefund ? api.keepCredit(request) : api.applyCredit(request)
  }
  const isRefund = isNegative(payment.amount)
  const remove = () =>
    act({
      run: (api) => api.deletePayment({ path: { id, payment_id: payment.id } }),
      done: words.paymentRemoved,
      undo: (api) => {
        if (payment.account_entry_id !== null) return again(api)
        const { amount, paid_at, method, reference, note, received } = payment
        const { discount, fee, write_off, withheld } = payment
        const parts = { discount, fee, write_off, withheld, ...(received && { received }) }
        return api.recordPayment({
          path: { id },
          body: { amount, ...parts, paid_at, method, reference, note, allow_duplicate: true },
        })
      },
    })
  const online = useOnline(payment, invoice)
  const isKept = payment.account_entry_id !== null
  const isReturned = payment.reverses_payment_id !== null
  const details = [
    online === null
      ? isReturned
        ? words.returned
        : isRefund && (isKept ? account.kept : refunds.refund)
      : online.kind,
    isBack && words.discountBack,
    ...(isBack ? [] : PARTS).map((part) => {
      const amount = withoutSign(payment[part])
      return isZero(amount) ? null : words.parts[part](format.money(amount, payment.currency))
    }),
    payment.automatic ? words.automatic : online === null ? payment.method : online.method,
    online?.fee,
    isKept && !isRefund && account.fromAccount,
    online === null && payment.reference,
    payment.note,
  ].filter(Boolean)
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
      <div>
        <Text size="sm">{format.date(payment.paid_at)}</Text>
        <Text size="xs" c="dimmed">
          {dotted(details)}
        </Text>
        {payment.bank_entry_id !== null && (
          <TextLink
            to="/bank"
            search={{ tab: 'booked', q: payment.reference ?? withoutSign(payment.amount) }}
            size="xs"
          >
            {words.fromBank}
          </TextLink>
        )}
      </div>
      <Group gap={4} wrap="nowrap">
        <Text size="sm" fw={600} className="figures">
          {money}
        </Text>
        {maySend && !isRefund && !isBack && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={words.sendReceipt(money)}
            onClick={() => setSending(true)}
          >
            <IconSend size={16} aria-hidden />
          </ActionIcon>
        )}
        {isSending && (
          <SendDialog
            subject={{
              kind: 'receipt',
              id,
              number: words.receipt(`${money}, ${invoice.number ?? ''}`),
              paymentId: payment.id,
            }}
            onClose={() => setSending(false)}
          />
        )}
        {mayWrite && payment.bank_entry_id === null && !isBack && online === null && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={(isRefund ? refunds.removeRefund : words.removePayment)(
              format.money(withoutSign(payment.amount), payment.currency),
            )}
            loading={isBusy}
            onClick={remove}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        )}
      </Group>
    </Group>
  )
}

/** What a provider reported of a payment; null: it is not from a provider. */
function useOnline(payment: Payment, invoice: Invoice) {
  const words = useOnlinePaymentWords()
  const format = useFormat()
  const nameOf = useMethodName()
  const isOnline = payment.source?.startsWith(PROVIDER_PREFIX) === true
  const { data } = useQuery({ ...onlinePaymentsQuery(invoice), enabled: isOnline })
  if (!isOnline) return null
  const found = bookingOf(payment.id, data ?? [])
  const { method } = payment
  const fee = found?.booking.kind === 'payment' ? found.payment.provider_fee : null
  return {
    kind: words.kinds[found?.booking.kind ?? 'payment'],
    method: method === null ? null : nameOf(method),
    fee: fee && words.fee(format.money(fee.amount, fee.currency)),
  }
}

/** The source of a payment from a provider is the id of the provider. */
const PROVIDER_PREFIX = 'pvd_'
