import { createWorker, type Worker } from '../../platform/worker.ts'
import type { ReadWork, Work } from '../../record/work.ts'
import { type ImportOptions, withDryRun } from '../dry-run.ts'
import { invioTooComplex } from '../errors.ts'
import { prepareSettings } from '../prepare-settings.ts'
import type { ImportNote, InvioReport } from '../report.ts'
import { textOf } from '../source-values.ts'
import { importCustomers } from './customers.ts'
import { importInvoices } from './invoices.ts'
import { noteOf } from './notes.ts'
import { readInvioFile } from './read-file.ts'
import type { InvioImportDeps, Run } from './run.ts'
import { toSettingsBody } from './settings.ts'
import type { InvioSource } from './source.ts'

const READ_TIMEOUT_MS = 20_000

/** Runs `readInvioFile` in a separate process, so that other requests do not wait. */
const createInvioReader = (): Worker<Uint8Array, InvioSource> =>
  createWorker({
    module: new URL('./read-file-worker.ts', import.meta.url),
    timeoutMs: READ_TIMEOUT_MS,
    timedOut: invioTooComplex,
    outOfMemory: invioTooComplex,
  })

/**
 * Imports an Invio database in one transaction; any fault cancels all of it. Resources of an earlier
 * run stay unchanged, so a second run changes nothing.
 *
 * @throws TransferError if the file at a path is no database of Invio; AppError if an upload is none
 */
export function createInvioImport(deps: InvioImportDeps) {
  const reader = createInvioReader()
  return async (
    work: ReadWork,
    file: string | Uint8Array,
    options: ImportOptions,
  ): Promise<InvioReport> => {
    const source =
      typeof file === 'string' ? readInvioFile(file) : await reader.run(work.company, file)
    const brought = toSettingsBody(source.settings)
    const settings = await prepareSettings(work, deps.settings, brought)
    return withDryRun(work, options.dryRun, (work) =>
      run(work, deps, { source, settings, options }),
    )
  }
}

async function run(work: Work, deps: InvioImportDeps, input: Run): Promise<InvioReport> {
  const { source, settings, options } = input
  const asked = [...settings.prepared.changes].filter(([, { value }]) => value !== null)
  const filled = new Set(await deps.settings.fill(work, settings.prepared))
  const paths = asked.map(([path]) => path)
  const customers = await importCustomers(work, deps, input)
  const invoices = await importInvoices(work, deps, input)
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
      ...(await templateNotes(work, deps, source)),
      ...customers.notes,
      ...invoices.notes,
      ...source.notes,
    ],
    unpublished: invoices.unpublished,
  }
}

async function templateNotes(work: Work, { templates }: InvioImportDeps, source: InvioSource) {
  const notes: ImportNote[] = []
  for (const row of source.templates) {
    const id = textOf(row, 'id') ?? ''
    if ((await templates.currentVersion(work, id)) !== null) continue
    notes.push({ where: `template ${id}`, ...noteOf('template_missing') })
  }
  return notes
}
