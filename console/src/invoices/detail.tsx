import { isOwed } from '@billwright/rules/display-status'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { inCompany } from '../api/company.ts'
import { type Invoice, invoiceQuery, paymentsQuery } from '../api/invoices.ts'
import { Back } from '../components/back.tsx'
import { Desk, DeskHead } from '../components/desk.tsx'
import { DocumentFrame } from '../components/document-frame.tsx'
import { dotted } from '../components/dotted.ts'
import { dueSoon, EntryState, toEntry } from '../components/entry-state.tsx'
import { TextLink } from '../components/list-links.tsx'
import { Neighbors } from '../components/neighbors.tsx'
import { Page } from '../components/page.tsx'
import { QueryView } from '../components/query-view.tsx'
import { DeliveriesCard } from '../delivery-notes/card.tsx'
import { Collecting } from '../direct-debit/collecting.tsx'
import { Files } from '../files/card.tsx'
import { useOffersText } from '../online-payment/offers.ts'
import { Paying } from '../online-payment/paying.tsx'
import { Reminders } from '../reminders/card.tsx'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { InvoiceActions } from './detail-actions.tsx'
import { Credit, Deposits } from './detail-credit.tsx'
import { History } from './detail-history.tsx'
import { PaidSlip, Payments } from './detail-payments.tsx'
import { amountOf, ShareLink, Summary } from './detail-summary.tsx'
import { Transmission } from './transmission.tsx'

const route = getRouteApi('/app/invoices/$id')

/** The page of an invoice or credit note: preview, actions and history. */
export function InvoiceDetail() {
  const { id } = route.useParams()
  const read = useQuery(invoiceQuery(id))
  return (
    <QueryView of={read} kind="invoice" as="desk">
      {({ invoice, etag }) => <Content invoice={invoice} etag={etag} />}
    </QueryView>
  )
}

interface Props {
  readonly invoice: Invoice
  readonly etag: string | undefined
}

function Content({ invoice, etag }: Props) {
  const { invoice: words } = useWords()
  const title = useTitle(invoice)
  const rider = useRider(invoice)
  const isPaid = invoice.display_status === 'paid' && invoice.type === 'invoice'
  const stamp = useStamp(invoice)
  const isMarked = rider !== null || stamp !== null
  const format = useFormat()
  const { published_at: published } = invoice
  const isClaim = invoice.type === 'invoice' && invoice.status !== 'draft'
  const offers = useOffersText(invoice)
  return (
    <Page
      title={title}
      back={
        <Back to="/invoices" label={words.all}>
          <Neighbors list="invoices" id={invoice.id} />
        </Back>
      }
      actions={<InvoiceActions invoice={invoice} etag={etag} />}
    >
      <Desk
        head={<Head invoice={invoice} />}
        sheet={(isPaper) => (
          <DocumentFrame
            // After a change, the document is read again.
            key={`${invoice.version} ${invoice.updated_at}`}
            title={words.document}
            src={inCompany(`/api/v1/invoices/${invoice.id}/html`)}
            isPaper={isPaper}
            isMarked={isMarked}
          />
        )}
        rider={rider}
        stamp={stamp}
      >
        <Summary invoice={invoice} />
        <Deposits invoice={invoice} />
        {isClaim && <Credit invoice={invoice} />}
        {isClaim && <Paying invoice={invoice} />}
        {isClaim && <Collecting invoice={invoice} />}
        {isClaim && !isPaid && <Payments invoice={invoice} />}
        <History invoice={invoice} />
        {isClaim && <Reminders invoice={invoice} />}
        <Transmission invoice={invoice} />
        {isClaim && invoice.status !== 'void' && (
          <DeliveriesCard of={{ kind: 'invoice', id: invoice.id }} />
        )}
        <Files
          holder={{ kind: 'invoice', id: invoice.id }}
          isInternal={invoice.status !== 'draft'}
        />
        {(invoice.share_url !== null || invoice.status !== 'void') && (
          <ShareLink
            url={invoice.share_url}
            since={
              published === null ? null : dotted([words.since(format.instant(published)), offers])
            }
            label={words.link}
            none={words.noLink}
          />
        )}
      </Desk>
    </Page>
  )
}

/** The state, what is open, and the customer. */
function Head({ invoice }: Pick<Props, 'invoice'>) {
  const words = useWords()
  const format = useFormat()
  const { kind, amount } = amountOf(invoice)
  const labels = {
    ...words.invoice,
    toRefund: words.payments.toRefund,
    payable: words.editor.payable,
  }
  const customer = (
    <TextLink to="/customers/$id" params={{ id: invoice.customer_id }} inherit fw={500}>
      {invoice.customer_name}
    </TextLink>
  )
  const { due_date: due } = invoice
  // On a phone the facts are below the sheet.
  const day = due !== null && isOwed(invoice.display_status) && (
    <Text span size="sm" c="dimmed" hiddenFrom="sm">
      {` · ${words.invoice.due} ${format.shortDate(due)}`}
    </Text>
  )
  const said = (
    <DeskHead
      state={
        <>
          <EntryState of={toEntry(invoice)} />
          {invoice.mail?.status === 'sent' && (
            <Text span size="sm" c="dimmed">
              {words.mailStates.sent}
            </Text>
          )}
        </>
      }
      label={labels[kind]}
      amount={format.money(amount, invoice.currency)}
    />
  )
  if (invoice.display_status === 'paid' && invoice.type === 'invoice')
    return (
      <>
        <PaidSlip invoice={invoice}>{said}</PaidSlip>
        {customer}
      </>
    )
  return (
    <>
      {said}
      <span>
        {customer}
        {day}
      </span>
    </>
  )
}

/** What lies on a paid sheet: the word, and the day of the last payment. */
function useStamp({ id, display_status: shown }: Invoice) {
  const { status } = useWords()
  const format = useFormat()
  const isPaid = shown === 'paid'
  const { data: payments } = useQuery({ ...paymentsQuery(id), enabled: isPaid })
  const last = payments?.data.at(-1)
  if (!isPaid) return null
  return { text: status.paid, detail: last === undefined ? '' : format.date(last.paid_at) }
}

/** What its sheet says from afar. */
function useRider(invoice: Invoice) {
  const { attention, invoiceList, status } = useWords()
  const format = useFormat()
  const entry = toEntry(invoice)
  const days = dueSoon(entry)
  if (invoice.status === 'draft') return { kind: 'draft', text: status.draft } as const
  if (entry.days_late > 0) return { kind: 'late', text: attention.days(entry.days_late) } as const
  return days === null
    ? null
    : ({ kind: 'due', text: invoiceList.dueSoon(format.inDays(days)) } as const)
}

function useTitle({ type, number, kind, deposits }: Invoice): string {
  const { invoice: words, invoiceList } = useWords()
  if (type === 'credit_note') return number === null ? words.draftNote : words.creditNote(number)
  if (number === null) return words.draft
  if (kind === 'prepayment') return `${invoiceList.roles.deposit} ${number}`
  return deposits.length > 0 ? `${invoiceList.roles.final} ${number}` : words.invoice(number)
}
