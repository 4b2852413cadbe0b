import { currentSettings } from '../../company/settings/read.ts'
import { checkIfMatch, etagOf } from '../../core/http/etag.ts'
import type { RunningJob } from '../../core/jobs/handler.ts'
import { enqueue } from '../../core/jobs/queue.ts'
import { recordEvent } from '../../core/record/journal.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { AppError } from '../../kernel/errors.ts'
import { instant, secondsAfter } from '../../platform/clock.ts'
import { newId, sha256 } from '../../platform/ids.ts'
import { parseAllowances } from '../../platform/outbound/allow.ts'
import { checkUrl } from '../../platform/outbound/policy.ts'
import { requireCustomer } from '../../sales/customers/read.ts'
import { getInvoice } from '../../sales/invoices/read.ts'
import type { InvoiceDetails } from '../../sales/invoices/view.ts'
import { requiredProfile } from '../documents/validation.ts'
import { eInvoiceXml } from '../documents/write.ts'
import { receiveSupplierInvoice } from '../supplier-invoices/change.ts'
import {
  accessPointMissing,
  alreadyTransmitted,
  noElectronicAddress,
  recipientUnknown,
  tokenMissing,
  transmissionNotFound,
} from './inner/errors.ts'
import { TRANSMIT, type TransmitJob } from './inner/kinds.ts'
import { createHttpProvider, type Provider } from './inner/provider.ts'
import type { StoredAccessPoint } from './inner/repository.ts'
import * as repository from './inner/repository.ts'
import {
  isFinal,
  nextLookSeconds,
  type Transmission,
  type TransmissionFormat,
} from './inner/transmission.ts'
import { eventData } from './inner/view.ts'

interface AccessPointInput {
  readonly url: string
  /** Absent: the stored token stays. */
  readonly token?: string
}

export { findAccessPoint } from './inner/repository.ts'

export const accessPointEtag = (stored: StoredAccessPoint | null): string =>
  etagOf('access-point', stored?.version ?? 0)

export const transmissionEtag = ({ id, version }: Transmission): string => etagOf(id, version)

const FAILED_SHOWN_DAYS = 30
const DAY_SECONDS = 86_400

export function saveAccessPoint(
  work: ReadWork,
  { input, ifMatch }: { readonly input: AccessPointInput; readonly ifMatch: string | undefined },
): Promise<StoredAccessPoint> {
  return transaction(work, async (work) => {
    const before = await repository.findAccessPoint(work)
    checkIfMatch(ifMatch, accessPointEtag(before))
    checkUrl(input.url, parseAllowances(work.app.config.outboundAllow))
    const token = input.token ?? before?.token
    if (token === undefined) throw tokenMissing()
    const version = (await repository.lastVersion(work)) + 1
    const stored = { url: input.url, token, version, refused: null, updatedAt: work.at }
    await repository.saveAccessPoint(work, stored)
    return stored
  })
}

export function deleteAccessPoint(work: ReadWork, ifMatch: string | undefined): Promise<void> {
  return transaction(work, async (work) => {
    checkIfMatch(ifMatch, accessPointEtag(await repository.findAccessPoint(work)))
    await repository.deleteAccessPoint(work)
  })
}

export async function lookUpRecipient(work: ReadWork, address: string): Promise<boolean> {
  return (await requireProvider(work)).lookUp(address)
}

/** Queues an issued invoice; the network must know its recipient. */
export async function transmitInvoice(
  work: ReadWork,
  invoiceId: string,
  format: TransmissionFormat | undefined,
): Promise<Transmission> {
  const details = await getInvoice(work, invoiceId)
  const { invoice } = details
  const before = await repository.findTransmission(work, invoice.id)
  if (before && before.status !== 'failed' && before.status !== 'lost')
    throw alreadyTransmitted(before)
  const wanted = format ?? (await formatOf(work, details))
  await eInvoiceXml(work, details, { format: wanted })
  const { endpoint } = invoice.buyer
  if (endpoint === null) throw noElectronicAddress()
  const recipient = `${endpoint.scheme}:${endpoint.id}`
  if (!(await (await requireProvider(work)).lookUp(recipient))) throw recipientUnknown(recipient)
  return transaction(work, (work) =>
    queue(work, {
      id: newId('trm'),
      version: 1,
      invoiceId: invoice.id,
      number: invoice.number ?? '',
      format: wanted,
      recipient,
      status: 'queued',
      xmlSha256: null,
      detail: null,
      queuedAt: work.at,
      createdAt: work.at,
      updatedAt: work.at,
    }),
  )
}

export async function requireTransmission(
  work: ReadWork,
  invoiceId: string,
): Promise<Transmission> {
  const { invoice } = await getInvoice(work, invoiceId)
  const it = await repository.findTransmission(work, invoice.id)
  if (!it) throw transmissionNotFound()
  return it
}

/**
 * Sends an invoice or asks for its result, and stores the answer together with the end of the
 * job.
 */
export async function runTransmission(work: ReadWork, job: RunningJob<TransmitJob>): Promise<null> {
  const { transmissionId: id } = job.payload
  const before = await repository.findById(work, id)
  if (!before || isFinal(before)) return null
  const answer = await ask(work, before).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    return { detail: error.message }
  })
  await transaction({ ...work, at: instant(work.app.clock) }, async (work) => {
    const current = await repository.lockById(work, id)
    if (!current || isFinal(current)) return job.finish(work)
    const asked = { ...current, detail: null, ...answer }
    const seconds = isFinal(asked) ? null : nextLookSeconds(asked, work.at)
    const status = isFinal(asked) || seconds !== null ? asked.status : 'lost'
    const hasMoved = status !== current.status
    const version = hasMoved ? current.version + 1 : current.version
    const after = { ...asked, status, version, updatedAt: work.at }
    await repository.saveTransmission(work, after)
    await job.finish(work, seconds === null ? null : secondsAfter(work.at, seconds))
    if (hasMoved) record(work, after)
  })
  return null
}

/**
 * Fetches the documents that the access point received. A document that cannot be read stays
 * there.
 */
export async function receiveDocuments(work: ReadWork, signal: AbortSignal): Promise<void> {
  const stored = await repository.findAccessPoint(work)
  if (stored === null) return
  const refused = await receiveAll(createHttpProvider(work.app.outbound, stored), work, signal)
  if (refused !== null || stored.refused !== null)
    await transaction(work, (work) => repository.noteRefused(work, refused))
}

/** The recent failures, for Attention. */
export function listFailedTransmissions(
  work: ReadWork,
  limit: number,
): Promise<readonly Transmission[]> {
  return repository.listFailed(work, {
    since: secondsAfter(work.at, -FAILED_SHOWN_DAYS * DAY_SECONDS),
    limit,
  })
}

async function requireProvider(work: ReadWork): Promise<Provider> {
  const stored = await repository.findAccessPoint(work)
  if (stored === null) throw accessPointMissing()
  return createHttpProvider(work.app.outbound, stored)
}

async function formatOf(work: ReadWork, { invoice }: InvoiceDetails): Promise<TransmissionFormat> {
  const customer = await requireCustomer(work, invoice.customerId)
  const profile = requiredProfile(invoice, customer, await currentSettings(work))
  return profile === 'xrechnung' ? 'xrechnung' : 'peppol'
}

/** The table's key refuses a second one at the same time. */
async function queue(work: Work, made: Transmission): Promise<Transmission> {
  const before = await repository.findTransmission(work, made.invoiceId)
  if (before && before.status !== 'failed' && before.status !== 'lost')
    throw alreadyTransmitted(before)
  // With the same key the provider accepts a document only once.
  const isAgain = before?.status === 'lost'
  const it = isAgain ? requeued(await locked(work, before), work.at) : made
  if (isAgain) await repository.saveTransmission(work, it)
  else await repository.insertTransmission(work, it)
  const job = { key: it.id, payload: { transmissionId: it.id } }
  await enqueue(work, TRANSMIT, [job])
  record(work, it)
  return it
}

async function locked(work: Work, { id }: Transmission): Promise<Transmission> {
  const it = await repository.lockById(work, id)
  if (it?.status !== 'lost') throw alreadyTransmitted({ status: it?.status ?? 'queued' })
  return it
}

/** Asks the provider. Sends the same bytes as the first attempt. */
async function ask(work: ReadWork, it: Transmission): Promise<Partial<Transmission>> {
  const provider = await requireProvider(work)
  if (it.status === 'sent') return provider.status(it.id)
  const details = await getInvoice(work, it.invoiceId)
  const { text: xml } = await eInvoiceXml(work, details, { format: it.format })
  const xmlSha256 = sha256(xml)
  if (it.xmlSha256 !== null && it.xmlSha256 !== xmlSha256)
    return {
      status: 'failed',
      detail: 'The e-invoice changed since the first attempt, so it was not sent.',
    }
  await noteHash(work, it, xmlSha256)
  return provider.send({ key: it.id, recipient: it.recipient, xml })
}

/** Stored before sending, so that the same key always has the same bytes. */
async function noteHash(work: ReadWork, it: Transmission, xmlSha256: string): Promise<void> {
  if (it.xmlSha256 !== null) return
  await transaction(work, async (work) => {
    const before = await repository.lockById(work, it.id)
    if (before) await repository.saveTransmission(work, { ...before, xmlSha256 })
  })
}

/** Why the last document could not be fetched; null: no failure. */
async function receiveAll(
  provider: Provider,
  work: ReadWork,
  signal: AbortSignal,
): Promise<string | null> {
  let refused: string | null = null
  try {
    for (const id of await provider.listReceived()) {
      if (signal.aborted) break
      const reason = await take(work, await provider.fetchReceived(id))
      if (reason === null) await provider.deleteReceived(id)
      else refused = `${id}: ${reason}`
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    refused = error.message
  }
  return refused
}

async function take(work: ReadWork, file: Uint8Array): Promise<string | null> {
  try {
    await receiveSupplierInvoice(work, { file })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // Fetched before, but the provider did not get the confirmation.
    if (error.code === 'supplier_invoice_exists') return null
    if (error.kind !== 'invalid' && error.kind !== 'too_large') throw error
    return error.message
  }
  return null
}

const requeued = (it: Transmission, at: string): Transmission => ({
  ...it,
  status: 'queued',
  detail: null,
  version: it.version + 1,
  queuedAt: at,
  updatedAt: at,
})

const record = (work: Work, it: Transmission): void =>
  recordEvent(work, {
    type: `transmission.${it.status}`,
    resourceId: it.id,
    data: eventData(it),
  })
