import { formatPrice } from '@billwright/money'
import { view } from '../../kernel/fields/field.ts'
import { stampsOf } from '../../kernel/fields/shapes.ts'
import { type Entry, type NamedEntry, statusOf } from './entry.ts'
import { FIELDS } from './fields.ts'

export const entryView = (entry: NamedEntry) => ({
  id: entry.id,
  ...view(FIELDS, entry),
  customer_name: entry.customerName,
  unit_price:
    entry.unitPriceMicro === null ? null : formatPrice(entry.unitPriceMicro, entry.currency),
  tax: entry.tax,
  status: statusOf(entry),
  invoice_id: entry.invoiceId,
  ...stampsOf(entry),
})

/** The data of an event: no texts, because nobody can erase them from the log. */
export const entryEventData = ({ id, kind, customerId, date, externalIds, version }: Entry) => ({
  id,
  kind,
  customer_id: customerId,
  date,
  external_ids: externalIds,
  version,
})
