import { declaredView } from '../../../sales/contents/fields.ts'
import { amountsView } from '../../../sales/contents/view.ts'
import type { Invoice } from '../../../sales/invoices/invoice.ts'
import type { Content } from '../input.ts'
import { mapTexts } from './content.ts'

/** Fields that belong to a single invoice. */
const OWN = [
  'issue_date',
  'due_date',
  'delivery_date',
  'period_start',
  'period_end',
  'tax_point_date',
  'tax_in_currency',
  'preceding',
  'deposit_for',
  'kind',
]

/** The contents of an invoice for a recurring one. Braces in them are no placeholders. */
export function contentOf(invoice: Invoice): Content {
  const { items, discounts, charges } = amountsView(invoice)
  const declared = Object.entries(declaredView(invoice)).filter(([name]) => !OWN.includes(name))
  const content = {
    ...Object.fromEntries(declared),
    ...(invoice.template ? { template: { id: invoice.template.id } } : {}),
    items: items
      .filter(({ deducts }) => deducts === null)
      .map(({ id: _id, total: _total, deducts: _deducts, ...item }) => item),
    discounts: discounts.map(asked),
    charges: charges.map(asked),
  }
  return mapTexts(content, (text) => text.replace(/[{}]/g, '$&$&')) as unknown as Content
}

/** Either the percentage or the amount, as in a request. */
function asked<T extends { readonly percent?: string; readonly amount: string }>(entry: T) {
  if (entry.percent === undefined) return entry
  const { amount: _, ...rest } = entry
  return rest
}
