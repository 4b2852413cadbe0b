import { Button, Stack, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Api } from '../api/client.ts'
import { useMay } from '../api/session.ts'
import { DeleteMenu } from '../components/action-menu.tsx'
import { ConfirmDialog } from '../components/confirm.tsx'
import { DayField } from '../components/date-field.tsx'
import { Dialog } from '../components/dialog.tsx'
import { FormButtons } from '../components/form-buttons.tsx'
import { FormFault } from '../components/form-fault.tsx'
import { useAct } from '../components/use-act.ts'
import { SUPPLIER_INVOICES_KEY, type SupplierInvoice } from './queries.ts'
import { useSupplierInvoiceWords } from './words.ts'

interface Props {
  readonly invoice: SupplierInvoice
  readonly etag: string | undefined
}

/** The possible decisions. Each can be undone, except a deletion. */
export function SupplierInvoiceActions({ invoice, etag }: Props) {
  const words = useSupplierInvoiceWords()
  const navigate = useNavigate()
  const { act, submit, isBusy } = useAct([SUPPLIER_INVOICES_KEY])
  const mayDecide = useMay('issue')
  const mayWrite = useMay('write')
  const [isRejecting, rejecting] = useDisclosure()
  const [isPaying, paying] = useDisclosure()
  const [isDeleting, deleting] = useDisclosure()
  const { id, allowed, number } = invoice
  const at = { path: { id }, ...(etag === undefined ? {} : { ifMatch: etag }) }
  const back = { undo: (api: Api) => api.reopenSupplierInvoice({ path: { id } }) }
  const accept = () =>
    act({ run: (api) => api.acceptSupplierInvoice(at), done: words.acceptDone, ...back })
  const reject = (reason: string) =>
    submit({
      run: (api) => api.rejectSupplierInvoice({ ...at, body: { reason } }),
      done: words.rejectDone,
      ...back,
    })
  const pay = (day: string) =>
    submit({
      run: (api) => api.paySupplierInvoice({ ...at, body: day === '' ? {} : { paid_on: day } }),
      done: words.payDone,
      ...back,
    })
  const reopen = () => act({ run: (api) => api.reopenSupplierInvoice(at), done: words.reopenDone })
  const remove = () =>
    act({
      run: async (api) => {
        await navigate({ to: '/supplier-invoices' })
        await api.deleteSupplierInvoice(at)
      },
      done: words.deleteDone,
    })
  const may = (action: string) => mayDecide && allowed.some((it) => it === action)
  return (
    <>
      {may('reopen') && (
        <Button variant="default" loading={isBusy} onClick={reopen}>
          {words.reopen}
        </Button>
      )}
      {may('reject') && (
        <Button variant="default" onClick={rejecting.open}>
          {words.reject}
        </Button>
      )}
      {may('accept') && (
        <Button loading={isBusy} onClick={accept}>
          {words.accept}
        </Button>
      )}
      {may('pay') && <Button onClick={paying.open}>{words.pay}</Button>}
      {mayWrite && invoice.status === 'new' && (
        <DeleteMenu label={words.delete} onDelete={deleting.open} />
      )}
      <ConfirmDialog
        isOpen={isDeleting}
        onClose={deleting.close}
        title={words.deleteTitle(number)}
        text={words.deleteText}
        verb={words.delete}
        onConfirm={remove}
      />
      {isRejecting && (
        <Ask
          title={words.rejectTitle(number)}
          verb={words.reject}
          isBusy={isBusy}
          onSubmit={reject}
          onClose={rejecting.close}
        >
          <Text size="sm">{words.rejectText}</Text>
          <Textarea
            name="value"
            label={words.reason}
            required
            maxLength={500}
            autosize
            minRows={2}
            data-autofocus
          />
        </Ask>
      )}
      {isPaying && (
        <Ask
          title={words.payTitle(number)}
          verb={words.pay}
          isBusy={isBusy}
          onSubmit={pay}
          onClose={paying.close}
        >
          <DayField
            name="value"
            label={words.paidOn}
            description={words.paidOnHint}
            data-autofocus
          />
        </Ask>
      )}
    </>
  )
}

interface AskProps {
  readonly title: string
  readonly verb: string
  readonly isBusy: boolean
  readonly onSubmit: (value: string) => Promise<unknown>
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A small form with one field. */
function Ask({ title, verb, isBusy, onSubmit, onClose, children }: AskProps) {
  const [error, setError] = useState<unknown>(null)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const value = String(new FormData(event.currentTarget).get('value') ?? '').trim()
    try {
      await onSubmit(value)
      onClose()
    } catch (failure) {
      setError(failure)
    }
  }
  return (
    <Dialog isOpen isBusy={isBusy} onClose={onClose} title={title}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          {children}
          <FormFault error={error} />
          <FormButtons submit={verb} isBusy={isBusy} />
        </Stack>
      </form>
    </Dialog>
  )
}
