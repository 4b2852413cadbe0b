import { isDeepStrictEqual } from 'node:util'
import { checkSeries } from '../../company/settings/series/change.ts'
import { requireRoom } from '../../core/companies/limits.ts'
import { deleteFilesOf } from '../../core/files/change.ts'
import { checkIfMatch, type VersionedRef } from '../../core/http/etag.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import type { Mode } from '../../kernel/fields/field.ts'
import { laterOf } from '../../platform/clock.ts'
import { isId, newId } from '../../platform/ids.ts'
import { contactsFor } from './contacts/book.ts'
import { EMPTY_BOOK } from './contacts/fields.ts'
import { changeContent, EMPTY_CUSTOMER } from './content.ts'
import type { Customer, EmailProblem, MailStop } from './customer.ts'
import { unknownPlan } from './errors.ts'
import { type CustomerContent, FIELDS } from './fields.ts'
import { recordCustomer } from './inner/journal.ts'
import * as repository from './inner/repository.ts'
import type { CustomerChange, CustomerInput } from './input.ts'
import { reminders } from './ports.ts'
import { countAllCustomers, customerEtag } from './read.ts'

export { lockCustomer } from './inner/repository.ts'

interface CustomerCreation {
  /** The position of the customer in the request: '' or e.g. `/customer`. */
  readonly pointer?: string
  /** The id and the dates of a customer from another installation. */
  readonly origin?: Pick<Customer, 'id' | 'createdAt' | 'updatedAt'>
}

interface CustomerUpdate extends VersionedRef {
  readonly input: CustomerChange
  readonly mode: Mode
}

export function createCustomer(
  work: ReadWork,
  input: CustomerInput,
  { pointer = '', origin }: CustomerCreation = {},
): Promise<Customer> {
  return transaction(work, async (work) => {
    const content = changeContent({ before: EMPTY_CUSTOMER, input, mode: 'put', pointer })
    await requireRoom(work, 'customers', () => countAllCustomers(work))
    await requirePlan(work, content, pointer)
    await requireSeries(work, content, pointer)
    const own = { id: newId('cus'), createdAt: work.at, updatedAt: work.at }
    const contacts = contactsFor({ ...EMPTY_BOOK, ...content }, work.at)
    const book = { ...EMPTY_BOOK, contacts }
    const customer = {
      ...content,
      ...book,
      ...(origin ?? own),
      ...{ emailProblem: null, mailStop: null },
      taxIdCheck: null,
      version: 1,
    }
    await repository.insertCustomer(work, customer)
    recordCustomer(work, 'customer.created', customer)
    return customer
  })
}

export function updateCustomer(
  work: ReadWork,
  { id, input, mode, ifMatch }: CustomerUpdate,
): Promise<Customer> {
  return transaction(work, async (work) => {
    const before = await repository.lockCustomer(work, id)
    checkIfMatch(ifMatch, customerEtag(before))
    const content = changeContent({ before, input, mode, pointer: '' })
    if (isSame(before, content)) return before
    if (content.reminderPlan !== before.reminderPlan) await requirePlan(work, content, '')
    if (content.numberSeries !== before.numberSeries) await requireSeries(work, content, '')
    const version = before.version + 1
    const updatedAt = laterOf(work.at, before.updatedAt)
    const emailProblem = hasSameAddresses(before, content) ? before.emailProblem : null
    const contacts = isDeepStrictEqual(content.billingEmails, before.billingEmails)
      ? before.contacts
      : contactsFor({ ...before, ...content }, work.at)
    const taxIdCheck = content.taxId === before.taxId ? before.taxIdCheck : null
    const after = {
      ...before,
      ...content,
      taxIdCheck,
      contacts,
      emailProblem,
      version,
      updatedAt,
    }
    await repository.saveCustomer(work, before, after)
    recordCustomer(work, 'customer.updated', after)
    return after
  })
}

/** An address of the customer bounced for good. */
export function noteEmailProblem(work: ReadWork, id: string, problem: EmailProblem): Promise<void> {
  return transaction(work, async (work) => {
    await note(work, await repository.lockCustomer(work, id), { emailProblem: problem })
  })
}

/** No automatic message goes to the customer any more. */
export async function stopMail(work: Work, id: string, reason: MailStop['reason']): Promise<void> {
  const before = await repository.lockCustomer(work, id)
  if (before.mailStop === null) await note(work, before, { mailStop: { reason, at: work.at } })
}

/** A person lets automatic messages go to the customer again. */
export function resumeMail(work: ReadWork, { id, ifMatch }: VersionedRef): Promise<Customer> {
  return transaction(work, async (work) => {
    const before = await repository.lockCustomer(work, id)
    checkIfMatch(ifMatch, customerEtag(before))
    return before.mailStop === null ? before : note(work, before, { mailStop: null })
  })
}

async function note(work: Work, before: Customer, found: Partial<Customer>): Promise<Customer> {
  const version = before.version + 1
  const after = { ...before, ...found, version, updatedAt: laterOf(work.at, before.updatedAt) }
  await repository.saveCustomer(work, before, after)
  recordCustomer(work, 'customer.updated', after)
  return after
}

/** 409 `customer_in_use` while any invoice, draft or not, names the customer. */
export function deleteCustomer(work: ReadWork, { id, ifMatch }: VersionedRef): Promise<void> {
  return transaction(work, async (work) => {
    const customer = await repository.lockCustomer(work, id)
    checkIfMatch(ifMatch, customerEtag(customer))
    await repository.deleteCustomer(work, id)
    await deleteFilesOf(work, { kind: 'customer', id })
    recordCustomer(work, 'customer.deleted', customer)
  })
}

async function requirePlan(work: Work, content: CustomerContent, pointer: string) {
  const { reminderPlan: id } = content
  if (id !== null && isId('rpl', id) && !(await reminders.run.planExists(work, id)))
    throw unknownPlan(pointer)
}

async function requireSeries(work: Work, { numberSeries }: CustomerContent, pointer: string) {
  if (numberSeries !== null)
    await checkSeries(work, 'invoice', numberSeries, `${pointer}/${FIELDS.numberSeries.wire}`)
}

const hasSameAddresses = (before: Customer, after: CustomerContent): boolean =>
  isDeepStrictEqual(
    [before.email, before.billingEmails, before.cc],
    [after.email, after.billingEmails, after.cc],
  )

/** A request without a change creates no new version. */
const isSame = (before: Customer, content: CustomerContent): boolean =>
  isDeepStrictEqual({ ...before, ...content }, before)
