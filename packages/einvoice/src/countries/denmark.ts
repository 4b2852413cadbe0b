import { FIK, GIRO } from '../model/codes.ts'
import { type EInvoice, isCreditNote } from '../model/document.ts'
import { someMeans } from '../rules/payment.ts'
import { atEach, atLines, type Rule, type Spot } from '../rules/rule.ts'
import type { Country } from './country.ts'
import { isOther, rulesOf } from './national.ts'

const MEANS = ['1', '10', '31', '42', '48', '49', '50', '58', '59', '93', '97']
const ACCOUNTS = ['31', '42']

/** UNSPSC in UNTDID 7143. */
const UNSPSC = 'TST'
const NEWEST = '26.08.01'
const VERSIONS = ['19.05.01', '19.0501', NEWEST, '26.0801']

export const DENMARK: Country = { code: 'DK', onPeppol: onPeppol(), completeOnPeppol }

function onPeppol(): readonly Rule[] {
  const { ofSeller, ofBoth } = rulesOf('DK')
  const form = { form: 'CVR, 0184' }
  const means: Spot = ['means', 'meansOf', { form: MEANS.join(', ') }]
  return [
    ofSeller('002', ['sellerRegistration', 'companyNumber', form], (it) => !it.seller.registration),
    ofSeller('014', ['sellerScheme', 'companyNumber', form], ({ seller }) =>
      isOther(seller.registration, ['0184']),
    ),
    ofBoth('016', ['totals', 'noNegative'], (it) => isCreditNote(it) && it.totals.dueCents < 0n),
    ofBoth('017', ['buyerScheme', 'companyNumber', form], ({ buyer }) =>
      isOther(buyer.registration, ['0184']),
    ),
    ofBoth('005', means, (it) => someMeans(it, ({ code }) => !MEANS.includes(code))),
    ofBoth('006', ['bankCode', 'bankCode'], (it) =>
      someMeans(
        it,
        ({ code, account }) => ACCOUNTS.includes(code) && !(account?.id && account.bic),
      ),
    ),
    ofBoth('007', 'mandate', (it) =>
      someMeans(it, (m) => m.code === '49' && !(it.payment?.mandate && m.debitedAccount)),
    ),
    ...slipRules(GIRO, {
      form: ['008', /^(?:01|04|15)#/, /^[0-9]{7,8}$/],
      length: ['009', /^(?:04|15)#/, [19]],
    }),
    ...slipRules(FIK, {
      form: ['010', /^(?:71|73|75)#/, /^.{8}$/],
      length: ['011', /^(?:71|75)#/, [18, 19]],
    }),
    withinDenmark(
      atLines(
        'DK-R-003',
        ['itemClassification', 'codeElsewhere', { code: UNSPSC }],
        ({ item: { classifications } }) =>
          classifications.some(({ scheme }) => scheme === UNSPSC) &&
          !classifications.some(({ schemeVersion }) => VERSIONS.includes(schemeVersion ?? '')),
      ),
    ),
    withinDenmark(
      atEach(
        'DK-R-004',
        'charges',
        ['chargeReason', 'otherTax'],
        ({ reasonCode, reason }) => reasonCode === 'ZZZ' && !isOtherTax(reason ?? ''),
      ),
    ),
  ]
}

interface Slip {
  /** The prefix of the payment reference, and the account of the creditor. */
  readonly form: readonly [rule: string, reference: RegExp, account: RegExp]
  /** The length of references with this prefix. */
  readonly length: readonly [rule: string, reference: RegExp, lengths: readonly number[]]
}

function slipRules(means: string, { form, length }: Slip): readonly Rule[] {
  const { ofBoth } = rulesOf('DK')
  const spot: Spot = ['means', 'danishSlip', { code: means }]
  const referenceOf = ({ payment }: EInvoice): string => payment?.reference ?? ''
  return [
    ofBoth(form[0], spot, (it) =>
      someMeans(
        it,
        ({ code, account }) =>
          code === means && !(form[1].test(referenceOf(it)) && form[2].test(account?.id ?? '')),
      ),
    ),
    ofBoth(length[0], spot, (it) =>
      someMeans(
        it,
        ({ code }) =>
          code === means &&
          length[1].test(referenceOf(it)) &&
          !length[2].includes(referenceOf(it).length),
      ),
    ),
  ]
}

/** The four digits of a tax that is not VAT, or a text with a `#` inside. */
const isOtherTax = (reason: string): boolean => /^(?:\d{4}|[^#].*#.*[^#])$/s.test(reason.trim())

/**
 * UNSPSC codes name their version. Our items have no field for it, so this is the newest allowed
 * one.
 */
function completeOnPeppol(document: EInvoice): EInvoice {
  const lines = document.lines.map((line) => {
    const classifications = line.item.classifications.map((it) =>
      it.scheme === UNSPSC ? { ...it, schemeVersion: it.schemeVersion ?? NEWEST } : it,
    )
    return { ...line, item: { ...line.item, classifications } }
  })
  return { ...document, lines }
}

function withinDenmark(made: Rule): Rule {
  const isWithin = ({ seller, buyer }: EInvoice) =>
    [seller, buyer].every(({ address }) => address.country === 'DK')
  return { ...made, broken: (it) => (isWithin(it) ? made.broken(it) : []) }
}
