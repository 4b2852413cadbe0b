import type { Args } from '@billwright/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type Api, isProblem } from '../api/client.ts'
import { INVOICES_KEY, type Invoice } from '../api/invoices.ts'
import { settingsQuery } from '../api/queries.ts'
import { QUOTES_KEY } from '../api/quotes.ts'
import { useAct } from '../components/use-act.ts'
import { isNegative, useFormat, withoutSign } from '../words/format.ts'
import { useLanguage, useWords } from '../words/language.ts'

type Status = 'sent' | 'paid' | 'void' | 'uncollectible'

/**
 * The actions on one invoice. Those that assign a number or end something send the ETag on which
 * the person decided.
 */
export function useActions(
  invoice: Pick<Invoice, 'id' | 'type'> | Invoice,
  etag: string | undefined,
) {
  const words = useWords().actions
  const details = useWords().invoice
  const payments = useWords().payments
  const navigate = useNavigate()
  const format = useFormat()
  const queries = useQueryClient()
  const { language } = useLanguage()
  const { act, submit, refresh, isBusy } = useAct([INVOICES_KEY], [QUOTES_KEY])
  const path = { id: invoice.id }
  const seen = etag === undefined ? {} : { ifMatch: etag }
  const become = (api: Api, status: Status, condition: { readonly ifMatch?: string } = seen) =>
    api.updateInvoice({ path, body: { status }, ...condition })
  /** After the person has seen the findings of the draft. */
  const issue = (api: Api) =>
    api.updateInvoice({ path, body: { status: 'sent', allow_early_due: true }, ...seen })
  const numberOf = ({ number }: Invoice) => words.issued(number ?? '')
  const open = (id: string) => navigate({ to: '/invoices/$id/edit', params: { id } })
  const deducted = 'deposits' in invoice ? invoice.deposits.map(({ id }) => id) : []

  return {
    isBusy,
    issue: () => act({ run: issue, done: numberOf }),
    publish: () =>
      act({
        run: (api) => api.publishInvoice({ path }),
        done: words.published,
        undo: (api) => api.unpublishInvoice({ path }),
      }),
    unpublish: () => act({ run: (api) => api.unpublishInvoice({ path }), done: words.unpublished }),
    markPaid: () =>
      act({
        run: (api) => become(api, 'paid'),
        done: words.paid,
        undo: (api) => become(api, 'sent', {}),
      }),
    markUnpaid: () => act({ run: (api) => become(api, 'sent'), done: words.unpaid }),
    writeOff: () =>
      act({
        run: (api) => become(api, 'uncollectible'),
        done: words.writtenOff,
        undo: (api) => become(api, 'sent', {}),
      }),
    reopen: () => act({ run: (api) => become(api, 'sent'), done: words.reopened }),
    void: () => act({ run: (api) => become(api, 'void'), done: words.voided }),
    delete: async () => {
      const isDone = await act({
        run: async (api) => {
          await api.deleteInvoice({ path, ...seen })
          // Removed from the cache before the list is read again, so that this page does not
          // request it.
          await navigate({ to: '/invoices' })
          return true
        },
        done: words.deleted,
        ...(invoice.type === 'invoice' &&
          'items' in invoice && {
            undo: async (api: Api) => {
              const settings = await queries.ensureQueryData(settingsQuery)
              const { draftOf } = await import('../editor/draft-of.ts')
              const { id } = await api.createInvoice({ body: draftOf(invoice, settings, language) })
              await navigate({ to: '/invoices/$id', params: { id } })
            },
          }),
      })
      return isDone
    },
    duplicate: async () => {
      const copy = await act({
        run: (api) => api.duplicateInvoice({ path }),
        done: words.duplicated,
        undo: async (api, made) => {
          await navigate({ to: '/invoices/$id', params: path })
          await api.deleteInvoice({ path: { id: made.id } })
        },
      })
      if (copy) await open(copy.id)
    },
    /** Deducts the deposits of the quote from the draft that bills it. */
    deductDeposits: () =>
      act({
        run: (api) => api.deductDeposits({ path, body: {}, ...seen }),
        done: ({ deposits }) => words.deducted(deposits.length),
        undo: (api) => api.deductDeposits({ path, body: { deposits: deducted } }),
      }),
    makeRecurring: async () => {
      const made = await act({
        run: (api) => api.makeInvoiceRecurring({ path, body: {} }),
        done: words.madeRecurring,
        undo: async (api, { id }) => {
          await navigate({ to: '/invoices/$id', params: path })
          await api.deleteRecurringInvoice({ path: { id } })
        },
      })
      if (made) await navigate({ to: '/recurring/$id', params: { id: made.id } })
    },
    /** Throws the error. */
    credit: async (body: Args<'createCreditNote'>['body']) => {
      const note = await submit({
        run: (api) => api.createCreditNote({ path, body }),
        done: details.creditMade,
      })
      if (note) await navigate({ to: '/invoices/$id', params: { id: note.id } })
    },
    /** Throws the error. */
    pay: async (body: Args<'recordPayment'>['body'], onDone: () => void) => {
      try {
        await submit({
          run: async (api) => {
            const payment = await api.recordPayment({ path, body })
            onDone()
            return payment
          },
          done: ({ amount, currency }) =>
            isNegative(amount)
              ? payments.refundRecorded(format.money(withoutSign(amount), currency))
              : details.paymentRecorded(format.money(amount, currency)),
          undo: (api, { id }) => api.deletePayment({ path: { ...path, payment_id: id } }),
        })
      } catch (error) {
        // Another tab may have recorded it, so the amount due is read again before the person
        // decides.
        if (isProblem(error, 'overpayment')) await refresh()
        throw error
      }
    },
  }
}
