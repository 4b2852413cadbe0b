import { requireOpen } from '../../company/closing/open.ts'
import { currentSettings } from '../../company/settings/read.ts'
import { pinTemplateVersion } from '../../company/templates/change.ts'
import { currentTemplateVersion } from '../../company/templates/read.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { newId } from '../../platform/ids.ts'
import { unknownCustomer } from '../contents/errors.ts'
import {
  filled,
  requireNamed,
  requireSeries,
  requireTemplate,
  SERIES,
} from '../contents/request.ts'
import { createCustomer } from '../customers/change.ts'
import type { Customer } from '../customers/customer.ts'
import { findCustomersToName, requireCustomer } from '../customers/read.ts'
import { insertPayments } from '../ledger/payments.ts'
import { newDraft } from './draft.ts'
import { oneCustomer } from './errors.ts'
import { calculateDraft, passingCustomer } from './inner/calculation.ts'
import { contextOf, insertAll, only, requireRoomFor } from './inner/changes.ts'
import { insertInvoices } from './inner/invoice-writer.ts'
import { type DraftToIssue, moveNew, type Transition } from './inner/transitions.ts'
import type { InvoiceCreateBody } from './input-schema.ts'
import type { InvoiceStatus, RecurringOrigin } from './invoice.ts'
import type { InvoiceDetails } from './view.ts'

/** `recurring`: the recurring invoice that creates it. */
export function createInvoice(
  work: ReadWork,
  body: InvoiceCreateBody,
  recurring?: RecurringOrigin,
): Promise<InvoiceDetails> {
  return transaction(work, async (work) => only(await createInvoices(work, [body], recurring)))
}

/** Stores an invoice of another program unchanged, with the payment that settled it. */
export function importInvoice(
  work: ReadWork,
  {
    invoice,
    customerName,
    payment,
  }: Transition & {
    readonly customerName: string
  },
): Promise<void> {
  return transaction(work, async (work) => {
    if (invoice.status !== 'draft') await requireOpen(work, [invoice.issueDate])
    const columns = { customerName, shareHash: null }
    await insertInvoices(work, [{ after: invoice, columns }])
    if (payment) await insertPayments(work, [payment])
  })
}

/** The totals that `body` would have as a draft; stores nothing. */
export async function calculateInvoice(
  work: ReadWork,
  body: InvoiceCreateBody,
  options: { readonly withSteps: boolean },
) {
  await requireTemplate(work, body)
  const customer = await passing(work, body)
  const context = contextOf(work, await currentSettings(work), customer)
  return calculateDraft(await filled(work, body, context), context, options)
}

/** Throws 409 where the limit of the company leaves no room for another invoice. */
export function requireRoomForInvoice(work: Work): Promise<void> {
  return requireRoomFor(work, 1)
}

/** Creates several invoices: reads shared data once, and inserts the rows of each table in one statement. */
export async function createInvoices(
  work: Work,
  bodies: readonly InvoiceCreateBody[],
  recurring?: RecurringOrigin,
): Promise<readonly InvoiceDetails[]> {
  const templates = {
    currentVersion: once(currentTemplateVersion),
    pinVersion: once(pinTemplateVersion),
  }
  for (const body of bodies) await requireTemplate(work, body, templates.currentVersion)
  await requireRoomFor(work, bodies.length)
  const named = await withCustomers(work, bodies)
  const current = await currentSettings(work)
  const drafts: DraftToIssue[] = []
  for (const { body, customer } of named) {
    const context = { ...contextOf(work, current, customer), recurring }
    await requireSeries(work, body, null, 'invoice')
    const filledIn = { [SERIES]: customer.numberSeries, ...(await filled(work, body, context)) }
    const draft = newDraft(newId('inv'), filledIn, context)
    const to = (body.status ?? 'draft') as InvoiceStatus
    const preloaded = { settings: current, customer, templates, isUnstored: true }
    drafts.push({ ...body, draft, to, preloaded })
  }
  return insertAll(work, await moveNew(work, drafts))
}

/** The bodies with ids of their customers. Customers in the bodies are created in the same transaction. */
async function withCustomers(work: Work, bodies: readonly InvoiceCreateBody[]) {
  const ids = bodies.flatMap(({ customer_id: id, customer }) => {
    if ((id === undefined) === (customer === undefined)) throw oneCustomer()
    return id ?? []
  })
  const found = await findCustomersToName(work, [...new Set(ids)])
  const byId = new Map(found.map((customer) => [customer.id, customer]))
  const named: { readonly body: InvoiceCreateBody; readonly customer: Customer }[] = []
  for (const body of bodies) {
    const { customer_id: id = '', customer: input } = body
    const customer = input
      ? await createCustomer(work, input, { pointer: '/customer' })
      : byId.get(id)
    if (!customer) throw unknownCustomer(id)
    named.push({ body, customer })
  }
  return named
}

/** The customer whose defaults a calculation uses; none is stored. */
function passing(work: ReadWork, body: InvoiceCreateBody): Promise<Customer> | Customer {
  return body.customer_id === undefined
    ? passingCustomer(body.customer)
    : requireNamed(work, body.customer_id, requireCustomer)
}

/** Asks for each id once and caches the answer. */
function once<Asker, Answer>(
  ask: (asker: Asker, id: string) => Promise<Answer>,
): (asker: Asker, id: string) => Promise<Answer> {
  const answers = new Map<string, Promise<Answer>>()
  return (asker, id) => {
    const answer = answers.get(id) ?? ask(asker, id)
    answers.set(id, answer)
    return answer
  }
}
