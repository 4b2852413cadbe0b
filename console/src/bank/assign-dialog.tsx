import { Radio, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { INVOICES_KEY } from '../api/invoices.ts'
import { CustomerChoice, type Named } from '../components/customer-choice.tsx'
import { Dialog } from '../components/dialog.tsx'
import { FormButtons } from '../components/form-buttons.tsx'
import { FormFault } from '../components/form-fault.tsx'
import { useAct } from '../components/use-act.ts'
import { ONLINE_KEY, type ProviderPayment } from '../online-payment/queries.ts'
import { useOnlinePaymentWords } from '../online-payment/words.ts'
import { useFormat } from '../words/format.ts'
import { InvoiceChoice } from './choices.tsx'
import type { OpenInvoice } from './queries.ts'

interface Props {
  readonly payment: ProviderPayment
  readonly onClose: () => void
}

/** Books money that is in no balance: to an invoice in its currency, or to the account of a customer. */
export function AssignDialog({ payment, onClose }: Props) {
  const words = useOnlinePaymentWords().list
  const format = useFormat()
  const { submit, isBusy } = useAct([ONLINE_KEY], [INVOICES_KEY], ['attention'])
  const [error, setError] = useState<unknown>(null)
  const [to, setTo] = useState<'invoice' | 'customer'>('invoice')
  const [invoice, setInvoice] = useState<OpenInvoice | null>(null)
  const [customer, setCustomer] = useState<Named | null>(null)
  const { id, currency, unassigned } = payment
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const body =
      to === 'invoice' ? { invoice_id: invoice?.id ?? '' } : { customer_id: customer?.id ?? '' }
    try {
      const done = await submit({
        run: (api) => api.assignProviderPayment({ path: { id }, body }),
        done: words.assigned,
      })
      if (done !== undefined) onClose()
    } catch (failure) {
      setError(failure)
    }
  }
  return (
    <Dialog
      isOpen
      isBusy={isBusy}
      onClose={onClose}
      title={words.assignTitle(format.money(unassigned, currency))}
    >
      <form onSubmit={send} noValidate>
        <Stack gap="sm">
          <Radio.Group
            value={to}
            aria-label={words.assign}
            onChange={(value) => setTo(value === 'customer' ? value : 'invoice')}
          >
            <Stack gap="xs">
              <Radio value="invoice" label={words.toInvoice(currency)} data-autofocus />
              <Radio value="customer" label={words.toAccount} />
            </Stack>
          </Radio.Group>
          {to === 'invoice' ? (
            <InvoiceChoice chosen={invoice} currency={currency} onChoose={setInvoice} />
          ) : (
            <CustomerChoice chosen={customer} onChoose={setCustomer} />
          )}
          <FormFault error={error} />
          <FormButtons
            submit={words.assign}
            isBusy={isBusy}
            isIncomplete={(to === 'invoice' ? invoice : customer) === null}
          />
        </Stack>
      </form>
    </Dialog>
  )
}
