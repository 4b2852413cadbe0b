import type { FieldWords } from './field-words.ts'
import type { FieldName } from './fields.ts'

export const enFields: Readonly<Record<FieldName, FieldWords>> = {
  companyName: {
    label: 'Company name',
    hint: 'As it is registered; it stands at the top of every document.',
  },
  companyTradingName: {
    label: 'Trading name',
    hint: 'What customers know you as, if that is another name.',
  },
  companyContact: { label: 'Contact person' },
  companyEmail: { label: 'E-mail', hint: 'Printed on documents, for questions about them.' },
  companyPhone: { label: 'Phone' },
  companyWebsite: { label: 'Website' },
  'companyAddress.line1': { label: 'Street and number' },
  'companyAddress.line2': { label: 'Address, second line' },
  'companyAddress.postalCode': { label: 'Postal code' },
  'companyAddress.city': { label: 'City' },
  'companyAddress.region': { label: 'State or region' },
  'companyAddress.countryCode': { label: 'Country' },
  companyRegistrationId: {
    label: 'Registration number',
    hint: 'In the commercial register, e.g. HRB 12345 or a SIREN.',
  },
  companyLegalForm: {
    label: 'Legal information',
    hint: 'What the law wants said: legal form, seat, directors, capital.',
  },
  templateId: {
    label: 'Template',
    hint: 'New documents are printed with it. Issued ones keep theirs.',
  },
  logo: { label: 'Logo' },
  accentColor: { label: 'Highlight colour', hint: 'For headings and lines of documents.' },
  'bankAccount.holder': { label: 'Account holder' },
  'bankAccount.iban': {
    label: 'IBAN',
    hint: 'Customers can then pay by scanning the code on the document.',
  },
  'bankAccount.bic': { label: 'BIC' },
  'bankAccount.bankName': { label: 'Bank', hint: 'Also for account details that are not an IBAN.' },
  'bankAccount.qrIban': {
    label: 'QR-IBAN',
    hint: 'For Swiss QR-bills in francs with a QR reference.',
  },
  'bankAccount.creditorId': { label: 'Creditor identifier', hint: 'Only for SEPA direct debits.' },
  paymentInstructions: {
    label: 'How to pay',
    hint: 'Printed with the bank account, e.g. a link to pay by card.',
  },
  paymentTermsDays: {
    label: 'Days to pay',
    hint: 'From the date of the document; customers can have their own.',
  },
  defaultTerms: {
    label: 'Payment terms',
    hint: 'Stands on new documents, where it can be changed.',
  },
  defaultNotes: { label: 'Closing words', hint: 'E.g. thanks. Stands on new documents, too.' },
  companyTaxId: { label: 'VAT number', hint: 'Or your tax number, if you have no other.' },
  companyTaxNumber: {
    label: 'Tax number',
    hint: 'Besides a VAT number, where the law wants both or lets you choose.',
  },
  taxLabel: { label: 'Name of the tax', hint: 'Left empty: the word of the document’s language.' },
  'defaultTax.category': {
    label: 'Kind of tax',
    hint: 'Of new lines; each line can have another.',
  },
  'defaultTax.rate': { label: 'Rate in percent' },
  pricesIncludeTax: {
    label: 'Prices include tax',
    hint: 'What you type as a price is what the customer pays.',
  },
  rounding: { label: 'Rounding of tax', hint: 'E-invoices ask for once per rate.' },
  'invoiceNumbering.pattern': {
    label: 'Invoice numbers',
    hint: '{YYYY}, {YY} and {MM} become the date, {SEQ:4} a number of at least 4 digits.',
  },
  'invoiceNumbering.reset': { label: 'Starts again at 1' },
  'creditNoteNumbering.pattern': {
    label: 'Credit note numbers',
    hint: 'Their own series, so its pattern must differ.',
  },
  'creditNoteNumbering.reset': { label: 'Credit notes start again at 1' },
  lockIssuedInvoices: {
    label: 'Issued documents cannot be changed',
    hint: 'As most tax laws want it. Mistakes are put right with a credit note.',
  },
  'taxRepresentative.name': { label: 'Name' },
  'taxRepresentative.taxId': { label: 'Their VAT number' },
  'taxRepresentative.line1': { label: 'Street and number' },
  'taxRepresentative.line2': { label: 'Address, second line' },
  'taxRepresentative.postalCode': { label: 'Postal code' },
  'taxRepresentative.city': { label: 'City' },
  'taxRepresentative.region': { label: 'State or region' },
  'taxRepresentative.countryCode': { label: 'Country' },
  eInvoiceProfile: {
    label: 'Every invoice must be valid as',
    hint: 'What does not fit is refused when it is issued, with what to mend.',
  },
  'companyEndpoint.scheme': {
    label: 'Scheme',
    hint: 'E.g. 0088 for a GLN, 9930 for a German VAT number, EM for an e-mail address.',
  },
  'companyEndpoint.id': { label: 'Address', hint: 'Where your network finds you, e.g. on Peppol.' },
  companyRegistrationScheme: {
    label: 'Scheme of the registration number',
    hint: 'Four digits, e.g. 0002 for a SIREN.',
  },
  paymentMeans: {
    label: 'Means of payment',
    hint: 'Left empty: a transfer, where there is a bank account.',
  },
  locale: { label: 'Language of new documents', hint: 'Customers can have their own.' },
  currency: { label: 'Currency of new documents' },
  dateFormat: { label: 'Dates' },
  timeZone: { label: 'Time zone', hint: 'What “today” means.' },
}
