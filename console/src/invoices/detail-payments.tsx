import type { Data } from '@billwright/sdk'
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Api } from '../api/client.ts'
import { INVOICES_KEY, type Invoice, paymentsQuery } from '../api/invoices.ts'
import { useMay } from '../api/session.ts'
import { EntryAction } from '../components/add-list.tsx'
import { dotted } from '../components/dotted.ts'
import { IconArrowBackUp, IconSend, IconTrash } from '../components/icons.ts'
import { TextLink } from '../components/list-links.tsx'
import { QueryView } from '../components/query-view.tsx'
import { useAct } from '../components/use-act.ts'
import { SendDialog } from '../mail/send-dialog.tsx'
import { bookingOf } from '../online-payment/moments.ts'
import { onlinePaymentsQuery, type ProviderPayment } from '../online-payment/queries.ts'
import { leftOf, RefundDialog } from '../online-payment/refund-dialog.tsx'
import { useMethodName, useOnlinePaymentWords, useWrittenMethod } from '../online-payment/words.ts'
import { isNegative, useFormat, withoutSign } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { amountOf, isZero, Row } from './detail-summary.tsx'

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

/** The head of a paid invoice: what was paid, and how. */
export function PaidSlip({ invoice, children }: PaidProps) {
  const words = useWords().invoice
  const format = useFormat()
  const { data: payments } = useQuery(paymentsQuery(invoice.id))
  const paid = payments?.data ?? []
  return (
    <section className="slip desk-slip" aria-label={words.payments}>
      {children}
      <hr />
      <Stack gap={6}>
        {paid.map((payment) => (
          <PaymentRow
            key={payment.id}
            payment={payment}
            invoice={invoice}
            isAlone={paid.length === 1 && payment.amount === amountOf(invoice).amount}
          />
        ))}
        <Row label={words.stillOpen}>{format.money(invoice.totals.due, invoice.currency)}</Row>
      </Stack>
    </section>
  )
}

interface PaidProps {
  readonly invoice: Invoice
  /** The state and the amount. */
  readonly children: ReactNode
}

/** What settles the invoice beside the amount. */
const PARTS = ['discount', 'fee', 'write_off', 'withheld'] as const
type Payment = Data<'listPayments'>['data'][number]

interface RowProps {
  readonly payment: Payment
  readonly invoice: Invoice
}

interface PaymentRowProps extends RowProps {
  /** The only one: its amount stands above. */
  readonly isAlone?: boolean
}

function PaymentRow({ payment, invoice, isAlone = false }: PaymentRowProps) {
  const words = useWords().invoice
  const { states } = useOnlinePaymentWords().refund
  const format = useFormat()
  const online = useOnline(payment, invoice)
  const details = useDetails(payment, online)
  const mayIssue = useMay('issue')
  const mayWrite = useMay('write')
  const isBack = hasNoMoney(payment)
  const money = format.money(isBack ? payment.discount : payment.amount, payment.currency)
  const day = format.shortDate(payment.paid_at)
  return (
    <Group
      justify="space-between"
      wrap="nowrap"
      align="flex-start"
      gap="xs"
      className="payment-row"
    >
      <div>
        {!isAlone && <Text size="sm">{day}</Text>}
        <Text size={isAlone ? 'sm' : 'xs'} c="dimmed">
          {dotted(details) || (isAlone && words.payment)}
        </Text>
        {online?.refunds.map(({ id, status, amount, reason }) => (
          <Text key={id} size="xs" c="dimmed">
            {dotted([states[status], format.money(amount, payment.currency), reason])}
          </Text>
        ))}
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
        <Text size="sm" fw={isAlone ? 400 : 600} className="figures">
          {isAlone ? day : money}
        </Text>
        <Group gap={4} wrap="nowrap" className="payment-actions">
          {mayIssue && !isNegative(payment.amount) && !isBack && (
            <SendReceipt payment={payment} invoice={invoice} money={money} />
          )}
          {mayIssue && online !== null && (
            <Refund {...{ payment, invoice, money }} refundable={online.refundable} />
          )}
          {mayWrite && payment.bank_entry_id === null && !isBack && online === null && (
            <RemovePayment payment={payment} />
          )}
        </Group>
      </Group>
    </Group>
  )
}

/** A credit note took a discount back. */
const hasNoMoney = (payment: Payment): boolean => payment.credit_note_id !== null

/** How it was paid, and what settles the invoice beside the amount. */
function useDetails(payment: Payment, online: ReturnType<typeof useOnline>) {
  const words = useWords().invoice
  const refunds = useWords().payments
  const account = useWords().onAccount
  const nameOf = useMethodName()
  const writtenOf = useWrittenMethod()
  const format = useFormat()
  const method =
    payment.method === 'direct_debit'
      ? nameOf('sepa_debit')
      : payment.method && writtenOf(payment.method)
  const isRefund = isNegative(payment.amount)
  const isKept = payment.account_entry_id !== null
  const isReturned = payment.reverses_payment_id !== null
  const kind = isReturned ? words.returned : isRefund && (isKept ? account.kept : refunds.refund)
  const isBack = hasNoMoney(payment)
  return [
    online === null ? kind : online.kind,
    isBack && words.discountBack,
    ...(isBack ? [] : PARTS).map((part) => {
      const amount = withoutSign(payment[part])
      return isZero(amount) ? null : words.parts[part](format.money(amount, payment.currency))
    }),
    payment.automatic ? words.automatic : online === null ? method : online.method,
    online?.fee,
    isKept && !isRefund && account.fromAccount,
    online === null && payment.reference,
    payment.note,
  ]
}

interface ActionProps extends RowProps {
  /** The amount. */
  readonly money: string
}

function SendReceipt({ payment, invoice, money }: ActionProps) {
  const words = useWords().invoice
  const [isSending, setSending] = useState(false)
  return (
    <>
      <EntryAction
        label={words.sendReceipt(money)}
        Icon={IconSend}
        onClick={() => setSending(true)}
      />
      {isSending && (
        <ReceiptDialog {...{ payment, invoice, money }} onClose={() => setSending(false)} />
      )}
    </>
  )
}

function ReceiptDialog({
  payment,
  invoice,
  money,
  onClose,
}: ActionProps & { readonly onClose: () => void }) {
  const words = useWords().invoice
  const number = words.receipt(`${money}, ${invoice.number ?? ''}`)
  return (
    <SendDialog
      subject={{ kind: 'receipt', id: payment.invoice_id, number, paymentId: payment.id }}
      onClose={onClose}
    />
  )
}

/** The button of a paid invoice: a receipt for its last payment. */
export function SendLastReceipt({ invoice }: { readonly invoice: Invoice }) {
  const words = useWords().actions
  const format = useFormat()
  const { data: payments } = useQuery(paymentsQuery(invoice.id))
  const [isSending, setSending] = useState(false)
  const payment = payments?.data.findLast((it) => !isNegative(it.amount) && !hasNoMoney(it))
  return (
    <>
      <Button
        leftSection={<IconSend size={18} aria-hidden />}
        disabled={payment === undefined}
        onClick={() => setSending(true)}
      >
        {words.receipt}
      </Button>
      {isSending && payment !== undefined && (
        <ReceiptDialog
          {...{ payment, invoice }}
          money={format.money(payment.amount, payment.currency)}
          onClose={() => setSending(false)}
        />
      )}
    </>
  )
}

interface RefundProps extends ActionProps {
  readonly refundable: ProviderPayment | null
}

/** The dialog stays open when nothing is left to refund. */
function Refund({ payment, invoice, money, refundable }: RefundProps) {
  const words = useOnlinePaymentWords().refund
  const [refunded, setRefunded] = useState<ProviderPayment | null>(null)
  return (
    <>
      {refundable && (
        <EntryAction
          label={words.one(money)}
          Icon={IconArrowBackUp}
          onClick={() => setRefunded(refundable)}
        />
      )}
      {refunded && (
        <RefundDialog
          payment={refunded}
          invoice={{ id: invoice.id, number: invoice.number, paymentId: payment.id }}
          onClose={() => setRefunded(null)}
        />
      )}
    </>
  )
}

/** *Undo* records it again; a payment from or to the account is repeated the same way. */
function RemovePayment({ payment }: { readonly payment: Payment }) {
  const words = useWords().invoice
  const refunds = useWords().payments
  const format = useFormat()
  const { act, isBusy } = useAct([INVOICES_KEY])
  const id = payment.invoice_id
  const isRefund = isNegative(payment.amount)
  const again = (api: Api) => {
    const request = { path: { id }, body: { amount: withoutSign(payment.amount) } }
    return isRefund ? api.keepCredit(request) : api.applyCredit(request)
  }
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
  const money = format.money(withoutSign(payment.amount), payment.currency)
  return (
    <EntryAction
      label={isRefund ? refunds.removeRefund(money) : words.removePayment(money)}
      Icon={IconTrash}
      isBusy={isBusy}
      onClick={remove}
    />
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
    /** Refunds of it that are not booked. */
    refunds:
      found?.booking.kind === 'payment'
        ? found.payment.refunds.filter((it) => it.invoice_id === invoice.id && it.status !== 'done')
        : [],
    /** What was paid, as far as some of it can be refunded. */
    refundable:
      found?.booking.kind === 'payment' && !isZero(leftOf(found.payment, invoice.id))
        ? found.payment
        : null,
  }
}

/** The source of a payment from a provider is the id of the provider. */
const PROVIDER_PREFIX = 'pvd_'
