import type { Rule } from '../rules/rule.ts'
import type { Country } from './country.ts'
import { byVatId, rulesOf } from './national.ts'

export const ITALY: Country = { code: 'IT', onPeppol: onPeppol() }

function onPeppol(): readonly Rule[] {
  const { ofSeller } = rulesOf('IT', { countryOf: byVatId })
  const form = { form: 'codice fiscale' }
  return [
    ofSeller(
      '001',
      ['sellerTaxNumber', 'companyNumber', form],
      ({ seller: { taxNumber } }) =>
        taxNumber !== undefined && !/^[A-Z0-9]{11,16}$/.test(taxNumber),
    ),
    ofSeller('002', ['sellerAddress', 'wholeAddress'], ({ seller }) => !seller.address.line1),
    ofSeller('003', 'sellerCity', ({ seller }) => !seller.address.city),
    ofSeller('004', 'sellerPostalCode', ({ seller }) => !seller.address.postalCode),
  ]
}
