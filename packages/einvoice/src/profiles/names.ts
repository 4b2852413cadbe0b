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
