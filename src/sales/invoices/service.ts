import { isDeepStrictEqual } from 'node:util'
import { currentSettings } from '../../company/settings/service.ts'
import type { Settings } from '../../company/settings/settings.ts'
import { currentTemplateVersion, pinTemplateVersion } from '../../company/templates/service.ts'
import { requireRoom } from '../../core/companies/limits.ts'
import { requireFreeExternalIds } from '../../core/external-ids/external-ids.ts'
import type { FileOwner } from '../../core/files/file.ts'
import { deleteFilesOf, listShownFiles } from '../../core/files/service.ts'
import { requireScope } from '../../core/http/actor.ts'
import { checkIfMatch, type VersionedRef } from '../../core/http/etag.ts'
import type { Page, PageRequest } from '../../core/http/pagination.ts'
import { listRevisions } from '../../core/record/chain.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { AppError } from '../../kernel/errors.ts'
import { dayOf, laterOf } from '../../platform/clock.ts'
import { inTurn } from '../../platform/database/db.ts'
import { isId, newId, newSecret } from '../../platform/ids.ts'
import type { Customer } from '../customers/customer.ts'
import {
  createCustomer,
  findCustomersToName,
  requireCustomer,
  requireCustomerToName,
} from '../customers/service.ts'
import { releaseEntries, releaseItems } from '../entries/service.ts'
import { fillFromProducts } from '../products/service.ts'
import { draftCreditNote } from './credit-notes/inner/credits.ts'
import { editCreditNote } from './credit-notes/inner/input.ts'
import type { CreditNoteBody } from './credit-notes/inner/schema.ts'
import { deduct, isDeposit, openDeposits, requireNotDeducted } from './deposits/deposits.ts'
import type { DeductBody } from './deposits/inner/schema.ts'
import {
  type BillOrigin,
  billing,
  blankDraft,
  type DraftContext,
  duplicate,
  edit,
  newDraft,
  supplyDayAfter,
} from './draft.ts'
import {
  creditNoteFixed,
  creditNoteNotDuplicable,
  depositsUnnamed,
  invoiceLocked,
  invoiceNotDeletable,
  invoiceNotFound,
  invoicePaid,
  invoiceReferenced,
  oneCustomer,
  sellerIncomplete,
  shareNotFound,
  unknownCustomer,
  unknownTemplate,
} from './errors.ts'
import { invoiceEtag } from './etag.ts'
import { OPTIONAL_FIELDS } from './fields.ts'
import { selectExpansions } from './inner/expand.ts'
import { customerOf, hydrate, type Known, pinTemplate, searchColumns } from './inner/hydrate.ts'
import {
  forgetInvoice,
  insertInvoices,
  isPrinted,
  type NewInvoice,
  recordPrint,
  saveInvoice,
} from './inner/invoice-writer.ts'
import { keepFrozen, requireEditable } from './inner/lock.ts'
import { markOverdue } from './inner/overdue.ts'
import * as repository from './inner/repository.ts'
import { type DraftToIssue, move, moveNew, type Transition } from './inner/transitions.ts'
import { versionTag } from './inner/version-tag.ts'
import type { InvoiceCreateBody, InvoiceUpdateBody } from './input-schema.ts'
import type { InvoiceStatus, RecurringOrigin, StoredInvoice } from './invoice.ts'
import * as lifecycle from './lifecycle.ts'
import {
  type InvoiceFilter,
  type InvoiceSums,
  type ListedInvoice,
  selectInvoices,
  selectSums,
} from './list/list.ts'
import { countMadeInMonth } from './lookups.ts'
import { toBuyer, toSeller } from './parties.ts'
import * as payments from './payments/inner/repository.ts'
import type { Payment } from './payments/payment.ts'
import { reminderLevels } from './ports.ts'
import type { SeriesKind } from './series/inner/fields.ts'
import { checkSeries } from './series/service.ts'
import { hashOfToken } from './share-token.ts'
import { calculateDraft, passingCustomer } from './totals/inner/calculation.ts'
import type { InvoiceDetails } from './view.ts'

/** What a change makes of an invoice, and what it has read for that. */
interface Decided extends Transition {
  readonly preloaded?: Known
}

interface Saving {
  /** The action, if the changed fields do not show it. */
  readonly action?: 'refunded' | undefined
  readonly preloaded?: Known | undefined
  readonly payment?: Payment | null | undefined
  readonly deletedPayments?: readonly Payment[] | undefined
}

export {
  countOpenClaimsBefore,
  findClaims,
  listOpenClaims,
  listRefundsDue,
  listSettlements,
  refundsOfCustomers,
} from './claims.ts'
export {
  findInvoiceToChange,
  listBilledQuotes,
  listOfQuote as listInvoicesOfQuote,
  listOpenIds,
  listUsedUnits,
  lockInvoice,
  noteMail,
} from './inner/repository.ts'
export { findEntries as findInvoiceEntries } from './list/list.ts'
export { nextNumber } from './numbering/inner/repository.ts'
export {
  countAllPayments,
  countPayments,
  findPayment,
  findPaymentLike,
  findPaymentOf,
  listAllPayments,
  listPayments,
  notePaymentSource,
  requirePayment,
} from './payments/inner/repository.ts'

export async function getInvoice(work: ReadWork, id: string): Promise<InvoiceDetails> {
  if (!isId('inv', id)) throw invoiceNotFound()
  return hydrate(work, await repository.requireInvoice(work, id))
}

/** The invoice that a share token opens; any fault of the token gives the same 404. */
export async function findSharedInvoice(work: ReadWork, token: string): Promise<InvoiceDetails> {
  const stored = await repository.findSharedInvoice(work, hashOfToken(work.company, token))
  if (!stored) throw shareNotFound()
  return hydrate(work, stored)
}

export async function listInvoices(
  work: ReadWork,
  filter: InvoiceFilter,
  request: PageRequest,
): Promise<Page<ListedInvoice> & { readonly today: string }> {
  const today = dayOf(work.at, (await currentSettings(work)).timeZone)
  const page = await inTurn(work, () => selectInvoices(work, { ...filter, today }, request))
  const issued = page.data.filter(({ status }) => status !== 'draft').map(({ id }) => id)
  const levels = await reminderLevels.run(work, issued)
  const data = page.data.map((it) => ({ ...it, reminderLevel: levels.get(it.id) ?? null }))
  return { ...page, data, today }
}

/** The requested related resources of these invoices. */
export function expandInvoices(work: ReadWork, wanted: Parameters<typeof selectExpansions>[1]) {
  return selectExpansions(work, wanted)
}

export async function sumInvoices(work: ReadWork, filter: InvoiceFilter): Promise<InvoiceSums> {
  const today = dayOf(work.at, (await currentSettings(work)).timeZone)
  return inTurn(work, () => selectSums(work, { ...filter, today }))
}

/** Oldest first; also for a deleted invoice, whose revisions stay. */
export async function listInvoiceRevisions(
  work: ReadWork,
  id: string,
  page: { readonly after: bigint; readonly limit: number },
) {
  const revisions = await listRevisions(work, { ...page, limit: page.limit + 1, invoiceId: id })
  if (revisions.length === 0 && page.after === 0n) throw invoiceNotFound()
  return { data: revisions.slice(0, page.limit), hasMore: revisions.length > page.limit }
}

/** Adds the hash of an issued invoice's PDF to its record, unless it is there. */
export async function recordPrinted(work: ReadWork, id: string, pdfHash: string): Promise<void> {
  if (await isPrinted(work, id, pdfHash)) return
  await transaction(work, async (work) => {
    const invoice = await repository.requireInvoiceToChange(work, id)
    if (invoice.number === null || (await isPrinted(work, id, pdfHash))) return
    recordPrint(work, invoice, pdfHash)
  })
}

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
    const columns = { customerName, shareHash: null }
    await insertInvoices(work, [{ after: invoice, columns }])
    if (payment) await payments.insertPayment(work, payment)
  })
}

export function updateInvoice(
  work: ReadWork,
  request: VersionedRef,
  body: InvoiceUpdateBody,
): Promise<InvoiceDetails> {
  return change(work, request, async (work, before) => {
    await requireTemplate(work, body)
    await requireSeries(work, body, before, before.type)
    const current = await currentSettings(work)
    const id = body.customer_id ?? before.customerId
    const customer = await requireNamed(work, id, requireCustomerToName)
    const editor = before.corrects ? editCreditNote : edit
    const context = contextOf(work, current, customer)
    const edited = namesContent(body)
      ? editor(before, await filled(work, body, context, before), context)
      : before
    requireEditable({ before, after: edited }, current, work.actor)
    const kept = await keepFrozen({ before, edited, customer, current }, (choice) =>
      pinTemplate(work, choice, current),
    )
    const status = body.status as InvoiceStatus | undefined
    const preloaded = { settings: current, customer }
    if (status === undefined) return { ...unpaid(kept), preloaded }
    return { ...(await move(work, kept, status, { ...body, preloaded })), preloaded }
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

/** Edits a quote's contents by the rules of a draft; null: new contents. */
export async function editContent(
  work: ReadWork,
  before: StoredInvoice | null,
  body: InvoiceUpdateBody & Partial<InvoiceCreateBody>,
): Promise<StoredInvoice> {
  await requireTemplate(work, body)
  await requireSeries(work, body, before, 'quote')
  const customerId = body.customer_id ?? before?.customerId ?? ''
  const customer = await requireNamed(work, customerId, requireCustomer)
  const context = contextOf(work, await currentSettings(work), customer)
  if (before) return edit(before, await filled(work, body, context, before), context)
  const whole = { ...body, items: body.items ?? [] }
  return newDraft('', await filled(work, whole, context), context)
}

/**
 * Such contents with everything that issuing fixes: seller, buyer and the version of the
 * template.
 */
export async function freezeContent(
  work: Work,
  content: StoredInvoice,
  owner: FileOwner,
): Promise<StoredInvoice> {
  const current = await currentSettings(work)
  if (current.companyName.trim() === '') throw sellerIncomplete(['companyName'])
  const shown = await listShownFiles(work, owner)
  return {
    ...content,
    ...(shown.length > 0 ? { files: shown } : {}),
    seller: toSeller(current),
    buyer: toBuyer(await requireCustomerToName(work, content.customerId), content.contactId),
    template: await pinTemplate(work, content.template, current),
  }
}

/** Such contents with the values that are read live. */
export function describeContent(work: ReadWork, content: StoredInvoice): Promise<InvoiceDetails> {
  return hydrate(work, content)
}

/** Throws 409 where the limit of the company leaves no room for another invoice. */
export function requireRoomForInvoice(work: Work): Promise<void> {
  return requireRoomFor(work, 1)
}

/** A draft that bills the contents of a quote; `content` has the items of this invoice only. */
export function billContent(
  work: Work,
  content: StoredInvoice,
  { depositIds, ...origin }: BillOrigin & { readonly depositIds?: readonly string[] },
): Promise<InvoiceDetails> {
  return transaction(work, async (work) => {
    const customer = await requireNamed(work, content.customerId, requireCustomerToName)
    const preloaded = { settings: await currentSettings(work), customer }
    const context = contextOf(work, preloaded.settings, customer)
    const billed = billing(content, { id: newId('inv'), ...origin }, context)
    const draft = depositIds ? await deduct(work, billed, depositIds) : billed
    return insert(work, draft, unpaid(draft), preloaded)
  })
}

/** The issued deposits for a quote or a key that no invoice deducts yet. */
export function listOpenDeposits(work: Work, key: string) {
  return openDeposits(work, key, '')
}

/**
 * Deducts deposits from a draft instead of its former ones; default: all for its key or quote.
 */
export function deductDeposits(
  work: ReadWork,
  request: VersionedRef,
  body: DeductBody,
): Promise<InvoiceDetails> {
  return change(work, request, async (work, draft) => {
    if (draft.status !== 'draft') throw invoiceLocked(['items'])
    if (draft.type === 'credit_note') throw creditNoteFixed(['items'])
    const key = body.deposit_for ?? draft.quoteId
    const given = body.deposits ?? (key ? await openDeposits(work, key, draft.id) : null)
    if (given === null) throw depositsUnnamed()
    return unpaid(await deduct(work, draft, [...new Set(given)]))
  })
}

/** Credits an issued invoice in full or in part; `request` names the invoice. */
export function creditInvoice(
  work: ReadWork,
  request: VersionedRef,
  body: CreditNoteBody,
): Promise<InvoiceDetails> {
  return transaction(work, async (work) => {
    const invoice = await lockForChange(work, request)
    // A repeated call learns of its note, not that nothing is left.
    await requireFreeExternalIds(work, 'invoice', body)
    const current = await currentSettings(work)
    const today = dayOf(work.at, current.timeZone)
    const draft = await draftCreditNote(work, invoice, { body, today })
    const status = (body.status ?? 'draft') as InvoiceStatus
    return insert(work, draft, await move(work, draft, status, {}))
  })
}

/** Stores a payment of a locked invoice; its status follows. */
export async function recordPaymentOf(
  work: Work,
  claim: StoredInvoice,
  payment: Payment,
): Promise<InvoiceDetails> {
  await payments.insertPayment(work, payment)
  const { amountMinor } = payment
  const action = amountMinor < 0n ? 'refunded' : undefined
  return save(work, claim, lifecycle.addPaid(claim, amountMinor), { action, payment })
}

export async function deletePaymentOf(
  work: Work,
  claim: StoredInvoice,
  payment: Payment,
): Promise<void> {
  await payments.deletePayment(work, payment.id)
  const after = lifecycle.addPaid(claim, -payment.amountMinor)
  await save(work, claim, after, { deletedPayments: [payment] })
}

export function deleteInvoice(work: ReadWork, request: VersionedRef): Promise<void> {
  return transaction(work, async (work) => {
    const invoice = await lockForChange(work, request)
    const { lockIssuedInvoices } = await currentSettings(work)
    if (invoice.status !== 'draft') {
      const isBooked = invoice.type === 'credit_note' && invoice.status === 'sent'
      if (lockIssuedInvoices || isBooked) throw invoiceNotDeletable(invoice)
      requireScope(work.actor, 'issue')
      if (invoice.paidMinor !== 0n) throw invoicePaid()
    }
    if (await repository.isCorrected(work, invoice.id)) throw invoiceReferenced()
    if (isDeposit(invoice)) await requireNotDeducted(work, invoice, { isDraftToo: true })
    const { customerName } = await searchColumns(work, invoice)
    await deleteFilesOf(work, { kind: 'invoice', id: invoice.id })
    await releaseEntries(work, invoice.id)
    await forgetInvoice(work, invoice, customerName)
  })
}

export async function publishInvoice(
  work: ReadWork,
  request: VersionedRef,
): Promise<InvoiceDetails> {
  const details = await change(work, request, (work, invoice) =>
    unpaid(lifecycle.publish(invoice, newSecret(), work.at)),
  )
  void work.app.renderer.warm()
  return details
}

export function unpublishInvoice(work: ReadWork, request: VersionedRef): Promise<InvoiceDetails> {
  return change(work, request, (_work, invoice) => unpaid(lifecycle.unpublish(invoice)))
}

export function duplicateInvoice(work: ReadWork, request: VersionedRef): Promise<InvoiceDetails> {
  return transaction(work, async (work) => {
    const source = await lockForChange(work, request)
    if (source.type === 'credit_note') throw creditNoteNotDuplicable()
    await requireRoomFor(work, 1)
    const customer = await requireCustomer(work, source.customerId)
    const preloaded = { settings: await currentSettings(work), customer }
    const context = contextOf(work, preloaded.settings, customer)
    const copy = duplicate(source, newId('inv'), context)
    return insert(work, copy, unpaid(copy), preloaded)
  })
}

/** Emits `invoice.overdue` for each invoice that became overdue, and returns their number. */
export async function markInvoicesOverdue(work: ReadWork): Promise<number> {
  return markOverdue(work, dayOf(work.at, (await currentSettings(work)).timeZone))
}

/** Locks and reads an invoice for a change by another room; checks `If-Match`. */
export async function lockForChange(
  work: Work,
  { id, ifMatch }: VersionedRef,
): Promise<StoredInvoice> {
  if (!isId('inv', id)) throw invoiceNotFound()
  const stored = await repository.requireInvoiceToChange(work, id)
  const isStored = ifMatch === versionTag(stored.version)
  if (ifMatch !== undefined && !isStored)
    checkIfMatch(ifMatch, invoiceEtag(await hydrate(work, stored)))
  return stored
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

function contextOf(work: ReadWork, current: Settings, customer: Customer): DraftContext {
  return {
    settings: current,
    customer,
    today: dayOf(work.at, current.timeZone),
    now: work.at,
    newItemId: () => newId('itm'),
  }
}

function unpaid(invoice: StoredInvoice): Transition {
  return { invoice, payment: null }
}

/** Reads, decides and saves in one transaction; no change, no new version. */
function change(
  work: ReadWork,
  request: VersionedRef,
  decide: (work: Work, invoice: StoredInvoice) => Promise<Decided> | Decided,
): Promise<InvoiceDetails> {
  return transaction(work, async (work) => {
    const before = await lockForChange(work, request)
    const { invoice, payment, deletedPayments, preloaded } = await decide(work, before)
    if (isDeepStrictEqual(invoice, before)) return hydrate(work, before, preloaded)
    if (payment) await payments.insertPayment(work, payment)
    return save(work, before, invoice, { preloaded, payment, deletedPayments })
  })
}

async function save(
  work: Work,
  before: StoredInvoice,
  changed: StoredInvoice,
  { preloaded, ...done }: Saving,
): Promise<InvoiceDetails> {
  const after = { ...changed, updatedAt: laterOf(work.at, before.updatedAt) }
  const customer = after.buyer ? preloaded?.customer : await customerOf(work, after, preloaded)
  const known = { ...preloaded, customer, isNew: before.status === 'draft' }
  const left = new Set(after.items.map(({ id }) => id))
  const gone = before.items.flatMap(({ id }) => (left.has(id) ? [] : [id]))
  if (gone.length > 0) await releaseItems(work, after.id, gone)
  const columns = await searchColumns(work, after, known)
  return hydrate(work, await saveInvoice(work, { before, after, columns, ...done }), known)
}

/** Stores new invoices: drafts, or invoices that the same request issues or pays. */
async function insertAll(
  work: Work,
  made: readonly (Transition & Pick<DraftToIssue, 'draft' | 'preloaded'>)[],
): Promise<readonly InvoiceDetails[]> {
  const added: (NewInvoice & Pick<DraftToIssue, 'preloaded'>)[] = []
  for (const { draft, invoice, payment, preloaded } of made) {
    const columns = await searchColumns(work, invoice, preloaded)
    const steps = invoice === draft ? { after: draft } : { draft, after: invoice }
    added.push({ ...steps, columns, payment, preloaded })
  }
  const stored = await insertInvoices(work, added)
  await payments.insertPayments(
    work,
    made.flatMap(({ payment }) => payment ?? []),
  )
  const details: InvoiceDetails[] = []
  for (const { invoice, preloaded } of stored)
    details.push(await hydrate(work, invoice, { ...preloaded, isNew: true }))
  return details
}

async function insert(
  work: Work,
  draft: StoredInvoice,
  moved: Transition,
  preloaded: Known = {},
): Promise<InvoiceDetails> {
  return only(await insertAll(work, [{ ...moved, draft, preloaded }]))
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

/** An unknown customer in a body is a fault of the body, not a missing resource. */
async function requireNamed<W extends ReadWork>(
  work: W,
  id: string,
  require: (work: W, id: string) => Promise<Customer>,
): Promise<Customer> {
  try {
    return await require(work, id)
  } catch (error) {
    throw error instanceof AppError && error.kind === 'not_found' ? unknownCustomer(id) : error
  }
}

async function requireTemplate(
  work: ReadWork,
  body: InvoiceUpdateBody,
  currentVersion = currentTemplateVersion,
): Promise<void> {
  if (!body.template) return
  if ((await currentVersion(work, body.template.id)) === null)
    throw unknownTemplate(body.template.id)
}

/** The series in a body; otherwise an invoice has that of its customer. */
async function requireSeries(
  work: ReadWork,
  body: InvoiceUpdateBody,
  before: Pick<StoredInvoice, 'numberSeries'> | null,
  kind: SeriesKind,
): Promise<void> {
  const key = body[SERIES]
  if (!key || key === before?.numberSeries) return
  await checkSeries(work, kind, key, `/${SERIES}`)
}

/** The body with the values that its items take from their products. */
async function filled<Body extends InvoiceUpdateBody>(
  work: ReadWork,
  body: Body,
  context: DraftContext,
  before?: StoredInvoice,
): Promise<Body> {
  if (body.items === undefined) return body
  const invoice = before ?? blankDraft('', body, context)
  const items = await fillFromProducts(work, body.items, {
    currency: body.currency ?? invoice.currency,
    pricesIncludeTax: body.prices_include_tax ?? invoice.pricesIncludeTax,
    day: supplyDayAfter(invoice, body),
    customerId: context.customer.id,
    settings: context.settings,
  })
  return { ...body, items }
}

function requireRoomFor(work: Work, added: number): Promise<void> {
  return requireRoom(work, 'invoices_per_month', () => countMadeInMonth(work), added)
}

/** The customer whose defaults a calculation uses; none is stored. */
function passing(work: ReadWork, body: InvoiceCreateBody): Promise<Customer> | Customer {
  return body.customer_id === undefined
    ? passingCustomer(body.customer)
    : requireNamed(work, body.customer_id, requireCustomer)
}

const SERIES = OPTIONAL_FIELDS.numberSeries.wire

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

function only<Made>([made]: readonly Made[]): Made {
  if (made === undefined) throw new Error('Nothing was made.')
  return made
}

/** Whether a body changes more than the status. */
const namesContent = (body: InvoiceUpdateBody): boolean =>
  Object.keys(body).some(
    (key) => !['status', 'paid_at', 'payment_method', 'allow_early_due'].includes(key),
  )
