/**
 * The fixed words of a document. Names ending in `Label` and `Heading` are those of Invio templates
 * or follow their pattern. Names ending in `Text` are sentences with `{placeholders}`.
 */
export interface Labels {
  readonly invoiceTitle: string
  readonly creditNoteTitle: string

  readonly invoiceNumberLabel: string
  readonly invoiceNumberShortLabel: string
  readonly invoiceDateLabel: string
  readonly creditNoteNumberLabel: string
  readonly creditNoteNumberShortLabel: string
  readonly creditNoteDateLabel: string
  readonly dueDateLabel: string
  readonly deliveryDateLabel: string
  readonly periodLabel: string
  readonly referenceLabel: string
  readonly orderReferenceLabel: string
  readonly correctsLabel: string
  /** `{number}`, `{date}` */
  readonly correctsText: string
  readonly statusLabel: string

  readonly billToHeading: string
  readonly fromHeading: string
  readonly contactLabel: string
  readonly phoneLabel: string
  readonly emailLabel: string
  readonly taxIdLabel: string
  /** For ids that begin with a country code, as in the European Union. */
  readonly vatIdLabel: string
  readonly registrationIdLabel: string

  readonly itemsHeading: string
  readonly itemHeaderDescription: string
  readonly itemHeaderCode: string
  readonly itemHeaderQuantity: string
  readonly itemHeaderQuantityShort: string
  readonly itemHeaderUnit: string
  readonly itemHeaderUnitPrice: string
  readonly itemHeaderUnitPriceShort: string
  readonly itemHeaderDiscount: string
  readonly itemHeaderAmount: string

  readonly summaryHeading: string
  readonly subtotalLabel: string
  readonly discountLabel: string
  readonly chargeLabel: string
  readonly netLabel: string
  readonly taxLabel: string
  readonly taxSummaryHeading: string
  readonly taxableLabel: string
  readonly taxAmountLabel: string
  /** `{amount}`: the taxable amount. */
  readonly taxOnText: string
  /** `{tax}`, such as `VAT 20%` */
  readonly taxIncludedText: string
  readonly roundingLabel: string
  readonly totalLabel: string
  readonly paidLabel: string
  readonly creditedLabel: string
  readonly amountDueLabel: string
  /** Replaces `amountDueLabel` next to a refund without a sign. */
  readonly refundDueLabel: string

  readonly paymentHeading: string
  readonly paymentTermsLabel: string
  readonly paymentMethodsLabel: string
  readonly bankAccountLabel: string
  readonly accountHolderLabel: string
  readonly ibanLabel: string
  readonly bicLabel: string
  readonly bankNameLabel: string
  readonly paymentReferenceLabel: string
  readonly scanToPayLabel: string
  /** `{amount}` */
  readonly payText: string
  /** `{amount}`, `{date}` */
  readonly payByText: string
  readonly notesHeading: string

  readonly statusDraft: string
  readonly statusSent: string
  readonly statusPaid: string
  readonly statusRefundDue: string
  /** Credit notes left nothing to pay. */
  readonly statusCredited: string
  /** Status of a credit note, which never has an amount due. */
  readonly statusIssued: string
  readonly statusVoid: string
  readonly statusUncollectible: string
  readonly statusOverdue: string

  /** Reasons why no tax is charged, if the invoice has none (by UNCL 5305 category). */
  readonly taxReasonE: string
  readonly taxReasonAE: string
  readonly taxReasonK: string
  readonly taxReasonG: string
  readonly taxReasonO: string
}

/** A unit's name by plural category; `other` is the default. */
export type UnitName =
  | string
  | ({ readonly other: string } & { readonly [rule in Intl.LDMLPluralRule]?: string })

/** UNECE Rec 20 codes with a name in every language; others print as they are. */
export const UNIT_CODES = [
  'C62',
  'H87',
  'EA',
  'MIN',
  'HUR',
  'DAY',
  'WEE',
  'MON',
  'ANN',
  'GRM',
  'KGM',
  'TNE',
  'CMT',
  'MTR',
  'KMT',
  'MTK',
  'MTQ',
  'LTR',
  'KWH',
  'PR',
  'SET',
  'XPK',
  'XBX',
  'LS',
] as const

export type UnitCode = (typeof UNIT_CODES)[number]

/** Metric symbols, the same in all languages with Latin script. */
export const METRIC = {
  GRM: 'g',
  KGM: 'kg',
  TNE: 't',
  CMT: 'cm',
  MTR: 'm',
  KMT: 'km',
  MTK: 'm²',
  MTQ: 'm³',
  LTR: 'l',
  KWH: 'kWh',
} as const

export interface Words {
  readonly labels: Labels
  readonly units: Readonly<Record<UnitCode, UnitName>>
  readonly statement: StatementWords
  readonly page: PageWords
}

/** What a statement of account says besides the labels. */
export interface StatementWords {
  readonly title: string
  readonly date: string
  readonly entry: string
  readonly payment: string
  readonly refund: string
  readonly opening: string
  readonly closing: string
  readonly balance: string
  readonly period: string
  readonly account: string
  readonly notDue: string
  /** `{from}`, `{to}` */
  readonly daysText: string
  /** `{days}` */
  readonly overText: string
  readonly credit: string
  readonly none: string
}

/** What the customer's page says besides the labels. */
export interface PageWords {
  readonly download: string
  readonly open: string
  /** `{name}` */
  readonly from: string
  /** The PDF with the e-invoice attached. */
  readonly hybrid: string
  /** The e-invoice alone. */
  readonly data: string
}
