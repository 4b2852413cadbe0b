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
