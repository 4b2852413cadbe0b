import { RECEIVED_PROFILE_NAMES } from '@billwright/einvoice/profiles'
import { Alert, Anchor, Button, Grid, Group, List, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Back } from '../components/back.tsx'
import { DocumentFrame } from '../components/document-frame.tsx'
import { dotted } from '../components/dotted.ts'
import { IconCheck, IconDownload, IconFileTypePdf } from '../components/icons.ts'
import { Page } from '../components/page.tsx'
import { QueryView } from '../components/query-view.tsx'
import { type Shape, State } from '../components/state.tsx'
import { Row } from '../invoices/detail-summary.tsx'
import { useFormat } from '../words/format.ts'
import { useLanguage } from '../words/language.ts'
import { SupplierInvoiceActions } from './actions.tsx'
import { partAddress, type SupplierInvoice, supplierInvoiceQuery } from './queries.ts'
import { SupplierInvoiceState } from './state.tsx'
import { useSupplierInvoiceWords } from './words.ts'

const route = getRouteApi('/app/supplier-invoices/$id')

/** The page of a supplier invoice: contents, findings and actions. */
export function SupplierInvoiceDetail() {
  const { id } = route.useParams()
  const { language } = useLanguage()
  const read = useQuery(supplierInvoiceQuery(id, language))
  return (
    <QueryView of={read} kind="supplierInvoice" lines={12}>
      {({ invoice, etag }) => <Content key={invoice.id} invoice={invoice} etag={etag} />}
    </QueryView>
  )
}

interface Props {
  readonly invoice: SupplierInvoice
}

function Content({ invoice, etag }: Props & { readonly etag: string | undefined }) {
  const words = useSupplierInvoiceWords()
  const { language } = useLanguage()
  const { id, number } = invoice
  return (
    <Page
      title={dotted([invoice.seller_name, number])}
      back={
        <Back to="/supplier-invoices" label={words.allOfThem}>
          <SupplierInvoiceState of={invoice} />
        </Back>
      }
      actions={<SupplierInvoiceActions invoice={invoice} etag={etag} />}
    >
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 4 }} order={{ base: 1, md: 2 }}>
          <Stack gap="md">
            <Duplicate of={invoice.duplicate_of} />
            <Stack gap="md" className="document-cards">
              <Summary invoice={invoice} />
              <Findings invoice={invoice} />
            </Stack>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 8 }} order={{ base: 2, md: 1 }}>
          <DocumentFrame
            title={words.document}
            src={partAddress(id, `html?language=${language}`)}
          />
        </Grid.Col>
      </Grid>
    </Page>
  )
}

function Duplicate({ of }: { readonly of: string | null }) {
  const words = useSupplierInvoiceWords()
  if (of === null) return null
  return (
    <Alert color="yellow" title={words.duplicateTitle}>
      <Anchor component={Link} to={`/supplier-invoices/${of}`} size="sm" underline="always">
        {words.toFirst}
      </Anchor>
    </Alert>
  )
}

function Summary({ invoice }: Props) {
  const words = useSupplierInvoiceWords()
  const { language } = useLanguage()
  const format = useFormat()
  const { id, currency, content, reason, paid_on: paidOn, type_name: type } = invoice
  const { payment, totals } = content
  const partNames: Readonly<Record<string, string>> = words.parts
  const account = payment.accounts[0]
  return (
    <Paper p="md">
      <Stack gap={8}>
        {type !== null && <Row label={words.type}>{type}</Row>}
        <Row label={words.issued}>{format.date(invoice.issue_date)}</Row>
        {invoice.due_date !== null && <Row label={words.due}>{format.date(invoice.due_date)}</Row>}
        <Row label={words.total} isStrong>
          {format.money(totals.total, currency)}
        </Row>
        {totals.tax_in_tax_currency !== null && (
          <Row label={words.tax}>
            {format.money(totals.tax_in_tax_currency, totals.tax_currency ?? currency)}
          </Row>
        )}
        {totals.parts
          .filter((part) => !part.in_total)
          .map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two parts may be equal.
            <Row key={index} label={dotted([partNames[part.kind] ?? part.kind, part.text])}>
              {format.money(part.amount, currency)}
            </Row>
          ))}
        {totals.paid !== null && (
          <Row label={words.paidBefore}>{format.money(totals.paid, currency)}</Row>
        )}
        <Row label={words.toPay} isStrong>
          {format.money(totals.due, currency)}
        </Row>
        {payment.schedule.map((it, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two terms may be equal.
          <Row key={index} label={it.due_date === null ? words.terms : format.date(it.due_date)}>
            {dotted([
              it.amount === null ? null : format.money(it.amount, currency),
              it.discount_percent === null
                ? null
                : words.discount(words.percent(format.number(it.discount_percent as `${number}`))),
              it.discount_amount === null
                ? null
                : words.discount(format.money(it.discount_amount, currency)),
              it.text,
            ])}
          </Row>
        ))}
        {account && <Row label={words.account}>{account.id}</Row>}
        {payment.reference !== null && <Row label={words.reference}>{payment.reference}</Row>}
        {paidOn !== null && <Row label={words.states.paid}>{format.date(paidOn)}</Row>}
        {reason !== null && <Row label={words.reason}>{reason}</Row>}
        <Row label={words.received}>{format.instant(invoice.created_at)}</Row>
        <OthersInFile invoice={invoice} />
        <Group gap="xs" mt="xs">
          <Button
            component="a"
            href={partAddress(id, 'original')}
            download
            size="xs"
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {words.original}
          </Button>
          <Button
            component="a"
            href={partAddress(id, `pdf?language=${language}`)}
            target="_blank"
            size="xs"
            variant="default"
            leftSection={<IconFileTypePdf size={16} aria-hidden />}
          >
            {words.pdf}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

/** The other invoices of a file with several. */
function OthersInFile({ invoice: { id, lot } }: Props) {
  const words = useSupplierInvoiceWords()
  if (lot === null) return null
  return (
    <Row label={words.inFile(lot.position, lot.of)}>
      {lot.invoices
        .filter((other) => other.id !== id)
        .map((other) => (
          <Anchor
            key={other.id}
            component={Link}
            to={`/supplier-invoices/${other.id}`}
            size="sm"
            display="block"
          >
            {other.number}
          </Anchor>
        ))}
    </Row>
  )
}

const SHAPES: Readonly<Record<string, Shape>> = { error: 'late', warning: 'due' }

function Findings({ invoice: { findings, profile } }: Props) {
  const words = useSupplierInvoiceWords()
  const levels: Readonly<Record<string, string>> = words.levels
  return (
    <Paper p="md">
      <Title order={2} size="sm" mb="xs">
        {words.checked(RECEIVED_PROFILE_NAMES[profile])}
      </Title>
      {findings.length === 0 ? (
        <Group gap={6} wrap="nowrap">
          <IconCheck size={18} color="var(--pine-ink)" aria-hidden />
          <Text size="sm">{words.noFindings}</Text>
        </Group>
      ) : (
        <List size="sm" spacing="xs" listStyleType="none" style={{ overflowWrap: 'anywhere' }}>
          {findings.map(({ rule, level, line, message }) => (
            <List.Item key={`${rule} ${line} ${message}`}>
              {message}
              <Group gap={6}>
                <State shape={SHAPES[level] ?? 'open'}>{levels[level] ?? level}</State>
                <Text size="xs" c="dimmed">
                  {rule}
                </Text>
              </Group>
            </List.Item>
          ))}
        </List>
      )}
    </Paper>
  )
}
