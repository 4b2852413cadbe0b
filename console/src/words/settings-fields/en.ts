/** The labels and descriptions of the settings. */
export const en = {
  taxNumbers: { label: 'Further tax registrations' },
  taxPresets: { label: 'Tax presets' },
  withholdings: { label: 'Withholding tax' },
  cashRounding: { label: 'Cash rounding' },
  customFields: {
    label: 'Custom fields',
    hint: 'Printed on each new invoice, for example a cost center.',
  },
  companyName: {
    label: 'Company name',
    hint: 'As registered. Printed at the top of every document.',
  },
  companyTradingName: {
    label: 'Trading name',
    hint: 'The name that customers know you by, if it differs.',
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
  companyTaxRegime: { label: 'Italian tax regime (regime fiscale)' },
  companyLegalForm: {
    label: 'Legal information',
    hint: 'Required by law: legal form, registered office, directors, capital.',
  },
  templateId: {
    label: 'Template',
    hint: 'Used for new documents. Issued documents keep theirs.',
  },
  logo: { label: 'Logo' },
  accentColor: { label: 'Color of your company', hint: 'For headings and lines of documents.' },
  typeface: { label: 'Typeface' },
  'letterhead.logoSize': { label: 'Size of the logo' },
  'letterhead.logoPlace': { label: 'Position of the logo' },
  addressWindow: {
    label: 'Envelope window',
    hint: 'The customer’s address is printed on this side.',
  },
  greeting: {
    label: 'Greet the customer and sign with your name',
    hint: 'On documents of the template Minimalist Clean and on reminders.',
  },
  'bankAccount.holder': { label: 'Account holder' },
  'bankAccount.iban': {
    label: 'IBAN',
    hint: 'Customers can then pay by scanning the code on the document.',
  },
  'bankAccount.number': { label: 'Account number', hint: 'For an account without IBAN.' },
  'bankAccount.bankCode': {
    label: 'Bank code',
    hint: 'Routing number or sort code of an account without IBAN.',
  },
  'bankAccount.bic': { label: 'BIC' },
  'bankAccount.bankName': { label: 'Bank' },
  'bankAccount.qrIban': {
    label: 'QR-IBAN',
    hint: 'For Swiss QR-bills in francs with a QR reference.',
  },
  'bankAccount.creditorId': {
    label: 'Creditor identifier',
    hint: 'Only for SEPA direct debits.',
  },
  paymentInstructions: {
    label: 'How to pay',
    hint: 'Printed with the bank account, e.g. a link to pay by card.',
  },
  paymentReference: {
    label: 'Payment reference',
    hint: 'Printed on new invoices. With check digits, payments find their invoice more surely. KID and OCR need an agreement with your bank.',
  },
  earlyPayment: {
    label: 'Discount for early payment',
    hint: 'On new invoices and quotes, unless the customer has its own.',
  },
  bankAutoBook: {
    label: 'Booking',
    hint: 'Payments whose match is certain can be booked without asking. You can undo each booking.',
  },
  bankFolder: {
    label: 'Folder for bank files',
    hint: 'The service imports statements from this folder, which is inside the one that the operator allows.',
  },
  receiptOnPayment: {
    label: 'Send a receipt for each online payment',
    hint: 'Customers get it by e-mail once the provider confirms the payment.',
  },
  checkoutMinutes: {
    label: 'Payment page open for',
    hint: 'In minutes, 30 to 1440. Not every provider lets you choose.',
  },
  refundLimit: {
    label: 'Recent sign-in required for refunds above',
    hint: 'Above this amount, only a person who signed in within 15 minutes can refund. Empty: no limit.',
  },
  'directDebit.creditorName': {
    label: 'Name on direct debits',
    hint: 'Empty: the account holder, or else your company.',
  },
  'directDebit.preNotificationDays': {
    label: 'Days of notice',
    hint: 'Between telling the customer and collecting. Usual: 14, unless you agreed on fewer.',
  },
  'directDebit.submitDays': {
    label: 'Days for your bank',
    hint: 'Banking days that your bank needs before the collection.',
  },
  confirmMandates: {
    label: 'A person confirms each mandate',
    hint: 'They compare it with the signed form before it is used.',
  },
  mandateByPage: {
    label: 'Customers can sign a mandate on the page of an invoice',
    hint: 'Only if your bank accepts mandates without a signature on paper. Ask it first.',
  },
  'directDebit.bookOn': {
    label: 'Book collections as paid',
    hint: 'A file at the bank is only a request.',
  },
  'directDebit.returnFee': {
    label: 'Charge for a returned direct debit',
    hint: 'The customer owes it in addition to the invoice.',
  },
  'directDebit.limit': {
    label: 'Two people approve runs above',
    hint: 'In euros. Empty: one person is enough.',
  },
  'directDebit.batchBooking': {
    label: 'One bank entry for all collections of a day',
  },
  'directDebit.sequence': {
    label: 'First collection of a mandate',
    hint: 'Ask your bank whether it must be marked.',
  },
  'directDebit.umlauts': { label: 'Umlauts' },
  'directDebit.format': {
    label: 'Format of the files',
    hint: 'German banks take version 08 only.',
  },
  autopay: {
    label: 'Customers can agree to automatic payment',
    hint: 'On the page of a recurring invoice. They are told before each charge, and can stop it.',
  },
  collectOn: {
    label: 'Collect automatically',
    hint: 'By payment method or direct debit, but never before the days of notice are over.',
  },
  noticeDays: {
    label: 'Days of notice for cards',
    hint: 'Between telling the customer and charging the card or wallet. Direct debits have their own days.',
  },
  collectRetries: {
    label: 'Try again after',
    hint: 'Days from each failed attempt to the next, up to three numbers, such as 3, 5, 7. Empty: only by hand.',
  },
  discountGraceDays: {
    label: 'Days of grace for early payment discounts',
    hint: 'For so many days after its last day, the discount is still proposed, but never booked automatically.',
  },
  paymentTolerance: {
    label: 'Write off differences up to',
    hint: 'A payment that is short by at most this amount is proposed as settled.',
  },
  feeTolerance: {
    label: 'Bank fees up to',
    hint: 'A payment that is short by at most this amount is proposed with a bank fee.',
  },
  paymentTerms: {
    label: 'When due',
    hint: 'From the date of the document; customers can have their own.',
  },
  defaultTerms: {
    label: 'Payment terms',
    hint: 'Printed on new documents, where you can change them.',
  },
  defaultNotes: {
    label: 'Notes',
    hint: 'E.g. a word of thanks. Also printed on new documents.',
  },
  defaultTexts: {
    label: 'Texts in other languages',
    hint: 'Documents in these languages have these texts instead. Empty texts are not printed.',
  },
  companyTaxId: { label: 'VAT number', hint: 'Or your tax number, if you have no VAT number.' },
  companyTaxNumber: {
    label: 'Tax number',
    hint: 'In addition to a VAT number, where the law requires both or lets you choose.',
  },
  taxLabel: {
    label: 'Name of the tax',
    hint: 'Empty: the usual name in the language of the document.',
  },
  'defaultTax.category': {
    label: 'Tax category',
    hint: 'For new items; each item can have another.',
  },
  'defaultTax.rate': { label: 'Tax rate (%)' },
  pricesIncludeTax: {
    label: 'Prices include tax',
    hint: 'The price that you enter is the price that the customer pays.',
  },
  rounding: { label: 'Rounding of tax', hint: 'E-invoices require “Once per rate”.' },
  viesCheck: {
    label: 'Check customers’ VAT numbers',
    hint: 'VIES is the service of the EU. Its answer never blocks an invoice.',
  },
  'invoiceNumbering.pattern': {
    label: 'Invoice numbers',
    hint: '{YYYY}, {YY} and {MM} become the date, {SEQ:4} a number of at least 4 digits.',
  },
  'invoiceNumbering.reset': { label: 'Invoices restart at 1' },
  'creditNoteNumbering.pattern': {
    label: 'Credit note numbers',
    hint: 'Credit notes have their own series, so the pattern must differ.',
  },
  'creditNoteNumbering.reset': { label: 'Credit notes restart at 1' },
  lockIssuedInvoices: {
    label: 'Issued documents cannot be changed',
    hint: 'Most tax laws require this. Correct mistakes with a credit note.',
  },
  applyCreditOnIssue: {
    label: 'Use money on account when issuing',
    hint: 'An invoice uses the money that its customer has on account.',
  },
  shareOtherInvoices: {
    label: 'Show other open invoices to the customer',
    hint: 'The page of an invoice lists its credit notes and the customer’s other open invoices. Anyone with one link sees all of them.',
  },
  'quoteNumbering.pattern': { label: 'Quote numbers' },
  'quoteNumbering.reset': { label: 'Quotes restart at 1' },
  'deliveryNoteNumbering.pattern': { label: 'Delivery note numbers' },
  'deliveryNoteNumbering.reset': { label: 'Delivery notes restart at 1' },
  quoteValidDays: {
    label: 'Valid for (days)',
    hint: 'New quotes can be accepted until then.',
  },
  quoteTerms: { label: 'Terms of new quotes' },
  evidenceKeepAddress: {
    label: 'Record the IP address of an answer',
    hint: 'Part of the evidence of who accepted a quote.',
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
    hint: 'Other invoices cannot be issued. The message says what to correct.',
  },
  'companyEndpoint.scheme': {
    label: 'Scheme',
    hint: 'E.g. 0088 for a GLN, 9930 for a German VAT number, EM for an e-mail address.',
  },
  'companyEndpoint.id': {
    label: 'Address',
    hint: 'Your address in the network, e.g. Peppol.',
  },
  companyRegistrationScheme: {
    label: 'Scheme of the registration number',
    hint: 'Four digits, e.g. 0002 for a SIREN.',
  },
  paymentMeans: {
    label: 'Payment method',
    hint: 'Automatic: a transfer, if there is a bank account.',
  },
  locale: { label: 'Language of new documents', hint: 'Customers can have their own.' },
  currency: { label: 'Currency of new documents' },
  dateFormat: { label: 'Date format' },
  timeZone: { label: 'Time zone', hint: 'It determines when a day begins.' },
  'mailFrom.name': { label: 'Name of the sender', hint: 'Empty: the company name.' },
  'mailFrom.address': {
    label: 'Address of the sender',
    hint: 'Empty: the e-mail address of the company.',
  },
  mailReplyTo: { label: 'Replies go to', hint: 'Empty: to the sender.' },
  mailBcc: {
    label: 'Copy to yourself',
    hint: 'Up to 3 addresses, separated by commas, get a copy of every message.',
  },
  'mailAttach.pdf': { label: 'Attach the PDF' },
  'mailAttach.eInvoice': { label: 'Attach the e-invoice' },
  'mailAttach.files': { label: 'Attach files of the document' },
  mailLink: { label: 'Link to the document', hint: 'This publishes the document.' },
  mailSignature: { label: 'Signature', hint: 'Appears below the text of every message.' },
  mailPerMinute: { label: 'Messages per minute', hint: 'Ask your provider how many it takes.' },
  mailPerDay: { label: 'Messages per day' },
  mailAttachmentMaxBytes: {
    label: 'Maximum size of attachments',
    hint: 'Larger ones are left out; the link stays.',
  },
  mailKeepDays: {
    label: 'Days to keep sent messages',
    hint: '0: forever. Text and recipients always stay.',
  },
  'notify.email': {
    label: 'Send notices to',
    hint: 'Up to 3 addresses, separated by commas. At most one message every 15 minutes.',
  },
  'notify.on': { label: 'Notices about' },
  mailPaused: { label: 'Pause sending', hint: 'All messages wait.' },
}

export type SettingsFieldWords = typeof en
