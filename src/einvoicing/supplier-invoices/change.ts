import { type Finding, findingLanguage } from '@billwright/einvoice'
import { currentSettings } from '../../company/settings/read.ts'
import type { Settings } from '../../company/settings/settings.ts'
import { copyFiles, deleteFilesOf, keepFile } from '../../core/files/change.ts'
import type { FileCopy } from '../../core/files/file.ts'
import { checkIfMatch, etagOf, type VersionedRef } from '../../core/http/etag.ts'
import { recordEvent, recordRevision } from '../../core/record/journal.ts'
import { changesBetween, stateAfter } from '../../core/record/state.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { htmlDocument, type RenderedDocument } from '../../paper/printing/document.ts'
import { printedPage } from '../../paper/printing/printing.ts'
import { dayOf, laterOf } from '../../platform/clock.ts'
import { newId, sha256 } from '../../platform/ids.ts'
import {
  createReceivedReader,
  type GivenFile,
  type Received,
} from '../documents/received/reader.ts'
import {
  invalidAction,
  paidBeforeIssued,
  supplierInvoiceDecided,
  supplierInvoiceExists,
} from './inner/errors.ts'
import { supplierInvoicePage } from './inner/page.ts'
import * as repository from './inner/repository.ts'
import { toRow } from './inner/rows.ts'
import { compared, hashIn, placeIn } from './read.ts'
import { SUPPLIER_INVOICE_STATE } from './state.ts'
import {
  ACTIONS,
  type Action,
  type Compared,
  isAllowed,
  type Lot,
  type Status,
  type SupplierInvoice,
  type SupplierInvoiceEntry,
  statusAfter,
} from './supplier-invoice.ts'
import { eventData } from './view.ts'

/** The input of an action. */
interface Decision {
  readonly reason?: string
  /** Default: today. */
  readonly paidOn?: string
}

const NAME_LENGTH_MAX = 200

/** Becoming a duplicate, or no longer being one, is a change, too. */
export const etagFor = ({ id, version, duplicateOf }: Compared<SupplierInvoiceEntry>): string =>
  etagOf(`${id}-${duplicateOf ?? 'first'}`, version)

const reader = createReceivedReader()

/**
 * Reads, checks and keeps a file.
 *
 * @throws AppError `supplier_invoice_exists`, or those of the reader
 */
export async function receiveSupplierInvoice(
  work: ReadWork,
  given: GivenFile,
): Promise<Compared<SupplierInvoice>> {
  const { file } = given
  const hash = sha256(file)
  // Before the transaction: reading a large file takes a while.
  const received = await reader.run(work.companyId, given)
  return transaction(work, async (work) => {
    const current = await currentSettings(work)
    const made: SupplierInvoice[] = []
    for (const one of received) {
      const lot = one.place && { hash, ...one.place }
      const it = toNew(work, { received: one, hash, lot, settings: current })
      await requireNew(work, it.sha256)
      await keepOriginal(work, it, { file, kind: kindOf(one), first: made[0] })
      await repository.insertSupplierInvoice(work, it)
      record(work, { before: null, after: it, action: 'received' })
      made.push(it)
    }
    const [first] = made
    if (!first) throw new Error('A file has an invoice.')
    return compared(work, first)
  })
}

/** The language of texts about a document. */
export async function languageOf(
  work: ReadWork,
  acceptLanguage: string | undefined,
): Promise<string> {
  return findingLanguage(acceptLanguage, (await currentSettings(work)).locale)
}

export async function supplierInvoiceHtml(
  work: ReadWork,
  id: string,
  language?: string,
): Promise<RenderedDocument> {
  return htmlDocument((await page(work, id, language)).html)
}

export async function supplierInvoicePdf(work: ReadWork, id: string, language?: string) {
  const { html, number } = await page(work, id, language)
  const printed = { kind: 'supplier-invoice', html, subject: { number } }
  return { document: await printedPage(work, printed), number }
}

/** @throws AppError `invalid_transition` */
export function decideSupplierInvoice(
  work: ReadWork,
  change: VersionedRef,
  { action, reason, paidOn }: Decision & { readonly action: Action },
): Promise<Compared<SupplierInvoice>> {
  return transaction(work, async (work) => {
    const before = await lockSeen(work, change)
    if (!isAllowed(action, before.status)) throw invalidAction(action, before.status)
    const { timeZone } = await currentSettings(work)
    const day = paidOn ?? dayOf(work.at, timeZone)
    if (action === 'pay' && paidOn !== undefined && paidOn < before.issueDate)
      throw paidBeforeIssued(before.issueDate)
    const status: Status = statusAfter(action, before.status)
    const after = {
      ...before,
      status,
      reason: action === 'reject' ? (reason ?? null) : null,
      paidOn: action === 'pay' ? day : null,
      version: before.version + 1,
      updatedAt: laterOf(work.at, before.updatedAt),
    }
    await repository.saveSupplierInvoice(work, after)
    record(work, { before, after, action: ACTIONS[action].event })
    return compared(work, after)
  })
}

export function deleteSupplierInvoice(work: ReadWork, change: VersionedRef): Promise<void> {
  return transaction(work, async (work) => {
    const it = await lockSeen(work, change)
    if (it.status !== 'new') throw supplierInvoiceDecided(it.status)
    await repository.deleteSupplierInvoice(work, it.id)
    await deleteFilesOf(work, { kind: 'supplier_invoice', id: it.id })
    record(work, { before: it, after: null, action: 'deleted' })
  })
}

async function lockSeen(work: Work, { id, ifMatch }: VersionedRef): Promise<SupplierInvoice> {
  const it = await repository.lockSupplierInvoice(work, id)
  checkIfMatch(ifMatch, etagFor(await compared(work, it)))
  return it
}

async function requireNew(work: ReadWork, hash: string): Promise<void> {
  const id = await repository.findIdByHash(work, hash)
  if (id !== undefined) throw supplierInvoiceExists(id)
}

/** The whole file, for each invoice in it, and what makes the hash of each unique. */
async function keepOriginal(
  work: Work,
  { id, content: { lot } }: SupplierInvoice,
  { file, kind, first }: Original,
): Promise<void> {
  const owner = { kind: 'supplier_invoice', id } as const
  if (first) await copyFiles(work, { kind: 'supplier_invoice', id: first.id }, owner)
  else await keepFile(work, owner, { ...kind, bytes: file })
  if (!lot || lot.position === 1) return
  const bytes = Buffer.from(placeIn(lot))
  await keepFile(work, owner, { name: 'place.txt', mediaType: 'text/plain', bytes })
}

async function page(work: ReadWork, id: string, language: string | undefined) {
  const it = await repository.requireSupplierInvoice(work, id)
  const { locale, dateFormat } = await currentSettings(work)
  const html = supplierInvoicePage(it, { language: language ?? locale, dateFormat })
  return { html, number: it.number }
}

interface Original {
  readonly file: Uint8Array
  readonly kind: Pick<FileCopy, 'name' | 'mediaType'>
  /** The first invoice that was taken from it. */
  readonly first: SupplierInvoice | undefined
}

interface NewInvoice {
  readonly received: Received
  readonly hash: string
  readonly lot: Lot | null
  readonly settings: Settings
}

function toNew({ at }: Work, { received, hash, lot, settings }: NewInvoice): SupplierInvoice {
  const { companyTaxId } = settings
  const { content, format, profile, sellerKey, totalCents, dueCents } = received
  const findings = [...otherBuyer(content, companyTaxId), ...received.findings]
  const errors = findings.filter(({ level }) => level === 'error').length
  return {
    id: newId('sin'),
    version: 1,
    status: 'new',
    reason: null,
    paidOn: null,
    format,
    profile,
    kind: content.kind,
    number: shortened(content.number),
    issueDate: content.issue_date,
    dueDate: content.due_date,
    currency: content.currency,
    sellerName: shortened(content.seller.name),
    sellerKey,
    totalCents,
    dueCents,
    errors,
    warnings: findings.length - errors,
    content: { ...content, lot },
    findings,
    sha256: lot === null ? hash : hashIn(lot),
    createdAt: at,
    updatedAt: at,
  }
}

/** A document that was sent to the wrong company. */
function kindOf({ format, isSigned }: Received): Pick<FileCopy, 'name' | 'mediaType'> {
  if (isSigned) return { name: 'original.p7m', mediaType: 'application/pkcs7-mime' }
  const suffix = format === 'pdf' ? 'pdf' : 'xml'
  return { name: `original.${suffix}`, mediaType: `application/${suffix}` }
}

function otherBuyer({ buyer }: Received['content'], own: string | null): readonly Finding[] {
  const plain = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const { tax_id: taxId } = buyer
  if (taxId === null || own === null || plain(taxId) === plain(own)) return []
  const values = { code: taxId.slice(0, 40) }
  return [{ rule: 'BT-48', level: 'warning', advice: 'otherBuyer', line: null, values }]
}

const shortened = (text: string): string => text.trim().slice(0, NAME_LENGTH_MAX).toWellFormed()

interface Step {
  readonly before: SupplierInvoice | null
  readonly after: SupplierInvoice | null
  readonly action: 'received' | 'deleted' | (typeof ACTIONS)[Action]['event']
}

function record(work: Work, { before, after, action }: Step): void {
  const it = after ?? before
  if (!it) throw new Error('A revision needs a document.')
  recordRevision(work, {
    resourceId: it.id,
    version: it.version,
    action,
    changes: changesBetween(changing(before), changing(after)),
    ...stateAfter(SUPPLIER_INVOICE_STATE, after && toRow(after)),
  })
  recordEvent(work, {
    type: `supplier_invoice.${action}`,
    resourceId: it.id,
    data: eventData(it),
  })
}

/** The fields that change after receipt; the others are recorded once. */
const changing = (it: SupplierInvoice | null) => ({
  number: it?.number ?? null,
  seller_name: it?.sellerName ?? null,
  sha256: it?.sha256 ?? null,
  status: it?.status ?? null,
  reason: it?.reason ?? null,
  paid_on: it?.paidOn ?? null,
})
