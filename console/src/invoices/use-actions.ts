import type { Args } from '@billwright/sdk'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../api.ts'
import { useWords } from '../words.tsx'
import { actionWords } from './action-words.ts'
import { detailWords } from './detail-words.ts'
import type { Invoice } from './queries.ts'
import { useInvoiceAction } from './use-invoice-action.ts'

type Status = 'sent' | 'paid' | 'void' | 'uncollectible'

/**
 * Everything that is done to one invoice as it is on the screen: what ends or numbers something names
 * the ETag it was decided on.
 */
export function useActions(invoice: Pick<Invoice, 'id' | 'type'>, etag: string | undefined) {
  const words = useWords(actionWords)
  const details = useWords(detailWords)
  const navigate = useNavigate()
  const { act, isBusy } = useInvoiceAction()
  const path = { id: invoice.id }
  const seen = etag === undefined ? {} : { ifMatch: etag }
  const become = (status: Status, condition: { readonly ifMatch?: string } = seen) =>
    api.updateInvoice({ path, body: { status }, ...condition })
  const numberOf = ({ number }: Invoice) => words.issued(number ?? '')
  const open = (id: string) => navigate({ to: '/invoices/$id/edit', params: { id } })

  return {
    isBusy,
    issue: () => act({ run: () => become('sent'), done: numberOf }),
    issueAndPublish: () =>
      act({
        run: async () => {
          await become('sent')
          return api.publishInvoice({ path })
        },
        done: (it) => `${numberOf(it)} ${words.published}`,
      }),
    publish: () =>
      act({
        run: () => api.publishInvoice({ path }),
        done: words.published,
        undo: () => api.unpublishInvoice({ path }),
      }),
    unpublish: () => act({ run: () => api.unpublishInvoice({ path }), done: words.unpublished }),
    markPaid: () =>
      act({
        run: () => become('paid'),
        done: words.paid,
        undo: () => become('sent', {}),
      }),
    markUnpaid: () => act({ run: () => become('sent'), done: words.unpaid }),
    writeOff: () =>
      act({
        run: () => become('uncollectible'),
        done: words.writtenOff,
        undo: () => become('sent', {}),
      }),
    reopen: () => act({ run: () => become('sent'), done: words.reopened }),
    void: () => act({ run: () => become('void'), done: words.voided }),
    delete: async () => {
      const isDone = await act({
        run: async () => {
          await api.deleteInvoice({ path, ...seen })
          // Gone before the list is read again, so that this page does not ask for it in vain.
          await navigate({ to: '/invoices' })
          return true
        },
        done: words.deleted,
      })
      return isDone
    },
    duplicate: async () => {
      const copy = await act({
        run: () => api.duplicateInvoice({ path }),
        done: words.duplicated,
        undo: async (made) => {
          await navigate({ to: '/invoices/$id', params: path })
          await api.deleteInvoice({ path: { id: made.id } })
        },
      })
      if (copy) await open(copy.id)
    },
    credit: async (body: Args<'createCreditNote'>['body']) => {
      const note = await api.createCreditNote({ path, body })
      await act({ run: async () => note, done: details.creditMade })
      await navigate({ to: '/invoices/$id', params: { id: note.id } })
    },
  }
}
