import { type Changes, type Draft, toDraft, toPatch } from '../components/draft.ts'
import { withholdingBodies } from '../components/withholding-texts.ts'
import { SECTIONS, type Section } from '../shell/inner-places.ts'

/** Every setting in a form, by its path. */
const FIELDS = {
  company: [
    'companyName',
    'companyTradingName',
    'companyContact',
    'companyEmail',
    'companyPhone',
    'companyWebsite',
    'companyAddress.line1',
    'companyAddress.line2',
    'companyAddress.postalCode',
    'companyAddress.city',
    'companyAddress.region',
    'companyAddress.countryCode',
    'companyRegistrationId',
    'companyLegalForm',
  ],
  look: [
    'templateId',
    'typeface',
    'logo',
    'letterhead.logoSize',
    'letterhead.logoPlace',
    'accentColor',
    'greeting',
    'addressWindow',
  ],
  payment: [
    'bankAccount.holder',
    'bankAccount.iban',
    'bankAccount.number',
    'bankAccount.bankCode',
    'bankAccount.bic',
    'bankAccount.bankName',
    'bankAccount.qrIban',
    'bankAccount.creditorId',
    'directDebit.creditorName',
    'directDebit.preNotificationDays',
    'directDebit.submitDays',
    'directDebit.bookOn',
    'directDebit.returnFee',
    'directDebit.limit',
    'directDebit.batchBooking',
    'confirmMandates',
    'mandateByPage',
    'directDebit.sequence',
    'directDebit.umlauts',
    'directDebit.format',
    'paymentInstructions',
    'paymentReference',
    'bankAutoBook',
    'paymentTolerance',
    'feeTolerance',
    'discountGraceDays',
    'bankFolder',
    'paymentTerms',
    'defaultTerms',
    'defaultNotes',
    'defaultTexts',
    'earlyPayment',
    'customFields',
  ],
  online: [
    'receiptOnPayment',
    'checkoutMinutes',
    'refundLimit',
    'autopay',
    'collectOn',
    'noticeDays',
    'collectRetries',
  ],
  tax: [
    'companyTaxId',
    'companyTaxNumber',
    'taxNumbers',
    'taxLabel',
    'defaultTax.category',
    'defaultTax.rate',
    'pricesIncludeTax',
    'taxPresets',
    'withholdings',
    'cashRounding',
    'rounding',
    'viesCheck',
    'invoiceNumbering.pattern',
    'invoiceNumbering.reset',
    'creditNoteNumbering.pattern',
    'creditNoteNumbering.reset',
    'lockIssuedInvoices',
    'applyCreditOnIssue',
    'shareOtherInvoices',
    'taxRepresentative.name',
    'taxRepresentative.taxId',
    'taxRepresentative.line1',
    'taxRepresentative.line2',
    'taxRepresentative.postalCode',
    'taxRepresentative.city',
    'taxRepresentative.region',
    'taxRepresentative.countryCode',
  ],
  quotes: [
    'quoteNumbering.pattern',
    'quoteNumbering.reset',
    'quoteValidDays',
    'quoteTerms',
    'evidenceKeepAddress',
    'deliveryNoteNumbering.pattern',
    'deliveryNoteNumbering.reset',
  ],
  einvoices: [
    'eInvoiceProfile',
    'companyEndpoint.scheme',
    'companyEndpoint.id',
    'companyRegistrationScheme',
    'companyTaxRegime',
    'paymentMeans',
  ],
  email: [
    'mailFrom.name',
    'mailFrom.address',
    'mailReplyTo',
    'mailBcc',
    'mailAttach.pdf',
    'mailAttach.eInvoice',
    'mailAttach.files',
    'mailLink',
    'mailSignature',
    'mailPerMinute',
    'mailPerDay',
    'mailAttachmentMaxBytes',
    'mailKeepDays',
    'mailPaused',
    'notify.email',
    'notify.on',
  ],
  formats: ['locale', 'currency', 'dateFormat', 'timeZone'],
} as const satisfies Record<Section, readonly string[]>

export type FieldName = (typeof FIELDS)[Section][number]

const ALL: readonly FieldName[] = SECTIONS.flatMap(
  (section): readonly FieldName[] => FIELDS[section],
)

export type SettingsDraft = Draft<FieldName>
export type SettingsChanges = Changes<FieldName>

/** The section that shows a fault. */
export const sectionOf = (place: string): Section | undefined =>
  SECTIONS.find((section) =>
    FIELDS[section].some((it) => it === place || it.startsWith(`${place}.`)),
  )

/**
 * Lists of objects. A draft has them as JSON, so that they can be compared and undone like texts.
 */
const PARTED = [
  'taxNumbers',
  'taxPresets',
  'withholdings',
  'cashRounding',
  'customFields',
  'earlyPayment',
  'paymentTerms',
  'defaultTexts',
] as const

export const toSettingsDraft = (settings: object): SettingsDraft => {
  const known: Readonly<Record<string, unknown>> = { ...settings }
  const lists = PARTED.map((name) => [name, JSON.stringify(known[name] ?? [])])
  const draft = toDraft(ALL, settings)
  const grouped = IBANS.map((name) => [name, inGroups(String(draft[name]))])
  return { ...draft, ...Object.fromEntries(lists), ...Object.fromEntries(grouped) }
}

const IBANS = ['bankAccount.iban', 'bankAccount.qrIban'] as const

/** As people read an IBAN: `DE89 3704 0044 …`. */
const inGroups = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ')

const NUMBERS: readonly FieldName[] = [
  'quoteValidDays',
  'discountGraceDays',
  'checkoutMinutes',
  'noticeDays',
  'collectRetries',
  'directDebit.preNotificationDays',
  'directDebit.submitDays',
  'mailPerMinute',
  'mailPerDay',
  'mailAttachmentMaxBytes',
  'mailKeepDays',
]

export function toSettingsPatch(changes: SettingsChanges) {
  const parted = PARTED.filter((name) => Object.hasOwn(changes, name))
  const lists = parted.map((name) => {
    const list = JSON.parse(String(changes[name]))
    return [name, name === 'withholdings' ? withholdingBodies(list, 'en') : list]
  })
  const patch = toPatch(changes, { numbers: NUMBERS, lists: ['notify.on', 'collectRetries'] })
  return { ...patch, ...Object.fromEntries(lists) }
}
