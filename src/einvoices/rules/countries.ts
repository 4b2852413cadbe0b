import { isNorwegian, isSwedish } from '../model/check-digits.ts'
import { decimal } from '../model/decimal.ts'
import { type EInvoice, isCreditNote, type PaymentMeans } from '../model/document.ts'
import type { Field } from '../model/fields.ts'
import type { Address, Identifier } from '../model/party.ts'
import { type Place, type Rule, rule } from './rule.ts'

/** Scope of a country's rules: sellers there, or sellers and buyers there. */
type Where = 'seller' | 'both'
type Broken = (document: EInvoice) => boolean

const DUTCH_SCHEMES = new Set(['0106', '0190'])
const DUTCH_MEANS = new Set(['30', '48', '49', '57', '58', '59'])
const DANISH_MEANS = new Set(['1', '10', '31', '42', '48', '49', '58', '59', '97'])
const DANISH_ACCOUNTS = new Set(['31', '42'])
const F_TAX = 'Godkänd för F-skatt'
const SWEDISH_RATES = [6n, 12n, 25n]

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
  const at = ruleOf('NL')
  return [
    at('001', 'seller', ['preceding', 'precedingWanted'], (it) => isCreditNote(it) && isFirst(it)),
    at(
      '002',
      'seller',
      ['sellerAddress', 'wholeAddress'],
      ({ seller }) => !isWhole(seller.address),
    ),
    at('003', 'seller', ['sellerScheme', 'dutchNumber'], ({ seller }) =>
      isOther(seller.registration, DUTCH_SCHEMES),
    ),
    at('004', 'both', ['buyerAddress', 'wholeAddress'], ({ buyer }) => !isWhole(buyer.address)),
    at('005', 'both', ['buyerScheme', 'dutchNumber'], ({ buyer }) =>
      isOther(buyer.registration, DUTCH_SCHEMES),
    ),
    at('006', 'seller', ['representative', 'wholeAddress'], ({ taxRepresentative: it }) =>
      Boolean(it?.address.country === 'NL' && !isWhole(it.address)),
    ),
    at('007', 'seller', ['means', 'paymentWanted'], (it) => it.totals.dueCents > 0n && !it.payment),
    at(
      '008',
      'both',
      ['means', 'meansOf'],
      (it) => pays(it, ({ code }) => !DUTCH_MEANS.has(code)),
      {
        form: '30, 48, 49, 57, 58, 59',
      },
    ),
    at('009', 'seller', ['reference', 'orderNumber'], (it) =>
      Boolean(!it.purchaseOrderReference && it.lines.some((line) => line.orderLineReference)),
    ),
  ]
}

function danish(): readonly Rule[] {
  const at = ruleOf('DK')
  const form = { form: 'CVR, 0184' }
  const cvr = new Set(['0184'])
  return [
    at(
      '002',
      'seller',
      ['sellerRegistration', 'companyNumber'],
      ({ seller }) => !seller.registration,
      form,
    ),
    at(
      '014',
      'seller',
      ['sellerScheme', 'companyNumber'],
      ({ seller }) => isOther(seller.registration, cvr),
      form,
    ),
    at('016', 'seller', ['totals', 'sums'], (it) => isCreditNote(it) && it.totals.dueCents < 0n),
    at(
      '017',
      'both',
      ['buyerScheme', 'companyNumber'],
      ({ buyer }) => isOther(buyer.registration, cvr),
      form,
    ),
    at('005', 'both', ['means', 'meansOf'], (it) => pays(it, (m) => !DANISH_MEANS.has(m.code)), {
      form: [...DANISH_MEANS].join(', '),
    }),
    at('006', 'both', ['account', 'account'], (it) =>
      pays(it, ({ code, account }) => DANISH_ACCOUNTS.has(code) && !account?.bic),
    ),
    at('007', 'both', ['mandate', 'mandate'], (it) =>
      pays(it, (m) => m.code === '49' && !(it.payment?.mandate && m.debitedAccount)),
    ),
    at('003', 'both', ['itemClassification', 'code'], (it) =>
      it.lines.some(({ item }) => item.classifications.some(({ scheme }) => scheme !== 'TST')),
    ),
    at('004', 'both', ['chargeCode', 'code'], (it) =>
      it.charges.some(({ reasonCode }) => reasonCode === 'ZZZ'),
    ),
  ]
}

function icelandic(): readonly Rule[] {
  const at = ruleOf('IS')
  const form = { form: 'kennitala, 0196' }
  const kennitala = new Set(['0196'])
  const isPart = ({ line1, postalCode }: Address): boolean => Boolean(line1 && postalCode)
  return [
    at(
      '002',
      'seller',
      ['sellerRegistration', 'companyNumber'],
      ({ seller }) => !seller.registration || isOther(seller.registration, kennitala),
      form,
    ),
    at('003', 'seller', ['sellerAddress', 'wholeAddress'], ({ seller }) => !isPart(seller.address)),
    at(
      '004',
      'both',
      ['buyerRegistration', 'companyNumber'],
      ({ buyer }) => !buyer.registration || isOther(buyer.registration, kennitala),
      form,
    ),
    at('005', 'both', ['buyerAddress', 'wholeAddress'], ({ buyer }) => !isPart(buyer.address)),
    at('006', 'seller', ['account', 'account'], (it) => pays(it, isLongAccountMissing('9'))),
    at('007', 'seller', ['account', 'account'], (it) => pays(it, isLongAccountMissing('42'))),
    at('008', 'seller', ['attachment', 'attachment'], (it) =>
      it.attachments.some(({ description }) => description === 'EINDAGI'),
    ),
  ]
}

function isLongAccountMissing(means: string) {
  return ({ code, account }: PaymentMeans): boolean =>
    code === means && !/^[0-9]{12}$/.test(account?.id ?? '')
}

function swedish(): readonly Rule[] {
  const at = ruleOf('SE')
  const number = ({ seller }: EInvoice): string => seller.registration?.value ?? '5560125790'
  const vat = ({ seller }: EInvoice): string =>
    seller.vatId?.startsWith('SE') ? seller.vatId : 'SE556012579001'
  const form = { form: 'SE556012579001' }
  const organisation = { form: '5560125790' }
  const rates = SWEDISH_RATES.map((rate) => decimal(rate, 0))
  return [
    at('001', 'seller', ['sellerTaxId', 'vatForm'], (it) => vat(it).length !== 14, form),
    at('002', 'seller', ['sellerTaxId', 'vatForm'], (it) => !/^SE[0-9]+$/.test(vat(it)), form),
    at(
      '003',
      'seller',
      ['sellerRegistration', 'companyNumber'],
      (it) => !/^[0-9]+$/.test(number(it)),
      organisation,
    ),
    at(
      '004',
      'seller',
      ['sellerRegistration', 'companyNumber'],
      (it) => number(it).length !== 10,
      organisation,
    ),
    at(
      '013',
      'seller',
      ['sellerRegistration', 'companyNumber'],
      (it) => !isSwedish(number(it)),
      organisation,
    ),
    at(
      '005',
      'seller',
      ['sellerTaxNumber', 'companyNumber'],
      ({ seller: { registration, taxNumber } }) =>
        registration !== undefined &&
        taxNumber !== undefined &&
        taxNumber.toUpperCase() !== F_TAX.toUpperCase(),
      { form: F_TAX },
    ),
    at(
      '006',
      'seller',
      ['taxes', 'standardRates'],
      ({ seller, taxBreakdown }) =>
        Boolean(seller.vatId?.startsWith('SE')) &&
        taxBreakdown.some(
          ({ category, rate }) =>
            category === 'S' &&
            !rates.some((it) => it.digits === rate?.digits && it.scale === rate.scale),
        ),
      { form: '6, 12, 25' },
    ),
  ]
}

function norwegian(): readonly Rule[] {
  const isRight = ({ seller }: EInvoice): boolean => {
    const [, number] = /^NO([0-9]{9})MVA$/.exec(seller.vatId ?? '') ?? []
    return number !== undefined && isNorwegian(number)
  }
  return [
    ruleOf('NO')('001', 'seller', ['sellerTaxId', 'vatForm'], (it) => !isRight(it), {
      form: 'NO974760673MVA',
    }),
  ]
}

function italian(): readonly Rule[] {
  const at = ruleOf('IT')
  return [
    at(
      '001',
      'seller',
      ['sellerTaxNumber', 'companyNumber'],
      ({ seller: { taxNumber } }) => taxNumber !== undefined && !/^.{11,16}$/.test(taxNumber),
      { form: 'codice fiscale' },
    ),
    at('002', 'seller', ['sellerAddress', 'wholeAddress'], ({ seller }) => !seller.address.line1),
    at('003', 'seller', ['sellerCity', 'sellerCity'], ({ seller }) => !seller.address.city),
    at(
      '004',
      'seller',
      ['sellerPostalCode', 'sellerPostalCode'],
      ({ seller }) => !seller.address.postalCode,
    ),
  ]
}

/** Creates the rules of a country: `NL-R-001` and so on, each with field and advice. */
function ruleOf(country: string) {
  const isThere = ({ seller, buyer }: EInvoice, where: Where): boolean =>
    seller.address.country === country && (where === 'seller' || buyer.address.country === country)
  return (
    number: string,
    where: Where,
    [field, advice]: readonly [Field, Rule['advice']],
    isBroken: Broken,
    values: Place['values'] = {},
  ): Rule =>
    rule(`${country}-R-${number}`, advice, (document) =>
      isThere(document, where) && isBroken(document)
        ? [{ field, values: { country, ...values } }]
        : [],
    )
}

const isOther = (id: Identifier | undefined, schemes: ReadonlySet<string>): boolean =>
  id !== undefined && !schemes.has(id.scheme ?? '')

const isFirst = ({ precedingInvoices }: EInvoice): boolean => precedingInvoices.length === 0

const isWhole = ({ line1, city, postalCode }: Address): boolean =>
  Boolean(line1 && city && postalCode)

const pays = ({ payment }: EInvoice, isSuch: (means: PaymentMeans) => boolean): boolean =>
  payment?.means.some(isSuch) ?? false
