import type { ReceivedProfile } from '../documents/received/reader.ts'
import type { SupplierInvoiceEntry } from './supplier-invoice.ts'

/** Names of standards are the same in every language. */
export const RECEIVED_PROFILE_NAMES: Readonly<Record<ReceivedProfile, string>> = {
  en16931: 'EN 16931',
  peppol: 'Peppol BIS Billing',
  pint: 'Peppol PINT',
  xrechnung: 'XRechnung',
  'factur-x': 'Factur-X / ZUGFeRD',
  france: 'Factur-X BR-FR',
  nlcius: 'NLCIUS',
  'cius-pt': 'CIUS-PT',
  'cius-ro': 'CIUS-RO',
  'hr-eracun': 'HR eRačun',
  'basic-wl': 'Factur-X BASIC WL',
  minimum: 'Factur-X MINIMUM',
  extended: 'EN 16931 EXTENDED',
  'zugferd-1': 'ZUGFeRD 1.0',
  fatturapa: 'FatturaPA',
  ksef: 'KSeF FA(3)',
}

const SYNTAXES: Readonly<Record<SupplierInvoiceEntry['format'], string | null>> = {
  ubl: 'UBL',
  cii: 'CII',
  pdf: 'PDF',
  fatturapa: null,
  ksef: null,
}

type Received = Pick<SupplierInvoiceEntry, 'profile' | 'format'> & {
  /** BT-24. */
  readonly specification: string | null
}

/** The format as accountants call it: `XRechnung 3.0 (UBL)`. */
export function formatName({ profile, format, specification }: Received): string {
  const version = /[:_]v?(\d+(?:\.\d+)+)(?:#|$)/.exec(specification ?? '')?.[1]
  const name = [RECEIVED_PROFILE_NAMES[profile], version].filter(Boolean).join(' ')
  const syntax = SYNTAXES[format]
  return syntax === null ? name : `${name} (${syntax})`
}
