import { isOwed } from '@billwright/rules/display-status'
import { Anchor, Button, type ButtonProps, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { inCompany } from '../api/company.ts'
import { INVOICES_KEY, type Invoice } from '../api/invoices.ts'
import { useMay } from '../api/session.ts'
import { ConfirmButton } from '../components/confirm.tsx'
import { QueryView } from '../components/query-view.tsx'
import { State } from '../components/state.tsx'
import { useAct } from '../components/use-act.ts'
import { useFormat } from '../words/format.ts'
import { Charges } from './charges.tsx'
import { PauseDialog } from './pause-dialog.tsx'
import { PlanChoice } from './plan-choice.tsx'
import { type InvoiceReminders, invoiceRemindersQuery } from './queries.ts'
import { useReminderWords } from './words.ts'

const SHAPES = {
  waiting: 'due',
  queued: 'dashed',
  sent: 'done',
  failed: 'late',
  dismissed: 'void',
  canceled: 'void',
} as const

/** Past reminders of an invoice, the next one, and the pause. */
export function Reminders({ invoice }: { readonly invoice: Invoice }) {
  const words = useReminderWords()
  const reminders = useQuery(invoiceRemindersQuery(invoice.id))
  return (
    <Paper p="md">
      <Title order={2} size="sm" mb="xs">
        {words.title}
      </Title>
      <QueryView of={reminders} lines={2}>
        {(state) => (
          <Stack gap="xs">
            <Sent state={state} />
            <Next invoice={invoice} state={state} />
            <OwnPlan invoice={invoice} state={state} />
            <Actions invoice={invoice} state={state} />
            <Charges invoice={invoice} />
          </Stack>
        )}
      </QueryView>
    </Paper>
  )
}

interface StateProps {
  readonly state: InvoiceReminders
}

function Sent({ state: { reminders, invoice_id: id } }: StateProps) {
  const words = useReminderWords()
  const format = useFormat()
  const written = reminders.filter(({ status }) => status !== 'waiting')
  return written.map((reminder) => (
    <Group key={reminder.id} justify="space-between" gap="xs" wrap="nowrap">
      <div>
        <Anchor
          size="sm"
          target="_blank"
          rel="noreferrer"
          href={inCompany(`/api/v1/invoices/${id}/reminder/pdf?level=${reminder.level}`)}
        >
          {reminder.name ?? words.titles[reminder.title]}
        </Anchor>
        <Text size="xs" c="dimmed">
          {format.shortDate(reminder.day)}
        </Text>
      </div>
      <State shape={SHAPES[reminder.status]}>{words.states[reminder.status]}</State>
    </Group>
  ))
}

/** The next reminder with its day, or the reason why there is none. */
function Next({ invoice: { currency }, state }: OfInvoice) {
  const words = useReminderWords()
  const format = useFormat()
  const { next, reason, waits_for: wait, collect_on: collectOn, held, pause } = state
  const reasons: Readonly<Record<string, string>> = words.reasons
  return (
    <div>
      {pause !== null && wait === 'paused' && (
        <Text size="sm" fw={600}>
          {words.pausedFor[pause.reason]}
          {pause.until === null ? '' : ` ${words.until(format.date(pause.until))}`}
        </Text>
      )}
      {pause?.note && wait === 'paused' && (
        <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
          {pause.note}
        </Text>
      )}
      {next !== null && wait === 'approval' && (
        <Anchor component={Link} to="/reminders" size="sm" fw={600}>
          {words.waitsForApproval}
        </Anchor>
      )}
      {next !== null && wait === 'mail_stopped' && (
        <Text size="sm" fw={600}>
          {words.mailStopped}
        </Text>
      )}
      {next !== null && wait === 'email_problem' && (
        <Text size="sm" c="red">
          {words.waitsForAddress}
        </Text>
      )}
      {next !== null && wait === 'being_paid' && (
        <Text size="sm" fw={600}>
          {collectOn === null
            ? words.waitsForPayment
            : words.willBeCollected(format.date(collectOn))}
        </Text>
      )}
      {next !== null && wait === 'money_held' && held !== null && (
        <Text size="sm" fw={600}>
          {words.waitsForMoney(format.money(held, currency))}
        </Text>
      )}
      {next !== null && wait === null && (
        <Text size="sm">{words.nextOn(next.level, format.date(next.day))}</Text>
      )}
      {next === null && reason !== null && (
        <Text size="sm" c="dimmed">
          {reasons[reason] ?? words.nothingFollows}
        </Text>
      )}
    </div>
  )
}

interface OfInvoice extends StateProps {
  readonly invoice: Invoice
}

/** The plan of this invoice. */
function OwnPlan({ invoice: { id, display_status: status }, state }: OfInvoice) {
  const words = useReminderWords()
  const mayWrite = useMay('write')
  const { act, isBusy } = useAct([INVOICES_KEY])
  if (!isOwed(status) || !mayWrite) return null
  const choose = (plan: string) =>
    act({
      run: (api) =>
        api.putInvoiceReminders({ path: { id }, body: { plan: plan === '' ? null : plan } }),
      done: words.planChosen,
    })
  return (
    <PlanChoice
      className="screen-only"
      size="xs"
      label={words.ownPlan}
      first={{ value: '', label: words.asCustomer }}
      value={state.own_plan ?? ''}
      disabled={isBusy}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    />
  )
}

/** Whether the head of the page has the button: the invoice is late, and a reminder may follow. */
export const asksForReminder = (
  { display_status: status }: Invoice,
  { next, waits_for: wait }: InvoiceReminders,
): boolean => status === 'overdue' && next !== null && (wait === null || wait === 'approval')

interface SendProps extends ButtonProps {
  readonly invoice: Invoice
}

/** Sends the next reminder by hand. */
export function SendReminder({ invoice, ...button }: SendProps) {
  const words = useReminderWords()
  const { act, isBusy } = useAct([INVOICES_KEY])
  const path = { id: invoice.id }
  return (
    <ConfirmButton
      {...button}
      loading={isBusy}
      title={words.sendTitle(invoice.number ?? '')}
      text={words.sendText(invoice.customer_name)}
      verb={words.send}
      verbColor="pine"
      onConfirm={() =>
        act({ run: (api) => api.sendReminder({ path, body: {} }), done: words.queued })
      }
    >
      {words.sendNow}
    </ConfirmButton>
  )
}

function Actions({ invoice, state }: OfInvoice) {
  const words = useReminderWords()
  const mayWrite = useMay('write')
  const mayIssue = useMay('issue')
  const { act, isBusy } = useAct([INVOICES_KEY])
  const [isPausing, setPausing] = useState(false)
  const { id } = invoice
  const isPaused = state.pause !== null && state.waits_for === 'paused'
  if (!isOwed(invoice.display_status) || !mayWrite) return null
  return (
    <Group gap="xs">
      {isPaused ? (
        <Button
          size="xs"
          variant="default"
          loading={isBusy}
          onClick={() =>
            act({ run: (api) => api.resumeReminders({ path: { id } }), done: words.resumed })
          }
        >
          {words.resume}
        </Button>
      ) : (
        <Button size="xs" variant="default" onClick={() => setPausing(true)}>
          {words.pause}
        </Button>
      )}
      {mayIssue && !isPaused && !asksForReminder(invoice, state) && (
        <SendReminder invoice={invoice} size="xs" />
      )}
      <PauseDialog invoice={invoice} isOpen={isPausing} onClose={() => setPausing(false)} />
    </Group>
  )
}
