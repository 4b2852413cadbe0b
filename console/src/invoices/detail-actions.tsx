import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { inCompany } from '../api/company.ts'
import type { Invoice } from '../api/invoices.ts'
import { useMay } from '../api/session.ts'
import { ActionMenu } from '../components/action-menu.tsx'
import { ConfirmDialog } from '../components/confirm.tsx'
import { IconBank, IconFileTypePdf, IconPencil, IconSend } from '../components/icons.ts'
import { ButtonLink } from '../components/list-links.tsx'
import { useKeys } from '../components/use-keys.ts'
import { SendDialog } from '../mail/send-dialog.tsx'
import { SendReminder } from '../reminders/card.tsx'
import { useWords } from '../words/language.ts'
import { CreditForm } from './credit-form.tsx'
import { type Asked, MenuEntries } from './detail-menu.tsx'
import { SendLastReceipt } from './detail-payments.tsx'
import { type FirstStep, isPayable, useFirstStep } from './first-step.ts'
import { IssueDialog } from './issue/dialog.tsx'
import { PaymentForm } from './payment-form.tsx'
import { useActions } from './use-actions.ts'

const route = getRouteApi('/app/invoices/$id')

interface Props {
  readonly invoice: Invoice
  readonly etag: string | undefined
}

/** The next step as a button, all other actions in a menu. */
export function InvoiceActions({ invoice, etag }: Props) {
  const words = useWords().actions
  const actions = useActions(invoice, etag)
  const navigate = route.useNavigate()
  const { ask: wanted } = route.useSearch()
  const [chosen, setChosen] = useState<Asked | null>(null)
  const asked = wanted ?? chosen
  const ask = (what: Asked | null) => {
    setChosen(what)
    if (wanted) void navigate({ search: {}, replace: true })
  }
  const isDraft = invoice.status === 'draft'
  const first = useFirstStep(invoice)
  // A phone has no room for both long buttons.
  const isPhone = useMediaQuery('(max-width: 30em)', false, { getInitialValueInEffect: false })
  const isPaidInMenu = isPhone && (first === 'reminder' || first === 'address')
  const mayIssue = useMay('issue')
  const mayWrite = useMay('write')
  useKeys({
    e: () =>
      isDraft && mayWrite && navigate({ to: '/invoices/$id/edit', params: { id: invoice.id } }),
    s: () => mayIssue && invoice.status !== 'void' && ask(isDraft ? 'issue' : 'send'),
    p: () => mayWrite && isPayable(invoice) && ask('pay'),
  })
  return (
    <>
      <Button
        component="a"
        href={inCompany(`/api/v1/invoices/${invoice.id}/pdf`)}
        target="_blank"
        variant="default"
        leftSection={<IconFileTypePdf size={18} aria-hidden />}
        visibleFrom="md"
      >
        {words.pdf}
      </Button>
      <NextStep {...{ invoice, first, isPaidInMenu, ask }} isBusy={actions.isBusy} />
      <ActionMenu>
        <MenuEntries {...{ invoice, first, isPaidInMenu, actions, ask }} />
      </ActionMenu>
      <Questions invoice={invoice} actions={actions} asked={asked} ask={ask} />
    </>
  )
}

interface NextStepProps {
  readonly invoice: Invoice
  readonly first: FirstStep
  /** Whether the menu has the button for a payment. */
  readonly isPaidInMenu: boolean
  readonly ask: (what: Asked) => void
  readonly isBusy: boolean
}

function NextStep({ invoice, first, isPaidInMenu, ask, isBusy }: NextStepProps) {
  const { actions: words, issuing, payments } = useWords()
  const mayIssue = useMay('issue')
  const mayWrite = useMay('write')
  const { status, id } = invoice
  if (status === 'draft')
    return (
      <>
        {mayWrite && (
          <Button
            component={Link}
            to={`/invoices/${id}/edit`}
            variant="default"
            leftSection={<IconPencil size={18} aria-hidden />}
          >
            {words.edit}
          </Button>
        )}
        {mayIssue && (
          <Button
            leftSection={<IconSend size={18} aria-hidden />}
            loading={isBusy}
            onClick={() => ask('issue')}
          >
            {issuing.send}
          </Button>
        )}
      </>
    )
  const isRefund = invoice.display_status === 'refund_due'
  return (
    <>
      {isPayable(invoice) && mayWrite && !isPaidInMenu && (
        <Button
          variant={first !== 'pay' && (mayIssue || first === 'address') ? 'default' : 'filled'}
          leftSection={<IconBank size={18} aria-hidden />}
          onClick={() => ask('pay')}
        >
          {isRefund ? payments.recordRefund : words.pay}
        </Button>
      )}
      <First invoice={invoice} first={first} ask={ask} />
    </>
  )
}

/** The filled button. */
function First({ invoice, first, ask }: Pick<NextStepProps, 'invoice' | 'first' | 'ask'>) {
  const { actions: words, attention } = useWords()
  const mayIssue = useMay('issue')
  const icon = <IconSend size={18} aria-hidden />
  if (first === 'address')
    return (
      <ButtonLink
        to="/customers/$id/edit"
        params={{ id: invoice.customer_id }}
        hash="email"
        variant="filled"
        size="sm"
      >
        {attention.correct}
      </ButtonLink>
    )
  if (!mayIssue || invoice.status === 'void' || first === 'pay') return null
  if (first === 'reminder')
    return <SendReminder invoice={invoice} variant="filled" leftSection={icon} />
  if (first === 'receipt') return <SendLastReceipt invoice={invoice} />
  return (
    <Button leftSection={icon} onClick={() => ask('send')}>
      {words.send}
    </Button>
  )
}

interface QuestionsProps {
  readonly invoice: Invoice
  readonly actions: ReturnType<typeof useActions>
  readonly asked: Asked | null
  readonly ask: (what: Asked | null) => void
}

function Questions({ invoice, actions, asked, ask }: QuestionsProps) {
  const words = useWords().actions
  const close = () => ask(null)
  const dialog = (name: Asked) => ({ isOpen: asked === name, onClose: close })
  return (
    <>
      <IssueDialog
        {...dialog('issue')}
        id={invoice.id}
        onIssued={(isToSend) => isToSend && ask('send')}
      />
      <IssueDialog {...dialog('issueOnly')} id={invoice.id} isQuiet onIssued={() => {}} />
      <ConfirmDialog
        {...dialog('unpublish')}
        title={words.unpublishTitle}
        text={words.unpublishText}
        verb={words.unpublish}
        onConfirm={actions.unpublish}
      />
      <ConfirmDialog
        {...dialog('void')}
        title={words.voidTitle(invoice.number ?? '')}
        text={words.voidConfirm}
        verb={words.void}
        onConfirm={actions.void}
      />
      <ConfirmDialog
        {...dialog('delete')}
        title={words.deleteTitle}
        text={words.deleteConfirm}
        verb={words.delete}
        onConfirm={actions.delete}
      />
      {asked === 'pay' && <PaymentForm {...{ invoice, actions }} onClose={close} />}
      {asked === 'send' && (
        <SendDialog
          subject={{ kind: 'invoice', id: invoice.id, number: invoice.number }}
          onClose={close}
        />
      )}
      {asked === 'credit' && <CreditForm {...{ invoice, actions }} onClose={close} />}
    </>
  )
}
