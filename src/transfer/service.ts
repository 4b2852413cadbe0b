import type { ReadWork } from '../record/work.ts'
import { customerKind } from './csv/customers.ts'
import { entryKind } from './csv/entries.ts'
import { type InvoiceImportDeps, invoiceKind } from './csv/invoices.ts'
import { type PaymentImportDeps, paymentKind } from './csv/payments.ts'
import { productKind } from './csv/products.ts'
import { type RecurringImportDeps, recurringKind } from './csv/recurring.ts'
import { createExportService, type ExportDeps } from './export.ts'
import { type FileImport, importFile } from './imports/file.ts'
import { createImportJobs } from './imports/service.ts'
import type { InvioDeps } from './invio/deps.ts'
import { invioKind } from './invio/kind.ts'

export type TransferDeps = InvioDeps &
  InvoiceImportDeps &
  RecurringImportDeps &
  PaymentImportDeps &
  ExportDeps

export type TransferService = ReturnType<typeof createTransferService>

/** Imports and exports many resources. */
export function createTransferService(deps: TransferDeps) {
  const fileImports = createImportJobs({
    tables: {
      customers: customerKind(deps),
      products: productKind(deps),
      entries: entryKind(deps),
      invoices: invoiceKind(deps),
      recurring_invoices: recurringKind(deps),
      payments: paymentKind(deps),
    },
    programs: { invio: invioKind(deps) },
  })
  return {
    exports: createExportService(deps),
    fileImports,
    importFile: (work: ReadWork, file: FileImport) => importFile(fileImports, work, file),
  }
}
