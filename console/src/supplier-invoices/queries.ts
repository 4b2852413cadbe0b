import type { Data, Entry } from '@billwright/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../api.ts'
import { inCompany } from '../company.ts'
import { after, paged } from '../paging.ts'
import type { SupplierInvoiceSearch } from './search.ts'

/** Everything that is read of supplier invoices begins with this key. */
export const SUPPLIER_INVOICES_KEY = 'supplier-invoices'

export type SupplierInvoice = Data<'getSupplierInvoice'>
export type SupplierInvoiceEntry = Entry<'listSupplierInvoices'>

export const supplierInvoicesQuery = (search: SupplierInvoiceSearch) =>
  infiniteQueryOptions({
    queryKey: [SUPPLIER_INVOICES_KEY, 'list', search],
    queryFn: ({ pageParam, signal }) =>
      api.listSupplierInvoices({ query: { ...search, ...after(pageParam) }, signal }),
    ...paged,
    placeholderData: (before) => before,
  })

/** With its ETag, for decisions that must not overwrite those of others. */
export const supplierInvoiceQuery = (id: string, language: string) =>
  queryOptions({
    // The findings are in the language of the reader.
    queryKey: [SUPPLIER_INVOICES_KEY, 'one', id, language],
    queryFn: async ({ signal }) => {
      const { data, etag } = await api.request('getSupplierInvoice', { path: { id }, signal })
      return { invoice: data, etag }
    },
  })

/** Where the browser reads a part of it. */
export const partAddress = (id: string, part: string): string =>
  inCompany(`/api/v1/supplier-invoices/${id}/${part}`)

export function exportAddress(search: SupplierInvoiceSearch): string {
  const query = new URLSearchParams({ ...search, format: 'csv', bom: 'true' })
  return inCompany(`/api/v1/supplier-invoices/export?${query}`)
}
