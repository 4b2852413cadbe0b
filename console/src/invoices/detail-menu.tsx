import { isOwed } from '@billwright/rules/display-status'
import { Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { inCompany } from '../api/company.ts'
import { type Invoice, paymentsQuery } from '../api/invoices.ts'
import { settingsQuery } from '../api/queries.ts'
import { type Choice, Choices, PdfEntry } from '../components/action-menu.tsx'
import {
  IconArrowBackUp,
  IconBan,
  IconCash,
  IconCheck,
  IconCopy,
  IconDownload,
  IconFileMinus,
  IconFileTypePdf,
  IconLinkOff,
  IconMinus,
  IconRefresh,
  IconSend,
  IconTrash,
  IconWorldUpload,
  IconX,
} from '../components/icons.ts'
import { customerQuery } from '../customers/queries.ts'
import { PROFILE_NAMES } from '../settings/choices.ts'
import { useWords } from '../words/language.ts'
import type { FirstStep } from './first-step.ts'
import type { useActions } from './use-actions.ts'

/** The dialogs before an action. */
export type Asked =
  | 'issue'
  | 'issueOnly'
  | 'unpublish'
  | 'void'
  | 'delete'
  | 'pay'
  | 'credit'
  | 'send'

interface Props {
  readonly invoice: Invoice
  readonly first: FirstStep
  /** Whether it has the button for a payment. */
  readonly isPaidInMenu: boolean
  readonly actions: ReturnType<typeof useActions>
  readonly ask: (what: Asked) => void
}

const PAPERS = ['pro-forma', 'delivery-note'] as const

/** The actions that the invoice's state and the person's scopes allow. */
export function MenuEntries(props: Props) {
  const words = useWords().actions
  const { papers } = useWords().quotes
  const pdf = inCompany(`/api/v1/invoices/${props.invoice.id}/pdf`)
  return (
    <>
      <PdfEntry href={pdf} />
      <Menu.Item
        component="a"
        href={pdf}
        download
        leftSection={<IconDownload size={18} aria-hidden />}
      >
        {words.download}
      </Menu.Item>
      <EInvoiceItem invoice={props.invoice} />
      {props.invoice.type === 'invoice' &&
        PAPERS.map((paper) => (
          <Menu.Item
            key={paper}
            component="a"
            href={inCompany(`/api/v1/invoices/${props.invoice.id}/pdf?as=${paper}`)}
            target="_blank"
            leftSection={<IconFileTypePdf size={18} aria-hidden />}
          >
            {papers[paper]}
          </Menu.Item>
        ))}
      <Choices of={useChoices(props)} />
    </>
  )
}

/** The e-invoice that the customer requires; issuing has checked that it can be created. */
function EInvoiceItem({ invoice }: Pick<Props, 'invoice'>) {
  const words = useWords().actions
  const { data: settings } = useQuery(settingsQuery)
  const { data: customer } = useQuery(customerQuery(invoice.customer_id))
  const required =
    invoice.e_invoice_profile ?? customer?.customer.e_invoice_profile ?? settings?.eInvoiceProfile
  const profile = isProfile(required) ? required : null
  if (profile === null || invoice.status === 'draft' || invoice.status === 'void') return null
  return (
    <Menu.Item
      component="a"
      href={inCompany(`/api/v1/invoices/${invoice.id}/${E_INVOICE_FILES[profile]}`)}
      download
      leftSection={<IconDownload size={18} aria-hidden />}
    >
      {words.downloadAs(PROFILE_NAMES[profile])}
    </Menu.Item>
  )
}

/** The file format of each profile. */
const E_INVOICE_FILES: Readonly<Record<keyof typeof PROFILE_NAMES, string>> = {
  en16931: 'xml?format=ubl',
  peppol: 'xml?format=peppol',
  xrechnung: 'xml?format=xrechnung',
  'factur-x': 'pdf?format=factur-x',
  france: 'pdf?format=factur-x-france',
  pint: 'xml?format=pint',
  nlcius: 'xml?format=nlcius',
  'cius-pt': 'xml?format=cius-pt',
  'cius-ro': 'xml?format=cius-ro',
  'hr-eracun': 'xml?format=hr-eracun',
  fatturapa: 'xml?format=fatturapa',
  ksef: 'xml?format=ksef',
}
const isProfile = (text: unknown): text is keyof typeof PROFILE_NAMES =>
  typeof text === 'string' && Object.hasOwn(PROFILE_NAMES, text)

function useChoices({ invoice, first, isPaidInMenu, actions, ask }: Props): readonly Choice[] {
  const { actions: words, issuing } = useWords()
  const { status, type } = invoice
  const isDraft = status === 'draft'
  const isInvoice = type === 'invoice'
  const isOpen = isOwed(invoice.display_status)
  const isPaid = status === 'paid'
  const { data: payments } = useQuery({ ...paymentsQuery(invoice.id), enabled: isPaid })
  // A recorded payment is deleted in the list of payments.
  const isMarkedOnly = payments?.data.every(({ automatic }) => automatic) ?? false
  return [
    {
      label: issuing.issue,
      text: words.issueText,
      Icon: IconSend,
      needs: 'issue',
      when: isDraft,
      run: () => ask('issueOnly'),
    },
    {
      label: words.pay,
      Icon: IconCash,
      needs: 'write',
      when: isPaidInMenu,
      run: () => ask('pay'),
    },
    {
      label: words.send,
      Icon: IconSend,
      needs: 'issue',
      when: !isDraft && status !== 'void' && first !== 'send',
      run: () => ask('send'),
    },
    {
      label: words.publish,
      text: words.publishText,
      Icon: IconWorldUpload,
      needs: 'issue',
      when: status !== 'void' && invoice.share_url === null,
      run: actions.publish,
    },
    {
      label: words.unpublish,
      text: words.unpublishText,
      Icon: IconLinkOff,
      needs: 'issue',
      when: invoice.share_url !== null,
      run: () => ask('unpublish'),
    },
    {
      label: words.markPaid,
      text: words.markPaidText,
      Icon: IconCheck,
      needs: 'write',
      when: isOpen,
      run: actions.markPaid,
    },
    {
      label: words.markUnpaid,
      text: words.markUnpaidText,
      Icon: IconArrowBackUp,
      needs: 'write',
      when: isPaid && isMarkedOnly,
      run: actions.markUnpaid,
    },
    {
      label: words.deduct,
      text: words.deductText,
      Icon: IconMinus,
      needs: 'write',
      when: isDraft && isInvoice && invoice.quote_id !== null,
      run: actions.deductDeposits,
    },
    {
      label: words.duplicate,
      text: words.duplicateText,
      Icon: IconCopy,
      needs: 'write',
      when: isInvoice,
      run: actions.duplicate,
    },
    {
      label: words.makeRecurring,
      text: words.makeRecurringText,
      Icon: IconRefresh,
      needs: 'write',
      when: isInvoice,
      run: actions.makeRecurring,
    },
    {
      label: words.credit,
      text: words.creditText,
      Icon: IconFileMinus,
      needs: 'write',
      when: isInvoice && (status === 'sent' || status === 'paid'),
      run: () => ask('credit'),
    },
    {
      label: words.writeOff,
      text: words.writeOffText,
      Icon: IconX,
      needs: 'issue',
      when: isOpen,
      run: actions.writeOff,
    },
    {
      label: words.reopen,
      Icon: IconArrowBackUp,
      needs: 'issue',
      when: status === 'uncollectible',
      run: actions.reopen,
    },
    {
      label: words.void,
      text: words.voidText,
      Icon: IconBan,
      needs: 'issue',
      when: status === 'sent',
      isGrave: true,
      run: () => ask('void'),
    },
    {
      label: words.delete,
      text: words.deleteText,
      Icon: IconTrash,
      needs: 'write',
      when: isDraft,
      isGrave: true,
      run: isInvoice ? actions.delete : () => ask('delete'),
    },
  ]
}
