import { formatMinor, parseMinor } from '@billwright/money'
import { Anchor, Paper, Stack, Text, Timeline, Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { happeningsQuery, type Invoice, paymentsQuery, revisionsQuery } from '../api/invoices.ts'
import { type Actor, actorName } from '../components/actor.ts'
import { dotted } from '../components/dotted.ts'
import { More } from '../components/more.tsx'
import { QueryView } from '../components/query-view.tsx'
import { messagesAboutQuery } from '../mail/queries.ts'
import { isBounced } from '../mail/state.tsx'
import { bookingOf, momentsOfCheckout, momentsOfRefunds } from '../online-payment/moments.ts'
import { checkoutsQuery, onlinePaymentsQuery } from '../online-payment/queries.ts'
import { useMethodName, useOnlinePaymentWords } from '../online-payment/words.ts'
import { useFormat, withoutSign } from '../words/format.ts'
import { useWords } from '../words/language.ts'

/** The distance of the entries, and the length of the line between them. */
const DENSE = { '--mantine-spacing-xl': 'var(--mantine-spacing-md)' }

/** Events without a revision, because they do not change the invoice. */
const HAPPENINGS: Readonly<Record<string, string>> = {
  'invoice.viewed': 'viewed',
  'invoice.overdue': 'overdue',
}

/** Kinds of messages that bring the document of the history. */
const DOCUMENTS: readonly string[] = ['invoice', 'credit_note', 'quote', 'delivery_note']

/** Changes of an invoice that no payment makes, though it may come in the same instant. */
const WITHOUT_MONEY: readonly string[] = ['created', 'issued', 'published', 'printed']

export interface Moment {
  readonly key: string
  readonly action: string
  readonly at: string
  readonly actor: string
  readonly fields: readonly string[]
  /** The amount that it paid or credited. */
  readonly amount?: string
  /** The message of this event. */
  readonly message?: string
  /** What the message is, if it is not the document itself. */
  readonly kind?: string
  /** Of what a payment provider reported; else its action has one. */
  readonly title?: string
  readonly details?: readonly string[]
}

/** The history of a document, newest first. */
export function History({ invoice }: { readonly invoice: Invoice }) {
  const words = useWords().history
  const { id, currency } = invoice
  const online = useOnlineMoments(invoice)
  const revisions = useInfiniteQuery(revisionsQuery(id))
  const { data: happenings } = useQuery(happeningsQuery(id))
  const { data: messages } = useQuery(messagesAboutQuery(id))
  return (
    <Paper p="md">
      <Title order={2} size="sm" mb="sm">
        {words.title}
      </Title>
      <QueryView of={revisions} lines={3}>
        {({ pages }) => {
          const changes = online.completed(
            pages.flatMap(({ data }) => data.map((it) => toMoment(it, currency))),
          )
          const others = (happenings?.data ?? []).flatMap(toHappening)
          const mails = (messages?.data ?? []).map(toMail)
          const moments = told([...changes, ...others, ...mails, ...online.moments]).sort((a, b) =>
            a.at < b.at ? 1 : -1,
          )
          return (
            <Stack>
              <Moments moments={moments} currency={currency} tone={toneOf(invoice)} />
              <More of={revisions} />
            </Stack>
          )
        }}
      </QueryView>
    </Paper>
  )
}

/** Without what only the service does, and without how an issued document began. */
export function told(moments: readonly Moment[]): Moment[] {
  const isDone = (wanted: string) => moments.some(({ action }) => action === wanted)
  const left = [
    'printed',
    ...(isDone('issued') ? ['created'] : []),
    ...(isDone('quote_opened') ? ['quote_created'] : []),
  ]
  return moments.filter(({ action }) => !left.includes(action))
}

/** Checkouts, and what is known of payments that a provider reported. */
function useOnlineMoments(invoice: Invoice) {
  const words = useOnlinePaymentWords()
  const nameOf = useMethodName()
  const format = useFormat()
  const isClaim = invoice.type === 'invoice' && invoice.status !== 'draft'
  const { data: checkouts = [] } = useQuery({ ...checkoutsQuery(invoice.id), enabled: isClaim })
  const isOnline = checkouts.length > 0
  const { data: payments } = useQuery({ ...paymentsQuery(invoice.id), enabled: isOnline })
  const { data: reported } = useQuery({ ...onlinePaymentsQuery(invoice), enabled: isOnline })
  const moments = [
    ...checkouts.flatMap((it) => momentsOfCheckout(it, words, nameOf)),
    ...(reported ?? []).flatMap((it) => momentsOfRefunds(it, words)),
  ].map((it): Moment => ({ ...it, action: '', actor: '', fields: [] }))
  /** A payment is recorded in the same instant as the change of the invoice; several in their order. */
  const completed = (changes: readonly Moment[]): readonly Moment[] => {
    const recorded = (payments?.data ?? []).flatMap(({ id, created_at: at }) => {
      const found = bookingOf(id, reported ?? [])
      return found === undefined ? [] : [{ at, ...found }]
    })
    return changes.map((moment) => {
      if (WITHOUT_MONEY.includes(moment.action)) return moment
      const next = recorded.findIndex(({ at }) => at === moment.at)
      const [found] = next < 0 ? [] : recorded.splice(next, 1)
      if (!found) return moment
      const { method, provider_fee: fee } = found.payment
      const { kind, amount } = found.booking
      const details = [
        method !== null && nameOf(method),
        kind === 'payment' && fee !== null && words.fee(format.money(fee.amount, fee.currency)),
      ].filter((it) => it !== false)
      return { ...moment, title: words.moments[kind], amount: withoutSign(amount), details }
    })
  }
  return { moments, completed }
}

const toneOf = ({ display_status: status }: Invoice) =>
  status === 'overdue' ? 'late' : status === 'paid' ? 'done' : undefined

interface MomentsProps {
  readonly moments: readonly Moment[]
  readonly currency: string
  /** The color of the newest moment. */
  readonly tone?: 'late' | 'done' | undefined
}

export function Moments({ moments, currency, tone }: MomentsProps) {
  const words = useWords().history
  const format = useFormat()
  const actions: Readonly<Record<string, string>> = words.actions
  const fields: Readonly<Record<string, string>> = words.fields
  const kinds: Readonly<Record<string, string>> = useWords().mail.kinds
  const states: Readonly<Record<string, string>> = words.mailed
  const titleOf = ({ action, amount, kind, title: given }: Moment): string => {
    if (kind !== undefined) return words.amount(kinds[kind] ?? kind, states[action] ?? action)
    const title = given ?? actions[action] ?? action
    return amount === undefined ? title : words.amount(title, format.money(amount, currency))
  }
  return (
    <Timeline bulletSize={8} lineWidth={1} style={DENSE} className="history" data-tone={tone}>
      {moments.map((moment) => {
        const { key, at, actor, fields: changed, message, details = [] } = moment
        const names = [...new Set(changed.flatMap((field) => fields[field] ?? []))]
        return (
          <Timeline.Item
            key={key}
            title={
              <Text size="sm" lh={1}>
                {titleOf(moment)}
              </Text>
            }
          >
            {message !== undefined && (
              <Anchor
                size="xs"
                renderRoot={(props) => <Link {...props} to="/mail" search={{ message }} />}
              >
                {changed.join(', ')}
              </Anchor>
            )}
            {names.length > 0 && <Text size="xs">{names.join(', ')}</Text>}
            {details.length > 0 && <Text size="xs">{dotted(details)}</Text>}
            <Text size="xs" c="dimmed" title={format.instant(at)}>
              {dotted([format.shortInstant(at), actor && words.by(actor)])}
            </Text>
          </Timeline.Item>
        )
      })}
    </Timeline>
  )
}

interface Revision {
  readonly sequence: number
  readonly action: string
  readonly at: string
  readonly actor: Actor
  readonly changes: readonly {
    readonly field: string
    readonly from?: unknown
    readonly to?: unknown
  }[]
}

/** At the time when the message was sent, or otherwise written. */
export const toMail = (message: {
  readonly id: string
  readonly kind: string
  readonly status: string
  readonly recipients: readonly { readonly address: string; readonly state: string }[]
  readonly created_at: string
  readonly sent_at: string | null
}): Moment => ({
  key: message.id,
  ...mailed(message.kind, mailStateOf(message)),
  at: message.sent_at ?? message.created_at,
  actor: '',
  fields: message.recipients.map(({ address }) => address),
  message: message.id,
})

const mailStateOf = (message: Parameters<typeof toMail>[0]): string => {
  if (isBounced(message)) return 'bounced'
  return message.status === 'sending' ? 'queued' : message.status
}

/** A document is e-mailed; a reminder or a receipt is named. */
const mailed = (kind: string, state: string) =>
  DOCUMENTS.includes(kind) ? { action: `mail_${state}` } : { action: state, kind }

/** Only edits list their fields; the effects of issuing and paying are obvious. */
function toMoment({ sequence, action, at, actor, changes }: Revision, currency: string): Moment {
  const moment = { key: `revision ${sequence}`, action, at, fields: [] }
  // The service prints; the person who requested it is unknown.
  if (action === 'printed') return { ...moment, actor: '' }
  const settled = settledBy(action, changes, currency)
  if (settled !== undefined) return { ...moment, ...settled, actor: actorName(actor) }
  const fields = changes.map(({ field }) => field.split('.')[0] ?? field)
  return { ...moment, actor: actorName(actor), fields: action === 'updated' ? fields : [] }
}

/** A payment or credit note that changed only the balance, or paid all of it. */
function settledBy(action: string, changes: Revision['changes'], currency: string) {
  if (action !== 'updated' && action !== 'paid') return undefined
  const change = changes.find(({ field }) => field === 'totals')
  if (!change || (action === 'updated' && changes.length > 1)) return undefined
  const minor = (state: unknown, name: string) =>
    parseMinor(String((state as Readonly<Record<string, unknown>>)[name] ?? '0'), currency)
  const paid = minor(change.to, 'paid') - minor(change.from, 'paid')
  const credited = minor(change.to, 'credited') - minor(change.from, 'credited')
  // A credit note may also take a discount back, which is no payment.
  if (credited !== 0n && action === 'updated')
    return {
      action: 'credited',
      amount: formatMinor(credited > 0n ? credited : -credited, currency),
    }
  if (paid === 0n) return undefined
  return {
    action: action === 'paid' ? action : paid > 0n ? 'payment' : 'payment_removed',
    amount: formatMinor(paid > 0n ? paid : -paid, currency),
  }
}

function toHappening(event: {
  readonly id: string
  readonly type: string
  readonly created_at: string
}): readonly Moment[] {
  const action = HAPPENINGS[event.type]
  if (action === undefined) return []
  return [{ key: event.id, action, at: event.created_at, actor: '', fields: [] }]
}
