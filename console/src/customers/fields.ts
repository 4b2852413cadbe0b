import type { CustomField } from '../components/custom-fields.tsx'
import { type Changes, type Draft, toDraft, toPatch } from '../components/draft.ts'

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
  'payment_terms_days',
  'number_series',
  'reference',
  'early_payment',
  'custom_fields',
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

/** A list of objects is JSON in a draft, so that it can be compared as a text. */
export const toCustomerDraft = (
  customer: object & {
    readonly custom_fields?: readonly CustomField[]
    readonly early_payment?: readonly object[] | null
  },
): CustomerDraft => ({
  ...toDraft(ALL, customer),
  [CUSTOM_FIELDS]: JSON.stringify(customer.custom_fields ?? []),
  [EARLY_PAYMENT]: JSON.stringify(customer.early_payment ?? null),
})

export const customFieldsOf = (draft: CustomerDraft): readonly CustomField[] =>
  JSON.parse(String(draft[CUSTOM_FIELDS]))

/** An empty scheme and an empty id mean no identifier. */
export function toCustomerPatch(changes: CustomerChanges, draft: CustomerDraft) {
  const patch = toPatch(changes, {
    numbers: ['payment_terms_days'],
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
    ...(isNone('endpoint') && { endpoint: null }),
    ...(isNone('identifier') && { identifier: null }),
  }
}
