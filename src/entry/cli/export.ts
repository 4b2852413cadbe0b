import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Command, Option } from 'commander'
import type { ReadWork } from '../../core/record/work.ts'
import {
  EXPORT_FORMATS,
  type ExportFormat,
  type ExportOptions,
  exportCustomers,
  exportEntries,
  exportInvoices,
  exportProducts,
  exportSupplierInvoices,
} from '../../operations/transfer/export.ts'
import { PRIVATE_FILE } from '../../platform/private-file.ts'
import { OPERATOR } from './installation.ts'
import { withApp } from './local.ts'
import { note } from './terminal.ts'

interface Options {
  readonly format: ExportFormat
  readonly out?: string
  readonly bom?: boolean
}

type Exporter = (work: ReadWork, options: ExportOptions) => AsyncIterable<string>

/** `billwright export …`: to standard output or a file. */
export function registerExport(program: Command): void {
  const command = program.command('export').description('export a whole list as CSV or JSON lines')
  const add = (name: string, what: string, exporter: Exporter) =>
    command
      .command(name)
      .description(what)
      .addOption(
        new Option('--format <format>', 'as a table or as JSON lines')
          .choices(EXPORT_FORMATS)
          .default('csv'),
      )
      .option('--out <file>', 'write to this file; it is overwritten')
      .option('--bom', 'start the CSV with a byte order mark, for spreadsheets')
      .action((options: Options) => write(exporter, options))
  add('customers', 'all customers', (work, options) => exportCustomers(work, {}, options))
  add('products', 'all products, a row for each price', (work, options) =>
    exportProducts(work, {}, options),
  )
  add('entries', 'time and expenses', (work, options) => exportEntries(work, {}, options))
  add('supplier-invoices', 'invoices of suppliers', (work, options) =>
    exportSupplierInvoices(work, {}, options),
  )
  add('invoices', 'all invoices and credit notes', (work, options) =>
    exportInvoices(work, {}, options),
  )
}

const SHOWN_EVERY = 1000

async function write(exporter: Exporter, { format, out, bom = false }: Options): Promise<void> {
  await withApp(async ({ workFor, company }) => {
    let shown = 0
    const onProgress = (done: number) => {
      if (out === undefined || !process.stderr.isTTY || done < shown + SHOWN_EVERY) return
      shown = done
      note(`${done} written …`)
    }
    const text = Readable.from(exporter(workFor(OPERATOR, company), { format, bom, onProgress }))
    if (out === undefined) await pipeline(text, process.stdout, { end: false })
    else await pipeline(text, createWriteStream(out, { mode: PRIVATE_FILE }))
  })
}
