import { useQuery } from '@tanstack/react-query'
import type { Invoice } from '../api/invoices.ts'
import { offersQuery } from './queries.ts'
import { useMethodName, useOnlinePaymentWords } from './words.ts'

/** How the customer can pay on the page of a published invoice; empty: not online. */
export function useOffersText({ id, share_url: url, status }: Invoice): string {
  const words = useOnlinePaymentWords().paying
  const nameOf = useMethodName()
  const { data } = useQuery({ ...offersQuery(id), enabled: url !== null && status === 'sent' })
  if (data === undefined || data.offers.length === 0) return ''
  const methods = data.offers.flatMap(({ method }) => method ?? [])
  return methods.length === 0 ? words.offersAll : words.offers(methods.map(nameOf).join(', '))
}
