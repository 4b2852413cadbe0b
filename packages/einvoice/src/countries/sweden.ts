import { isSwedish } from '../model/check-digits.ts'
import { decimal, isEqual } from '../model/decimal.ts'
import type { EInvoice } from '../model/document.ts'
import type { Rule, Spot } from '../rules/rule.ts'
import type { Country } from './country.ts'
import { rulesOf } from './national.ts'

const F_TAX = 'Godkänd för F-skatt'
const RATES = [6n, 12n, 25n].map((rate) => decimal(rate, 0))

export const SWEDEN: Country = { code: 'SE', onPeppol: onPeppol() }

function onPeppol(): readonly Rule[] {
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
      const isUsual = standard.every(({ rate }) => RATES.some((it) => isEqual(it, rate)))
      return vatIdOf(document) !== null && !isUsual
    }),
  ]
}
