import { expect, test } from 'vitest'
import { formatName } from './format-name.ts'

const EN_16931 = 'urn:cen.eu:en16931:2017'

test.each([
  ['EN 16931 (UBL)', 'en16931', 'ubl', EN_16931],
  [
    'XRechnung 3.0 (CII)',
    'xrechnung',
    'cii',
    `${EN_16931}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`,
  ],
  [
    'Peppol BIS Billing 3.0 (UBL)',
    'peppol',
    'ubl',
    `${EN_16931}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`,
  ],
  ['NLCIUS 1.0 (UBL)', 'nlcius', 'ubl', `${EN_16931}#compliant#urn:fdc:nen.nl:nlcius:v1.0`],
  [
    'HR eRačun 1.0 (UBL)',
    'hr-eracun',
    'ubl',
    `${EN_16931}#compliant#urn:mfin.gov.hr:cius-2025:1.0#conformant#urn:mfin.gov.hr:ext-2025:1.0`,
  ],
  ['Peppol PINT (UBL)', 'pint', 'ubl', 'urn:peppol:pint:billing-1@eu-1'],
  ['Factur-X MINIMUM (PDF)', 'minimum', 'pdf', 'urn:factur-x.eu:1p0:minimum'],
  ['FatturaPA', 'fatturapa', 'fatturapa', null],
] as const)('%s', (name, profile, format, specification) => {
  expect(formatName({ profile, format, specification })).toBe(name)
})
