import type { Command } from 'commander'
import type { ImportOptions } from '../transfer/dry-run.ts'
import { type CsvReport, type InvioReport, TransferError } from '../transfer/report.ts'
import type { TransferService } from '../transfer/service.ts'
import { EXIT, unavailable } from './exit.ts'
import { csvInWords, invioInWords, reportView } from './import-words.ts'
import { withServices } from './local.ts'
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
  add(command, 'invio', 'an Invio SQLite database', invioInWords, (transfer, file, options) =>
    transfer.importInvio(file, options),
  )
  add(
    command,
    'customers',
    'a CSV with one customer per row',
    csvInWords,
    (transfer, file, options) => transfer.importCustomers(file, options),
  )
  add(command, 'invoices', 'a CSV with one item per row', csvInWords, (transfer, file, options) =>
    transfer.importInvoices(file, options),
  )
}

function add<R extends InvioReport | CsvReport>(
  command: Command,
  name: string,
  what: string,
  inWords: (report: R) => string,
  run: (transfer: TransferService, file: string, options: ImportOptions) => Promise<R>,
): void {
  command
    .command(name)
    .argument('<file>', what)
    .option('--dry-run', 'check everything, list every fault, and save nothing')
    .option('--json', 'print the report as JSON')
    .action(async (file: string, { dryRun = false, json = false }: Options) => {
      const report = await withBar((onProgress) =>
        withServices(({ transfer }) => run(transfer, file, { dryRun, onProgress })),
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
