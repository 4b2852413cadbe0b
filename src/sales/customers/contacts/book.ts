import { type Fault, invalidRequest } from '../../../kernel/errors.ts'
import { emptyOf } from '../../../kernel/fields/field.ts'
import { newId } from '../../../platform/ids.ts'
import type { Customer } from '../customer.ts'
import { BILLING_EMAILS_MAX } from '../fields.ts'
import {
  type AddressContent,
  CONTACT_FIELDS,
  type Contact,
  type ContactRole,
  type CustomerAddress,
  type Own,
} from './fields.ts'
import { tooManyEntries } from './inner/errors.ts'

const ENTRIES_MAX = 50

/** Existing entries, in the order of their creation. */
export const shown = <E extends Own>(entries: readonly E[]): readonly E[] =>
  entries.filter(({ deletedAt }) => deletedAt === null)

export const stamp = (prefix: 'cnt' | 'adr', at: string): Own => ({
  id: newId(prefix),
  version: 1,
  createdAt: at,
  updatedAt: at,
  deletedAt: null,
})

type Entry = Own & { readonly isDefault: boolean }

/** The entries with `entry` added or changed. If it is a default, the others no longer are. */
export function withEntry<E extends Entry>(
  entries: readonly E[],
  entry: E,
  groupOf: (entry: E) => string,
): readonly E[] {
  const others = entries.map((it) =>
    entry.isDefault && it.isDefault && groupOf(it) === groupOf(entry)
      ? { ...nextVersion(it, entry.updatedAt), isDefault: false }
      : it,
  )
  if (entries.some(({ id }) => id === entry.id))
    return others.map((it) => (it.id === entry.id ? entry : it))
  if (shown(entries).length >= ENTRIES_MAX) throw tooManyEntries(ENTRIES_MAX)
  return [...withoutOldest(others), entry]
}

/** Deleted entries stay readable, up to the newest ones. */
function withoutOldest<E extends Own>(entries: readonly E[]): readonly E[] {
  const deleted = entries.filter(({ deletedAt }) => deletedAt !== null)
  const [oldest] = deleted
  return deleted.length < ENTRIES_MAX ? entries : entries.filter((it) => it !== oldest)
}

export const nextVersion = <E extends Own>(entry: E, at: string): E => ({
  ...entry,
  version: entry.version + 1,
  updatedAt: at,
})

/** The e-mail addresses of contacts for billing; known addresses keep their position. */
export function billingEmails({ billingEmails, contacts }: Customer): readonly string[] {
  const own = addressesFor(contacts, 'billing')
  const kept = billingEmails.filter((it) => own.some((email) => isSame(it, email)))
  const added = own.filter((it) => !kept.some((email) => isSame(it, email)))
  const all = [...kept, ...new Set(added)]
  if (all.length <= BILLING_EMAILS_MAX) return all
  const message = `Too many entries: use at most ${BILLING_EMAILS_MAX} contacts for bills with an e-mail address.`
  throw invalidRequest([{ pointer: '/role', code: 'too_many_items', message }])
}

/**
 * The contacts after a change of a customer's `billing_emails`: a new address gets a contact, and
 * the contact of a removed one is no longer for billing.
 */
export function contactsFor(
  { contacts, billingEmails }: Pick<Customer, 'contacts' | 'billingEmails'>,
  at: string,
): readonly Contact[] {
  const isForBills = ({ role, email, deletedAt }: Contact) =>
    role === 'billing' && email !== null && deletedAt === null
  const kept = contacts.map((it) => {
    const isGone = isForBills(it) && !billingEmails.some((email) => isSame(email, it.email))
    if (!isGone) return it
    const next = nextVersion(it, at)
    return it.name === it.email ? { ...next, deletedAt: at } : { ...next, role: 'other' as const }
  })
  const added = billingEmails
    .filter((email) => !kept.some((it) => isForBills(it) && isSame(email, it.email)))
    .map((email) => ({
      ...emptyOf(CONTACT_FIELDS),
      name: email,
      email,
      role: 'billing' as const,
      ...stamp('cnt', at),
    }))
  return added.reduce<readonly Contact[]>((all, it) => withEntry(all, it, () => ''), kept)
}

/** A label and a kind alone are no address. */
export function addressFaults({ name, address, identifier }: AddressContent): readonly Fault[] {
  const parts = [name, identifier, ...Object.values(address)]
  if (parts.some((part) => part !== null)) return []
  const message = 'The address is empty. Enter a part of it, a name or an identifier.'
  return [{ pointer: '/address', code: 'address_empty', message }]
}

export const kindOf = ({ kind }: CustomerAddress): string => kind

/** The recipients for that role. */
export const addressesFor = (contacts: readonly Contact[], role: ContactRole): readonly string[] =>
  shown(contacts).flatMap((it) => (it.role === role && it.email !== null ? [it.email] : []))

/** The contact of new invoices. */
export const defaultContact = ({ contacts }: Customer): Contact | undefined =>
  shown(contacts).find(({ isDefault }) => isDefault)

/** The delivery address of new invoices. */
export const defaultDelivery = ({ addresses }: Customer): CustomerAddress | undefined =>
  shown(addresses).find(({ isDefault, kind }) => isDefault && kind === 'delivery')

const isSame = (one: string | null, other: string | null): boolean =>
  one?.toLowerCase() === other?.toLowerCase()

/** Also a deleted one, because documents may refer to it. */
export const contactOf = ({ contacts }: Customer, id: string | null): Contact | undefined =>
  contacts.find((it) => it.id === id)

export const addressOf = ({ addresses }: Customer, id: string): CustomerAddress | undefined =>
  addresses.find((it) => it.id === id)
