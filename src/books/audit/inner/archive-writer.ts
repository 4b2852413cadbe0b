import type { Readable } from 'node:stream'
import type { CompanyScope } from '../../../core/companies/company.ts'
import { canonicalJson } from '../../../core/record/canonical-json.ts'
import { findHead, GENESIS_OF_FIRST, genesisHash } from '../../../core/record/head.ts'
import type { State } from '../../../core/record/state.ts'
import { SUPPLIER_INVOICE_STATE } from '../../../einvoicing/supplier-invoices/state.ts'
import { type Clock, instant } from '../../../platform/clock.ts'
import { createZipWriter } from '../../../platform/zip/writer.ts'
import { INVOICE_STATE } from '../../../sales/invoices/revisions/state.ts'
import { QUOTE_STATE } from '../../../sales/quotes/state.ts'
import {
  ENTRIES,
  FORMAT,
  FORMAT_VERSION,
  gapReport,
  type Manifest,
  revisionLine,
} from '../archive.ts'
import { createFindings } from '../report.ts'
import { walkNumbers } from '../verify.ts'
import { readInvoice } from './invoice-checks.ts'
import * as repository from './repository.ts'
import * as revisionRepository from './revision-repository.ts'

/** Writes a snapshot of a database to a zip. */
interface ArchiveWriter {
  /** The zip as a stream. It reads the database only as fast as its reader. */
  readonly stream: Readable
  /** Writes everything; rejects when the stream is destroyed before its end. */
  write(scope: CompanyScope): Promise<void>
}

export function createArchiveWriter(clock: Clock): ArchiveWriter {
  const { stream, add, end } = createZipWriter(clock)

  return {
    stream,
    async write(scope) {
      const createdAt = instant(clock)
      const head = await findHead(scope)
      const counts = { revisions: 0, invoices: 0, payments: 0, numbers: 0 }
      const addEach = <T>(
        name: keyof typeof counts,
        batches: AsyncIterable<readonly T[]>,
        toLine: (entry: T) => string,
      ): Promise<void> => {
        const count = (more: number) => {
          counts[name] += more
        }
        return add(ENTRIES[name], linesOf(batches, toLine, count))
      }
      await addEach('revisions', revisionRepository.readChain(scope), (read) =>
        read.revision
          ? revisionLine(read.revision)
          : canonicalJson({
              sequence: read.sequence,
              invoice_id: read.invoiceId,
              unreadable: true,
            }),
      )
      await addEach('invoices', documentTexts(scope), (text) => text)
      await addEach('payments', repository.readPayments(scope), canonicalJson)
      await addEach('numbers', repository.readNumbers(scope), ({ invoiceId, ...number }) =>
        canonicalJson({ ...number, invoice_id: invoiceId }),
      )
      const { series, gaps } = await walkNumbers(scope, createFindings())
      await add(ENTRIES.gaps, once(gapReport(series, gaps)))
      const manifest: Manifest = {
        format: FORMAT,
        format_version: FORMAT_VERSION,
        created_at: createdAt,
        ...(genesisHash(scope.company) === GENESIS_OF_FIRST ? {} : { company: scope.company.id }),
        ...counts,
        head: { sequence: `${head.revisionSequence}`, hash: head.revisionHash },
      }
      await add(ENTRIES.manifest, once(canonicalJson(manifest)))
      await end()
    },
  }
}

/** The texts whose hashes are in the last revisions: of invoices, quotes and supplier invoices. */
async function* documentTexts(scope: CompanyScope): AsyncGenerator<readonly string[]> {
  for await (const batch of repository.readInvoices(scope))
    yield batch.map((audited) => {
      const stored = readInvoice(audited)
      const text = stored && lastText(INVOICE_STATE, stored, audited.last)
      return text ?? canonicalJson({ id: audited.invoice.id })
    })
  for await (const batch of repository.readQuotes(scope))
    yield batch.map(({ quote, last }) => {
      const text = lastText(QUOTE_STATE, quote, last)
      return text ?? canonicalJson({ id: quote.id })
    })
  for await (const batch of repository.readSupplierInvoices(scope))
    yield batch.map(({ row, last }) => {
      const text = lastText(SUPPLIER_INVOICE_STATE, row, last)
      return text ?? canonicalJson({ id: row.id })
    })
}

const lastText = <Value>(
  state: State<Value>,
  value: Value,
  last: { readonly state_version: bigint } | null | undefined,
): string | null => state.textOf(value, Number(last?.state_version ?? state.version))

async function* linesOf<T>(
  batches: AsyncIterable<readonly T[]>,
  toLine: (entry: T) => string,
  count: (more: number) => void,
): AsyncGenerator<string> {
  for await (const batch of batches) {
    count(batch.length)
    yield batch.map((entry) => `${toLine(entry)}\n`).join('')
  }
}

async function* once(text: string): AsyncGenerator<string> {
  yield `${text}\n`
}
