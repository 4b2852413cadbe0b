import { emptyOf, type Fields, load, store, type Values } from '../../kernel/fields/field.ts'
import type { Item, LiveContents } from './contents.ts'
import { OPTIONAL_FIELDS } from './fields.ts'
import { BUYER_FIELDS, STORED_SELLER_FIELDS } from './parties.ts'
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

/** Stored contents; what an older version did not store has its default. */
export const completed = <C extends DeliveryContents>(content: C): C => ({
  ...content,
  seller: withDefaults(STORED_SELLER_FIELDS, content.seller),
  buyer: withDefaults(BUYER_FIELDS, content.buyer),
  delivery: content.delivery ?? OPTIONAL_FIELDS.delivery.empty,
})

const withDefaults = <F extends Fields>(fields: F, values: Partial<Values<F>>): Values<F> =>
  load(fields, store(fields, { ...emptyOf(fields), ...values }))
