import { type EInvoice, isCreditNote } from '../model/document.ts'
import { someMeans } from '../rules/payment.ts'
import { atCodes, type Rule, type Spot } from '../rules/rule.ts'
import type { Country } from './country.ts'
import { isOther, rulesOf } from './national.ts'

const MEANS = ['1', '10', '31', '42', '48', '49', '58', '59', '97']
const ACCOUNTS = ['31', '42']

export const DENMARK: Country = { code: 'DK', onPeppol: onPeppol() }

function onPeppol(): readonly Rule[] {
  const { ofSeller, ofBoth } = rulesOf('DK')
  const form = { form: 'CVR, 0184' }
  const means: Spot = ['means', 'meansOf', { form: MEANS.join(', ') }]
  return [
    ofSeller('002', ['sellerRegistration', 'companyNumber', form], (it) => !it.seller.registration),
    ofSeller('014', ['sellerScheme', 'companyNumber', form], ({ seller }) =>
      isOther(seller.registration, ['0184']),
    ),
    ofSeller('016', ['totals', 'noNegative'], (it) => isCreditNote(it) && it.totals.dueCents < 0n),
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
    withinDenmark(
      atCodes('DK-R-003', 'codeElsewhere', (scheme) => scheme === 'TST', [
        [
          'itemClassification',
          ({ lines }) => lines.map(({ item }) => item.classifications.at(0)?.scheme),
        ],
      ]),
    ),
    withinDenmark(
      atCodes('DK-R-004', 'codeElsewhere', (code) => code !== 'ZZZ', [
        ['chargeCode', ({ charges }) => charges.map(({ reasonCode }) => reasonCode)],
      ]),
    ),
  ]
}

function withinDenmark(made: Rule): Rule {
  const isWithin = ({ seller, buyer }: EInvoice) =>
    [seller, buyer].every(({ address }) => address.country === 'DK')
  return { ...made, broken: (it) => (isWithin(it) ? made.broken(it) : []) }
}
