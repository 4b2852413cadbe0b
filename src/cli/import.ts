import type { Command } from 'commander'
import type { ReadWork } from '../record/work.ts'
import { IMPORTER, type ImportOptions } from '../transfer/dry-run.ts'
import { type CsvReport, type InvioReport, TransferError } from '../transfer/report.ts'
import type { TransferService } from '../transfer/service.ts'
import { EXIT, unavailable } from './exit.ts'
import { csvInWords, invioInWords, reportView } from './import-words.ts'
import { withApp } from './local.ts'
import { createProgressBar, print, printJson } from './terminal.ts'

interface Options {
  readonly dryRun?: boolean
  readonly json?: boolean
}

/** `billwright import …`: exit code 0 when it was done, 1 for faults. */
export function registerImport(program: Command): void {
  const command = program
    .command('import')
    .description('Import customers and invoices. If the file has any fault, nothing is imported.')
  add(command, 'invio', 'an Invio SQLite database', invioInWords, (transfer, ...given) =>
    transfer.importInvio(...given),
  )
  add(command, 'customers', 'a CSV with one customer per row', csvInWords, (transfer, ...given) =>
    transfer.importCustomers(...given),
  )
  add(command, 'invoices', 'a CSV with one item per row', csvInWords, (transfer, ...given) =>
    transfer.importInvoices(...given),
  )
}

function add<R extends InvioReport | CsvReport>(
  command: Command,
  name: string,
  what: string,
  inWords: (report: R) => string,
  run: (
    transfer: TransferService,
    work: ReadWork,
    file: string,
    options: ImportOptions,
  ) => Promise<R>,
): void {
  command
    .command(name)
    .argument('<file>', what)
    .option('--dry-run', 'check everything, list every fault, and save nothing')
    .option('--json', 'print the report as JSON')
    .action(async (file: string, { dryRun = false, json = false }: Options) => {
      const report = await withBar((onProgress) =>
        withApp(({ services, workFor }) =>
          run(services.transfer, workFor(IMPORTER), file, { dryRun, onProgress }),
        ),
      )
      if (json) printJson(reportView(report))
      else print(inWords(report))
      if (!report.ok) process.exitCode = EXIT.fault
    })
}

async function withBar<R>(
  work: (onProgress: (done: number, of: number) => void) => Promise<R>,
): Promise<R> {
  const bar = createProgressBar('Importing')
  try {
    return await work(bar.update)
  } catch (error) {
    throw error instanceof TransferError ? unavailable(error.message) : error
  } finally {
    bar.stop()
  }
}
