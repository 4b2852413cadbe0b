import { CSV_LEAVES } from '../../customers/fields.ts'
import { CustomerInput } from '../../customers/input.ts'
import type { CustomerService } from '../../customers/service.ts'
import type { ReadWork, Work } from '../../record/work.ts'
import { schemaCheck, toFaults } from '../checks.ts'
import { type ImportOptions, withDryRun } from '../dry-run.ts'
import type { CsvReport, ImportFault } from '../report.ts'
import { isColumnOf, toBody, toLineFault } from './body.ts'
import { type CsvRow, readCsv } from './file.ts'

const PROGRESS_STEP = 100

const check = schemaCheck(CustomerInput)

/** Makes a customer of each row; with any fault it makes none. */
export const createCustomerImport =
  ({ customers }: { readonly customers: CustomerService }) =>
  async (
    work: ReadWork,
    file: string,
    { dryRun, onProgress }: ImportOptions,
  ): Promise<CsvReport> => {
    const csv = readCsv(file, (column) => isColumnOf(CSV_LEAVES, column))
    return withDryRun(work, dryRun, async (work) => {
      const faults = [...csv.faults]
      for (const [index, row] of csv.rows.entries()) {
        faults.push(...(await importRow(work, customers, row)))
        if (index % PROGRESS_STEP === 0) onProgress?.(index, csv.rows.length)
      }
      const ok = faults.length === 0
      return { dryRun, ok, rows: csv.rows.length, imported: ok ? csv.rows.length : 0, faults }
    })
  }

async function importRow(
  work: Work,
  customers: CustomerService,
  { line, cells }: CsvRow,
): Promise<readonly ImportFault[]> {
  const body = toBody(cells, CSV_LEAVES)
  const faults = check(body)
  if (faults.length > 0) return faults.map((fault) => toLineFault(line, fault))
  try {
    await customers.create(work, body as CustomerInput)
    return []
  } catch (error) {
    return toFaults(error).map((fault) => toLineFault(line, fault))
  }
}
