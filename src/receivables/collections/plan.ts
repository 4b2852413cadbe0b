import { currentSettings } from '../../company/settings/read.ts'
import { transaction, tryOut } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { dayOf } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { DIRECT_DEBIT } from '../../sales/contents/fields.ts'
import type { StoredInvoice } from '../../sales/invoices/invoice.ts'
import { dueMinor } from '../../sales/invoices/lifecycle.ts'
import { findInvoiceToChange, lockForChange } from '../../sales/invoices/lock.ts'
import { isChargeable, requireChargeable } from '../checkout/charge.ts'
import { methodEnded, methodNotReady } from '../methods/errors.ts'
import { allows, isDebit, isFinal, noticeDaysOf, type PaymentMethod } from '../methods/method.ts'
import {
  findByReference,
  findUsualMethod,
  listLiveMethods,
  requireMethod,
} from '../methods/read.ts'
import { recordCollection, saveChange } from './change.ts'
import { type Collection, hasAttemptLeft, noticedDay } from './collection.ts'
import {
  attemptsUsedUp,
  collectionExists,
  currencyNotCollected,
  noMethod,
  nothingToCollect,
} from './errors.ts'
import * as repository from './inner/repository.ts'
import { announce } from './notice.ts'

export interface CollectBody {
  readonly payment_method_id?: string
  /** The earliest day. */
  readonly on?: string
}

/** Plans to collect an issued invoice. The customer must be told before anything is collected. */
export function collectInvoice(
  work: ReadWork,
  invoiceId: string,
  body: CollectBody,
): Promise<Collection> {
  return transaction(work, async (work) => store(work, await asked(work, invoiceId, body)))
}

/** What `collectInvoice` would plan. Stores nothing. */
export const previewCollection = (
  work: ReadWork,
  { invoice_id: invoiceId, ...body }: CollectBody & { readonly invoice_id: string },
): Promise<Collection> => tryOut(work, (work) => asked(work, invoiceId, body))

async function asked(work: Work, invoiceId: string, body: CollectBody): Promise<Collection> {
  const { payment_method_id: methodId, on = null } = body
  const method = methodId === undefined ? null : await requireMethod(work, methodId)
  const invoice = await lockForChange(work, { id: invoiceId, ifMatch: undefined })
  if (!isCollectable(invoice)) throw nothingToCollect()
  const active = await repository.findActive(work, invoice.id)
  if (active) throw collectionExists(active.id)
  const chosen = method ?? (await findUsualMethod(work, invoice.customerId))
  if (!chosen || chosen.customerId !== invoice.customerId) throw noMethod()
  requireUsable(chosen)
  const amount = { amountMinor: dueMinor(invoice), currency: invoice.currency }
  if (!allows(chosen, amount)) throw noMethod()
  await requireChargeable(work, chosen.providerId, amount)
  if (chosen.via === 'file' && invoice.currency !== 'EUR')
    throw currencyNotCollected(invoice.currency)
  const planned = await planOf(work, invoice, { method: chosen, on })
  const attempts = await repository.listAttempts(work, invoice.id)
  if (!hasAttemptLeft(attempts, planned.nextOn ?? planned.collectOn)) throw attemptsUsedUp()
  return planned
}

function requireUsable({ status }: PaymentMethod): void {
  if (isFinal(status)) throw methodEnded(status)
  if (status !== 'active') throw methodNotReady(status)
}

/**
 * Plans to charge a newly issued invoice, if its customer agreed to automatic payment and the provider
 * takes the amount. Otherwise the invoice asks for it as usual.
 */
export async function planKept(work: Work, invoiceId: string): Promise<void> {
  const invoice = await findInvoiceToChange(work, invoiceId)
  if (!invoice || !isCollectable(invoice)) return
  const asked = { amountMinor: dueMinor(invoice), currency: invoice.currency }
  const kept = await listLiveMethods(work, invoice.customerId, 'provider')
  for (const method of kept) {
    if (method.status !== 'active' || !allows(method, asked)) continue
    if (!(await isChargeable(work, method.providerId, asked))) continue
    await store(work, await planOf(work, invoice, { method, on: null }))
    return
  }
}

/** Plans the collection of a newly issued invoice whose payment is by a mandate of its customer. */
export async function planIssued(work: ReadWork, invoiceId: string): Promise<void> {
  await transaction(work, async (work) => {
    const invoice = await findInvoiceToChange(work, invoiceId)
    const reference = invoice?.payment?.mandate ?? null
    if (!invoice || reference === null || invoice.payment?.means !== DIRECT_DEBIT) return
    if (!isCollectable(invoice) || invoice.currency !== 'EUR') return
    if (await repository.findActive(work, invoice.id)) return
    const method = await findByReference(work, reference)
    if (method?.customerId !== invoice.customerId || method.status !== 'active') return
    const planned = await store(work, await planOf(work, invoice, { method, on: null }))
    // The mail can be quicker than this job.
    const { mail } = invoice
    if (mail?.status === 'failed' || mail?.status === 'bounced')
      await saveChange(work, planned, { problems: ['notice_not_sent'] })
    if (mail?.status !== 'sent') return
    const { timeZone } = await currentSettings(work)
    const sentOn = dayOf(mail.at, timeZone)
    await announce(work, planned, { sentOn, messageId: null, isByMail: true })
  })
}

const isCollectable = (invoice: StoredInvoice): boolean =>
  invoice.type === 'invoice' && invoice.status === 'sent' && dueMinor(invoice) > 0n

async function planOf(
  work: ReadWork,
  invoice: StoredInvoice,
  { method, on }: { readonly method: PaymentMethod; readonly on: string | null },
): Promise<Collection> {
  const settings = await currentSettings(work)
  const today = dayOf(work.at, settings.timeZone)
  const noticeDays = noticeDaysOf(method, settings)
  const usual = settings.collectOn === 'issue' ? today : (invoice.dueDate ?? today)
  const wanted = on ?? usual
  return {
    id: newId('col'),
    version: 1,
    invoiceId: invoice.id,
    customerId: invoice.customerId,
    methodId: method.id,
    via: method.via,
    amountMinor: dueMinor(invoice),
    currency: invoice.currency,
    collectOn: wanted,
    nextOn: noticedDay(wanted, { sentOn: today, noticeDays, isDebit: isDebit(method) }),
    status: 'planned',
    notice: null,
    attempts: [],
    runId: null,
    endToEnd: null,
    paymentId: null,
    onAccountMinor: 0n,
    endedBecause: null,
    problems: [],
    createdAt: work.at,
    updatedAt: work.at,
  }
}

async function store(work: Work, collection: Collection): Promise<Collection> {
  await repository.insertCollection(work, collection)
  recordCollection(work, 'collection.planned', collection)
  return collection
}
