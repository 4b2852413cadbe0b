import { isNorwegian } from '../model/check-digits.ts'
import type { Rule } from '../rules/rule.ts'
import type { Country } from './country.ts'
import { byVatId, rulesOf } from './national.ts'

export const NORWAY: Country = { code: 'NO', onPeppol: onPeppol() }

function onPeppol(): readonly Rule[] {
  const form = { form: 'NO974760673MVA' }
  return [
    rulesOf('NO', { countryOf: byVatId }).ofSeller(
      '001',
      ['sellerTaxId', 'vatForm', form],
      ({ seller }) => {
        // A business below the threshold has no VAT number. The number of another country stays
        // unchanged.
        if (!seller.vatId?.startsWith('NO')) return false
        const [, number = ''] = /^NO([0-9]{9})MVA$/.exec(seller.vatId) ?? []
        return !isNorwegian(number)
      },
    ),
  ]
}
