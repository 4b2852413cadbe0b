import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { STATE_VERSION, stateTextOf } from '../invoices/revisions/state.ts'
import { type Clock, instant } from '../platform/clock.ts'
import type { Scope } from '../platform/database/scope.ts'
import { canonicalJson } from '../record/canonical-json.ts'
import { findHead } from '../record/head.ts'
import {
  ENTRIES,
  FORMAT,
  FORMAT_VERSION,
  gapReport,
  type Manifest,
  revisionLine,
} from './archive.ts'
import * as chainRepository from './chain-repository.ts'
import { explainGaps } from './deleted-numbers.ts'
import { readInvoice } from './invoice-checks.ts'
import { createNumberWalk } from './number-walk.ts'
import { createFindings } from './report.ts'
import * as repository from './repository.ts'

/** Reads a database, in a snapshot of it, into a zip. */
export interface ArchiveWriter {
  /** The zip, as it comes to be: nothing is read before somebody reads this. */
  readonly stream: Readable
  /** Writes everything; rejects when the stream is destroyed before its end. */
  write(scope: Scope): Promise<void>
}

export function createArchiveWriter(clock: Clock): ArchiveWriter {
  const zip = new ZipFile()
  const stream = zip.outputStream as Readable
  const mtime = new Date(clock.now())

  /** One file at a time: the next is begun when this one is read to its end. */
  const add = async (name: string, batches: AsyncIterable<string>): Promise<void> => {
    const source = Readable.from(batches, { objectMode: false })
    const stop = () => {
      source.destroy(new Error('The reader closed the archive.'))
    }
    stream.once('close', stop)
    if (stream.destroyed) stop()
    else zip.addReadStream(source, name, { mtime })
    await finished(source)
    stream.off('close', stop)
  }

  return {
    stream,
    async write(scope) {
      const createdAt = instant(clock)
      const head = await findHead(scope)
      const counts = { revisions: 0, invoices: 0, payments: 0, numbers: 0 }
      await add(ENTRIES.revisions, counted(revisionLines(scope), counts, 'revisions'))
      await add(ENTRIES.invoices, counted(invoiceLines(scope), counts, 'invoices'))
      await add(ENTRIES.payments, counted(paymentLines(scope), counts, 'payments'))
      await add(ENTRIES.numbers, counted(numberLines(scope), counts, 'numbers'))
      await add(ENTRIES.gaps, once(await gapsOf(scope)))
      const manifest: Manifest = {
        format: FORMAT,
        format_version: FORMAT_VERSION,
        created_at: createdAt,
        ...counts,
        head: { sequence: `${head.revisionSequence}`, hash: head.revisionHash },
      }
      await add(ENTRIES.manifest, once(canonicalJson(manifest)))
      zip.end()
      await finished(stream, { readable: true, writable: false })
    },
  }
}

type Counts = Record<'revisions' | 'invoices' | 'payments' | 'numbers', number>

async function* counted(
  batches: AsyncIterable<readonly string[]>,
  counts: Counts,
  name: keyof Counts,
): AsyncGenerator<string> {
  for await (const lines of batches) {
    counts[name] += lines.length
    yield lines.map((line) => `${line}\n`).join('')
  }
}

async function* once(text: string): AsyncGenerator<string> {
  yield `${text}\n`
}

async function* revisionLines(scope: Scope): AsyncGenerator<readonly string[]> {
  for await (const batch of chainRepository.readChain(scope))
    yield batch.map(({ sequence, invoiceId, revision }) =>
      revision
        ? revisionLine(revision)
        : canonicalJson({ sequence, invoice_id: invoiceId, unreadable: true }),
    )
}

async function* invoiceLines(scope: Scope): AsyncGenerator<readonly string[]> {
  for await (const batch of repository.readInvoices(scope))
    yield batch.map((audited) => {
      const stored = readInvoice(audited)
      const version = Number(audited.last?.state_version ?? STATE_VERSION)
      const text = stored && stateTextOf(stored, version)
      return text ?? canonicalJson({ id: audited.invoice.id })
    })
}

async function* paymentLines(scope: Scope): AsyncGenerator<readonly string[]> {
  for await (const batch of repository.readPayments(scope)) yield batch.map(canonicalJson)
}

async function* numberLines(scope: Scope): AsyncGenerator<readonly string[]> {
  for await (const batch of repository.readNumbers(scope))
    yield batch.map(({ series, sequence, number, invoiceId }) =>
      canonicalJson({ series, sequence, number, invoice_id: invoiceId }),
    )
}

async function gapsOf(scope: Scope): Promise<string> {
  const series = await repository.readSeries(scope)
  const walk = createNumberWalk(createFindings(), series)
  for await (const batch of repository.readNumbers(scope)) for (const it of batch) walk.take(it)
  const deleted = await chainRepository.listDeleted(scope)
  return gapReport(series, explainGaps(walk.end(), deleted))
}
