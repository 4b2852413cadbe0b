import type { CustomerService } from '../../customers/service.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Trx } from '../../platform/database/db.ts'
import { openForeignDatabase } from '../../platform/database/sqlite/foreign.ts'
import type { SettingsService } from '../../settings/service.ts'
import { IMPORT_ACTOR, type ImportOptions, withDryRun } from '../dry-run.ts'
import { type Prepared, prepareSettings } from '../prepare-settings.ts'
import { type ImportNote, type InvioReport, TransferError } from '../report.ts'
import { textOf } from '../source-values.ts'
import { bringCustomers } from './customers.ts'
import { bringInvoices } from './invoices.ts'
import { toSettingsBody } from './settings.ts'
import { type InvioSource, readInvio } from './source.ts'

export interface InvioImportDeps {
  readonly db: Db
  readonly clock: Clock
  readonly settings: SettingsService
  readonly customers: CustomerService
  /** The newest version of a template that is installed, or null. */
  readonly templateVersion: (db: Db, id: string) => Promise<string | null>
}

/**
 * Brings everything of an Invio database over in one transaction: all, or with any fault nothing.
 * What an earlier run brought is left as it is now, so that a second run changes nothing.
 *
 * @throws TransferError if the file is no database of Invio
 */
export function createInvioImport(deps: InvioImportDeps) {
  return async (file: string, options: ImportOptions): Promise<InvioReport> => {
    const source = readFile(file)
    const brought = toSettingsBody(source.settings)
    const settings = await prepareSettings(deps.settings, brought)
    return withDryRun(deps.db, options.dryRun, (trx) =>
      run(deps, { trx, source, settings, options }),
    )
  }
}

function readFile(file: string): InvioSource {
  try {
    const database = openForeignDatabase(file)
    try {
      return readInvio(database)
    } finally {
      database.close()
    }
  } catch (error) {
    if (error instanceof TransferError) throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new TransferError(`${file} cannot be read as a SQLite database: ${why}.`)
  }
}

export interface Run {
  readonly trx: Trx
  readonly source: InvioSource
  readonly settings: Prepared
  readonly options: ImportOptions
}

async function run(deps: InvioImportDeps, input: Run): Promise<InvioReport> {
  const { trx, source, settings, options } = input
  const asked = [...settings.prepared.changes].filter(([, { value }]) => value !== null)
  const filled = new Set(await deps.settings.fill(trx, settings.prepared, IMPORT_ACTOR))
  const paths = asked.map(([path]) => path)
  const customers = await bringCustomers(deps, input)
  const invoices = await bringInvoices(deps, input)
  const faults = [...customers.faults, ...invoices.faults]
  return {
    dryRun: options.dryRun,
    ok: faults.length === 0,
    customers: customers.counts,
    invoices: invoices.counts,
    settings: {
      set: paths.filter((path) => filled.has(path)),
      kept: paths.filter((path) => !filled.has(path)),
    },
    differences: invoices.differences,
    faults,
    notes: [
      ...settings.notes,
      ...(await templateNotes(deps, trx, source)),
      ...customers.notes,
      ...invoices.notes,
      ...source.notes,
    ],
    unpublished: invoices.unpublished,
  }
}

async function templateNotes({ templateVersion }: InvioImportDeps, trx: Trx, source: InvioSource) {
  const notes: ImportNote[] = []
  for (const row of source.templates) {
    const id = textOf(row, 'id') ?? ''
    if ((await templateVersion(trx, id)) !== null) continue
    notes.push({
      where: `template ${id}`,
      message: 'The template is not installed in Billwright. Install it to use it.',
    })
  }
  return notes
}
