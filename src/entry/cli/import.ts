import { type Command, InvalidArgumentError, Option } from 'commander'
import type { ColumnNames } from '../../operations/transfer/csv/source.ts'
import { IMPORTER } from '../../operations/transfer/importer.ts'
import { countsOf, importFile } from '../../operations/transfer/imports/file.ts'
import {
  DUPLICATES,
  EXISTING,
  type ImportKindName,
  type ImportOptions,
} from '../../operations/transfer/imports/import.ts'
import {
  type FileReport,
  type ImportFault,
  TransferError,
} from '../../operations/transfer/report.ts'
import { EXIT, unavailable } from './exit.ts'
import { withApp } from './local.ts'
import { print, printJson, withBar } from './terminal.ts'

interface Options {
  readonly column?: ColumnNames
  readonly existing?: ImportOptions['existing']
  readonly duplicates?: ImportOptions['duplicates']
  readonly dryRun?: boolean
  readonly json?: boolean
}

const CSV_FILE = 'a CSV, or JSON lines (*.jsonl)'

/** Name of the command, kind, description and file. */
const COMMANDS: readonly (readonly [string, ImportKindName, string, string])[] = [
  ['invio', 'invio', 'customers, invoices and settings of Invio', 'an Invio SQLite database'],
  ['customers', 'customers', 'one customer per row', CSV_FILE],
  ['invoices', 'invoices', 'one item of an invoice per row', CSV_FILE],
  ['products', 'products', 'one product, or one of its prices, per row', CSV_FILE],
  ['entries', 'entries', 'one entry of time or expenses per row', CSV_FILE],
  ['recurring', 'recurring_invoices', 'one item per row; all start paused', CSV_FILE],
  ['payments', 'payments', 'one payment per row', CSV_FILE],
]

/** `billwright import …`: exit code 0 after success, 1 for faults. */
export function registerImport(program: Command): void {
  const command = program
    .command('import')
    .description('import a file; with any fault, nothing is imported')
  for (const one of COMMANDS) add(command, one)
}

function add(command: Command, [name, kind, does, what]: (typeof COMMANDS)[number]): void {
  const one = command
    .command(name)
    .description(does)
    .argument('<file>', what)
    .option('--dry-run', 'check everything, list every fault, and save nothing')
    .option('--json', 'print the report as JSON')
  if (kind !== 'invio')
    one.option(
      '--column <theirs=ours>',
      'map a column of the file to a field; may be repeated',
      toColumn,
    )
  if (kind === 'products')
    one.addOption(
      new Option('--existing <what>', 'what happens to products that exist')
        .choices(EXISTING)
        .default('keep'),
    )
  if (kind === 'customers' || kind === 'entries')
    one.addOption(
      new Option(
        '--duplicates <what>',
        'what happens to rows that look like others; without it, nothing is imported',
      ).choices(DUPLICATES),
    )
  one.action(
    async (
      source: string,
      { dryRun = false, json = false, column, existing, duplicates }: Options,
    ) => {
      const options = { ...(column && { columns: column }), ...(existing && { existing }) }
      const report = await withBar('Importing', (onProgress) =>
        withApp(({ workFor, company }) =>
          importFile(workFor(IMPORTER, company), {
            ...{ kind, source, dryRun, options, duplicates, onProgress },
          }),
        ),
      ).catch((error: unknown) => {
        throw error instanceof TransferError ? unavailable(error.message) : error
      })
      if (json) printJson(toJson(report))
      else print(inWords(report))
      if (!report.ok) process.exitCode = EXIT.fault
    },
  )
}

function toColumn(text: string, before: ColumnNames = {}): ColumnNames {
  const [theirs, ours] = text.split('=')
  if (theirs && ours) return { ...before, [theirs.trim()]: ours.trim() }
  throw new InvalidArgumentError('Use the form "Artikel=name".')
}

const toJson = ({ dryRun, ...report }: FileReport) => ({ dry_run: dryRun, ...report })

/** The report for people. */
function inWords(report: FileReport): string {
  const { contents, notes, faults } = report
  const kinds = [...new Set(contents.map(({ kind }) => kind))].filter((it) => it !== 'settings')
  return [
    headline(report),
    ...section('Faults', faults.map(faultInWords)),
    ...(kinds.length > 0 ? kinds.map((kind) => countLine(report, kind)) : [rowLine(report)]),
    ...section(
      'To know',
      notes.map(({ where, message }) => `  ${where}: ${message}`),
    ),
  ].join('\n')
}

function countLine({ contents }: FileReport, kind: string): string {
  const { imported, alreadyThere } = countsOf(contents, kind)
  return `${kind}s: ${imported} new, ${alreadyThere} already imported`
}

const rowLine = ({ rows, dryRun, imported, known }: FileReport): string =>
  `Rows: ${rows}, ${dryRun ? 'to import' : 'imported'}: ${imported}${known === 0 ? '' : `, already there: ${known}`}`

function headline({ dryRun, ok, imported }: FileReport): string {
  if (!ok && imported > 0) return 'Imported, except for the records with faults.'
  if (!ok) return 'Nothing was imported. Fix the faults and try again.'
  return dryRun ? 'Dry run: nothing was saved. Run again without --dry-run to import.' : 'Imported.'
}

const faultInWords = ({ where, field, message }: ImportFault): string =>
  `  ${where}${field === '' ? '' : `, ${field}`}: ${message}`

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`${title}:`, ...lines]
