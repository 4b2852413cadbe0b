import { isNorwegian, isSwedish } from '../model/check-digits.ts'
import { decimal, isEqual } from '../model/decimal.ts'
import { type EInvoice, isCreditNote } from '../model/document.ts'
import type { Address, Identifier } from '../model/party.ts'
import { someMeans } from './payment.ts'
import { at, partsOf, type Rule, type Spot } from './rule.ts'

const DUTCH_SCHEMES = ['0106', '0190']
const DUTCH_MEANS = ['30', '48', '49', '57', '58', '59']
const DANISH_MEANS = ['1', '10', '31', '42', '48', '49', '58', '59', '97']
const DANISH_ACCOUNTS = ['31', '42']
const F_TAX = 'Godkänd för F-skatt'
const SWEDISH_RATES = [6n, 12n, 25n].map((rate) => decimal(rate, 0))

/** National additions to Peppol BIS 3. Rarely used forms are refused. */
export const COUNTRY_RULES: readonly Rule[] = [
  ...dutch(),
  ...danish(),
  ...icelandic(),
  ...swedish(),
  ...norwegian(),
  ...italian(),
]

function dutch(): readonly Rule[] {
  const { ofSeller, ofBoth } = rulesOf('NL')
  const means: Spot = ['means', 'meansOf', { form: DUTCH_MEANS.join(', ') }]
  return [
    ofSeller(
      '001',
      ['preceding', 'precedingWanted'],
      (it) => isCreditNote(it) && it.precedingInvoices.length === 0,
    ),
    ofSeller('002', ['sellerAddress', 'wholeAddress'], ({ seller }) => !isWhole(seller.address)),
    ofSeller('003', ['sellerScheme', 'dutchNumber'], ({ seller }) =>
      isOther(seller.registration, DUTCH_SCHEMES),
    ),
    ofBoth('004', ['buyerAddress', 'wholeAddress'], ({ buyer }) => !isWhole(buyer.address)),
    ofBoth('005', ['buyerScheme', 'dutchNumber'], ({ buyer }) =>
      isOther(buyer.registration, DUTCH_SCHEMES),
    ),
    ofSeller('006', ['representative', 'wholeAddress'], ({ taxRepresentative: it }) =>
      Boolean(it?.address.country === 'NL' && !isWhole(it.address)),
    ),
    ofSeller('007', ['means', 'paymentWanted'], (it) => it.totals.dueCents > 0n && !it.payment),
    ofBoth('008', means, (it) => someMeans(it, ({ code }) => !DUTCH_MEANS.includes(code))),
    ofSeller('009', ['reference', 'orderNumber'], (it) =>
      Boolean(!it.purchaseOrderReference && it.lines.some((line) => line.orderLineReference)),
    ),
  ]
}

function danish(): readonly Rule[] {
  const { ofSeller, ofBoth } = rulesOf('DK')
  const form = { form: 'CVR, 0184' }
  const means: Spot = ['means', 'meansOf', { form: DANISH_MEANS.join(', ') }]
  return [
    ofSeller('002', ['sellerRegistration', 'companyNumber', form], (it) => !it.seller.registration),
    ofSeller('014', ['sellerScheme', 'companyNumber', form], ({ seller }) =>
      isOther(seller.registration, ['0184']),
    ),
    ofSeller('016', ['totals', 'sums'], (it) => isCreditNote(it) && it.totals.dueCents < 0n),
    ofBoth('017', ['buyerScheme', 'companyNumber', form], ({ buyer }) =>
      isOther(buyer.registration, ['0184']),
    ),
    ofBoth('005', means, (it) => someMeans(it, ({ code }) => !DANISH_MEANS.includes(code))),
    ofBoth('006', ['bankCode', 'bankCode'], (it) =>
      someMeans(
        it,
        ({ code, account }) => DANISH_ACCOUNTS.includes(code) && !(account?.id && account.bic),
      ),
    ),
    ofBoth('007', 'mandate', (it) =>
      someMeans(it, (m) => m.code === '49' && !(it.payment?.mandate && m.debitedAccount)),
    ),
    ofBoth('003', ['itemClassification', 'code'], (it) =>
      it.lines.some(({ item }) => item.classifications.some(({ scheme }) => scheme !== 'TST')),
    ),
    ofBoth('004', ['chargeCode', 'code'], (it) =>
      it.charges.some(({ reasonCode }) => reasonCode === 'ZZZ'),
    ),
  ]
}

function icelandic(): readonly Rule[] {
  const { ofSeller, ofBoth } = rulesOf('IS')
  const form = { form: 'kennitala, 0196' }
  const isNumberWrong = ({ registration }: EInvoice['buyer']): boolean =>
    !registration || isOther(registration, ['0196'])
  const isPart = ({ line1, postalCode }: Address): boolean => Boolean(line1 && postalCode)
  const isAccountWrong = (means: string) => (document: EInvoice) =>
    someMeans(document, (it) => it.code === means && !/^[0-9]{12}$/.test(it.account?.id ?? ''))
  return [
    ofSeller('002', ['sellerRegistration', 'companyNumber', form], (it) =>
      isNumberWrong(it.seller),
    ),
    ofSeller('003', ['sellerAddress', 'wholeAddress'], ({ seller }) => !isPart(seller.address)),
    ofBoth('004', ['buyerRegistration', 'companyNumber', form], (it) => isNumberWrong(it.buyer)),
    ofBoth('005', ['buyerAddress', 'wholeAddress'], ({ buyer }) => !isPart(buyer.address)),
    ofSeller('006', 'account', isAccountWrong('9')),
    ofSeller('007', 'account', isAccountWrong('42')),
    ofSeller('008', 'attachment', (it) =>
      it.attachments.some(({ description }) => description === 'EINDAGI'),
    ),
  ]
}

function swedish(): readonly Rule[] {
  const { ofSeller } = rulesOf('SE')
  const vatIdOf = ({ seller }: EInvoice) => (seller.vatId?.startsWith('SE') ? seller.vatId : null)
  const vatForm: Spot = ['sellerTaxId', 'vatForm', { form: 'SE556012579001' }]
  // A missing number breaks none of these rules.
  const vatId = (number: string, isRight: (id: string) => boolean) =>
    ofSeller(number, vatForm, (it) => !isRight(vatIdOf(it) ?? 'SE556012579001'))
  const numberForm: Spot = ['sellerRegistration', 'companyNumber', { form: '5560125790' }]
  const companyNumber = (number: string, isRight: (id: string) => boolean) =>
    ofSeller(number, numberForm, (it) => !isRight(it.seller.registration?.value ?? '5560125790'))
  return [
    vatId('001', (id) => id.length === 14),
    vatId('002', (id) => /^SE[0-9]+$/.test(id)),
    companyNumber('003', (id) => /^[0-9]+$/.test(id)),
    companyNumber('004', (id) => id.length === 10),
    companyNumber('013', isSwedish),
    ofSeller('005', ['sellerTaxNumber', 'companyNumber', { form: F_TAX }], ({ seller }) => {
      const { registration, taxNumber = F_TAX } = seller
      return registration !== undefined && taxNumber.toUpperCase() !== F_TAX.toUpperCase()
    }),
    ofSeller('006', ['taxes', 'standardRates', { form: '6, 12, 25' }], (document) => {
      const standard = document.taxBreakdown.filter(({ category }) => category === 'S')
      const isUsual = standard.every(({ rate }) => SWEDISH_RATES.some((it) => isEqual(it, rate)))
      return vatIdOf(document) !== null && !isUsual
    }),
  ]
}

function norwegian(): readonly Rule[] {
  const form = { form: 'NO974760673MVA' }
  return [
    rulesOf('NO').ofSeller('001', ['sellerTaxId', 'vatForm', form], ({ seller }) => {
      const [, number = ''] = /^NO([0-9]{9})MVA$/.exec(seller.vatId ?? '') ?? []
      return !isNorwegian(number)
    }),
  ]
}

function italian(): readonly Rule[] {
  const { ofSeller } = rulesOf('IT')
  const form = { form: 'codice fiscale' }
  return [
    ofSeller(
      '001',
      ['sellerTaxNumber', 'companyNumber', form],
      ({ seller: { taxNumber } }) => taxNumber !== undefined && !/^.{11,16}$/.test(taxNumber),
    ),
    ofSeller('002', ['sellerAddress', 'wholeAddress'], ({ seller }) => !seller.address.line1),
    ofSeller('003', 'sellerCity', ({ seller }) => !seller.address.city),
    ofSeller('004', 'sellerPostalCode', ({ seller }) => !seller.address.postalCode),
  ]
}

/** The rules `NL-R-001` and so on for sellers of a country, or for sellers and buyers both there. */
function rulesOf(country: string) {
  const isThere = ({ address }: EInvoice['buyer']): boolean => address.country === country
  const create = (number: string, spot: Spot, isBroken: (document: EInvoice) => boolean): Rule => {
    const [field, advice, values] = partsOf(spot)
    return at(
      `${country}-R-${number}`,
      [field, advice, { country, ...values }],
      (it) => isThere(it.seller) && isBroken(it),
    )
  }
  return {
    ofSeller: create,
    ofBoth: (number: string, spot: Spot, isBroken: (document: EInvoice) => boolean): Rule =>
      create(number, spot, (it) => isThere(it.buyer) && isBroken(it)),
  }
}

const isOther = (id: Identifier | undefined, schemes: readonly string[]): boolean =>
  id !== undefined && !schemes.includes(id.scheme ?? '')

const isWhole = ({ line1, city, postalCode }: Address): boolean =>
  Boolean(line1 && city && postalCode)
