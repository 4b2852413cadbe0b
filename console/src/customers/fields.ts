import { type Changes, type Draft, toDraft, toPatch } from '../components/draft.ts'

/** What the form of a customer holds, by its place. Few need those after the first: they are folded away. */
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
  'reference',
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

export const toCustomerDraft = (customer: object): CustomerDraft => toDraft(ALL, customer)

/** A pair of scheme and id that is empty as a whole is none. */
export function toCustomerPatch(changes: CustomerChanges, draft: CustomerDraft) {
  const patch = toPatch(changes, {
    numbers: ['payment_terms_days'],
    lists: ['billing_emails', 'cc'],
  })
  const isNone = (key: 'endpoint' | 'identifier') =>
    key in patch && draft[`${key}.scheme`] === '' && draft[`${key}.id`] === ''
  return {
    ...patch,
    ...(isNone('endpoint') && { endpoint: null }),
    ...(isNone('identifier') && { identifier: null }),
  }
}
