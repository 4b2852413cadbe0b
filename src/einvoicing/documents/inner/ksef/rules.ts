import { isNip, OSS } from '@billwright/einvoice/ksef'
import type { Invoice } from '../../../../sales/invoices/invoice.ts'
import type { Resource } from '../fields.ts'
import { amountFindings, type Finding } from '../national-findings.ts'
import type { KsefAdvice } from './advice.ts'
import { addressOf, identityOf, nipOf } from './parties.ts'
import { bandFor } from './write.ts'

type Found = Finding<KsefAdvice>

const ZLOTY = 'PLN'
const VAT_NUMBER = /^(\d|[A-Z]|\+|\*){1,12}$/

/** Contents that FA(3) cannot express. The ids are those of the elements. */
export const ksefFindings = (invoice: Invoice): readonly Found[] => [
  ...sellerFindings(invoice),
  ...buyerFindings(invoice),
  ...documentFindings(invoice),
  ...amountFindings(invoice),
  ...(['items', 'discounts', 'charges'] as const).flatMap((list) =>
    invoice[list].flatMap(({ tax }, index) => taxFindings(tax, invoice, `/${list}/${index}/tax`)),
  ),
]

function sellerFindings({ seller }: Invoice): readonly Found[] {
  const nip = nipOf(seller)
  return [
    ...when(nip === undefined || !isNip(nip), 'FA-NIP', 'sellerNip', ['settings', '/companyTaxId']),
    ...when(seller.name.trim() === '', 'FA-Nazwa', 'sellerName', ['settings', '/companyName']),
    ...when(addressOf(seller.address) === undefined, 'FA-Adres', 'sellerAddress', [
      'settings',
      '/companyAddress',
    ]),
  ]
}

function buyerFindings({ buyer }: Invoice): readonly Found[] {
  const { NIP, NrVatUE } = identityOf(buyer)
  const isWrong =
    (NIP !== undefined && !isNip(NIP)) || (NrVatUE !== undefined && !VAT_NUMBER.test(NrVatUE))
  return [
    ...when(isWrong, 'FA-NIP', 'buyerTaxId', ['customer', '/tax_id']),
    ...when(buyer.name.trim() === '', 'FA-Nazwa', 'buyerName', ['customer', '/name']),
    ...when(addressOf(buyer.address) === undefined, 'FA-Adres', 'buyerAddress', [
      'customer',
      '/address',
    ]),
  ]
}

function documentFindings(invoice: Invoice): readonly Found[] {
  const { type, kind, corrects, preceding, currency, taxes, taxInCurrency } = invoice
  const isCreditNote = type === 'credit_note'
  const isTaxedHere = taxes.some(
    (group) => group.amountMinor !== 0n && bandFor(group, invoice)?.sum !== OSS,
  )
  const lacksZloty = currency !== ZLOTY && isTaxedHere && taxInCurrency?.currency !== ZLOTY
  return [
    ...when(lacksZloty, 'FA-P_14W', 'zloty', ['invoice', '/tax_in_currency']),
    ...when(!isCreditNote && kind === 'corrected', 'FA-RodzajFaktury', 'corrected', [
      'invoice',
      '/kind',
    ]),
    ...when(
      isCreditNote && corrects === null && preceding.length === 0,
      'FA-DaneFaKorygowanej',
      'preceding',
      ['invoice', '/preceding'],
    ),
    ...preceding.flatMap(({ issueDate }, index) =>
      when(isCreditNote && issueDate === null, 'FA-DataWystFaKorygowanej', 'precedingDate', [
        'invoice',
        `/preceding/${index}/issue_date`,
      ]),
    ),
  ]
}

function taxFindings(
  tax: Invoice['items'][number]['tax'],
  invoice: Invoice,
  at: string,
): readonly Found[] {
  const lacksGround = tax.category === 'E' && (tax.reason ?? '').trim() === ''
  return [
    ...when(bandFor(tax, invoice) === undefined, 'FA-P_12', 'rate', ['invoice', `${at}/rate`]),
    ...when(lacksGround, 'FA-P_19', 'ground', ['invoice', `${at}/reason`]),
  ]
}

const when = (
  isBroken: boolean,
  rule: string,
  advice: KsefAdvice,
  at: readonly [Resource, pointer: string],
): Found[] => (isBroken ? [{ rule, at, advice }] : [])
