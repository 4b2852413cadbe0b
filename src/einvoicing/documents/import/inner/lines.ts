import {
  type Decimal,
  type DocumentAllowance,
  decimal,
  type EInvoice,
  formatCents,
  formatDecimal,
  GTIN_SCHEME,
  type Item,
  type Line,
  type LineTax,
  LUMP_SUM,
  type TaxBreakdown,
} from '@billwright/einvoice'
import { TAX_CATEGORIES } from '@billwright/money'
import { REASON_CODE, type TaxBody } from '../../../../company/settings/tax.ts'
import * as rules from '../../../../kernel/fields/rules.ts'
import { unitCode } from '../../../../kernel/fields/units.ts'
import { classificationScheme } from '../../../../sales/contents/fields.ts'
import type { DocumentAdjustmentBody, ItemBody } from '../../../../sales/contents/input-schema.ts'
import { priceInput } from './price.ts'
import { given, type ImportReport } from './report.ts'

/** What items and adjustments need from their document. */
interface LineContext {
  readonly document: EInvoice
  readonly report: ImportReport
}

/** The document's lines. If there are none (Factur-X BASIC WL), one line per tax rate. */
export function linesOf(document: EInvoice, report: ImportReport): readonly Line[] {
  if (document.lines.length > 0) return document.lines
  report.add('/lines', 'The e-invoice has no items. The draft has one item for each tax rate.')
  return document.taxBreakdown.map((group, index) => sumLine(group, index, document))
}

function sumLine(group: TaxBreakdown, index: number, document: EInvoice): Line {
  const { category, rate, taxableCents } = group
  const ofGroup = (entries: EInvoice['allowances']): bigint =>
    entries.filter(({ tax }) => isSameTax(tax, group)).reduce((sum, it) => sum + it.amountCents, 0n)
  const netCents = taxableCents + ofGroup(document.allowances) - ofGroup(document.charges)
  const sign = netCents < 0n ? -1n : 1n
  const rateText = percentText(rate)
  return {
    id: String(index + 1),
    quantity: decimal(sign, 0),
    unit: LUMP_SUM,
    netCents,
    allowances: [],
    charges: [],
    price: { net: decimal(sign * netCents, 2) },
    tax: { category, rate },
    item: {
      name: `${document.number} (${rateText === '0' ? category : `${rateText} %`})`,
      classifications: [],
      attributes: [],
    },
  }
}

const isSameTax = (one: LineTax, other: LineTax): boolean =>
  one.category === other.category && percentText(one.rate) === percentText(other.rate)

export function itemInput(line: Line, index: number, context: LineContext): ItemBody {
  const { report } = context
  const at = `/lines/${index}`
  const { item, period, price } = line
  report.leave(`${at}/object`, line.object)
  report.leave(`${at}/price/gross`, price.gross, 'The draft uses the net price.')
  return given<ItemBody>({
    description: report.text(`${at}/item/name`, item.name, 1000) ?? '?',
    details: report.text(`${at}/item/description`, item.description, 5000),
    unit: report.ruled(`${at}/unit`, line.unit || undefined, unitCode),
    ...priceInput(line, at, { currency: context.document.currency, report }),
    tax: taxInput(line.tax, `${at}/tax`, context),
    ...productInput(item, `${at}/item`, report),
    period_start: period?.start,
    period_end: period?.end,
    note: report.text(`${at}/note`, line.note, 1000),
    order_line: report.text(`${at}/orderLineReference`, line.orderLineReference, 100),
    accounting_code: report.text(
      `${at}/buyerAccountingReference`,
      line.buyerAccountingReference,
      100,
    ),
  })
}

/** Amounts are not negative: a negative allowance becomes a charge. */
export function documentAdjustmentsInput(context: LineContext) {
  const { allowances, charges } = context.document
  const of = (path: '/allowances' | '/charges', isNegative: boolean) =>
    (path === '/charges' ? charges : allowances)
      .filter(({ amountCents }) => amountCents < 0n === isNegative)
      .map((it, index) => adjustmentInput(it, `${path}/${index}`, context))
  return {
    discounts: [...of('/allowances', false), ...of('/charges', true)],
    charges: [...of('/charges', false), ...of('/allowances', true)],
  }
}

function adjustmentInput(
  { amountCents, reason, reasonCode, tax }: DocumentAllowance,
  at: string,
  context: LineContext,
): DocumentAdjustmentBody {
  const { report } = context
  return given<DocumentAdjustmentBody>({
    amount: formatCents(amountCents < 0n ? -amountCents : amountCents),
    reason: report.text(`${at}/reason`, reason, 200),
    reason_code: report.code(`${at}/reasonCode`, reasonCode, /^[A-Z0-9]{1,3}$/),
    tax: taxInput(tax, `${at}/tax`, context),
  })
}

/** The exemption reason is in the tax breakdown once; each item gets a copy. */
function taxInput(tax: LineTax, at: string, { document, report }: LineContext): TaxBody {
  const { category, rate } = tax
  const row = document.taxBreakdown.find((it) => isSameTax(it, tax))
  const isKnown = TAX_CATEGORIES.some((it) => it === category)
  if (!isKnown && category !== '')
    report.add(`${at}/category`, `${category.slice(0, 10)} is not a tax category.`)
  return given<TaxBody>({
    category: isKnown ? category : undefined,
    rate: percentText(rate),
    reason: report.text(`${at}/exemptionReason`, tax.reason ?? row?.exemptionReason, 500),
    reason_code: report.code(
      `${at}/exemptionCode`,
      (tax.reasonCode ?? row?.exemptionCode)?.toUpperCase(),
      new RegExp(REASON_CODE),
    ),
  })
}

const percentText = (rate: Decimal | undefined): string => (rate ? formatDecimal(rate) : '0')

function productInput(item: Item, at: string, report: ImportReport) {
  const { standardId, attributes } = item
  const [classification, ...others] = item.classifications
  report.leave(`${at}/classifications/1`, others, 'An item can have only one classification.')
  report.leave(`${at}/classifications/0/schemeVersion`, classification?.schemeVersion)
  report.leave(
    `${at}/attributes/30`,
    attributes.slice(30),
    'An item can have at most 30 attributes.',
  )
  const isGtin = standardId?.scheme === GTIN_SCHEME
  if (!isGtin) report.leave(`${at}/standardId`, standardId, 'Only a GTIN (0160) can be imported.')
  return {
    item_number: report.text(`${at}/sellerId`, item.sellerId, 100),
    buyer_item_number: report.text(`${at}/buyerId`, item.buyerId, 100),
    gtin: isGtin
      ? report.code(`${at}/standardId`, standardId.value, /^([0-9]{8}|[0-9]{12,14})$/)
      : undefined,
    origin_country: report.ruled(`${at}/originCountry`, item.originCountry, rules.country),
    classification: classificationInput(classification, `${at}/classifications/0`, report),
    attributes: attributes.slice(0, 30).map(({ name, value }, index) => ({
      name: report.text(`${at}/attributes/${index}/name`, name, 100) ?? '?',
      value: report.text(`${at}/attributes/${index}/value`, value, 200) ?? '?',
    })),
  }
}

function classificationInput(
  classification: Item['classifications'][number] | undefined,
  at: string,
  report: ImportReport,
) {
  if (classification === undefined) return undefined
  const scheme = report.ruled(`${at}/scheme`, classification.scheme ?? '', classificationScheme)
  const code = report.text(at, classification.value, 100)
  return scheme === undefined || code === undefined ? undefined : { scheme, code }
}
