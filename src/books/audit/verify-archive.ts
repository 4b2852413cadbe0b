import { sha256 } from '../../platform/ids.ts'
import { type ArchiveReader, openArchive } from '../../platform/zip/reader.ts'
import {
  ENTRIES,
  genesisOf,
  type Manifest,
  parsedObject,
  readManifest,
  readRevisionLine,
  readSeriesOf,
  toBigInt,
} from './archive.ts'
import { createChainWalk } from './inner/chain-walk.ts'
import { type DeletedInvoice, deletedIn, explainGaps } from './inner/deleted-numbers.ts'
import { createNumberWalk } from './inner/number-walk.ts'
import { type AuditReport, type Break, breakOf, createFindings, type Findings } from './report.ts'
import { type Progress, toReport } from './verify.ts'

/** The last state of an invoice in the chain, and the results so far. */
interface Last {
  readonly revision: bigint
  readonly stateHash: string
  readonly isDeleted: boolean
  readonly type: string
  readonly number: string | null
  readonly found: 'no' | 'yes'
}

type LastByInvoice = Map<string, Last>

/**
 * Checks an exported archive without the service and its database: everything that
 * `verifyDatabase` checks and an archive contains. Keeps a few words of each invoice in memory.
 */
export async function verifyArchive(
  path: string,
  onProgress: Progress = () => {},
): Promise<AuditReport> {
  const findings = createFindings()
  let archive: ArchiveReader | null = null
  try {
    archive = await openArchive(path)
    return await verifyOpened(archive, findings, onProgress)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    findings.add(breakOf('archive_unreadable', `The archive cannot be read: ${reason}`))
    return toReport(findings, NOTHING)
  } finally {
    archive?.close()
  }
}

const NOTHING = {
  head: { sequence: 0n, hash: '' },
  revisions: 0,
  invoices: 0,
  numbers: 0,
  gaps: [],
}

async function verifyOpened(archive: ArchiveReader, findings: Findings, onProgress: Progress) {
  const manifest = readManifest(await archive.text(ENTRIES.manifest))
  if (!manifest) throw new Error('Its manifest was not written by Billwright.')
  const series = readSeriesOf(await archive.text(ENTRIES.gaps))
  if (!series) throw new Error('Its gap report was not written by Billwright.')
  const total = manifest.revisions + manifest.invoices
  const chain = await verifyChain(archive, findings, manifest, (done) => onProgress(done, total))
  const { invoices, numberOf } = await verifyInvoices(archive, findings, chain.last, (done) =>
    onProgress(chain.revisions + done, total),
  )
  const walk = createNumberWalk(findings, series)
  const numbers = await verifyNumbers(archive, findings, walk.take, numberOf)
  const counts = { revisions: chain.revisions, invoices, numbers }
  for (const found of wrongCounts(manifest, counts)) findings.add(found)
  const gaps = explainGaps(walk.end(), chain.deleted)
  return toReport(findings, { ...counts, head: chain.head, gaps })
}

async function verifyChain(
  archive: ArchiveReader,
  findings: Findings,
  manifest: Manifest,
  onProgress: (done: number) => void,
) {
  const walk = createChainWalk(findings, genesisOf(manifest))
  const last: LastByInvoice = new Map()
  const deleted: DeletedInvoice[] = []
  let revisions = 0
  for await (const line of archive.lines(ENTRIES.revisions)) {
    const read = readRevisionLine(line, walk.head.sequence + 1n)
    walk.take(read)
    revisions += 1
    onProgress(revisions)
    if (!read.revision) continue
    const { sequence, resourceId: invoiceId, action, changes, stateHash } = read.revision
    const before = last.get(invoiceId)
    const type = before?.type ?? String(changes.type?.[1] ?? 'invoice')
    const number = changes.number ? textOf(changes.number[1]) : (before?.number ?? null)
    const isDeleted = action === 'deleted'
    last.set(invoiceId, { revision: sequence, stateHash, isDeleted, type, number, found: 'no' })
    const deletion = deletedIn(read.revision)
    if (deletion) deleted.push(deletion)
  }
  walk.end({ sequence: toBigInt(manifest.head.sequence) ?? 0n, hash: manifest.head.hash })
  return { revisions, head: walk.head, last, deleted }
}

/** Each line is the text whose hash is in the last revision of its invoice. */
async function verifyInvoices(
  archive: ArchiveReader,
  findings: Findings,
  last: LastByInvoice,
  onProgress: (done: number) => void,
) {
  const numberOf = new Map<string, string>()
  let invoices = 0
  for await (const line of archive.lines(ENTRIES.invoices)) {
    const state = parsedObject(line)
    const id = typeof state?.id === 'string' ? state.id : null
    invoices += 1
    onProgress(invoices)
    const known = id === null ? undefined : last.get(id)
    findings.add(wrongLine(line, { id, known, place: invoices }))
    if (id === null || !known) continue
    last.set(id, { ...known, found: 'yes' })
    if (state?.series) numberOf.set(id, `${state.series} ${state.sequence} ${state.number}`)
  }
  for (const [invoiceId, { revision, isDeleted, number, found }] of last) {
    if (found === 'yes' || isDeleted) continue
    const message = `Invoice ${number ?? invoiceId} is missing, but no revision deleted it.`
    findings.add(breakOf('invoice_missing', message, { revision, invoiceId, number }))
  }
  return { invoices, numberOf }
}

function wrongLine(
  line: string,
  read: { readonly id: string | null; readonly known: Last | undefined; readonly place: number },
): Break | null {
  const { id, known, place } = read
  const name = `Line ${place} of ${ENTRIES.invoices}`
  if (id === null) return breakOf('invoice_unreadable', `${name} is not an invoice.`)
  if (!known)
    return breakOf('revision_missing', `${name}, ${id}, has no revision.`, { invoiceId: id })
  const { revision, number, stateHash, isDeleted } = known
  const found = sha256(line)
  if (found === stateHash && !isDeleted && known.found === 'no') return null
  return breakOf(
    'invoice_state',
    known.found === 'yes'
      ? `Invoice ${number ?? id} occurs twice.`
      : `Invoice ${number ?? id} differs from its last revision, ${revision}.`,
    { revision, invoiceId: id, number, expected: stateHash, found },
  )
}

async function verifyNumbers(
  archive: ArchiveReader,
  findings: Findings,
  take: ReturnType<typeof createNumberWalk>['take'],
  numberOf: Map<string, string>,
): Promise<number> {
  let numbers = 0
  for await (const line of archive.lines(ENTRIES.numbers)) {
    numbers += 1
    const it = parsedObject(line)
    const sequence = toBigInt(it?.sequence) ?? 0n
    const [series, number, invoiceId] = [it?.series, it?.number, it?.invoice_id].map(String)
    if (series === undefined || number === undefined || invoiceId === undefined) continue
    take({ series, sequence, number, invoiceId })
    if (numberOf.get(invoiceId) !== `${series} ${sequence} ${number}`)
      findings.add(otherNumber(number, invoiceId))
    numberOf.delete(invoiceId)
  }
  for (const [invoiceId, text] of numberOf)
    findings.add(otherNumber(text.slice(text.lastIndexOf(' ') + 1), invoiceId))
  return numbers
}

const otherNumber = (number: string, invoiceId: string): Break =>
  breakOf('number_series', `${ENTRIES.numbers} differs from the invoice with number ${number}.`, {
    invoiceId,
    number,
  })

const wrongCounts = (
  manifest: Manifest,
  counts: Readonly<Record<'revisions' | 'invoices' | 'numbers', number>>,
): readonly Break[] =>
  (['revisions', 'invoices', 'numbers'] as const)
    .filter((name) => manifest[name] !== counts[name])
    .map((name) =>
      breakOf(
        'archive_count',
        `The manifest counts ${manifest[name]} ${name}, not ${counts[name]}.`,
        {
          field: name,
          expected: `${manifest[name]}`,
          found: `${counts[name]}`,
        },
      ),
    )

const textOf = (value: unknown): string | null => (value === null ? null : String(value))
