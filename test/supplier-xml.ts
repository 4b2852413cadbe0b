import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const PLAIN = readFileSync(join(import.meta.dirname, 'golden/einvoices/minimal.ubl.xml'), 'utf8')

/** A valid e-invoice of a supplier, as it comes in. */
export const supplierXml = (number: string, seller = 'Papierhaus Lindner'): string =>
  PLAIN.replace('<cbc:ID>1</cbc:ID>', `<cbc:ID>${number}</cbc:ID>`).replaceAll(
    'Kleinbetrieb Muster',
    seller,
  )

export const AS_XML = { 'content-type': 'application/xml' }

/** Settings of a company whose invoices satisfy Peppol. */
export const ON_PEPPOL = {
  companyName: 'Fernweh Press',
  companyAddress: { line1: 'Hafenweg 4', city: 'Kiel', postalCode: '24103', countryCode: 'DE' },
  companyContact: 'Accounts',
  companyPhone: '+49 431 0000',
  companyEmail: 'billing@fernweh.example',
  companyTaxId: 'DE136695976',
  companyEndpoint: { scheme: '9930', id: 'DE136695976' },
  bankAccount: { iban: 'DE02120300000000202051' },
}
