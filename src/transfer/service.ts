import type { ReadWork } from '../record/work.ts'
import { createCustomerImport } from './csv/customers.ts'
import { createEntryImport } from './csv/entries.ts'
import { createInvoiceImport, type InvoiceImportDeps } from './csv/invoices.ts'
import { createProductImport } from './csv/products.ts'
import type { CsvImportOptions, CsvSource } from './csv/source.ts'
import type { ImportOptions } from './dry-run.ts'
import { createExportService, type ExportDeps, type ExportService } from './export.ts'
import { createInvioImport } from './invio/import.ts'
import type { InvioImportDeps } from './invio/run.ts'
import type { CsvReport, InvioReport } from './report.ts'

export type TransferDeps = InvioImportDeps & InvoiceImportDeps & ExportDeps

/** Bulk in and out. An import is all or nothing, and a dry run finds what the real one finds. */
export interface TransferService {
  readonly exports: ExportService
  importInvio(work: ReadWork, file: string, options: ImportOptions): Promise<InvioReport>
  importCustomers(work: ReadWork, file: string, options: ImportOptions): Promise<CsvReport>
  importInvoices(work: ReadWork, file: string, options: ImportOptions): Promise<CsvReport>
  importProducts(work: ReadWork, source: CsvSource, options: CsvImportOptions): Promise<CsvReport>
  importEntries(work: ReadWork, source: CsvSource, options: CsvImportOptions): Promise<CsvReport>
}

export const createTransferService = (deps: TransferDeps): TransferService => ({
  exports: createExportService(deps),
  importInvio: createInvioImport(deps),
  importCustomers: createCustomerImport(deps),
  importInvoices: createInvoiceImport(deps),
  importProducts: createProductImport(deps),
  importEntries: createEntryImport(deps),
})
