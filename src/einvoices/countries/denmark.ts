import { isCreditNote } from '../model/document.ts'
import { someMeans } from '../rules/payment.ts'
import type { Rule, Spot } from '../rules/rule.ts'
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
    ofSeller('016', ['totals', 'sums'], (it) => isCreditNote(it) && it.totals.dueCents < 0n),
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
    ofBoth('003', ['itemClassification', 'code'], (it) =>
      it.lines.some(({ item }) => item.classifications.some(({ scheme }) => scheme !== 'TST')),
    ),
    ofBoth('004', ['chargeCode', 'code'], (it) =>
      it.charges.some(({ reasonCode }) => reasonCode === 'ZZZ'),
    ),
  ]
}
