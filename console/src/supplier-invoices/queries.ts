import type { Data, Entry } from '@billwright/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { inCompany } from '../api/company.ts'
import { after, paged } from '../api/paging.ts'
import type { SupplierInvoiceSearch } from './search.ts'

/** First part of all query keys of supplier invoices. */
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

/** With its ETag, so that a decision does not overwrite another person's. */
export const supplierInvoiceQuery = (id: string, language: string) =>
  queryOptions({
    // The findings are in the language of the console.
    queryKey: [SUPPLIER_INVOICES_KEY, 'one', id, language],
    queryFn: async ({ signal }) => {
      const { data, etag } = await api.request('getSupplierInvoice', { path: { id }, signal })
      return { invoice: data, etag }
    },
  })

/** The URL of the original or a rendering. */
export const partAddress = (id: string, part: string): string =>
  inCompany(`/api/v1/supplier-invoices/${id}/${part}`)

export function exportAddress(search: SupplierInvoiceSearch): string {
  const query = new URLSearchParams({ ...search, format: 'csv', bom: 'true' })
  return inCompany(`/api/v1/supplier-invoices/export?${query}`)
}
