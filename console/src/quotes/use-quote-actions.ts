import type { Args } from '@billwright/sdk'
import { useNavigate } from '@tanstack/react-router'
import { INVOICES_KEY } from '../api/invoices.ts'
import { QUOTES_KEY, type Quote } from '../api/quotes.ts'
import { useAct } from '../components/use-act.ts'
import { useWords } from '../words/language.ts'

/** The actions on one quote. */
export function useQuoteActions({ id }: Pick<Quote, 'id'>, etag: string | undefined) {
  const words = useWords().quotes
  const navigate = useNavigate()
  const { act, submit, isBusy } = useAct([QUOTES_KEY], [INVOICES_KEY])
  const path = { id }
  const seen = etag === undefined ? {} : { ifMatch: etag }
  const edit = (made: Pick<Quote, 'id'> | undefined) =>
    made && navigate({ to: '/quotes/$id/edit', params: { id: made.id } })

  return {
    isBusy,
    open: () =>
      act({
        run: (api) => api.openQuote({ path, ...seen }),
        done: ({ number }) => words.opened(number ?? ''),
      }),
    reopen: () => act({ run: (api) => api.reopenQuote({ path }), done: words.reopened }),
    withdraw: () => act({ run: (api) => api.withdrawQuote({ path }), done: words.withdrawn }),
    revise: async () =>
      edit(await act({ run: (api) => api.reviseQuote({ path }), done: words.revised })),
    duplicate: async () =>
      edit(await act({ run: (api) => api.duplicateQuote({ path }), done: words.duplicated })),
    delete: () =>
      act({
        run: async (api) => {
          await api.deleteQuote({ path, ...seen })
          // Removed from the cache before the list is read again, so that this page does not
          // request it.
          await navigate({ to: '/quotes' })
          return true
        },
        done: words.deleted,
      }),
    /** Throws the error. */
    answer: (kind: 'accepted' | 'declined', body: Args<'acceptQuote'>['body']) =>
      submit({
        run: (api) =>
          kind === 'accepted'
            ? api.acceptQuote({ path, body, ...seen })
            : api.declineQuote({ path, body, ...seen }),
        done: words[kind],
      }),
    /** Throws the error. */
    extend: (valid_until: string | null) =>
      submit({
        run: (api) => api.patchQuote({ path, body: { valid_until }, ...seen }),
        done: words.extended,
      }),
    /** Throws the error. */
    invoice: async (body: Args<'invoiceQuote'>['body']) => {
      const made = await submit({
        run: (api) => api.invoiceQuote({ path, body }),
        done: words.invoiceMade,
      })
      if (made) await navigate({ to: '/invoices/$id', params: { id: made.id } })
    },
  }
}
