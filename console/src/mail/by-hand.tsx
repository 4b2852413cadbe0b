import { Button, Group, Paper, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { inCompany } from '../api/company.ts'
import { INVOICES_KEY, invoiceQuery } from '../api/invoices.ts'
import { QUOTES_KEY, quoteQuery } from '../api/quotes.ts'
import { CopyButton } from '../components/copy.tsx'
import { IconDownload, IconLink, IconMail } from '../components/icons.ts'
import { useAct } from '../components/use-act.ts'
import { useWords } from '../words/language.ts'
import type { Subject } from './queries.ts'

const CHANGED = [[INVOICES_KEY], [QUOTES_KEY]]

interface Props {
  readonly of: Subject
  readonly to: readonly string[]
  readonly subject: string
  readonly body: string
}

/** Without a mail server: the link, the PDF, or a message in the person's mail program. */
export const ByHand = (props: Props) =>
  props.of.kind === 'quote' ? <QuoteByHand {...props} /> : <InvoiceByHand {...props} />

function InvoiceByHand(props: Props) {
  const { id } = props.of
  const { data } = useQuery(invoiceQuery(id))
  const words = useWords().actions
  const { act, isBusy } = useAct(...CHANGED)
  const { number = null, share_url: link = null } = data?.invoice ?? {}
  const pdf = `/api/v1/invoices/${id}/pdf`
  const publish = () =>
    act({
      run: (api) => api.publishInvoice({ path: { id } }),
      done: words.published,
      undo: (api) => api.unpublishInvoice({ path: { id } }),
    })
  return <Ways {...props} {...{ number, link, pdf, isBusy }} onCreate={publish} />
}

function QuoteByHand(props: Props) {
  const { id } = props.of
  const { data } = useQuery(quoteQuery(id))
  const words = useWords().quotes
  const { act, isBusy } = useAct(...CHANGED)
  const { number = null, share_url: link = null } = data?.quote ?? {}
  const pdf = `/api/v1/quotes/${id}/pdf`
  const seen = data?.etag === undefined ? {} : { ifMatch: data.etag }
  const open = () =>
    act({
      run: (api) => api.openQuote({ path: { id }, ...seen }),
      done: (quote) => words.opened(quote.number ?? ''),
    })
  return <Ways {...props} {...{ number, link, pdf, isBusy }} onCreate={open} />
}

/** What a text leaves open until it is sent; null: not there yet. */
interface Open {
  readonly number: string | null
  readonly link: string | null
}

interface WaysProps extends Props, Open {
  readonly pdf: string
  readonly isBusy: boolean
  readonly onCreate: () => unknown
}

function Ways({ to, subject, body, number, link, pdf, isBusy, onCreate }: WaysProps) {
  const words = useWords().byHand
  const actions = useWords().actions
  const text = body.includes('{link}') ? body : `${body}\n\n{link}`
  const open = { number, link }
  const mail = new URLSearchParams({ subject: filledIn(subject, open), body: filledIn(text, open) })
  return (
    <Paper p="sm">
      <Text size="sm" fw={600} mb="xs">
        {words.title}
      </Text>
      {link !== null && (
        <TextInput
          aria-label={words.link}
          value={link}
          readOnly
          mb="xs"
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      <Group gap="xs">
        {link === null ? (
          <Button
            variant="default"
            leftSection={<IconLink size={16} aria-hidden />}
            loading={isBusy}
            onClick={onCreate}
          >
            {words.createLink}
          </Button>
        ) : (
          <CopyButton text={link} label={actions.copyLink} />
        )}
        <Button
          variant="default"
          component="a"
          href={inCompany(pdf)}
          download
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {actions.download}
        </Button>
        <Button
          variant="default"
          component="a"
          href={`mailto:${to.map(encodeURIComponent).join(',')}?${mail.toString().replaceAll('+', '%20')}`}
          leftSection={<IconMail size={16} aria-hidden />}
        >
          {words.write}
        </Button>
      </Group>
    </Paper>
  )
}

/** As the service fills in the texts of a request. */
const filledIn = (text: string, { number, link }: Open): string =>
  text
    .replaceAll('{number}', () => number ?? '')
    .replaceAll('{link}', () => link ?? '')
    .replaceAll('{{', '{')
    .replaceAll('}}', '}')
    .replace(/ {2,}/g, ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
