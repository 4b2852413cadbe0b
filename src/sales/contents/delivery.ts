import type { Item, LiveContents } from './contents.ts'
import { keepItems, type TextLine } from './text-lines.ts'

/** What is delivered of a document: contents without prices. */
export interface DeliveryContents
  extends Pick<
    LiveContents,
    | 'language'
    | 'currency'
    | 'seller'
    | 'buyer'
    | 'delivery'
    | 'issueDate'
    | 'deliveryDate'
    | 'reference'
    | 'orderReference'
  > {
  readonly items: readonly DeliveryItem[]
  /** Headings and texts; absent if there are none. */
  readonly textLines?: readonly TextLine[]
}

export type DeliveryItem = Pick<Item, 'id' | 'description' | 'details' | 'unit' | 'quantityMicro'>

export function deliveryContents(
  contents: LiveContents,
  isDelivered: (item: Item) => boolean,
): DeliveryContents {
  const { language, currency, seller, buyer, delivery, issueDate, deliveryDate } = contents
  const { reference, orderReference } = contents
  const { items, textLines } = keepItems(contents, isDelivered)
  return {
    ...{ language, currency, seller, buyer, delivery, issueDate, deliveryDate },
    ...{ reference, orderReference },
    items: items.map(({ id, description, details, unit, quantityMicro }) => {
      return { id, description, details, unit, quantityMicro }
    }),
    ...(textLines && { textLines: textLines.filter(({ kind }) => kind !== 'subtotal') }),
  }
}
