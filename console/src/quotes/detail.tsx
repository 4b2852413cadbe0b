import {
  Anchor,
  Button,
  Group,
  Paper,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Table,
  Text,
  Title,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { inCompany } from '../api/company.ts'
import { itemsOf } from '../api/items.ts'
import { type Quote, quoteEventsQuery, quoteQuery } from '../api/quotes.ts'
import { type Actor, actorName } from '../components/actor.ts'
import { Back } from '../components/back.tsx'
import { Desk, DeskHead } from '../components/desk.tsx'
import { Dialog } from '../components/dialog.tsx'
import { DocumentFrame } from '../components/document-frame.tsx'
import { dotted } from '../components/dotted.ts'
import { TextLink } from '../components/list-links.tsx'
import { Neighbors } from '../components/neighbors.tsx'
import { Page } from '../components/page.tsx'
import { QueryView } from '../components/query-view.tsx'
import { QuoteState } from '../components/quote-state.tsx'
import { DeliveriesCard } from '../delivery-notes/card.tsx'
import { Files } from '../files/card.tsx'
import { type Moment, Moments, told, toMail } from '../invoices/detail-history.tsx'
import { Row, ShareLink } from '../invoices/detail-summary.tsx'
import { messagesAboutQuery } from '../mail/queries.ts'
import { shownDecimal, shownPercent } from '../words/decimal-text.ts'
import { useFormat } from '../words/format.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { QuoteActions } from './actions.tsx'
import { Answers } from './answers.tsx'
import { leftOf } from './invoice-dialog.tsx'
import { PAPERS, type Paper as PaperName } from './papers.ts'

const route = getRouteApi('/app/quotes/$id')

/** The page of one revision of a quote: preview, actions and history. */
export function QuoteDetail() {
  const { id } = route.useParams()
  const read = useQuery(quoteQuery(id))
  return (
    <QueryView of={read} kind="quote" as="desk">
      {({ quote, etag }) => <Content key={quote.id} quote={quote} etag={etag} />}
    </QueryView>
  )
}

interface Props {
  readonly quote: Quote
}

function Content({ quote, etag }: Props & { readonly etag: string | undefined }) {
  const words = useWords().quotes
  const format = useFormat()
  const [paper, setPaper] = useState<PaperName>('quote')
  const { number, opened_at: opened } = quote
  const answer = quote.answers.findLast(({ kind }) => kind === 'accepted')
  const signed = dotted([answer?.name, answer && format.date(answer.at.slice(0, 10))])
  const hasOrder = quote.status === 'accepted' || quote.invoicing.state !== 'none'
  return (
    <Page
      title={number === null ? words.draft : words.quote(number)}
      back={
        <Back to="/quotes" label={words.allQuotes}>
          <Neighbors list="quotes" id={quote.id} />
        </Back>
      }
      actions={<QuoteActions quote={quote} etag={etag} paper={paper} />}
    >
      <Desk
        head={<Head quote={quote} />}
        choice={
          <div className="desk-choice">
            <SegmentedControl
              aria-label={words.paper}
              data={PAPERS.map((value) => ({ value, label: words.papers[value] }))}
              value={paper}
              onChange={(value) => setPaper(value as PaperName)}
            />
          </div>
        }
        sheet={(isPaper) => (
          <DocumentFrame
            // After a change, the document is read again.
            key={`${quote.version} ${quote.updated_at} ${paper}`}
            title={words.document}
            src={inCompany(`/api/v1/quotes/${quote.id}/html?as=${paper}`)}
            isPaper={isPaper}
            isMarked={quote.status === 'draft' || quote.status === 'accepted'}
          />
        )}
        rider={quote.status === 'draft' ? { kind: 'draft', text: words.states.draft } : null}
        stamp={quote.status === 'accepted' ? { text: words.states.accepted, detail: signed } : null}
      >
        <Summary quote={quote} />
        {quote.status !== 'draft' && <Answers quote={quote} />}
        {hasOrder && <Invoicing quote={quote} />}
        <History quote={quote} />
        {quote.status === 'accepted' && <DeliveriesCard of={{ kind: 'quote', id: quote.id }} />}
        {quote.revisions.length > 1 && <Revisions quote={quote} />}
        <Files holder={{ kind: 'quote', id: quote.id }} isInternal={quote.status !== 'draft'} />
        <ShareLink
          url={quote.share_url}
          since={opened === null ? null : words.since(format.instant(opened))}
          label={words.link}
          none={words.noLink}
        />
      </Desk>
    </Page>
  )
}

/** The state, the total and the customer. */
function Head({ quote }: Props) {
  const words = useWords().invoice
  const format = useFormat()
  return (
    <DeskHead
      state={<QuoteState of={quote} />}
      label={words.total}
      amount={format.money(quote.totals.total, quote.currency)}
    >
      <TextLink to="/customers/$id" params={{ id: quote.customer_id }} inherit fw={500}>
        {quote.customer_name}
      </TextLink>
    </DeskHead>
  )
}

/** Dates and what follows. */
function Summary({ quote }: Props) {
  const words = useWords().quotes
  const { internal } = useWords().invoice
  const { language } = useLanguage()
  const format = useFormat()
  const { valid_until: until } = quote
  return (
    <Paper p="md">
      <Stack gap={8}>
        <Row label={words.date}>{format.date(quote.issue_date)}</Row>
        <Row label={words.validUntil}>{until === null ? words.noLimit : format.date(until)}</Row>
        {quote.on_accept !== 'nothing' && (
          <Row label={words.onAccept}>{words.onAcceptChoices[quote.on_accept]}</Row>
        )}
        {quote.deposit_percent !== null && (
          <Row label={words.deposit}>{shownPercent(quote.deposit_percent, language)}</Row>
        )}
      </Stack>
      {quote.internal_notes !== null && (
        <>
          <Title order={2} size="sm" mt="md">
            {internal}
          </Title>
          <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
            {quote.internal_notes}
          </Text>
        </>
      )}
    </Paper>
  )
}

const QUIET = { fz: 'xs', fw: 500, c: 'dimmed' } as const

/** The invoiced amount, the rest of each item, and the invoices. */
function Invoicing({ quote }: Props) {
  const words = useWords().quotes
  const format = useFormat()
  const { language } = useLanguage()
  const { invoicing } = quote
  const money = (amount: string) => format.money(amount, quote.currency)
  const states: Readonly<Record<string, string>> = words.invoicingStates
  const counted = itemsOf(quote).filter((item) => item.selected)
  return (
    <Paper p="md">
      <Group justify="space-between" gap="xs" mb="xs">
        <Title order={2} size="sm">
          {words.invoicing}
        </Title>
        <Text size="sm" c="dimmed">
          {states[invoicing.state]}
        </Text>
      </Group>
      <Stack gap={8}>
        <Row label={words.invoiced}>{money(invoicing.net)}</Row>
        <Row label={words.left}>{money(invoicing.rest)}</Row>
      </Stack>
      <Table mt="sm" horizontalSpacing={0} fz="sm" className="spaced">
        <Table.Thead>
          <Table.Tr>
            <Table.Th {...QUIET}>{words.item}</Table.Th>
            <Table.Th {...QUIET} className="figures">
              {words.ordered}
            </Table.Th>
            <Table.Th {...QUIET} className="figures">
              {words.leftShort}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {counted.map((item) => (
            <Table.Tr key={item.id}>
              <Table.Td>{item.description}</Table.Td>
              <Table.Td className="figures">{shownDecimal(item.quantity, language)}</Table.Td>
              <Table.Td className="figures">
                {shownDecimal(leftOf(quote, item.id), language)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {invoicing.invoices.map((invoice) => (
        <Group key={invoice.id} justify="space-between" gap="xs" mt="xs">
          <Anchor component={Link} to={`/invoices/${invoice.id}`} size="sm">
            {invoice.number ?? words.draftInvoice}
            {invoice.kind === 'prepayment' && ` (${words.deposit})`}
          </Anchor>
          <Text size="sm" className="figures">
            {money(invoice.total)}
          </Text>
        </Group>
      ))}
    </Paper>
  )
}

/** All revisions, with a button to compare two of them. */
function Revisions({ quote }: Props) {
  const words = useWords().quotes
  const [isOpen, comparison] = useDisclosure()
  const before = quote.revisions.findLast(({ revision }) => revision < quote.revision)
  return (
    <Paper p="md">
      <Title order={2} size="sm" mb="xs">
        {words.revisions}
      </Title>
      <Stack gap={6}>
        {quote.revisions.toReversed().map((it) => (
          <Group key={it.id} justify="space-between" gap="xs">
            {it.id === quote.id ? (
              <Text size="sm" fw={600}>
                {words.revision(it.revision)} ({words.thisOne})
              </Text>
            ) : (
              <Anchor component={Link} to={`/quotes/${it.id}`} size="sm">
                {words.revision(it.revision)}
              </Anchor>
            )}
            <QuoteState of={{ ...it, expired: false }} />
          </Group>
        ))}
        {before && (
          <Button size="xs" variant="default" onClick={comparison.open} mt="xs" w="fit-content">
            {words.compare}
          </Button>
        )}
      </Stack>
      {before && isOpen && (
        <Dialog isOpen onClose={comparison.close} title={words.compareTitle} size="72rem">
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {[before, quote].map((it) => (
              <Stack key={it.id} gap="xs">
                <Text size="sm" fw={600}>
                  {words.revision(it.revision)}
                </Text>
                <DocumentFrame
                  title={words.revision(it.revision)}
                  src={inCompany(`/api/v1/quotes/${it.id}/html`)}
                />
              </Stack>
            ))}
          </SimpleGrid>
        </Dialog>
      )}
    </Paper>
  )
}

/** The history, newest first. */
function History({ quote: { id, currency } }: Props) {
  const words = useWords().history
  const events = useQuery(quoteEventsQuery(id))
  const { data: messages } = useQuery(messagesAboutQuery(id))
  return (
    <Paper p="md">
      <Title order={2} size="sm" mb="sm">
        {words.title}
      </Title>
      <QueryView of={events} lines={3}>
        {({ data }) => {
          const mails = (messages?.data ?? []).map(toMail)
          const moments = told([...data.map(toMoment), ...mails])
          return (
            <Moments
              currency={currency}
              moments={moments.sort((a, b) => b.at.localeCompare(a.at))}
            />
          )
        }}
      </QueryView>
    </Paper>
  )
}

interface Event {
  readonly id: string
  readonly type: string
  readonly created_at: string
  readonly actor: Actor
}

const toMoment = ({ id, type, created_at: at, actor }: Event): Moment => ({
  key: id,
  action: type.replace('.', '_'),
  at,
  actor: actorName(actor),
  fields: [],
})
