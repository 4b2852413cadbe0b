import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { inCompany } from '../api/company.ts'
import type { Quote } from '../api/quotes.ts'
import { useMay } from '../api/session.ts'
import { ActionMenu, type Choice, Choices, PdfEntry } from '../components/action-menu.tsx'
import { ConfirmDialog } from '../components/confirm.tsx'
import {
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconCopy,
  IconEdit,
  IconFileInvoice,
  IconFilePlus,
  IconFileTypePdf,
  IconPencil,
  IconSend,
  IconTrash,
  IconX,
} from '../components/icons.ts'
import { SendDialog } from '../mail/send-dialog.tsx'
import { useWords } from '../words/language.ts'
import { AnswerDialog } from './answer-dialog.tsx'
import { ExtendDialog } from './extend-dialog.tsx'
import { InvoiceDialog } from './invoice-dialog.tsx'
import type { Paper } from './papers.ts'
import { useQuoteActions } from './use-quote-actions.ts'

const route = getRouteApi('/app/quotes/$id')

/** The dialogs before an action. */
type Asked =
  | 'open'
  | 'send'
  | 'accepted'
  | 'declined'
  | 'extend'
  | 'withdraw'
  | 'delete'
  | 'invoice'

interface Props {
  readonly quote: Quote
  readonly etag: string | undefined
  readonly paper: Paper
}

/** The next step as a button, all other actions in a menu. */
export function QuoteActions({ quote, etag, paper }: Props) {
  const words = useWords().actions
  const mayWrite = useMay('write')
  const actions = useQuoteActions(quote, etag)
  const navigate = route.useNavigate()
  const { ask: wanted } = route.useSearch()
  const [asked, setAsked] = useState<Asked | null>(
    wanted === 'invoice' && mayInvoice(quote) && mayWrite ? wanted : null,
  )
  const ask = (what: Asked | null) => {
    setAsked(what)
    if (wanted) void navigate({ search: {}, replace: true })
  }
  const pdf = inCompany(`/api/v1/quotes/${quote.id}/pdf?as=${paper}`)
  return (
    <>
      <Button
        component="a"
        href={pdf}
        target="_blank"
        variant="default"
        leftSection={<IconFileTypePdf size={18} aria-hidden />}
        visibleFrom="md"
      >
        {words.pdf}
      </Button>
      <NextStep quote={quote} ask={ask} />
      <ActionMenu>
        <PdfEntry href={pdf} />
        <MenuEntries quote={quote} actions={actions} ask={ask} />
      </ActionMenu>
      <Questions quote={quote} actions={actions} asked={asked} close={() => ask(null)} />
    </>
  )
}

const mayInvoice = ({ status, invoicing }: Quote): boolean =>
  status === 'accepted' && invoicing.state !== 'full'

interface StepProps {
  readonly quote: Quote
  readonly ask: (what: Asked) => void
}

function NextStep({ quote, ask }: StepProps) {
  const words = useWords().quotes
  const mayIssue = useMay('issue')
  const mayWrite = useMay('write')
  const { status, id } = quote
  const canSend = mayIssue && (status === 'draft' || (status === 'open' && !quote.expired))
  return (
    <>
      {status === 'draft' && mayWrite && (
        <Button
          component={Link}
          to={`/quotes/${id}/edit`}
          variant="default"
          leftSection={<IconPencil size={18} aria-hidden />}
        >
          {words.edit}
        </Button>
      )}
      {canSend && (
        <Button leftSection={<IconSend size={18} aria-hidden />} onClick={() => ask('send')}>
          {words.send}
        </Button>
      )}
      {mayInvoice(quote) && mayWrite && (
        <Button
          leftSection={<IconFileInvoice size={18} aria-hidden />}
          onClick={() => ask('invoice')}
        >
          {words.invoice}
        </Button>
      )}
    </>
  )
}

interface MenuProps extends StepProps {
  readonly actions: ReturnType<typeof useQuoteActions>
}

const MenuEntries = (props: MenuProps) => <Choices of={useChoices(props)} />

function useChoices({ quote, actions, ask }: MenuProps): readonly Choice[] {
  const words = useWords().quotes
  const { status, revisions, invoicing } = quote
  const isNewest = revisions.at(-1)?.id === quote.id
  const isOpen = status === 'open'
  const isAnswered = status === 'accepted' || status === 'declined'
  return [
    {
      label: words.open,
      text: words.openText,
      Icon: IconFilePlus,
      needs: 'issue',
      when: status === 'draft',
      run: () => ask('open'),
    },
    {
      label: words.accept,
      text: words.acceptText,
      Icon: IconCheck,
      needs: 'issue',
      when: isOpen,
      run: () => ask('accepted'),
    },
    {
      label: words.decline,
      text: words.declineText,
      Icon: IconX,
      needs: 'issue',
      when: isOpen,
      run: () => ask('declined'),
    },
    {
      label: words.invoice,
      text: words.invoiceText,
      Icon: IconFileInvoice,
      needs: 'write',
      when: isOpen || (status === 'accepted' && invoicing.state === 'full'),
      run: () => ask('invoice'),
    },
    {
      label: words.extend,
      text: words.extendText,
      Icon: IconPencil,
      needs: 'issue',
      when: isOpen,
      run: () => ask('extend'),
    },
    {
      label: words.revise,
      text: words.reviseText,
      Icon: IconEdit,
      needs: 'write',
      when: isNewest && (isOpen || status === 'declined'),
      run: actions.revise,
    },
    {
      label: words.reopen,
      text: words.reopenText,
      Icon: IconArrowBackUp,
      needs: 'issue',
      when: isAnswered && invoicing.state === 'none',
      run: actions.reopen,
    },
    {
      label: words.duplicate,
      text: words.duplicateText,
      Icon: IconCopy,
      needs: 'write',
      when: true,
      run: actions.duplicate,
    },
    {
      label: words.withdraw,
      text: words.withdrawText,
      Icon: IconBan,
      needs: 'issue',
      when: isOpen,
      isGrave: true,
      run: () => ask('withdraw'),
    },
    {
      label: words.delete,
      text: words.deleteText,
      Icon: IconTrash,
      needs: 'write',
      when: status === 'draft',
      isGrave: true,
      run: () => ask('delete'),
    },
  ]
}

interface QuestionsProps {
  readonly quote: Quote
  readonly actions: ReturnType<typeof useQuoteActions>
  readonly asked: Asked | null
  readonly close: () => void
}

function Questions({ quote, actions, asked, close }: QuestionsProps) {
  const words = useWords().quotes
  const dialog = (name: Asked) => ({ isOpen: asked === name, onClose: close })
  const form = { quote, actions, onClose: close }
  return (
    <>
      <ConfirmDialog
        {...dialog('open')}
        verbColor="pine"
        title={words.openTitle}
        text={words.openText}
        verb={words.openVerb}
        onConfirm={actions.open}
      />
      <ConfirmDialog
        {...dialog('withdraw')}
        title={words.withdrawTitle(quote.number ?? '')}
        text={words.withdrawConfirm}
        verb={words.withdraw}
        onConfirm={actions.withdraw}
      />
      <ConfirmDialog
        {...dialog('delete')}
        title={words.deleteTitle}
        text={words.deleteConfirm}
        verb={words.delete}
        onConfirm={actions.delete}
      />
      {(asked === 'accepted' || asked === 'declined') && <AnswerDialog {...form} kind={asked} />}
      {asked === 'extend' && <ExtendDialog {...form} />}
      {asked === 'invoice' && <InvoiceDialog {...form} />}
      {asked === 'send' && (
        <SendDialog
          subject={{ kind: 'quote', id: quote.id, number: quote.number }}
          onClose={close}
        />
      )}
    </>
  )
}
