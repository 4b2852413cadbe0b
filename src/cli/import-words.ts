import type { Counts, CsvReport, ImportFault, InvioReport } from '../transfer/report.ts'

/** The report of an import from Invio for people. */
export function invioInWords(report: InvioReport): string {
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
export const csvInWords = (report: CsvReport): string =>
  [
    headline(report),
    ...section('Faults', report.faults.map(inWords)),
    `Rows: ${report.rows}, ${report.dryRun ? 'to import' : 'imported'}: ${report.imported}`,
  ].join('\n')

const totalsLine = (count: number): string =>
  count === 0 ? 'Totals: all equal the totals in Invio.' : `Totals that differ from Invio: ${count}`

/** What `--json` prints. */
export const reportView = (report: InvioReport | CsvReport) => {
  const { dryRun, ...rest } = report
  if (!('customers' in rest)) return { dry_run: dryRun, ...rest }
  const { customers, invoices, ...others } = rest
  return {
    dry_run: dryRun,
    customers: countsView(customers),
    invoices: countsView(invoices),
    ...others,
  }
}

const countsView = ({ imported, alreadyThere }: Counts) => ({
  imported,
  already_there: alreadyThere,
})

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
