import type { Args } from '@billwright/sdk'
import type { Invoice } from '../api/invoices.ts'
import type { Settings } from '../api/queries.ts'
import type { Language } from '../words/languages.ts'
import { bodyOf } from './body.ts'
import { formOf } from './form.ts'

/** Fields that the editor does not show and a copy takes unchanged. */
const UNSEEN = [
  'metadata',
  'kind',
  'preceding',
  'tax_in_currency',
  'delivery',
  'payment',
  'attachments',
  'deposit_for',
  'external_ids',
  'number_series',
] as const

/** The body that creates a draft again, e.g. after it was deleted. Its items get new ids. */
export function draftOf(
  invoice: Invoice,
  settings: Settings,
  language: Language,
): Args<'createInvoice'>['body'] {
  const body = bodyOf(formOf(invoice, settings, language))
  const unseen = UNSEEN.map((name) => [name, invoice[name]])
  return {
    ...body,
    ...Object.fromEntries(unseen),
    items: body.items.map(({ id: _id, ...item }) => item),
  } as Args<'createInvoice'>['body']
}
