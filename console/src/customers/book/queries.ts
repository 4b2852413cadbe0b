import type { Entry } from '@billwright/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { CUSTOMERS_KEY } from '../queries.ts'

/** The maximum for a customer. */
const query = { limit: 50 }

export type Contact = Entry<'listContacts'>
export type FurtherAddress = Entry<'listCustomerAddresses'>

export const contactsQuery = (id: string) =>
  queryOptions({
    queryKey: [CUSTOMERS_KEY, 'contacts', id],
    queryFn: ({ signal }) => api.listContacts({ path: { id }, query, signal }),
  })

export const addressesQuery = (id: string) =>
  queryOptions({
    queryKey: [CUSTOMERS_KEY, 'addresses', id],
    queryFn: ({ signal }) => api.listCustomerAddresses({ path: { id }, query, signal }),
  })
