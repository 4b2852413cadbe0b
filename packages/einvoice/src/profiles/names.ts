/** The profiles of an e-invoice: the standard, and those of countries and networks. */
export const E_INVOICE_PROFILES = [
  'en16931',
  'peppol',
  'pint',
  'xrechnung',
  'factur-x',
  'france',
  'nlcius',
  'cius-pt',
  'cius-ro',
  'hr-eracun',
  'fatturapa',
  'ksef',
] as const
export type EInvoiceProfile = (typeof E_INVOICE_PROFILES)[number]

/** The declared kind of a file: a profile with rules, or one with more or less than EN 16931. */
export type ReceivedProfile = EInvoiceProfile | 'basic-wl' | 'minimum' | 'extended' | 'zugferd-1'

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
