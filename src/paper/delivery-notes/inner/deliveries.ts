import { sumOf } from '@billwright/money'
import type { DeliveryItem } from '../../../sales/contents/delivery.ts'
import type { NotePaper } from '../../printing/delivery-note/page.ts'
import type { DeliveryNote } from './delivery-note.ts'

/* Computes how much of a quote or an invoice is delivered. Pure. */

/** A quote, or an invoice, which may bill a quote. */
export interface Source {
  readonly quoteId: string | null
  readonly invoiceId: string | null
  readonly customerId: string
  readonly paper: NotePaper
  /** The quantities that the quote of an invoice offers of each item. */
  readonly offered: readonly DeliveryItem[]
}

/** An item with its delivered quantity and the quantity that is still open. */
export interface Delivered {
  readonly item: DeliveryItem
  readonly deliveredMicro: bigint
  readonly openMicro: bigint
}

type DeliveryState = 'none' | 'partial' | 'full'

/**
 * Items of invoices keep the ids of their quote, so deliveries count for both. An invoice has no
 * more open than its quote. Void notes do not count.
 */
export function deliveredOf(source: Source, notes: readonly DeliveryNote[]): readonly Delivered[] {
  const valid = notes.filter(({ status }) => status === 'issued')
  const own = valid.filter(
    ({ invoiceId }) => source.invoiceId === null || invoiceId === source.invoiceId,
  )
  return source.paper.items.map((item) => {
    const offered = source.offered.find(({ id }) => id === item.id)
    const ownOpen = item.quantityMicro - quantityIn(own, item)
    const quoteOpen = offered ? offered.quantityMicro - quantityIn(valid, item) : ownOpen
    const openMicro = larger(0n, ownOpen < quoteOpen ? ownOpen : quoteOpen)
    const deliveredMicro = larger(quantityIn(own, item), item.quantityMicro - openMicro)
    return { item, deliveredMicro, openMicro }
  })
}

export function deliveryStateOf(items: readonly Delivered[]): DeliveryState {
  if (items.every(({ deliveredMicro }) => deliveredMicro === 0n)) return 'none'
  return items.every(({ openMicro }) => openMicro === 0n) ? 'full' : 'partial'
}

const quantityIn = (notes: readonly DeliveryNote[], { id }: DeliveryItem): bigint =>
  sumOf(
    notes.flatMap(({ content }) =>
      content.items.filter((item) => item.id === id).map((item) => item.quantityMicro),
    ),
  )

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)
