import { isCreditNote } from '../model/document.ts'
import type { Identifier } from '../model/party.ts'
import { someMeans } from '../rules/payment.ts'
import { at, type Rule, type Spot } from '../rules/rule.ts'
import type { Country } from './country.ts'
import { isOther, isWhole, rulesOf } from './national.ts'

const SCHEMES = ['0106', '0190']
const TYPES = new Set(['380', '381', '384', '389'])
const MEANS = ['30', '48', '49', '57', '58', '59']

/** The rules of Peppol and NLCIUS (SI-UBL 2.0.3.13). Both apply to Dutch sellers. */
export const NETHERLANDS: Country = {
  code: 'NL',
  types: TYPES,
  onPeppol: onPeppol(),
  rules: nlcius(),
}

function onPeppol(): readonly Rule[] {
  const { ofSeller, ofBoth } = rulesOf('NL')
  const means: Spot = ['means', 'meansOf', { form: MEANS.join(', ') }]
  return [
    ofSeller(
      '001',
      ['preceding', 'precedingWanted'],
      (it) => isCreditNote(it) && it.precedingInvoices.length === 0,
    ),
    ofSeller('002', ['sellerAddress', 'wholeAddress'], ({ seller }) => !isWhole(seller.address)),
    ofSeller('003', ['sellerScheme', 'dutchNumber'], ({ seller }) =>
      isOther(seller.registration, SCHEMES),
    ),
    ofBoth('004', ['buyerAddress', 'wholeAddress'], ({ buyer }) => !isWhole(buyer.address)),
    ofBoth('005', ['buyerScheme', 'dutchNumber'], ({ buyer }) =>
      isOther(buyer.registration, SCHEMES),
    ),
    ofSeller('006', ['representative', 'wholeAddress'], ({ taxRepresentative: it }) =>
      Boolean(it?.address.country === 'NL' && !isWhole(it.address)),
    ),
    ofSeller('007', ['means', 'paymentWanted'], (it) => it.totals.dueCents > 0n && !it.payment),
    ofBoth('008', means, (it) => someMeans(it, ({ code }) => !MEANS.includes(code))),
    ofSeller('009', ['orderReference', 'orderNumber'], (it) =>
      Boolean(!it.purchaseOrderReference && it.lines.some((line) => line.orderLineReference)),
    ),
  ]
}

function nlcius(): readonly Rule[] {
  const { ofSeller, ofBoth } = rulesOf('NL', { list: 'BR-NL-' })
  const means: Spot = ['means', 'meansOf', { form: MEANS.join(', ') }]
  return [
    ofSeller('1', ['sellerScheme', 'dutchNumber'], ({ seller }) => !isDutch(seller.registration)),
    ofSeller(
      '2',
      ['reference', 'referenceOrOrder'],
      (it) => !it.buyerReference && !it.purchaseOrderReference,
    ),
    ofSeller('3', ['sellerAddress', 'wholeAddress'], ({ seller }) => !isWhole(seller.address)),
    ofBoth('4', ['buyerAddress', 'wholeAddress'], ({ buyer }) => !isWhole(buyer.address)),
    ofSeller('5', ['representative', 'wholeAddress'], ({ taxRepresentative: it }) =>
      Boolean(it?.address.country === 'NL' && !isWhole(it.address)),
    ),
    ofSeller('7', ['kind', 'kindElsewhere'], ({ typeCode }) => !TYPES.has(typeCode)),
    ofSeller(
      '9',
      ['preceding', 'precedingWanted'],
      (it) => it.typeCode === '384' && it.precedingInvoices.length === 0,
    ),
    ofBoth('10', ['buyerScheme', 'dutchNumber'], ({ buyer }) => !isDutch(buyer.registration)),
    ofSeller(
      '11',
      ['means', 'paymentWanted'],
      (it) => !isCreditNote(it) && it.totals.dueCents > 0n && !it.payment,
    ),
    ofSeller('12', means, (it) => someMeans(it, ({ code }) => !MEANS.includes(code))),
    at(
      'BR-NL-13',
      ['orderReference', 'orderNumber'],
      (it) => !it.purchaseOrderReference && it.lines.some((line) => line.orderLineReference),
    ),
  ]
}

const isDutch = (id: Identifier | undefined): boolean =>
  id !== undefined && SCHEMES.includes(id.scheme ?? '')
