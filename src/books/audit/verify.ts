import type { CompanyScope } from '../../core/companies/company.ts'
import { findCompanySecret } from '../../core/companies/secrets.ts'
import { findHead, genesisHash, type Head } from '../../core/record/head.ts'
import { table } from '../../kernel/table.ts'
import type { CompanyDb } from '../../platform/database/scope.ts'
import { sha256 } from '../../platform/ids.ts'
import type { StoredInvoice } from '../../sales/invoices/invoice.ts'
import { toQuote } from '../../sales/quotes/rows.ts'
import { createAccountWalk, depositBreaks, paymentBreaks } from './inner/account-checks.ts'
import { bankBreaks } from './inner/bank-checks.ts'
import { createChainWalk } from './inner/chain-walk.ts'
import { closingBreaks } from './inner/closing-checks.ts'
import { explainGaps } from './inner/deleted-numbers.ts'
import { deliveryNoteBreak } from './inner/delivery-note-checks.ts'
import { collectionBreaks } from './inner/direct-debit-checks.ts'
import { entryBreaks } from './inner/entry-checks.ts'
import { createEventWalk } from './inner/event-walk.ts'
import { changedFields, invoiceBreaks, nameOf, readInvoice } from './inner/invoice-checks.ts'
import { messageBreaks } from './inner/message-checks.ts'
import { createNumberWalk } from './inner/number-walk.ts'
import { providerPaymentBreaks } from './inner/payment-checks.ts'
import { quoteBreaks } from './inner/quote-checks.ts'
import { recurringBreaks } from './inner/recurring-checks.ts'
import * as repository from './inner/repository.ts'
import * as revisionRepository from './inner/revision-repository.ts'
import { supplierInvoiceBreaks } from './inner/supplier-invoice-checks.ts'
import {
  type AuditReport,
  type Break,
  breakOf,
  createFindings,
  type Findings,
  isUnexplained,
} from './report.ts'
import { noObjects, type StateOfObject } from './stored-objects.ts'

/** Called after each batch with the number of all revisions and invoices so far. */
export type Progress = (done: number, total: number) => void

const VANISHED_MAX = 100
const TWINS_MAX = 100

/**
 * Checks everything that the revisions prove: the chain, every stored invoice against its last
 * revision, and every number against its series. Reads in batches, so that memory stays constant.
 * Call it in a snapshot (`snapshot.ts`) while others may write.
 */
export async function verifyDatabase(
  scope: CompanyScope,
  onProgress: Progress = () => {},
  stateOf: StateOfObject = noObjects,
): Promise<AuditReport> {
  const findings = createFindings()
  const counts = {
    revisions: await repository.countOf(scope, 'revisions'),
    invoices: await repository.countOf(scope, 'invoices'),
  }
  const total = counts.revisions + counts.invoices
  const head = await findHead(scope)
  const chain = await verifyChain(scope, findings, head, (done) => onProgress(done, total))
  const kept = await verifyFiles(scope, findings, stateOf)
  const invoices = await verifyInvoices(scope, findings, kept, (done) =>
    onProgress(chain.revisions + done, total),
  )
  const { numbers, gaps } = await verifyNumbers(scope, findings)
  await verifyEvents(scope, findings, head)
  return toReport(findings, { ...chain, invoices, numbers, gaps })
}

export const toReport = (
  findings: Findings,
  checked: Omit<AuditReport, 'ok' | 'breaks' | 'breakCount'>,
): AuditReport => ({
  ...checked,
  ok: findings.count === 0 && !checked.gaps.some(isUnexplained),
  breaks: findings.breaks,
  breakCount: findings.count,
})

async function verifyChain(
  scope: CompanyScope,
  findings: Findings,
  head: Head,
  onProgress: (done: number) => void,
) {
  const walk = createChainWalk(findings, genesisHash(scope.company))
  let revisions = 0
  for await (const batch of revisionRepository.readChain(scope)) {
    for (const read of batch) walk.take(read)
    revisions += batch.length
    onProgress(revisions)
  }
  walk.end({ sequence: head.revisionSequence, hash: head.revisionHash })
  return { revisions, head: walk.head }
}

async function verifyInvoices(
  scope: CompanyDb,
  findings: Findings,
  /** The hashes of all files. */
  kept: ReadonlySet<string>,
  onProgress: (done: number) => void,
): Promise<number> {
  // Without that secret nothing was ever published, and the check must not create it.
  const secret = (await findCompanySecret(scope, 'share_tokens')) ?? ''
  const installed = { secret, company: scope.companyId }
  let invoices = 0
  for await (const batch of repository.readInvoices(scope)) {
    for (const audited of batch) {
      const stored = readInvoice(audited)
      for (const found of invoiceBreaks(audited, stored, installed))
        findings.add(stored ? await withField(scope, found, audited, stored) : found)
      if (stored) addMissingFiles(findings, kept, { name: nameOf(audited), document: stored })
    }
    invoices += batch.length
    onProgress(invoices)
  }
  for await (const batch of repository.readQuotes(scope))
    for (const audited of batch) {
      const breaks = quoteBreaks(audited, installed)
      for (const found of breaks) findings.add(found)
      // A manipulated row may be unreadable.
      if (breaks.length > 0) continue
      const { id, number, content } = toQuote(audited.quote)
      const document = { ...content, id, number }
      addMissingFiles(findings, kept, { name: `Quote ${number ?? id}`, document })
    }
  for await (const batch of repository.readDeliveryNotes(scope))
    for (const audited of batch) findings.add(deliveryNoteBreak(audited))
  for await (const batch of repository.readSupplierInvoices(scope))
    for (const audited of batch)
      for (const found of supplierInvoiceBreaks(audited, kept)) findings.add(found)
  for (const found of await recurringBreaks(scope)) findings.add(found)
  const accountBreaks = createAccountWalk()
  for await (const batch of repository.readAccounts(scope))
    for (const audited of batch) for (const found of accountBreaks(audited)) findings.add(found)
  for (const found of await paymentBreaks(scope)) findings.add(found)
  for (const found of await depositBreaks(scope)) findings.add(found)
  for await (const found of messageBreaks(scope)) findings.add(found)
  for (const found of await entryBreaks(scope)) findings.add(found)
  for (const found of await bankBreaks(scope)) findings.add(found)
  for (const found of await providerPaymentBreaks(scope)) findings.add(found)
  for (const found of await collectionBreaks(scope)) findings.add(found)
  for (const found of await closingBreaks(scope)) findings.add(found)
  for (const last of await revisionRepository.listVanished(scope, VANISHED_MAX))
    findings.add(await vanished(scope, last))
  return invoices
}

/** Hashes the bytes of files and templates again, and returns the existing files. */
async function verifyFiles(
  scope: CompanyDb,
  findings: Findings,
  stateOf: StateOfObject,
): Promise<ReadonlySet<string>> {
  const kept = new Set<string>()
  for await (const batch of repository.readFileContents(scope))
    for (const content of batch) {
      kept.add(content.sha256)
      findings.add(await contentBreak(scope, { ...content, name: 'a file' }, stateOf))
    }
  for await (const batch of repository.readTemplateAssets(scope))
    for (const asset of batch) {
      const name = `${asset.path} of the template ${asset.template_id}`
      findings.add(await contentBreak(scope, { ...asset, name }, stateOf))
    }
  return kept
}

/** The bytes of rows without any are in the object store. */
async function contentBreak(
  scope: CompanyDb,
  { sha256: expected, bytes, name }: repository.AuditedContent & { readonly name: string },
  stateOf: StateOfObject,
): Promise<Break | null> {
  const found = sha256(bytes)
  if (found === expected) return null
  const state = bytes.length > 0 ? 'changed' : await stateOf(scope, expected)
  if (state === 'whole') return null
  const fault = state === 'missing' ? 'are missing' : 'were changed'
  return breakOf('file_content', `The bytes of ${name} ${fault}: ${expected}.`, { expected, found })
}

/** Files of an issued document must never be missing. */
function addMissingFiles(
  findings: Findings,
  kept: ReadonlySet<string>,
  { name, document }: { readonly name: string; readonly document: Documented },
): void {
  for (const file of document.files ?? []) {
    if (kept.has(file.sha256)) continue
    findings.add(
      breakOf('file_content', `${name} carries ${file.name}, whose bytes are missing.`, {
        invoiceId: document.id,
        number: document.number,
        expected: file.sha256,
      }),
    )
  }
}

type Documented = Pick<StoredInvoice, 'id' | 'number' | 'files'>

async function withField(
  scope: CompanyDb,
  found: Break,
  audited: repository.AuditedInvoice,
  stored: NonNullable<ReturnType<typeof readInvoice>>,
): Promise<Break> {
  if (found.kind !== 'invoice_state' || found.field !== null) return found
  const [first] = changedFields(stored, await revisionRepository.revisionsOf(scope, stored.id))
  if (!first) return found
  const message = `${nameOf(audited)} differs from its last revision, ${found.revision}: \`${first.field}\` was changed.`
  return breakOf('invoice_state', message, { ...found, ...first })
}

const KINDS = table<string>({
  quo: 'Quote',
  dln: 'Delivery note',
  sin: 'Supplier invoice',
})

async function vanished(
  scope: CompanyDb,
  { invoice_id: invoiceId, sequence }: revisionRepository.LastRevision,
): Promise<Break> {
  const revisions = await revisionRepository.revisionsOf(scope, invoiceId)
  const numbers = revisions.flatMap(({ changes }) => changes.number?.[1] ?? [])
  const number = numbers.length === 0 ? null : String(numbers.at(-1))
  if (invoiceId.startsWith('acc_'))
    return breakOf('account_entry', `Entry ${invoiceId} of an account is missing.`, {
      revision: sequence,
      invoiceId,
    })
  const kind = KINDS[invoiceId.slice(0, 3)] ?? 'Invoice'
  const name = number === null ? `The draft ${invoiceId}` : `${kind} ${number} (${invoiceId})`
  return breakOf('invoice_missing', `${name} is missing, but no revision deleted it.`, {
    revision: sequence,
    invoiceId,
    number,
  })
}

async function verifyEvents(scope: CompanyScope, findings: Findings, head: Head): Promise<void> {
  findings.add(eventBreak(await repository.eventLogOf(scope), head))
  const walk = createEventWalk(findings, genesisHash(scope.company))
  for await (const batch of repository.readEvents(scope))
    for (const event of batch) walk.take(event)
  walk.end(head.eventHash)
}

type EventLog = Awaited<ReturnType<typeof repository.eventLogOf>>

/**
 * Old events may be deleted. Between the first remaining one and the head, no position may be
 * missing.
 */
function eventBreak({ count, first, last }: EventLog, { eventSequence }: Head): Break | null {
  if (count === last - first + 1n && last === eventSequence) return null
  return breakOf(
    'event_sequence',
    `The event log has ${count} events from place ${first} to ${last}; its head names ${eventSequence}.`,
  )
}

async function verifyNumbers(scope: CompanyDb, findings: Findings) {
  const { numbers, gaps } = await walkNumbers(scope, findings)
  for (const number of await repository.listTwins(scope, TWINS_MAX))
    findings.add(
      breakOf('number_twin', `More than one invoice has the number ${number}.`, { number }),
    )
  return { numbers, gaps }
}

/** Checks every number. The gaps have the deletions that explain them. */
export async function walkNumbers(scope: CompanyDb, findings: Findings) {
  const series = await repository.readSeries(scope)
  const walk = createNumberWalk(findings, series)
  let numbers = 0
  for await (const batch of repository.readNumbers(scope)) {
    for (const stored of batch) walk.take(stored)
    numbers += batch.length
  }
  const gaps = walk.end()
  const deleted = gaps.length === 0 ? [] : await revisionRepository.listDeleted(scope)
  return { series, numbers, gaps: explainGaps(gaps, deleted) }
}
