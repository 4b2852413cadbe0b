import { address } from '../../../kernel/fields/address.ts'
import {
  choiceOr,
  flag,
  load,
  required,
  store,
  text,
  type Values,
} from '../../../kernel/fields/field.ts'
import * as rules from '../../../kernel/fields/rules.ts'
import { COPIED_FIELDS } from '../fields.ts'

/* The fields of contacts and further addresses, each declared once. Stored in the customer's row.
 */

const CONTACT_ROLES = ['billing', 'orders', 'reminders', 'other'] as const
export type ContactRole = (typeof CONTACT_ROLES)[number]

export const CONTACT_FIELDS = {
  name: required(text('name', 200)),
  email: text('email', 254, undefined, rules.email),
  phone: text('phone', 50),
  role: choiceOr(
    'role',
    CONTACT_ROLES,
    'other',
    '`billing` gets documents, `orders` quotes and delivery notes, `reminders` reminders.',
  ),
  language: text('language', 35, 'BCP 47: new invoices for this contact.', rules.language),
  isDefault: {
    ...flag('default'),
    input: { ...flag('default').input, description: 'Whether new invoices use this contact.' },
  },
}

export const ADDRESS_FIELDS = {
  kind: choiceOr('kind', ['delivery', 'billing'], 'delivery'),
  label: text('label', 100, 'Your name for it, e.g. Warehouse.'),
  name: text('name', 200, 'Recipient, if different from the customer.'),
  address,
  identifier: COPIED_FIELDS.identifier,
  isDefault: {
    ...flag('default'),
    input: {
      ...flag('default').input,
      description: 'Whether new invoices use this address. One for each kind.',
    },
  },
}

/** The fields that the service assigns. A deleted entry stays readable for its documents. */
export interface Own {
  readonly id: string
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly deletedAt: string | null
}

type ContactContent = Values<typeof CONTACT_FIELDS>
export type Contact = ContactContent & Own
export type AddressContent = Values<typeof ADDRESS_FIELDS>
export type CustomerAddress = AddressContent & Own

export interface Book {
  readonly contacts: readonly Contact[]
  readonly addresses: readonly CustomerAddress[]
}

export const EMPTY_BOOK: Book = { contacts: [], addresses: [] }

const NONE = '[]'

export const loadContacts = (stored: string): readonly Contact[] =>
  stored === NONE ? [] : JSON.parse(stored).map(loadContact)

export const loadAddresses = (stored: string): readonly CustomerAddress[] =>
  stored === NONE ? [] : JSON.parse(stored).map(loadAddress)

const loadContact = (stored: StoredEntry): Contact => ({
  ...load(CONTACT_FIELDS, stored),
  ...stored.own,
})
const loadAddress = (stored: StoredEntry): CustomerAddress => ({
  ...load(ADDRESS_FIELDS, stored),
  ...stored.own,
})

interface StoredEntry {
  readonly own: Own
}

export const storeContacts = (contacts: readonly Contact[]): string =>
  storeEntries(contacts, (it) => store(CONTACT_FIELDS, it))

export const storeAddresses = (addresses: readonly CustomerAddress[]): string =>
  storeEntries(addresses, (it) => store(ADDRESS_FIELDS, it))

const storeEntries = <E extends Own>(
  entries: readonly E[],
  stored: (entry: E) => object | undefined,
) =>
  JSON.stringify(
    entries.map((entry) => {
      const { id, version, createdAt, updatedAt, deletedAt } = entry
      return { ...stored(entry), own: { id, version, createdAt, updatedAt, deletedAt } }
    }),
  )
