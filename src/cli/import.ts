import { type Command, InvalidArgumentError } from 'commander'
import type { ReadWork } from '../record/work.ts'
import type { ColumnNames, CsvImportOptions } from '../transfer/csv/source.ts'
import { IMPORTER } from '../transfer/dry-run.ts'
import {
  type Counts,
  type CsvReport,
  type ImportFault,
  type InvioReport,
  invioReportView,
  TransferError,
} from '../transfer/report.ts'
import type { TransferService } from '../transfer/service.ts'
import { EXIT, unavailable } from './exit.ts'
import { withApp } from './local.ts'
import { print, printJson, withBar } from './terminal.ts'

interface Options {
  readonly column?: ColumnNames
  readonly dryRun?: boolean
  readonly json?: boolean
}

/** `billwright import …`: exit code 0 after success, 1 for faults. */
export function registerImport(program: Command): void {
  const command = program
    .command('import')
    .description('import a file; with any fault, nothing is imported')
  const CSV_FILE = 'a CSV, or JSON lines (*.jsonl)'
  add(
    command,
    'invio',
    ['customers, invoices and settings of Invio', 'an Invio SQLite database'],
    invioInWords,
    (transfer, ...given) => transfer.importInvio(...given),
  )
  add(command, 'customers', ['one customer per row', CSV_FILE], csvInWords, (transfer, ...given) =>
    transfer.importCustomers(...given),
  )
  add(
    command,
    'invoices',
    ['one item of an invoice per row', CSV_FILE],
    csvInWords,
    (transfer, ...given) => transfer.importInvoices(...given),
  )
  add(
    command,
    'products',
    ['one product, or one of its prices, per row', CSV_FILE],
    csvInWords,
    (transfer, ...given) => transfer.importProducts(...given),
  )
  add(
    command,
    'entries',
    ['one entry of time or expenses per row', CSV_FILE],
    csvInWords,
    (transfer, ...given) => transfer.importEntries(...given),
  )
  add(
    command,
    'recurring',
    ['one item per row; all start paused', CSV_FILE],
    csvInWords,
    (transfer, ...given) => transfer.importRecurring(...given),
  )
  add(command, 'payments', ['one payment per row', CSV_FILE], csvInWords, (transfer, ...given) =>
    transfer.importPayments(...given),
  )
}

function add<R extends InvioReport | CsvReport>(
  command: Command,
  name: string,
  [does, what]: readonly [description: string, file: string],
  inWords: (report: R) => string,
  run: (
    transfer: TransferService,
    work: ReadWork,
    file: string,
    options: CsvImportOptions,
  ) => Promise<R>,
): void {
  command
    .command(name)
    .description(does)
    .argument('<file>', what)
    .option('--dry-run', 'check everything, list every fault, and save nothing')
    .option('--json', 'print the report as JSON')
    .option(
      '--column <theirs=ours>',
      'map a column of the file to a field; may be repeated',
      toColumn,
    )
    .action(async (file: string, { dryRun = false, json = false, column }: Options) => {
      const report = await withBar('Importing', (onProgress) =>
        withApp(({ services, workFor, company }) =>
          run(services.transfer, workFor(IMPORTER, company), file, {
            dryRun,
            onProgress,
            columns: column,
          }),
        ),
      ).catch((error: unknown) => {
        throw error instanceof TransferError ? unavailable(error.message) : error
      })
      if (json) printJson(reportView(report))
      else print(inWords(report))
      if (!report.ok) process.exitCode = EXIT.fault
    })
}

function toColumn(text: string, before: ColumnNames = {}): ColumnNames {
  const [theirs, ours] = text.split('=')
  if (theirs && ours) return { ...before, [theirs.trim()]: ours.trim() }
  throw new InvalidArgumentError('Use the form "Artikel=name".')
}

/** The report of an import from Invio for people. */
function invioInWords(report: InvioReport): string {
  const { customers, invoices, settings, differences, faults, notes, unpublished } = report
  const told = differences.map(
    (it) =>
      `  ${it.invoice} ${it.field}: ${it.source} in Invio, ${it.ours} in Billwright. ${it.explanation}`,
  )
  return [
    headline(report),
    ...section('Faults', faults.map(inWords)),
    `Customers: ${counted(customers)}`,
    `Invoices: ${counted(invoices)}`,
    `Settings: ${settings.set.length} imported, ${settings.kept.length} kept from Billwright`,
    ...(invoices.imported === 0 ? [] : [totalsLine(told.length)]),
    ...told,
    ...section(
      'To know',
      notes.map(({ where, message }) => `  ${where}: ${message}`),
    ),
    ...section(
      'Links that stop working; publish these invoices again to share them',
      list(unpublished),
    ),
  ].join('\n')
}

/** The report of a CSV import for people. */
const csvInWords = (report: CsvReport): string =>
  [
    headline(report),
    ...section('Faults', report.faults.map(inWords)),
    `Rows: ${report.rows}, ${report.dryRun ? 'to import' : 'imported'}: ${report.imported}${knownInWords(report)}`,
  ].join('\n')

const knownInWords = ({ known }: CsvReport): string =>
  known === 0 ? '' : `, already there: ${known}`

const totalsLine = (count: number): string =>
  count === 0 ? 'Totals: all equal the totals in Invio.' : `Totals that differ from Invio: ${count}`

/** What `--json` prints. */
const reportView = (report: InvioReport | CsvReport) => {
  if ('customers' in report) return invioReportView(report)
  const { dryRun, ...rest } = report
  return { dry_run: dryRun, ...rest }
}

function headline({ dryRun, ok }: Pick<CsvReport, 'dryRun' | 'ok'>): string {
  if (!ok) return 'Nothing was imported. Fix the faults and try again.'
  return dryRun ? 'Dry run: nothing was saved. Run again without --dry-run to import.' : 'Imported.'
}

const counted = ({ imported, alreadyThere }: Counts): string =>
  `${imported} new, ${alreadyThere} already imported`

const inWords = ({ where, field, message }: ImportFault): string =>
  `  ${where}${field === '' ? '' : `, ${field}`}: ${message}`

const list = (names: readonly string[]): readonly string[] =>
  names.length === 0 ? [] : [`  ${names.join(', ')}`]

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`${title}:`, ...lines]
