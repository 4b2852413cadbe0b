import { CustomerInput } from '../../customers/input.ts'
import type { CustomerService } from '../../customers/service.ts'
import type { Db, Trx } from '../../platform/database/db.ts'
import { schemaCheck, toFaults } from '../checks.ts'
import { IMPORT_ACTOR, type ImportOptions, withDryRun } from '../dry-run.ts'
import type { CsvReport, ImportFault } from '../report.ts'
import { type ColumnKinds, isColumnOf, toBody, toLineFault } from './body.ts'
import { type CsvRow, readCsv } from './file.ts'

const COLUMNS: ColumnKinds = {
  name: 'text',
  contact_name: 'text',
  email: 'text',
  phone: 'text',
  'address.line1': 'text',
  'address.line2': 'text',
  'address.city': 'text',
  'address.postal_code': 'text',
  'address.region': 'text',
  'address.country_code': 'text',
  tax_id: 'text',
  registration_id: 'text',
  'endpoint.scheme': 'text',
  'endpoint.id': 'text',
  reference: 'text',
  language: 'text',
  currency: 'text',
  payment_terms_days: 'integer',
  notes: 'text',
  archived: 'flag',
}

const PROGRESS_STEP = 100

const check = schemaCheck(CustomerInput)

/** Makes a customer of each row: of all, or with any fault of none. */
export const createCustomerImport =
  ({ db, customers }: { readonly db: Db; readonly customers: CustomerService }) =>
  async (file: string, { dryRun, onProgress }: ImportOptions): Promise<CsvReport> => {
    const csv = readCsv(file, (column) => isColumnOf(COLUMNS, column))
    return withDryRun(db, dryRun, async (trx) => {
      const faults = [...csv.faults]
      for (const [index, row] of csv.rows.entries()) {
        faults.push(...(await bring(trx, customers, row)))
        if (index % PROGRESS_STEP === 0) onProgress?.(index, csv.rows.length)
      }
      const ok = faults.length === 0
      return { dryRun, ok, rows: csv.rows.length, imported: ok ? csv.rows.length : 0, faults }
    })
  }

async function bring(
  trx: Trx,
  customers: CustomerService,
  { line, cells }: CsvRow,
): Promise<readonly ImportFault[]> {
  const body = toBody(cells, COLUMNS)
  const faults = check(body)
  if (faults.length > 0) return faults.map((fault) => toLineFault(line, fault))
  try {
    await customers.create(trx, body as CustomerInput, { actor: IMPORT_ACTOR })
    return []
  } catch (error) {
    return toFaults(error).map((fault) => toLineFault(line, fault))
  }
}
