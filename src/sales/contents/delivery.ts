import type { Item, LiveContents } from './contents.ts'

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
}

export type DeliveryItem = Pick<Item, 'id' | 'description' | 'details' | 'unit' | 'quantityMicro'>

export function deliveryContents(
  contents: LiveContents,
  isDelivered: (item: Item) => boolean,
): DeliveryContents {
  const { language, currency, seller, buyer, delivery, issueDate, deliveryDate } = contents
  const { reference, orderReference } = contents
  return {
    ...{ language, currency, seller, buyer, delivery, issueDate, deliveryDate },
    ...{ reference, orderReference },
    items: contents.items
      .filter(isDelivered)
      .map(({ id, description, details, unit, quantityMicro }) => {
        return { id, description, details, unit, quantityMicro }
      }),
  }
}
