import type { ShareTokens } from '../invoices/share-token.ts'
import { createShareTokens } from '../invoices/share-token.ts'
import type { Db } from '../platform/database/db.ts'
import { findHead } from '../record/chain.ts'
import * as chainRepository from './chain-repository.ts'
import { createChainWalk } from './chain-walk.ts'
import { explainGaps } from './deleted-numbers.ts'
import { changedFields, invoiceBreaks, nameOf, readInvoice } from './invoice-checks.ts'
import { createNumberWalk } from './number-walk.ts'
import {
  type AuditReport,
  type Break,
  breakOf,
  createFindings,
  type Findings,
  type Gap,
  isUnexplained,
} from './report.ts'
import * as repository from './repository.ts'

/** Told after each batch, of all revisions and invoices together. */
export type Progress = (done: number, total: number) => void

const VANISHED_MAX = 100
const TWINS_MAX = 100

/**
 * Checks everything that the revisions vouch for: the chain, every stored invoice against its last
 * revision, and every number against its series. Reads in batches, so that memory stays the same;
 * to be called in a snapshot (`snapshot.ts`) where somebody may be writing.
 */
export async function verifyDatabase(
  db: Db,
  onProgress: Progress = () => {},
): Promise<AuditReport> {
  const findings = createFindings()
  const counts = {
    revisions: await repository.countOf(db, 'revisions'),
    invoices: await repository.countOf(db, 'invoices'),
  }
  const total = counts.revisions + counts.invoices
  const chain = await verifyChain(db, findings, (done) => onProgress(done, total))
  const invoices = await verifyInvoices(db, findings, (done) =>
    onProgress(chain.revisions + done, total),
  )
  const { numbers, gaps } = await verifyNumbers(db, findings)
  findings.add(eventBreak(await repository.eventLogOf(db)))
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

async function verifyChain(db: Db, findings: Findings, onProgress: (done: number) => void) {
  const walk = createChainWalk(findings)
  let revisions = 0
  for await (const batch of chainRepository.readChain(db)) {
    for (const read of batch) walk.take(read)
    revisions += batch.length
    onProgress(revisions)
  }
  walk.end(await findHead(db))
  return { revisions, head: walk.head }
}

async function verifyInvoices(
  db: Db,
  findings: Findings,
  onProgress: (done: number) => void,
): Promise<number> {
  const shareTokens = await findShareTokens(db)
  let invoices = 0
  for await (const batch of repository.readInvoices(db)) {
    for (const audited of batch) {
      const stored = readInvoice(audited)
      for (const found of invoiceBreaks(audited, stored, shareTokens))
        findings.add(stored ? await withField(db, found, audited, stored) : found)
    }
    invoices += batch.length
    onProgress(invoices)
  }
  for (const last of await chainRepository.listVanished(db, VANISHED_MAX))
    findings.add(await vanished(db, last))
  return invoices
}

/** Without that secret nothing was ever published. Looking must not make it. */
async function findShareTokens(db: Db): Promise<ShareTokens> {
  const row = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', 'share_tokens')
    .executeTakeFirst()
  return createShareTokens(row?.value ?? '')
}

async function withField(
  db: Db,
  found: Break,
  audited: repository.AuditedInvoice,
  stored: NonNullable<ReturnType<typeof readInvoice>>,
): Promise<Break> {
  if (found.kind !== 'invoice_state' || found.field !== null) return found
  const [first] = changedFields(stored, await chainRepository.revisionsOf(db, stored.id))
  if (!first) return found
  const message = `${nameOf(audited)} differs from its last revision, ${found.revision}: \`${first.field}\` was changed.`
  return breakOf('invoice_state', message, { ...found, ...first })
}

async function vanished(
  db: Db,
  { invoice_id: invoiceId, sequence }: chainRepository.LastRevision,
): Promise<Break> {
  const revisions = await chainRepository.revisionsOf(db, invoiceId)
  const numbers = revisions.flatMap(({ changes }) => changes.number?.[1] ?? [])
  const number = numbers.length === 0 ? null : String(numbers.at(-1))
  const name = number === null ? `The draft ${invoiceId}` : `Invoice ${number} (${invoiceId})`
  return breakOf('invoice_missing', `${name} is missing, but no revision deleted it.`, {
    revision: sequence,
    invoiceId,
    number,
  })
}

/** Places are given one after the other and never taken back. */
const eventBreak = ({ count, last }: { readonly count: bigint; readonly last: bigint }) =>
  count === last
    ? null
    : breakOf('event_sequence', `The event log has ${count} events but ends at position ${last}.`)

async function verifyNumbers(
  db: Db,
  findings: Findings,
): Promise<{ readonly numbers: number; readonly gaps: readonly Gap[] }> {
  const series = await repository.readSeries(db)
  const walk = createNumberWalk(findings, series)
  let numbers = 0
  for await (const batch of repository.readNumbers(db)) {
    for (const stored of batch) walk.take(stored)
    numbers += batch.length
  }
  for (const number of await repository.listTwins(db, TWINS_MAX))
    findings.add(
      breakOf('number_twin', `More than one invoice has the number ${number}.`, { number }),
    )
  const gaps = walk.end()
  const deleted = gaps.length === 0 ? [] : await chainRepository.listDeleted(db)
  return {
    numbers,
    gaps: explainGaps(gaps, deleted),
  }
}
