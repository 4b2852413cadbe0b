import type { PaymentTerms } from '@billwright/rules/payment-terms'
import type { CustomField } from '../components/custom-fields.tsx'
import { type Changes, type Draft, toDraft, toPatch } from '../components/draft.ts'
import { fromWire, type WireTerms } from '../components/terms-field.tsx'
import {
  type WithholdingTexts,
  withholdingBodies,
  withholdingTexts,
} from '../components/withholding-texts.ts'

/**
 * The fields of a customer by path. Most customers need only the first ones; the others are
 * collapsed.
 */
const MAIN_FIELDS = [
  'name',
  'contact_name',
  'email',
  'phone',
  'address.line1',
  'address.line2',
  'address.postal_code',
  'address.city',
  'address.region',
  'address.country_code',
  'tax_id',
  'language',
  'currency',
  'payment_terms',
  'number_series',
  'reference',
  'early_payment',
  'custom_fields',
  'withholdings',
  'notes',
] as const

export const MAIL_FIELDS = ['billing_emails', 'cc', 'salutation', 'kind', 'reminder_plan'] as const

export const E_INVOICE_FIELDS = [
  'e_invoice_profile',
  'endpoint.scheme',
  'endpoint.id',
  'trading_name',
  'registration_id',
  'registration_scheme',
  'identifier.scheme',
  'identifier.id',
] as const

const ALL = [...MAIN_FIELDS, ...MAIL_FIELDS, ...E_INVOICE_FIELDS] as const
export type CustomerField = (typeof ALL)[number]
export type CustomerDraft = Draft<CustomerField>
export type CustomerChanges = Changes<CustomerField>

const CUSTOM_FIELDS = 'custom_fields'
const EARLY_PAYMENT = 'early_payment'
const TERMS = 'payment_terms'
const WITHHOLDINGS = 'withholdings'

/** An object or a list of them is JSON in a draft, so that it can be compared as a text. */
export const toCustomerDraft = (
  customer: object & {
    readonly custom_fields?: readonly CustomField[]
    readonly early_payment?: readonly object[] | null
    readonly payment_terms?: WireTerms | null
    readonly withholdings?: readonly object[] | null
  },
): CustomerDraft => ({
  ...toDraft(ALL, customer),
  [TERMS]: JSON.stringify(customer.payment_terms ?? null),
  [CUSTOM_FIELDS]: JSON.stringify(customer.custom_fields ?? []),
  [EARLY_PAYMENT]: JSON.stringify(customer.early_payment ?? null),
  [WITHHOLDINGS]: JSON.stringify(customer.withholdings ?? null),
})

export const customFieldsOf = (draft: CustomerDraft): readonly CustomField[] =>
  JSON.parse(String(draft[CUSTOM_FIELDS]))

export function termsOf(draft: CustomerDraft): PaymentTerms | null {
  const terms: WireTerms | null = JSON.parse(String(draft[TERMS]))
  return terms && fromWire(terms)
}

/** Null: as in the settings. */
export function withholdingsOf(draft: CustomerDraft): readonly WithholdingTexts[] | null {
  const entries = JSON.parse(String(draft[WITHHOLDINGS]))
  return entries && withholdingTexts(entries, 'en')
}

const withholdingsBody = (draft: CustomerDraft) => {
  const entries = withholdingsOf(draft)
  return entries && withholdingBodies(entries, 'en')
}

/** An empty scheme and an empty id mean no identifier. */
export function toCustomerPatch(changes: CustomerChanges, draft: CustomerDraft) {
  const patch = toPatch(changes, {
    lists: ['billing_emails', 'cc'],
  })
  const isNone = (key: 'endpoint' | 'identifier') =>
    Object.hasOwn(patch, key) && draft[`${key}.scheme`] === '' && draft[`${key}.id`] === ''
  return {
    ...patch,
    ...(Object.hasOwn(changes, CUSTOM_FIELDS) && {
      custom_fields: customFieldsOf(draft).filter(
        ({ label, value }) => label !== '' || value !== '',
      ),
    }),
    ...(Object.hasOwn(changes, EARLY_PAYMENT) && {
      early_payment: JSON.parse(String(draft[EARLY_PAYMENT])),
    }),
    ...(Object.hasOwn(changes, TERMS) && { [TERMS]: JSON.parse(String(draft[TERMS])) }),
    ...(Object.hasOwn(changes, WITHHOLDINGS) && { withholdings: withholdingsBody(draft) }),
    ...(isNone('endpoint') && { endpoint: null }),
    ...(isNone('identifier') && { identifier: null }),
  }
}
