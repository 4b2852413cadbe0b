import { toBody } from '../../../sales/contents/body.ts'
import type { Contents } from '../../../sales/contents/contents.ts'
import { INVOICE_ONLY } from '../../../sales/contents/fields.ts'
import { mapTexts } from '../../../sales/contents/texts.ts'
import type { Content } from '../input.ts'

/** Fields that belong to a single invoice. */
const OWN: readonly string[] = [
  ...INVOICE_ONLY,
  'external_ids',
  'issue_date',
  'delivery_date',
  'period_start',
  'period_end',
]

/** The contents of an invoice for a recurring one. Braces in them are no placeholders. */
export function contentOf(invoice: Contents): Content {
  const given = Object.entries(toBody(invoice)).filter(([name]) => !OWN.includes(name))
  const doubled = mapTexts(Object.fromEntries(given), (text) => text.replace(/[{}]/g, '$&$&'))
  return doubled as unknown as Content
}
