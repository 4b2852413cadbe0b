import type { Entry } from '@billwright/sdk'
import { Anchor, Button, Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { attentionQuery } from '../api/attention.ts'
import { INVOICES_KEY } from '../api/invoices.ts'
import { useMay } from '../api/session.ts'
import { dotted } from '../components/dotted.ts'
import {
  IconAlertCircle,
  IconBank,
  IconBell,
  IconClipboard,
  IconMail,
  IconRefresh,
  IconWebhook,
} from '../components/icons.ts'
import { ButtonLink, TextLink } from '../components/list-links.tsx'
import { useAct } from '../components/use-act.ts'
import { problemText } from '../words/error-text.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'

type Matter = Entry<'listAttention'>
type Reminder = Entry<'listDueReminders'>

/** Number of matters that fit beside the latest events. */
const SHOWN = 5

/** What needs a person, each with its answer in the row; nothing if there is nothing. */
export function Attention({ toConfirm }: { readonly toConfirm: number }) {
  const words = useWords()
  const { title, less, all } = words.attention
  const { data } = useQuery(attentionQuery)
  const [isOpen, setOpen] = useState(false)
  const matters = data?.data ?? []
  const total = (data?.total ?? matters.length) + (toConfirm > 0 ? 1 : 0)
  if (total === 0) return null
  const shown = isOpen ? matters : matters.slice(0, SHOWN)
  return (
    <section aria-labelledby="attention">
      <Title order={2} size="sm" mb={10} id="attention" className="with-count">
        {title}
        <small aria-hidden>{total}</small>
      </Title>
      <Paper component="ul" className="todo">
        {toConfirm > 0 && (
          <Row
            icon={<IconBank size={18} aria-hidden />}
            what={
              <TextLink to="/bank" inherit>
                {words.dashboard.toConfirm(toConfirm)}
              </TextLink>
            }
          >
            <ButtonLink to="/bank">{words.attention.look}</ButtonLink>
          </Row>
        )}
        {shown.map((matter) => (
          <MatterRow
            key={`${matter.resource.id} ${matter.code}`}
            matter={matter}
            reminder={data?.reminders.find(
              (it) => matter.kind === 'reminder' && it.invoice_id === matter.resource.id,
            )}
          />
        ))}
      </Paper>
      {matters.length > SHOWN && (
        <Anchor component="button" type="button" size="sm" mt="sm" onClick={() => setOpen(!isOpen)}>
          {isOpen ? less : all(total)}
        </Anchor>
      )}
    </section>
  )
}

interface RowProps {
  readonly icon: ReactNode
  readonly what: ReactNode
  readonly detail?: ReactNode
  /** The buttons. */
  readonly children: ReactNode
}

const Row = ({ icon, what, detail, children }: RowProps) => (
  <li>
    {icon}
    <div>
      <div>{what}</div>
      {detail !== undefined && <small>{detail}</small>}
    </div>
    <div className="todo-actions">{children}</div>
  </li>
)

interface MatterProps {
  readonly matter: Matter
  /** The reminder, if the matter is one. */
  readonly reminder?: Reminder | undefined
}

function MatterRow({ matter, reminder }: MatterProps) {
  const words = useWords()
  const format = useFormat()
  const texts: Readonly<Record<string, string>> =
    matter.resource.type === 'recurring' ? words.recurring.attention : words.attention.texts
  const text = texts[matter.code] ?? problemText(matter)
  const icon = <MatterIcon kind={matter.kind} />
  if (reminder && matter.code === 'reminder_due') {
    const { level, customer_name: customer, due, currency, days_late: days } = reminder
    return (
      <Row
        icon={icon}
        what={
          <>
            {words.attention.reminder(level)} <b>{customer}</b>
          </>
        }
        detail={
          <>
            <MatterLink matter={matter} />
            {'\u00a0· '}
            {dotted([format.money(due, currency), days > 0 && words.attention.days(days)])}
          </>
        }
      >
        <Remind reminder={reminder} />
      </Row>
    )
  }
  return (
    <Row
      icon={icon}
      what={<MatterLink matter={matter} />}
      // No full stop before a dot.
      detail={dotted([text.replace(/\.$/, ''), format.shortInstant(matter.since)])}
    >
      <MatterAction matter={matter} />
    </Row>
  )
}

const ICONS: Readonly<Record<string, typeof IconBell>> = {
  message: IconMail,
  recurring: IconRefresh,
  reminder: IconBell,
  quote: IconClipboard,
  bank: IconBank,
  payment: IconBank,
  checkout: IconBank,
  provider: IconBank,
  collection: IconBank,
  mandate: IconBank,
  webhook: IconWebhook,
}

export function MatterIcon({ kind }: { readonly kind: string }) {
  const Icon = ICONS[kind] ?? IconAlertCircle
  return <Icon size={18} aria-hidden />
}

/** Sends or dismisses a reminder at once. */
function Remind({ reminder: { id, number, customer_name } }: { readonly reminder: Reminder }) {
  const words = useWords().attention
  const mayIssue = useMay('issue')
  const { act, isBusy } = useAct([attentionQuery.queryKey[0]], [INVOICES_KEY])
  const decide = (verb: 'sendReminders' | 'dismissReminders', done: string) =>
    act({
      run: async (api) => {
        const { data } = await api[verb]({ body: { ids: [id] } })
        for (const { problem } of data) if (problem !== null) throw new Error(problemText(problem))
      },
      done,
    })
  if (!mayIssue) return null
  const whose = `${number ?? ''} ${customer_name}`
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        disabled={isBusy}
        aria-label={`${words.skip} ${whose}`}
        onClick={() => decide('dismissReminders', words.skipped)}
      >
        {words.skip}
      </Button>
      <Button
        variant="default"
        size="xs"
        loading={isBusy}
        aria-label={`${words.remind} ${whose}`}
        onClick={() => decide('sendReminders', words.reminded)}
      >
        {words.remind}
      </Button>
    </>
  )
}

/** What settles a matter, or where it is settled. */
function MatterAction({ matter: { code, resource } }: MatterProps) {
  const words = useWords().attention
  const { type, id } = resource
  switch (type) {
    case 'mail_transport':
      return <ButtonLink to="/mail/server">{words.setUp}</ButtonLink>
    case 'message':
      return (
        <ButtonLink to="/mail" search={{ message: id }}>
          {words.look}
        </ButtonLink>
      )
    case 'customer':
      return code === 'address_bounced' ? (
        <ButtonLink to="/customers/$id/edit" params={{ id }}>
          {words.correct}
        </ButtonLink>
      ) : (
        <ButtonLink to="/customers/$id" params={{ id }}>
          {words.look}
        </ButtonLink>
      )
    case 'quote':
      return code === 'quote_accepted' ? (
        <ButtonLink to="/quotes/$id" params={{ id }} search={{ ask: 'invoice' }}>
          {words.createInvoice}
        </ButtonLink>
      ) : (
        <ButtonLink to="/quotes/$id" params={{ id }}>
          {words.look}
        </ButtonLink>
      )
    case 'invoice':
      return (
        <ButtonLink to="/invoices/$id" params={{ id }}>
          {words.look}
        </ButtonLink>
      )
    case 'recurring':
      return (
        <ButtonLink to="/recurring/$id" params={{ id }}>
          {words.look}
        </ButtonLink>
      )
    case 'bank_file':
      return <ButtonLink to="/bank/files">{words.look}</ButtonLink>
    case 'bank_entry':
      return (
        <ButtonLink to="/bank" search={{ tab: 'open' }}>
          {words.look}
        </ButtonLink>
      )
    case 'provider_payment':
      return <ButtonLink to="/bank/online">{words.look}</ButtonLink>
    case 'direct_debit_run':
      return (
        <ButtonLink to="/bank/direct-debit/$id" params={{ id }}>
          {words.look}
        </ButtonLink>
      )
    case 'payment_provider':
      return (
        <ButtonLink to="/settings/$section" params={{ section: 'online' }}>
          {words.correct}
        </ButtonLink>
      )
    default:
      return null
  }
}

/** Where to settle a matter. */
function MatterLink({ matter: { resource } }: { readonly matter: Matter }) {
  const words = useWords().attention
  const format = useFormat()
  const { type, id, name } = resource
  switch (type) {
    case 'message':
      return (
        <TextLink to="/mail" search={{ message: id }} inherit fw={500}>
          {name}
        </TextLink>
      )
    case 'mail_transport':
      return (
        <TextLink to="/mail/server" inherit fw={500}>
          {words.mailServer}
        </TextLink>
      )
    case 'customer':
      return (
        <TextLink to="/customers/$id" params={{ id }} inherit fw={500}>
          {name}
        </TextLink>
      )
    case 'invoice':
      return (
        <TextLink to="/invoices/$id" params={{ id }} inherit fw={500}>
          {name}
        </TextLink>
      )
    case 'recurring':
      return (
        <TextLink to="/recurring/$id" params={{ id }} inherit fw={500}>
          {name}
        </TextLink>
      )
    case 'bank_file':
      return (
        <TextLink to="/bank/files" inherit fw={500}>
          {name}
        </TextLink>
      )
    case 'bank_entry':
      return (
        <TextLink to="/bank" search={{ tab: 'open' }} inherit fw={500}>
          {name}
        </TextLink>
      )
    case 'provider_payment':
      return (
        <TextLink to="/bank/online" inherit fw={500}>
          {words.onlinePayment(amountText(name, format))}
        </TextLink>
      )
    case 'direct_debit_run':
      return (
        <TextLink to="/bank/direct-debit/$id" params={{ id }} inherit fw={500}>
          {amountText(name, format)}
        </TextLink>
      )
    case 'payment_provider':
      return (
        <TextLink to="/settings/$section" params={{ section: 'online' }} inherit fw={500}>
          {name}
        </TextLink>
      )
    case 'webhook':
      return (
        <TextLink to="/access/webhooks/$id" params={{ id }} inherit fw={500}>
          {words.webhook(name)}
        </TextLink>
      )
    case 'job':
      return (
        <TextLink to="/access/jobs" inherit fw={500}>
          <JobName kind={name} />
        </TextLink>
      )
    case 'limit':
      return (
        <TextLink to="/access/usage" inherit fw={500}>
          {words.limit(words.limits[name as keyof typeof words.limits])}
        </TextLink>
      )
    case 'access_point':
      return (
        <TextLink to="/settings/$section" params={{ section: 'einvoices' }} inherit fw={500}>
          {words.accessPoint}
        </TextLink>
      )
    case 'quote':
      return (
        <TextLink to="/quotes/$id" params={{ id }} inherit fw={500}>
          {words.quote(name)}
        </TextLink>
      )
    default:
      return (
        <Text inherit fw={500}>
          {name}
        </Text>
      )
  }
}

/** `119.00 EUR`, as the service names a payment. */
function amountText(name: string, format: ReturnType<typeof useFormat>): string {
  const [amount = '', currency = ''] = name.split(' ')
  return currency === '' ? name : format.money(amount, currency)
}

function JobName({ kind }: { readonly kind: string }) {
  const { attention, jobs } = useWords()
  const names: Readonly<Record<string, string>> = jobs.kinds
  return attention.job(names[kind] ?? kind)
}
