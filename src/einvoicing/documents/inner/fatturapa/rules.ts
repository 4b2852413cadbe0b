import { EMAIL_SCHEME, EU } from '@billwright/einvoice'
import {
  isAscii,
  isLatin,
  isPartitaIva,
  OFFICE_SCHEME,
  RECIPIENT_SCHEME,
  TAX_CODE,
} from '@billwright/einvoice/fatturapa'
import { TAXED_CATEGORIES } from '@billwright/money'
import { linesIn } from '../../../../sales/contents/text-lines.ts'
import { withholdingsOf } from '../../../../sales/contents/withholdings.ts'
import type { Invoice } from '../../../../sales/invoices/invoice.ts'
import type { Resource } from '../fields.ts'
import { ALL_LINES, amountFindings, type Finding } from '../national-findings.ts'
import type { FatturaAdvice } from './advice.ts'
import { buyerIds, isItalian, sellerIds } from './parties.ts'
import { naturaOf } from './write.ts'

type Found = Finding<FatturaAdvice>

/** SdI's error for a file that breaks the schema. The other numbers are also errors of SdI. */
const SCHEMA = '00200'
const NUMBER_MAX = 20
const MEDIA_MAX = 255
/** The amounts of the schema have eleven digits before the point. */
const AMOUNT_MAX = 10n ** 13n

/** The rules of FatturaPA 1.2.3 and the exchange system (SdI). */
export const fatturaFindings = (invoice: Invoice): readonly Found[] => [
  ...sellerFindings(invoice),
  ...buyerFindings(invoice),
  ...documentFindings(invoice),
  ...invoice.items.flatMap((item, index) => [
    ...text(item.description, 'itemText', ['invoice', `/items/${index}/description`]),
    ...letters(item.details, ['invoice', `/items/${index}/details`]),
    ...letters(item.note, ['invoice', `/items/${index}/note`]),
    ...taxFindings(item.tax, invoice, `/items/${index}/tax`),
  ]),
  ...textFindings(invoice),
  ...(['discounts', 'charges'] as const).flatMap((list) =>
    invoice[list].flatMap(({ tax, reason }, index) => [
      ...letters(reason, ['invoice', `/${list}/${index}/reason`]),
      ...taxFindings(tax, invoice, `/${list}/${index}/tax`),
    ]),
  ),
]

/** Headings and texts, which travel with the items. */
const textFindings = (invoice: Invoice): readonly Found[] =>
  linesIn(invoice).flatMap((line, place) =>
    line.kind === 'heading' || line.kind === 'text'
      ? [
          ...letters(line.description, ['invoice', `${ALL_LINES}/${place}/description`]),
          ...letters(line.details, ['invoice', `${ALL_LINES}/${place}/details`]),
        ]
      : [],
  )

function sellerFindings({ seller }: Invoice): readonly Found[] {
  const { vat } = sellerIds(seller)
  const { line1, city, postalCode, countryCode } = seller.address
  const isWrong = vat?.IdPaese === 'IT' && !isPartitaIva(vat.IdCodice)
  return [
    ...unless(vat, SCHEMA, 'sellerTaxId', ['settings', '/companyTaxId']),
    ...when(isWrong, '00301', 'taxIdWrong', ['settings', '/companyTaxId']),
    ...unless(seller.taxRegime, SCHEMA, 'taxRegime', ['settings', '/companyTaxRegime']),
    ...text(seller.name, 'sellerName', ['settings', '/companyName']),
    ...text(line1 ?? '', 'sellerStreet', ['settings', '/companyAddress/line1']),
    ...text(city ?? '', 'sellerCity', ['settings', '/companyAddress/city']),
    ...unless(countryCode, SCHEMA, 'sellerCountry', ['settings', '/companyAddress/countryCode']),
    ...when(
      isItalian(seller) && !POSTAL_CODE.test(postalCode?.trim() ?? ''),
      SCHEMA,
      'sellerPostalCode',
      ['settings', '/companyAddress/postalCode'],
    ),
  ]
}

const POSTAL_CODE = /^[0-9]{5}$/

function buyerFindings({ buyer }: Invoice): readonly Found[] {
  const { vat, code } = buyerIds(buyer)
  const { line1, city, postalCode, countryCode } = buyer.address
  const isWrong = buyer.taxId !== null && vat?.IdPaese === 'IT' && !isPartitaIva(vat.IdCodice)
  const isAtHome = isItalian(buyer)
  const given = buyer.identifier?.scheme === '0210' ? buyer.identifier.id : undefined
  const isCodeWrong = given !== undefined && !TAX_CODE.test(given.toUpperCase())
  return [
    ...unless(vat ?? code, '00417', 'buyerTaxId', ['customer', '/tax_id']),
    ...when(isWrong, '00305', 'taxIdWrong', ['customer', '/tax_id']),
    ...when(isCodeWrong, '00306', 'taxCodeWrong', ['customer', '/identifier/id']),
    ...text(buyer.name, 'buyerName', ['customer', '/name']),
    ...text(line1 ?? '', 'buyerStreet', ['customer', '/address/line1']),
    ...text(city ?? '', 'buyerCity', ['customer', '/address/city']),
    ...unless(countryCode, SCHEMA, 'buyerCountry', ['customer', '/address/country_code']),
    ...when(isAtHome && !POSTAL_CODE.test(postalCode?.trim() ?? ''), SCHEMA, 'buyerPostalCode', [
      'customer',
      '/address/postal_code',
    ]),
    ...endpointFindings(buyer.endpoint, isAtHome),
  ]
}

function endpointFindings(endpoint: Invoice['buyer']['endpoint'], isAtHome: boolean) {
  if (!endpoint) return []
  const { scheme, id } = endpoint
  const wrong =
    (scheme === OFFICE_SCHEME && !/^[A-Z0-9]{6}$/i.test(id)) ||
    (scheme === RECIPIENT_SCHEME && !/^[A-Z0-9]{7}$/i.test(id)) ||
    (scheme === EMAIL_SCHEME && isAtHome && (!/.+@.+[.]+.+/.test(id) || id.length > MEDIA_MAX))
  return when(wrong, '00427', 'recipient', ['customer', '/endpoint/id'])
}

function documentFindings(invoice: Invoice): readonly Found[] {
  const { number, totals, taxes, italy, buyer } = invoice
  const isNumber = number === null || (isAscii(number) && number.length <= NUMBER_MAX)
  const isSplitWrong = taxes.some(({ category }) => category === 'B') && !isItalian(buyer)
  const isTooLarge = [totals.totalMinor, totals.netMinor].some(
    (it) => it >= AMOUNT_MAX || it <= -AMOUNT_MAX,
  )
  const at = italy.withholding ? '/italy/withholding' : '/withholdings'
  const withheld = withholdingsOf(invoice)
  const isTypeMissing = withheld.some(({ code }) => code === null)
  const isReasonWrong = withheld.some(({ reason }) => !PAYMENT_REASONS.has(reason ?? ''))
  return [
    ...when(!isNumber, SCHEMA, 'number', ['invoice', '/number']),
    ...when(number !== null && !/[0-9]/.test(number), '00425', 'numberDigit', [
      'invoice',
      '/number',
    ]),
    ...amountFindings(invoice),
    ...when(isSplitWrong, '00471', 'splitAbroad', ['invoice', '/taxes']),
    ...when(isTooLarge, SCHEMA, 'tooLarge', ['invoice', '/totals']),
    ...when(isTypeMissing, SCHEMA, 'withholdingType', ['invoice', at]),
    ...when(isReasonWrong, SCHEMA, 'paymentReason', [
      'invoice',
      italy.withholding ? `${at}/reason` : at,
    ]),
    ...letters(invoice.notes, ['invoice', '/notes']),
    ...letters(invoice.terms, ['invoice', '/terms']),
  ]
}

const PAYMENT_REASONS: ReadonlySet<string> = new Set(
  'A B C D E G H I L M N O P Q R S T U V W X Y L1 M1 M2 O1 V1 ZO'.split(' '),
)

function taxFindings(
  tax: Invoice['items'][number]['tax'],
  invoice: Invoice,
  at: string,
): readonly Found[] {
  const isTaxed = TAXED_CATEGORIES.has(tax.category)
  const isLong = isTaxed && (tax.rateMicro % 10_000n !== 0n || tax.rateMicro > 100_000_000n)
  return [
    ...when(!isTaxed && naturaOf(tax, invoice) === undefined, '00400', 'natura', [
      'invoice',
      `${at}/reason_code`,
    ]),
    ...when(
      tax.category === 'K' && !EU.has(invoice.buyer.address.countryCode ?? ''),
      '00400',
      'natura',
      ['invoice', `${at}/category`],
    ),
    ...when(isLong, '00424', 'rate', ['invoice', `${at}/rate`]),
  ]
}

type Place = readonly [Resource, pointer: string]

const when = (isBroken: boolean, rule: string, advice: FatturaAdvice, at: Place): Found[] =>
  isBroken ? [{ rule, at, advice }] : []

const unless = (value: unknown, rule: string, advice: FatturaAdvice, at: Place): Found[] =>
  when(value === undefined || value === null || value === '', rule, advice, at)

/** A non-empty text with characters of the schema. */
const text = (value: string, advice: FatturaAdvice, at: Place): Found[] =>
  value === '' ? [{ rule: SCHEMA, at, advice }] : letters(value, at)

const letters = (value: string | null, at: Place): Found[] =>
  when(value !== null && !isLatin(value), SCHEMA, 'characters', at)
