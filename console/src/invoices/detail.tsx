import { Box, Grid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { inCompany } from '../api/company.ts'
import { type Invoice, invoiceQuery } from '../api/invoices.ts'
import { Back } from '../components/back.tsx'
import { DocumentFrame } from '../components/document-frame.tsx'
import { Page } from '../components/page.tsx'
import { QueryView } from '../components/query-view.tsx'
import { Status } from '../components/status.tsx'
import { DeliveriesCard } from '../delivery-notes/card.tsx'
import { Files } from '../files/card.tsx'
import { InvoiceMail } from '../mail/state.tsx'
import { Reminders } from '../reminders/card.tsx'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { InvoiceActions } from './detail-actions.tsx'
import { Credit, Deposits } from './detail-credit.tsx'
import { History } from './detail-history.tsx'
import { Payments } from './detail-payments.tsx'
import { ShareLink, Summary } from './detail-summary.tsx'
import { Transmission } from './transmission.tsx'

const route = getRouteApi('/app/invoices/$id')

/** The page of an invoice or credit note: preview, actions and history. */
export function InvoiceDetail() {
  const { id } = route.useParams()
  const read = useQuery(invoiceQuery(id))
  return (
    <QueryView of={read} kind="invoice" lines={12}>
      {({ invoice, etag }) => <Content invoice={invoice} etag={etag} />}
    </QueryView>
  )
}

interface Props {
  readonly invoice: Invoice
  readonly etag: string | undefined
}

function Content({ invoice, etag }: Props) {
  const words = useWords().invoice
  const title = useTitle(invoice)
  const format = useFormat()
  const { published_at: published } = invoice
  const isClaim = invoice.type === 'invoice' && invoice.status !== 'draft'
  return (
    <Page
      title={title}
      back={
        <Back to="/invoices" label={words.all}>
          <Status of={invoice.display_status} />
          <InvoiceMail mail={invoice.mail} />
        </Back>
      }
      actions={<InvoiceActions invoice={invoice} etag={etag} />}
    >
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 4 }} order={{ base: 1, md: 2 }}>
          <Stack gap="md" className="document-cards">
            <Summary invoice={invoice} />
            {(invoice.share_url !== null || invoice.status !== 'void') && (
              <ShareLink
                url={invoice.share_url}
                since={published === null ? null : words.since(format.instant(published))}
                label={words.link}
                none={words.noLink}
              />
            )}
            {isClaim && <Credit invoice={invoice} />}
            <Deposits invoice={invoice} />
            {isClaim && <Payments invoice={invoice} />}
            {isClaim && <Reminders invoice={invoice} />}
            <Transmission invoice={invoice} />
            {isClaim && invoice.status !== 'void' && (
              <DeliveriesCard of={{ kind: 'invoice', id: invoice.id }} />
            )}
            <Files
              holder={{ kind: 'invoice', id: invoice.id }}
              isInternal={invoice.status !== 'draft'}
            />
            <Box visibleFrom="md">
              <History invoice={invoice} />
            </Box>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 8 }} order={{ base: 2, md: 1 }}>
          <DocumentFrame
            // After a change, the document is read again.
            key={`${invoice.version} ${invoice.updated_at}`}
            title={words.document}
            src={inCompany(`/api/v1/invoices/${invoice.id}/html`)}
          />
          <Box hiddenFrom="md" mt="lg">
            <History invoice={invoice} />
          </Box>
        </Grid.Col>
      </Grid>
    </Page>
  )
}

function useTitle({ type, number, kind, deposits }: Invoice): string {
  const { invoice: words, invoiceList } = useWords()
  if (type === 'credit_note') return number === null ? words.draftNote : words.creditNote(number)
  if (number === null) return words.draft
  if (kind === 'prepayment') return `${invoiceList.roles.deposit} ${number}`
  return deposits.length > 0 ? `${invoiceList.roles.final} ${number}` : words.invoice(number)
}
