import { type Breach, type EInvoice, hasBasicForm } from '@billwright/einvoice'
import { percentOf } from '@billwright/money'
import type { EInvoiceProfile } from '../../../company/settings/settings.ts'
import type { Invoice } from '../../../sales/invoices/invoice.ts'
import { fitsCents } from './mapping/cents.ts'

/** The rules reported for these limits. */
export const LIMIT_RULES: readonly string[] = ['BR-DEC-14', 'BR-DEC-23', 'BR-CO-17']

/** Features of our invoices that EN 16931 cannot express without changing their meaning. */
export const limitsOf = (invoice: Invoice): readonly Breach[] => [
  ...decimalsOf(invoice),
  ...roundingOf(invoice),
]

/** At most two decimals in every amount, even of currencies with three such as the dinar. */
function decimalsOf({ currency, items, totals, taxes, paidMinor }: Invoice): readonly Breach[] {
  const values = { currency }
  const lines = items.flatMap(({ totalMinor }, index) =>
    fitsCents(totalMinor, currency)
      ? []
      : [error('BR-DEC-23', 'decimals', { field: 'item', index, values })],
  )
  const others = [
    ...Object.values(totals),
    ...taxes.flatMap(({ taxableMinor, amountMinor }) => [taxableMinor, amountMinor]),
    paidMinor,
  ]
  const isTotalFine = others.every((minor) => fitsCents(minor, currency))
  return isTotalFine
    ? lines
    : [...lines, error('BR-DEC-14', 'decimals', { field: 'totals', values })]
}

/**
 * Tax rounded per line may differ from the rate of the group (BR-CO-17). The official rules tolerate
 * less than one unit of the currency; we report every difference.
 */
function roundingOf({ rounding, taxes, type }: Invoice): readonly Breach[] {
  if (rounding !== 'line' || type === 'credit_note') return []
  const isOff = taxes.some(
    ({ taxableMinor, amountMinor, rateMicro }) =>
      percentOf(taxableMinor, rateMicro) !== amountMinor,
  )
  return isOff ? [error('BR-CO-17', 'roundedByLine', { field: 'rounding' })] : []
}

/**
 * CII D16B has only one preceding invoice, while UBL and Factur-X (D22B) have several. BASIC has no
 * rounding amount.
 */
export const ciiLimitsOf = (
  document: EInvoice,
  { isFacturX, isBasic }: { readonly isFacturX: boolean; readonly isBasic: boolean },
): readonly Breach[] => [
  ...(!isFacturX && document.precedingInvoices.length > 1
    ? [error('BG-3', 'onePreceding', { field: 'preceding', index: 1 })]
    : []),
  ...(isBasic && !hasBasicForm(document)
    ? [error('BT-114', 'noRounding', { field: 'pricesIncludeTax' })]
    : []),
]

/** Countries with a PINT of their own, which their sellers must use and we do not write. */
const OWN_PINT: ReadonlySet<string> = new Set(['AE', 'AU', 'JP', 'MY', 'NZ', 'OM', 'SG'])

/** Our PINT is the one of the European Union. */
export function networkLimitsOf({ seller }: EInvoice, profile: EInvoiceProfile): readonly Breach[] {
  const { country } = seller.address
  if (profile !== 'pint' || !OWN_PINT.has(country)) return []
  return [error('PINT-EU', 'nationalPint', { field: 'sellerCountry', values: { country } })]
}

const error = (
  rule: string,
  advice: Breach['advice'],
  place: Pick<Breach, 'field' | 'index' | 'values'>,
): Breach => ({ rule, level: 'error', advice, ...place })
