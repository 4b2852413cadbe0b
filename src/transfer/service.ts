import { createCompanyGate } from '../platform/company-gate.ts'
import type { ReadWork } from '../record/work.ts'
import { customerKind } from './csv/customers.ts'
import { entryKind } from './csv/entries.ts'
import { createCsvImport } from './csv/import.ts'
import { type InvoiceImportDeps, invoiceKind } from './csv/invoices.ts'
import { type PaymentImportDeps, paymentKind } from './csv/payments.ts'
import { productKind } from './csv/products.ts'
import { type RecurringImportDeps, recurringKind } from './csv/recurring.ts'
import type { CsvImportOptions, CsvSource } from './csv/source.ts'
import type { ImportOptions } from './dry-run.ts'
import { createExportService, type ExportDeps, type ExportService } from './export.ts'
import { createImportJobs, type ImportService } from './imports/service.ts'
import { createInvioImport } from './invio/import.ts'
import type { InvioImportDeps } from './invio/run.ts'
import type { CsvReport, InvioReport } from './report.ts'

export type TransferDeps = InvioImportDeps &
  InvoiceImportDeps &
  RecurringImportDeps &
  PaymentImportDeps &
  ExportDeps

/** Imports and exports many resources. An import saves all or nothing, and a dry run finds the same faults. */
export interface TransferService {
  readonly exports: ExportService
  readonly fileImports: ImportService
  importInvio(
    work: ReadWork,
    file: string | Uint8Array,
    options: ImportOptions,
  ): Promise<InvioReport>
  importCustomers(work: ReadWork, file: string, options: ImportOptions): Promise<CsvReport>
  importInvoices(work: ReadWork, file: string, options: ImportOptions): Promise<CsvReport>
  importProducts(work: ReadWork, source: CsvSource, options: CsvImportOptions): Promise<CsvReport>
  importEntries(work: ReadWork, source: CsvSource, options: CsvImportOptions): Promise<CsvReport>
  importRecurring(work: ReadWork, source: CsvSource, options: CsvImportOptions): Promise<CsvReport>
  importPayments(work: ReadWork, source: CsvSource, options: CsvImportOptions): Promise<CsvReport>
}

export function createTransferService(deps: TransferDeps): TransferService {
  const gate = createCompanyGate()
  /** In the company's turn, because an import reads a whole file into one transaction. */
  const inTurn =
    <Args extends readonly unknown[], Report>(
      run: (work: ReadWork, ...args: Args) => Promise<Report>,
    ) =>
    (work: ReadWork, ...args: Args): Promise<Report> =>
      gate.run(work.company, () => run(work, ...args))
  return {
    exports: createExportService(deps),
    fileImports: createImportJobs({
      customers: customerKind(deps),
      products: productKind(deps),
      entries: entryKind(deps),
      invoices: invoiceKind(deps),
      recurring_invoices: recurringKind(deps),
      payments: paymentKind(deps),
    }),
    importInvio: inTurn(createInvioImport(deps)),
    importCustomers: inTurn(createCsvImport(customerKind(deps))),
    importInvoices: inTurn(createCsvImport(invoiceKind(deps))),
    importProducts: inTurn(createCsvImport(productKind(deps))),
    importEntries: inTurn(createCsvImport(entryKind(deps))),
    importRecurring: inTurn(createCsvImport(recurringKind(deps))),
    importPayments: inTurn(createCsvImport(paymentKind(deps))),
  }
}
