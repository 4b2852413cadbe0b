import { type TermsWords, en as terms } from '@billwright/rules/payment-terms-words'
import { en as units } from '@billwright/rules/unit-names'
import type { Units } from '@billwright/rules/units'

/**
 * The fixed words of a document. Names ending in `Label` and `Heading` are those of Invio
 * templates or follow their pattern. Names ending in `Text` are sentences with `{placeholders}`.
 */
const labels = {
  invoiceTitle: 'Invoice',
  creditNoteTitle: 'Credit note',
  depositInvoiceTitle: 'Deposit invoice',
  /** An invoice that deducts deposits. */
  finalInvoiceTitle: 'Final invoice',

  invoiceNumberLabel: 'Invoice number',
  invoiceNumberShortLabel: 'Invoice no.',
  invoiceDateLabel: 'Invoice date',
  creditNoteNumberLabel: 'Credit note number',
  creditNoteNumberShortLabel: 'Credit note no.',
  creditNoteDateLabel: 'Credit note date',
  dueDateLabel: 'Due date',
  deliveryDateLabel: 'Delivery date',
  periodLabel: 'Service period',
  referenceLabel: 'Your reference',
  orderReferenceLabel: 'Order number',
  correctsLabel: 'Corrects invoice',
  correctsText: '{number} of {date}',
  statusLabel: 'Status',

  billToHeading: 'Bill to',
  fromHeading: 'From',
  contactLabel: 'Contact',
  phoneLabel: 'Phone',
  emailLabel: 'E-mail',
  taxIdLabel: 'Tax ID',
  /** For ids that begin with a country code, as in the European Union. */
  vatIdLabel: 'VAT ID',
  registrationIdLabel: 'Company no.',

  itemsHeading: 'Items',
  itemHeaderDescription: 'Description',
  itemHeaderCode: 'Code',
  itemHeaderQuantity: 'Quantity',
  itemHeaderQuantityShort: 'Qty',
  itemHeaderUnit: 'Unit',
  itemHeaderUnitPrice: 'Unit price',
  itemHeaderUnitPriceShort: 'Price',
  itemHeaderDiscount: 'Discount',
  itemHeaderAmount: 'Amount',

  summaryHeading: 'Summary',
  subtotalLabel: 'Subtotal',
  discountLabel: 'Discount',
  chargeLabel: 'Charge',
  netLabel: 'Net total',
  taxLabel: 'VAT',
  taxSummaryHeading: 'Tax summary',
  taxableLabel: 'Taxable amount',
  taxAmountLabel: 'Tax amount',
  /** `amount`: the taxable amount. */
  taxOnText: 'on {amount}',
  /** `tax`, such as `VAT 20%`. */
  taxIncludedText: 'Includes {tax}',
  roundingLabel: 'Rounding',
  totalLabel: 'Total',
  /** What the customer keeps of the total. */
  withholdingLabel: 'Withholding tax',
  splitTaxLabel: 'VAT that the customer pays to the treasury (split payment)',
  paidLabel: 'Paid',
  creditedLabel: 'Credited',
  amountDueLabel: 'Amount due',
  /** Replaces `amountDueLabel` next to a refund without a sign. */
  refundDueLabel: 'To be refunded',

  paymentHeading: 'Payment',
  paymentTermsLabel: 'Payment terms',
  paymentMethodsLabel: 'Payment methods',
  bankAccountLabel: 'Bank details',
  accountHolderLabel: 'Account holder',
  ibanLabel: 'IBAN',
  bicLabel: 'BIC',
  accountNumberLabel: 'Account number',
  bankCodeLabel: 'Bank code',
  bankNameLabel: 'Bank',
  paymentReferenceLabel: 'Reference',
  scanToPayLabel: 'Scan to pay',
  payText: 'Please pay {amount}.',
  payByText: 'Please pay {amount} by {date}.',
  /** Above the amount of an invoice. */
  dueByText: 'Due by {date}',
  /** `label`: the name of a tax id. */
  yourIdText: 'Your {label}',
  /** `account`: its number; `reference`: empty, or `transferReferenceText`. */
  transferByText: 'Please pay {amount} by {date} to our account {account}{reference}.',
  transferText: 'Please pay {amount} to our account {account}{reference}.',
  transferReferenceText: ', reference {reference}',
  /** How letters begin and end. */
  greetingText: 'Dear {contact},',
  greetingToAllText: 'Hello,',
  closingText: 'Kind regards',
  /** Below the greeting. */
  invoiceIntroText: 'Thank you for your order. We charge you for:',
  creditNoteIntroText: 'We credit you for:',
  quoteIntroText: 'This is our offer:',
  collectText:
    'We will collect {amount} from your account {account} by SEPA direct debit, on {date} at the earliest. Mandate reference: {mandate}. Creditor identifier: {creditor}.',
  /** Early payment discount: until a day, and on a quote within days of the invoice. */
  skontoText: '{percent} early payment discount until {date}: {discount} less, pay {amount}.',
  skontoDaysText:
    '{percent} early payment discount within {days} days of the invoice date: {discount} less, pay {amount}.',
  notesHeading: 'Notes',
  /** Above the terms of a quote. */
  termsHeading: 'Terms',

  statusDraft: 'Draft',
  statusSent: 'Open',
  statusPartlyPaid: 'Partly paid',
  statusPaid: 'Paid',
  statusRefundDue: 'Refund due',
  /** Credit notes left nothing to pay. */
  statusCredited: 'Credited',
  /** Status of a credit note, which never has an amount due. */
  statusIssued: 'Issued',
  statusVoid: 'Void',
  statusUncollectible: 'Written off',
  statusOverdue: 'Overdue',

  /** Reasons why no tax is charged, if the invoice has none (by UNCL 5305 category). */
  taxReasonE: 'Exempt from VAT',
  taxReasonAE: 'Reverse charge: VAT to be accounted for by the recipient',
  taxReasonK: 'VAT-exempt intra-Community supply',
  taxReasonG: 'VAT-exempt export',
  taxReasonO: 'Outside the scope of VAT',
}

/** The words of a statement of account besides the labels. */
const statement = {
  title: 'Statement of account',
  date: 'Date',
  entry: 'Entry',
  payment: 'Payment',
  refund: 'Refund',
  paymentOnAccount: 'Payment on account',
  refundFromAccount: 'Refund from the account',
  returnedDebit: 'Returned debit',
  opening: 'Opening balance',
  closing: 'Closing balance',
  balance: 'Balance',
  period: 'Period',
  account: 'Account in',
  notDue: 'Not due yet',
  daysText: '{from}–{to} days overdue',
  overText: 'Over {days} days overdue',
  credit: 'Credit',
  none: 'Nothing was booked in this period.',
  openText: 'Balance due on {date}',
  lateText: '{amount} is overdue.',
  nothingLateText: 'Nothing is overdue.',
}

/** Replaces the labels `creditedLabel` and `paidLabel` on a credit note. */
const settlement = {
  setOff: 'Set off against the invoice',
  /** Replaces `refundDueLabel` if nothing is due, without an amount. */
  setOffInFull: 'Set off in full',
  refunded: 'Refunded',
  onAccount: 'Kept on account',
}

/** The words of a reminder and of the invoice of its charges. */
const reminder = {
  noticeTitle: 'Payment notice',
  reminderTitle: 'Payment reminder',
  secondTitle: 'Second payment reminder',
  finalTitle: 'Final payment reminder',
  /** Above a reminder: its title and the amount. */
  factText: '{title}: {amount} still due',
  daysLateLabel: 'Days overdue',
  openLabel: 'Amount due',
  fee: 'Reminder fee',
  lumpSum: 'Lump sum for recovery costs',
  returnFee: 'Bank fee for the returned direct debit',
  interestText: 'Interest on late payment, {period}',
  total: 'Total to pay',
  noticeText: 'The following amount is due soon.',
  overdueText: 'We have not yet received the following amount.',
  finalText: 'Despite our reminders we have not received the following amount.',
  ignoreText: 'If you have already paid, please ignore this letter.',
  chargeReason: 'Compensation for late payment',
  chargesNote: 'Charges for late payment of invoice {number}',
}

/** The words of quotes, order confirmations, pro forma invoices and the page of a quote. */
const quote = {
  title: 'Quote',
  numberLabel: 'Quote number',
  numberShortLabel: 'Quote no.',
  dateLabel: 'Quote date',
  validUntilLabel: 'Valid until',
  orderConfirmationTitle: 'Order confirmation',
  proFormaTitle: 'Pro forma invoice',
  proFormaText: 'This document is not an invoice and does not entitle you to deduct tax.',
  deliveryNoteTitle: 'Delivery note',
  deliveryNoteNumberLabel: 'Delivery note number',
  deliveryNoteVoid: 'Void',
  receivedNameLabel: 'Name in capitals',
  receivedSignatureLabel: 'Signature (received as ticked)',
  optionalText: '{item} (optional)',
  notIncludedText: '{item} (optional, not included)',
  acceptedText: 'Accepted by {name} on {date}.',
  acceptedOnText: 'Accepted on {date}.',
  statusOpen: 'Open',
  statusAccepted: 'Accepted',
  statusDeclined: 'Declined',
  statusWithdrawn: 'Withdrawn',
  statusSuperseded: 'Replaced',
  statusExpired: 'Expired',
  choicesHeading: 'Optional items',
  answerHeading: 'Your answer',
  nameLabel: 'Your name',
  emailLabel: 'E-mail (optional)',
  noteLabel: 'Note (optional)',
  reasonLabel: 'Reason (optional)',
  consentText: 'I accept this quote and its terms.',
  accept: 'Accept quote',
  decline: 'Decline quote',
  closedText: 'This quote can no longer be answered.',
  triesText: 'Too many attempts. Please wait a minute, then answer again.',
  changedText: 'The quote has changed. Please read it again before you answer.',
  failedText: 'Please enter your name and tick the box.',
  updateTotal: 'Show the new total',
  totalText: 'With your selection, the total is {total}. Please check it, then accept.',
}

/** The words of the customer's page besides the labels. */
const page = {
  download: 'Download PDF',
  /** The e-invoice alone. */
  data: 'E-invoice (XML)',
  downloadPaid: 'Download paid invoice',
  /** `days`: an amount with its unit, e.g. `11 days`. */
  daysLate: '{days} late',
  /** `day`: with its weekday. */
  payBy: 'Please pay by {day}.',
  paidOn: 'Paid in full on {day}',
  othersHeading: 'Your other open documents',
  copy: 'Copy',
  copied: 'Copied',
  payOnline: 'Pay online',
  payAmount: 'Pay {amount} online',
  payEarly: '{due}, or {amount} until {day} with the discount for early payment.',
  payPart: 'Amount, if you pay only a part',
  payCard: 'Card',
  payByCard: 'Pay by card',
  payKeep:
    'Save this payment method, and pay my future invoices from this sender with it automatically. I am told the amount and the day before each payment, and I can stop this on this page at any time.',
  payMost: 'Maximum per payment (optional)',
  payKept: 'Automatic payment is on: {method}',
  payStop: 'Stop automatic payment',
  paySave: 'Save a payment method without paying now',
  mandateOffer: 'Pay by SEPA direct debit',
  mandateName: 'Your full name, as your signature',
  mandateAgree: 'I give this direct debit mandate.',
  mandateSign: 'Sign mandate',
  mandateGiven: 'Your SEPA direct debit mandate {mandate} for the account {method} is recorded.',
  mandateEnd: 'Revoke mandate',
  mandateIbanNot:
    'We cannot collect from this account. Check the IBAN, or ask us for another way to pay.',
  mandateMissing: 'Please fill in every field and tick the box.',
  payNotice:
    'We will charge {method} with {amount} on {day} or shortly after. If the charge fails, we try again after a few days. You can stop automatic payment on the page of this invoice at any time.',
  payAnnounced: 'We collect the amount on {day} from {method}. You can also pay now.',
  payCollected:
    'We collect the amount on {day} from {method}. You do not need to do anything else.',
  payPending: 'Your payment is on its way. You do not need to do anything else.',
  payPaid: 'Thank you. Your payment has arrived.',
  payUnsure: 'No payment has been confirmed yet. If you have paid, this page will show it soon.',
  payFailed: 'The payment did not succeed. Please try again, or pay by bank transfer.',
  payPartNot:
    'This part cannot be paid online. Please enter another amount, or leave the field empty to pay everything.',
  payMoment: 'One moment: the payment page is being prepared.',
  payUnreachable:
    'Online payment is not available right now. Please try again later, or pay by bank transfer.',
  ask: 'Ask a question',
  /** For an invalid link. */
  goneTitle: 'Link not found',
  goneText: 'This link is invalid or was revoked. Please ask the sender for a new one.',
}

export const en = { labels, units, terms, settlement, statement, reminder, quote, page }

/** The words in another language. */
type WordsOf<English> = { readonly [Name in keyof English]: string }

export type Labels = WordsOf<typeof labels>

export interface Words {
  readonly labels: Labels
  readonly units: Units
  readonly terms: TermsWords
  readonly settlement: WordsOf<typeof settlement>
  readonly statement: WordsOf<typeof statement>
  readonly reminder: WordsOf<typeof reminder>
  readonly quote: WordsOf<typeof quote>
  readonly page: WordsOf<typeof page>
}

/** English of countries without a VAT, where the tax has other names. */
export const enWithoutVat: Words = {
  ...en,
  labels: {
    ...en.labels,
    taxLabel: 'Tax',
    vatIdLabel: 'Tax ID',
    taxReasonE: 'Exempt from tax',
    taxReasonAE: 'Reverse charge: tax to be accounted for by the recipient',
    taxReasonG: 'Tax-exempt export',
    taxReasonO: 'Outside the scope of the tax',
  },
}
