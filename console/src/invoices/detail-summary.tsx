import { Anchor, Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Invoice } from '../api/invoices.ts'
import { CopyButton } from '../components/copy.tsx'
import { IconExternalLink } from '../components/icons.ts'
import { Status } from '../components/status.tsx'
import { useFormat, withoutSign } from '../words/format.ts'
import { useWords } from '../words/language.ts'

export const isZero = (amount: string): boolean => /^-?0+(\.0+)?$/.test(amount)

/** What is open or to be refunded; else what the customer pays of the total. */
export function amountOf({ type, status, display_status: shown, totals }: Invoice) {
  if (shown === 'refund_due') return { kind: 'toRefund', amount: withoutSign(totals.due) } as const
  const isOpen = type === 'invoice' && status === 'sent' && !isZero(totals.due)
  if (isOpen) return { kind: 'open', amount: totals.due } as const
  const kind = totals.payable === totals.total ? 'total' : 'payable'
  return { kind, amount: totals.payable } as const
}

/** Dates and amounts. */
export function Summary({ invoice }: { readonly invoice: Invoice }) {
  const words = useWords().invoice
  const { quotes, recurring, withholdings } = useWords()
  const format = useFormat()
  const money = (amount: string) => format.money(amount, invoice.currency)
  const { total, paid, credited } = invoice.totals
  const isClaim = invoice.type === 'invoice' && invoice.status !== 'draft'
  return (
    <Paper p="md">
      <Stack gap={8}>
        <Row label={words.issued}>{format.date(invoice.issue_date)}</Row>
        {invoice.quote_id != null && (
          <Row label={quotes.papers.quote}>
            <Anchor component={Link} to={`/quotes/${invoice.quote_id}`} size="sm">
              {invoice.references.sales_order ?? quotes.papers.quote}
            </Anchor>
          </Row>
        )}
        {invoice.recurring !== null && (
          <Row label={recurring.recurring}>
            <Anchor component={Link} to={`/recurring/${invoice.recurring.id}`} size="sm">
              {recurring.numberOf(invoice.recurring.n)}
            </Anchor>
          </Row>
        )}
        {invoice.due_date !== null && <Row label={words.due}>{format.date(invoice.due_date)}</Row>}
        {invoice.corrects && (
          <Row label={words.corrects}>
            <Anchor component={Link} to={`/invoices/${invoice.corrects.id}`} size="sm">
              {invoice.corrects.number}
            </Anchor>
          </Row>
        )}
        {total !== amountOf(invoice).amount && (
          <Row label={words.total} isStrong>
            {money(total)}
          </Row>
        )}
        {[
          [withholdings.title, invoice.totals.withheld],
          [withholdings.splitTax, invoice.totals.split_tax],
        ].map(([label = '', amount = '']) =>
          isZero(amount) ? null : (
            <Row key={label} label={label}>
              −{money(amount)}
            </Row>
          ),
        )}
        {isClaim && !isZero(paid) && invoice.display_status !== 'paid' && (
          <Row label={words.paid}>{money(paid)}</Row>
        )}
        {!isZero(credited) && <Row label={words.credited}>{money(credited)}</Row>}
        {invoice.settlement !== null && <Settlement invoice={invoice} of={invoice.settlement} />}
      </Stack>
      <CreditNotes invoice={invoice} />
      {invoice.internal_notes !== null && (
        <>
          <Title order={2} size="sm" mt="md">
            {words.internal}
          </Title>
          <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
            {invoice.internal_notes}
          </Text>
        </>
      )}
    </Paper>
  )
}

interface RowProps {
  readonly label: string
  readonly isStrong?: boolean
  readonly children: ReactNode
}

export const Row = ({ label, isStrong = false, children }: RowProps) => (
  <Group justify="space-between" align="baseline" gap="sm" wrap="nowrap">
    <Text size="sm" c="dimmed">
      {label}
    </Text>
    <Text
      size="sm"
      ta="end"
      fw={isStrong ? 700 : 400}
      component="div"
      className="tabular"
      miw={0}
      style={{ overflowWrap: 'anywhere' }}
    >
      {children}
    </Text>
  </Group>
)

interface SettlementProps {
  readonly invoice: Invoice
  readonly of: NonNullable<Invoice['settlement']>
}

/** How the total of a credit note was used. */
function Settlement({ invoice, of }: SettlementProps) {
  const words = useWords().onAccount.settlement
  const { toRefund } = useWords().payments
  const format = useFormat()
  const rows = [
    [words.setOff, of.set_off],
    [words.refunded, of.refunded],
    [words.onAccount, of.on_account],
    [toRefund, of.refund_due],
  ] as const
  return rows
    .filter(([, amount]) => !isZero(amount))
    .map(([label, amount]) => (
      <Row key={label} label={label} isStrong={label === toRefund}>
        {format.money(amount, invoice.currency)}
      </Row>
    ))
}

function CreditNotes({ invoice }: { readonly invoice: Invoice }) {
  const words = useWords().invoice
  const format = useFormat()
  if (invoice.credit_notes.length === 0) return null
  return (
    <>
      <Title order={2} size="sm" mt="md" mb={6}>
        {words.creditNotes}
      </Title>
      <Stack gap={6}>
        {invoice.credit_notes.map((note) => (
          <Group key={note.id} justify="space-between" gap="xs">
            <Group gap={6}>
              <Anchor component={Link} to={`/invoices/${note.id}`} size="sm">
                {note.number ?? words.draftNote}
              </Anchor>
              <Status of={note.status === 'sent' ? 'issued' : note.status} />
            </Group>
            <Text size="sm" className="figures">
              {format.money(note.total, invoice.currency)}
            </Text>
          </Group>
        ))}
      </Stack>
    </>
  )
}

interface LinkProps {
  readonly url: string | null
  /** The time of publishing. */
  readonly since: string | null
  readonly label: string
  /** Shown instead of a link. */
  readonly none: string
}

/** The share link, if there is one. */
export function ShareLink({ url, since, label, none }: LinkProps) {
  const actions = useWords().actions
  if (url === null)
    return (
      <Paper p="md" className="screen-only">
        <Title order={2} size="sm" mb="xs">
          {label}
        </Title>
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      </Paper>
    )
  return (
    <Paper p="md" className="screen-only">
      <TextInput
        label={label}
        description={since ?? undefined}
        value={url}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group gap="xs" mt="sm">
        <CopyButton text={url} label={actions.copyLink} size="xs" />
        <Button
          component="a"
          href={url}
          target="_blank"
          rel="noreferrer"
          variant="default"
          size="xs"
          leftSection={<IconExternalLink size={16} aria-hidden />}
        >
          {actions.openLink}
        </Button>
      </Group>
    </Paper>
  )
}
