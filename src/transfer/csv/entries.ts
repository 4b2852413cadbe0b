import { findCustomersByName } from '../../customers/lookups.ts'
import { CSV_LEAVES } from '../../entries/fields.ts'
import { EntryInput } from '../../entries/input.ts'
import type { EntryService } from '../../entries/service.ts'
import type { ReadWork, Work } from '../../record/work.ts'
import { faultOf, schemaCheck, toFaults } from '../checks.ts'
import { withDryRun } from '../dry-run.ts'
import type { CsvReport, ImportFault } from '../report.ts'
import { isColumnOf, toBody, toLineFault } from './body.ts'
import { type CsvRow, readCsv } from './file.ts'
import type { CsvImportOptions, CsvSource } from './source.ts'

const check = schemaCheck(EntryInput)

/** The customer's name in place of `customer_id`. */
const CUSTOMER = 'customer'

/** Makes an entry of each row; with any fault it makes none. */
export const createEntryImport =
  ({ entries }: { readonly entries: EntryService }) =>
  async (
    work: ReadWork,
    source: CsvSource,
    { dryRun, onProgress, columns }: CsvImportOptions,
  ): Promise<CsvReport> => {
    const isColumn = (column: string) => column === CUSTOMER || isColumnOf(CSV_LEAVES, column)
    const csv = readCsv(source, isColumn, columns)
    return withDryRun(work, dryRun, async (work) => {
      const faults = [...csv.faults]
      for (const [index, row] of csv.rows.entries()) {
        faults.push(...(await importRow(work, entries, row)))
        onProgress?.(index, csv.rows.length)
      }
      const ok = faults.length === 0
      return { dryRun, ok, rows: csv.rows.length, imported: ok ? csv.rows.length : 0, faults }
    })
  }

async function importRow(
  work: Work,
  entries: EntryService,
  { line, cells }: CsvRow,
): Promise<readonly ImportFault[]> {
  const name = cells.get(CUSTOMER)
  const found = name === undefined ? [] : await findCustomersByName(work, name, 2)
  const [id] = found
  if (name !== undefined && (found.length > 1 || id === undefined)) {
    const message = `There is ${found.length > 1 ? 'more than one' : 'no'} customer ${name}. Use customer_id.`
    return [toLineFault(line, faultOf(`/${CUSTOMER}`, 'unknown_customer', message))]
  }
  const body = { ...(id === undefined ? {} : { customer_id: id }), ...toBody(cells, CSV_LEAVES) }
  const faults = check(body)
  if (faults.length > 0) return faults.map((fault) => toLineFault(line, fault))
  try {
    await entries.create(work, body as EntryInput)
    return []
  } catch (error) {
    return toFaults(error).map((fault) => toLineFault(line, fault))
  }
}
