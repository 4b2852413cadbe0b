import type { Data } from '@billwright/sdk'
import { queryOptions } from '@tanstack/react-query'
import { type Api, api } from '../api/client.ts'
import { inCompany } from '../api/company.ts'

/** The resource that has files. */
export interface Holder {
  readonly kind: 'invoice' | 'quote' | 'customer' | 'entry'
  readonly id: string
}

export type StoredFile = Data<'listInvoiceFiles'>['data'][number]
export type Visibility = 'customer' | 'internal'

export const FILES_KEY = 'files'
const LIMIT = 100

const OPERATIONS = {
  invoice: { list: 'listInvoiceFiles', add: 'addInvoiceFile', delete: 'deleteInvoiceFile' },
  quote: { list: 'listQuoteFiles', add: 'addQuoteFile', delete: 'deleteQuoteFile' },
  customer: { list: 'listCustomerFiles', add: 'addCustomerFile', delete: 'deleteCustomerFile' },
  entry: { list: 'listEntryFiles', add: 'addEntryFile', delete: 'deleteEntryFile' },
} as const

export const filesQuery = ({ kind, id }: Holder) =>
  queryOptions({
    queryKey: [FILES_KEY, kind, id],
    queryFn: ({ signal }) => {
      const args = { path: { id }, query: { limit: LIMIT }, signal }
      return api[OPERATIONS[kind].list](args)
    },
  })

export async function addFile(
  api: Api,
  { kind, id }: Holder,
  { file, visible }: { readonly file: File; readonly visible: Visibility },
): Promise<Pick<StoredFile, 'id'>> {
  // Without the type that the browser guesses from the name, because the service reads the bytes.
  const body = file.slice()
  const args = { path: { id }, query: { name: file.name, visible }, body }
  return api[OPERATIONS[kind].add](args)
}

export async function deleteFile(
  api: Api,
  { kind, id }: Holder,
  file: Pick<StoredFile, 'id'>,
): Promise<void> {
  const args = { path: { id, file_id: file.id } }
  await api[OPERATIONS[kind].delete](args)
}

const PLACES = {
  invoice: 'invoices',
  quote: 'quotes',
  customer: 'customers',
  entry: 'entries',
}

/** The download URL. */
export const fileAddress = ({ kind, id }: Holder, file: Pick<StoredFile, 'id'>): string =>
  inCompany(`/api/v1/${PLACES[kind]}/${id}/files/${file.id}`)
