import type { Data, Entry } from '@billwright/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { type ListSearch, toListSearch } from '../../api/invoice-search.ts'
import { INVOICES_KEY } from '../../api/invoices.ts'

export const VIEWS_KEY = 'invoice-views'

export type View = Omit<Entry<'listInvoiceViews'>, 'filters'> & { readonly filters: ListSearch }
export type Sums = Data<'sumInvoices'>

/** Skips views of other programs with filters that the list cannot show. */
export const viewsQuery = queryOptions({
  queryKey: [VIEWS_KEY],
  queryFn: async ({ signal }): Promise<readonly View[]> => {
    const { data } = await api.listInvoiceViews({ query: { limit: 100 }, signal })
    return data
      .map((view) => ({ ...view, shown: toListSearch(view.filters) }))
      .filter(({ filters, shown }) => isSameSearch(filters as ListSearch, shown))
      .map(({ shown, ...view }) => ({ ...view, filters: shown }))
  },
})

/** The sums of all matches. */
export const sumsQuery = ({ sort: _order, cursor: _page, ...filters }: ListSearch) =>
  queryOptions({
    queryKey: [INVOICES_KEY, 'sums', filters],
    queryFn: ({ signal }) => api.sumInvoices({ query: filters, signal }),
    placeholderData: (before) => before,
  })

/** Without the page. */
export const filtersOf = ({ cursor: _page, ...filters }: ListSearch): ListSearch => filters

export const isSameSearch = (a: ListSearch, b: ListSearch): boolean => textOf(a) === textOf(b)

const textOf = (search: ListSearch): string =>
  JSON.stringify(Object.entries(search).sort(([a], [b]) => (a < b ? -1 : 1)))
