import type { Actor } from '../http/actor.ts'
import { type Clock, instant } from '../platform/clock.ts'
import type { Trx } from '../platform/database/db.ts'
import { canonicalJson } from '../record/canonical-json.ts'
import { appendRevision, type Changes, hasRevision } from '../record/chain.ts'
import { appendEvent } from '../record/log.ts'
import { type Change, eventTypesOf, invoiceEventData } from './announcement.ts'
import type { InvoiceStatus, StoredInvoice } from './invoice.ts'
import * as repository from './repository.ts'
import { auditViewOf } from './revisions/audit-view.ts'
import { stateHashOf, withoutEmpty } from './revisions/state-hash.ts'

/** The only way to write an invoice: every write leaves a revision and its events in the same transaction. */
export interface InvoiceWriter {
  insert(write: Write & { readonly after: StoredInvoice }): Promise<StoredInvoice>
  save(
    write: Write & {
      readonly before: StoredInvoice
      readonly after: StoredInvoice
      /** What was done, where the difference does not tell. */
      readonly action?: 'refunded' | undefined
    },
  ): Promise<StoredInvoice>
  delete(write: Write & { readonly before: StoredInvoice }): Promise<void>
  /** Stores the payment that belongs to the status `paid` and is taken back with it. */
  payByStatus(trx: Trx, payment: repository.AutomaticPayment): Promise<void>
  /** Remembers the hash of a PDF that was handed out; the same one again leaves no second revision. */
  printed(print: {
    readonly trx: Trx
    readonly invoice: StoredInvoice
    readonly pdfHash: string
  }): Promise<void>
}

const PRINTER: Actor = { kind: 'system', id: 'renderer', name: 'PDF renderer', scopes: new Set() }

interface Write {
  readonly trx: Trx
  readonly actor: Actor
  readonly extras: repository.SaveExtras
}

export function createInvoiceWriter({ clock }: { readonly clock: Clock }): InvoiceWriter {
  const record = async (
    { trx, actor }: Pick<Write, 'trx' | 'actor'>,
    change: Change,
    customerName: string,
    action = actionOf(change),
  ) => {
    const { before, after } = change
    const invoice = after ?? before
    if (!invoice) throw new Error('A revision needs an invoice.')
    const at = instant(clock)
    await appendRevision(trx, {
      invoiceId: invoice.id,
      version: invoice.version,
      action,
      actor,
      at,
      changes: changesBetween(change),
      stateHash: after === null ? '' : stateHashOf(after),
    })
    const data = invoiceEventData(invoice, customerName)
    for (const type of eventTypesOf(change))
      await appendEvent(trx, { type, resourceId: invoice.id, actor, at, data })
  }

  return {
    async insert({ trx, actor, extras, after }) {
      const inserted = await repository.insertInvoice(trx, after, extras)
      await record({ trx, actor }, { before: null, after: inserted }, extras.customerName)
      return inserted
    },

    async save({ trx, actor, extras, before, after, action }) {
      const saved = await repository.saveInvoice(trx, before, after, extras)
      await record({ trx, actor }, { before, after: saved }, extras.customerName, action)
      return saved
    },

    async delete({ trx, actor, extras, before }) {
      await repository.deleteInvoice(trx, before.id)
      await record({ trx, actor }, { before, after: null }, extras.customerName)
    },

    payByStatus: repository.insertAutomaticPayment,

    async printed({ trx, invoice, pdfHash }) {
      const entry = {
        invoiceId: invoice.id,
        version: invoice.version,
        action: 'printed',
        actor: PRINTER,
        at: instant(clock),
        changes: { pdf_sha256: [null, pdfHash] as const },
        stateHash: stateHashOf(invoice),
      }
      if (!(await hasRevision(trx, entry))) await appendRevision(trx, entry)
    },
  }
}

/** The fields that differ; of a new invoice all that say something, of a deleted one its number. */
function changesBetween({ before, after }: Change): Changes {
  if (after === null) return gone(before)
  const from = before ? auditViewOf(before) : {}
  const document = auditViewOf(after)
  const entries = Object.entries(document)
    .map(([field, value]) => [field, [from[field] ?? null, value ?? null]] as const)
    .filter(([, [was, is]]) => differs(withoutEmpty(was), withoutEmpty(is)))
  const isIssued = actionOf({ before, after }) === 'issued'
  // What the document said on the day it was issued stays readable in one place.
  return { ...Object.fromEntries(entries), ...(isIssued ? { document: [null, document] } : {}) }
}

/** Of a new invoice nothing was there before, which needs no comparison. */
const differs = (was: unknown, is: unknown): boolean =>
  was === undefined || is === undefined ? was !== is : canonicalJson(was) !== canonicalJson(is)

/** What a deleted invoice leaves behind: its number, and the place in its series that is empty now. */
function gone(before: StoredInvoice | null): Changes {
  const place =
    before?.series == null
      ? {}
      : {
          series: [before.series, null] as const,
          sequence: [String(before.sequence), null] as const,
        }
  return { number: [before?.number ?? null, null], ...place }
}

const STATUS_ACTIONS: Readonly<Record<InvoiceStatus, string>> = {
  draft: 'updated',
  sent: 'reopened',
  paid: 'paid',
  void: 'voided',
  uncollectible: 'written_off',
}

function actionOf({ before, after }: Change): string {
  if (before === null) return 'created'
  if (after === null) return 'deleted'
  if (before.number === null && after.number !== null) return 'issued'
  if (before.status !== after.status) return STATUS_ACTIONS[after.status]
  if (before.shareNonce === after.shareNonce) return 'updated'
  return after.shareNonce === null ? 'unpublished' : 'published'
}
