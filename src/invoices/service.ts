import { isDeepStrictEqual } from 'node:util'
import type { Customer } from '../customers/customer.ts'
import { AppError } from '../errors.ts'
import { type Actor, requireScope } from '../http/actor.ts'
import { checkIfMatch } from '../http/etag.ts'
import type { Page, PageRequest } from '../http/pagination.ts'
import { instant, today } from '../platform/clock.ts'
import { type Db, inTransaction, isForeignKeyViolation, type Trx } from '../platform/database/db.ts'
import { isId, newId, newSecret } from '../platform/ids.ts'
import { listRevisions } from '../record/chain.ts'
import type { Settings } from '../settings/settings.ts'
import { createCredits } from './credit-notes/credits.ts'
import { editCreditNote } from './credit-notes/input.ts'
import type { CreditNoteBody } from './credit-notes/schema.ts'
import { createDetails, type DetailDeps, type Known } from './details.ts'
import { type DraftContext, duplicate, edit, newDraft } from './draft.ts'
import {
  creditNoteNotDuplicable,
  invoiceNotDeletable,
  invoiceNotFound,
  invoicePaid,
  invoiceReferenced,
  oneCustomer,
  shareNotFound,
  unknownCustomer,
  unknownTemplate,
} from './errors.ts'
import { invoiceEtag } from './etag.ts'
import type { InvoiceCreateBody, InvoiceUpdateBody } from './input-schema.ts'
import type { InvoiceStatus, StoredInvoice } from './invoice.ts'
import { createInvoiceWriter } from './invoice-writer.ts'
import * as lifecycle from './lifecycle.ts'
import { type InvoiceEntry, type InvoiceFilter, listInvoices } from './list/list.ts'
import { keepFrozen, requireEditable } from './lock.ts'
import * as repository from './repository.ts'
import { calculateDraft, passingCustomer } from './totals/calculation.ts'
import { type CheckIssued, createTransitions, wishOf } from './transitions.ts'
import type { InvoiceDetails } from './view.ts'

export interface InvoiceDeps extends DetailDeps {
  readonly db: Db
  readonly checkIssued: CheckIssued
}

/** One change of one invoice: who wants it, and the version it was decided on. */
export interface Change {
  readonly actor: Actor
  readonly id: string
  readonly ifMatch: string | undefined
}

/** What a payment, or taking one back, adds to what is paid. */
export interface PaidChange {
  readonly minor: bigint
  readonly action?: 'refunded' | undefined
}

export type InvoiceService = ReturnType<typeof createInvoiceService>

export function createInvoiceService(deps: InvoiceDeps) {
  const { db, clock, settings, customers, shareTokens } = deps
  const { complete, extras, resolveTemplate } = createDetails(deps)

  const contextOf = (current: Settings, customer: Customer): DraftContext => ({
    settings: current,
    customer,
    today: today(clock, current.timeZone),
    now: instant(clock),
    newItemId: () => newId('itm'),
  })

  const requireToChange = async (trx: Trx, { id, ifMatch }: Change): Promise<StoredInvoice> => {
    if (!isId('inv', id)) throw invoiceNotFound()
    const stored = await repository.requireInvoiceToChange(trx, id)
    if (ifMatch !== undefined) checkIfMatch(ifMatch, invoiceEtag(await complete(trx, stored)))
    return stored
  }

  /** Reads, decides and saves in one transaction; no change, no new version. */
  const change = (
    request: Change,
    decide: (trx: Trx, invoice: StoredInvoice) => Promise<StoredInvoice>,
  ): Promise<InvoiceDetails> =>
    inTransaction(db, async (trx) => {
      const before = await requireToChange(trx, request)
      const after = await decide(trx, before)
      if (isDeepStrictEqual(after, before)) return complete(trx, before)
      const changed = { ...after, updatedAt: instant(clock) }
      const { actor } = request
      const saved = await writer.save({
        trx,
        actor,
        before,
        after: changed,
        extras: await extras(trx, changed),
      })
      return complete(trx, saved)
    })

  const writer = createInvoiceWriter({ clock })
  const credits = createCredits({ clock, writer, extras })
  const { move } = createTransitions({ ...deps, credits, resolveTemplate })

  /** The customer named, or a new one made with the invoice: both or neither is stored. */
  const customerFor = (trx: Trx, actor: Actor, body: InvoiceCreateBody): Promise<Customer> => {
    if ((body.customer_id === undefined) === (body.customer === undefined)) throw oneCustomer()
    return body.customer === undefined
      ? requireCustomer(trx, body.customer_id ?? '')
      : customers.create(trx, body.customer, { actor, pointer: '/customer' })
  }

  /** A customer that a body names: an unknown one is the body's fault, not a missing page. */
  const requireCustomer = async (trx: Trx, id: string): Promise<Customer> => {
    try {
      return await customers.require(trx, id)
    } catch (error) {
      throw error instanceof AppError && error.kind === 'not_found' ? unknownCustomer(id) : error
    }
  }

  const requireTemplate = async (trx: Trx, body: InvoiceUpdateBody): Promise<void> => {
    if (!body.template) return
    if ((await deps.templateVersion(trx, body.template.id)) === null)
      throw unknownTemplate(body.template.id)
  }

  const insert = async (trx: Trx, actor: Actor, draft: StoredInvoice, known: Known = {}) => {
    try {
      const draftExtras = await extras(trx, draft, known)
      return await writer.insert({ trx, actor, after: draft, extras: draftExtras })
    } catch (error) {
      throw isForeignKeyViolation(error) ? unknownCustomer(draft.customerId) : error
    }
  }

  /** The customer that a calculation takes its defaults from; none is stored. */
  const passing = (trx: Trx, body: InvoiceCreateBody): Promise<Customer> | Customer =>
    body.customer_id === undefined
      ? passingCustomer(body.customer)
      : requireCustomer(trx, body.customer_id)

  const create = async (
    trx: Trx,
    actor: Actor,
    body: InvoiceCreateBody,
  ): Promise<InvoiceDetails> => {
    await requireTemplate(trx, body)
    const customer = await customerFor(trx, actor, body)
    const known = { settings: await settings.current(trx), customer }
    const context = contextOf(known.settings, customer)
    const draft = await insert(trx, actor, newDraft(newId('inv'), body, context), known)
    const status = (body.status ?? 'draft') as InvoiceStatus
    if (status === 'draft') return complete(trx, draft, known)
    const after = await move(trx, draft, status, { actor, wish: wishOf(body) })
    const write = { trx, actor, before: draft, after }
    return complete(trx, await writer.save({ ...write, extras: await extras(trx, after) }))
  }

  return {
    async get(id: string): Promise<InvoiceDetails> {
      if (!isId('inv', id)) throw invoiceNotFound()
      return complete(db, await repository.requireInvoice(db, id))
    },

    /** The invoice that a share token opens; whatever is wrong with the token, the same 404. */
    async findShared(token: string): Promise<InvoiceDetails> {
      const stored = await repository.findSharedInvoice(db, shareTokens.hash(token))
      if (!stored) throw shareNotFound()
      return complete(db, stored)
    },

    async list(
      filter: InvoiceFilter,
      request: PageRequest & { readonly withTotal: boolean },
    ): Promise<Page<InvoiceEntry> & { readonly today: string }> {
      const day = today(clock, (await settings.current(db)).timeZone)
      return { ...(await listInvoices(db, { ...filter, today: day }, request)), today: day }
    },

    /** The PDF of an issued invoice as it was handed out, by its hash, in the chain. */
    recordPrinted: (id: string, pdfHash: string): Promise<void> =>
      inTransaction(db, async (trx) => {
        const invoice = await repository.requireInvoiceToChange(trx, id)
        if (invoice.number !== null) await writer.printed({ trx, invoice, pdfHash })
      }),

    /** Oldest first; also of a deleted invoice, whose revisions stay. */
    async revisions(id: string, page: { readonly after: bigint; readonly limit: number }) {
      const revisions = await listRevisions(db, { ...page, limit: page.limit + 1, invoiceId: id })
      if (revisions.length === 0 && page.after === 0n) throw invoiceNotFound()
      return { data: revisions.slice(0, page.limit), hasMore: revisions.length > page.limit }
    },

    create: (actor: Actor, body: InvoiceCreateBody): Promise<InvoiceDetails> =>
      inTransaction(db, (trx) => create(trx, actor, body)),

    /** The same within another's transaction. */
    createWithin: create,

    update: (request: Change, body: InvoiceUpdateBody): Promise<InvoiceDetails> =>
      change(request, async (trx, before) => {
        await requireTemplate(trx, body)
        const current = await settings.current(trx)
        const customer = await requireCustomer(trx, body.customer_id ?? before.customerId)
        const editor = before.type === 'credit_note' ? editCreditNote : edit
        const edited = namesContent(body)
          ? editor(before, body, contextOf(current, customer))
          : before
        requireEditable({ before, after: edited }, current, request.actor)
        const kept = await keepFrozen({ before, edited, customer, current }, (choice) =>
          resolveTemplate(trx, choice, current),
        )
        const status = body.status as InvoiceStatus | undefined
        if (status === undefined) return kept
        return move(trx, kept, status, { actor: request.actor, wish: wishOf(body) })
      }),

    /** The figures that `body` would have as a draft; nothing is stored. */
    calculate: (body: InvoiceCreateBody, options: { readonly withSteps: boolean }) =>
      inTransaction(db, async (trx) => {
        await requireTemplate(trx, body)
        const customer = await passing(trx, body)
        return calculateDraft(body, contextOf(await settings.current(trx), customer), options)
      }),

    /** Credits an issued invoice in full or in part; `request` names the invoice. */
    creditNote: (request: Change, body: CreditNoteBody): Promise<InvoiceDetails> =>
      inTransaction(db, async (trx) => {
        const { actor } = request
        const invoice = await requireToChange(trx, request)
        const day = today(clock, (await settings.current(trx)).timeZone)
        const draft = await credits.draft(trx, invoice, { body, today: day })
        // Numbered before it is stored: everybody locks a series first and the revisions' chain last.
        const after =
          body.status === 'sent'
            ? await move(trx, draft, 'sent', { actor, wish: wishOf({}) })
            : draft
        const note = await insert(trx, actor, draft)
        if (after === draft) return complete(trx, note)
        const write = { trx, actor, before: note, after }
        return complete(trx, await writer.save({ ...write, extras: await extras(trx, after) }))
      }),

    /** Adds what `record` stored in the same transaction to what is paid; its status follows. */
    addPaid: (
      request: Change,
      record: (trx: Trx, invoice: StoredInvoice) => Promise<PaidChange>,
    ): Promise<InvoiceDetails> =>
      inTransaction(db, async (trx) => {
        const before = await requireToChange(trx, request)
        const { minor, action } = await record(trx, before)
        const after = { ...lifecycle.addPaid(before, minor), updatedAt: instant(clock) }
        const write = { trx, actor: request.actor, before, after, action }
        return complete(trx, await writer.save({ ...write, extras: await extras(trx, after) }))
      }),

    delete: (request: Change): Promise<void> =>
      inTransaction(db, async (trx) => {
        const invoice = await requireToChange(trx, request)
        const { lockIssuedInvoices } = await settings.current(trx)
        if (invoice.status !== 'draft') {
          const isBooked = invoice.type === 'credit_note' && invoice.status === 'sent'
          if (lockIssuedInvoices || isBooked) throw invoiceNotDeletable(invoice)
          requireScope(request.actor, 'issue')
          if (invoice.paidMinor !== 0n) throw invoicePaid()
        }
        if (await repository.isCorrected(trx, invoice.id)) throw invoiceReferenced()
        const { actor } = request
        await writer.delete({ trx, actor, before: invoice, extras: await extras(trx, invoice) })
      }),

    publish: (request: Change): Promise<InvoiceDetails> =>
      change(request, async (_trx, invoice) =>
        lifecycle.publish(invoice, newSecret(), instant(clock)),
      ),

    unpublish: (request: Change): Promise<InvoiceDetails> =>
      change(request, async (_trx, invoice) => lifecycle.unpublish(invoice)),

    duplicate: (request: Change): Promise<InvoiceDetails> =>
      inTransaction(db, async (trx) => {
        const source = await requireToChange(trx, request)
        if (source.type === 'credit_note') throw creditNoteNotDuplicable()
        const customer = await customers.require(trx, source.customerId)
        const context = contextOf(await settings.current(trx), customer)
        const copy = duplicate(source, newId('inv'), context)
        return complete(trx, await insert(trx, request.actor, copy))
      }),
  }
}

/** Whether a body changes more than the status. */
const namesContent = (body: InvoiceUpdateBody): boolean =>
  Object.keys(body).some((key) => !['status', 'paid_at', 'payment_method'].includes(key))
