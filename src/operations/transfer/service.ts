import type { ReadWork } from '../../core/record/work.ts'
import { customerKind } from './csv/inner/customers.ts'
import { entryKind } from './csv/inner/entries.ts'
import { type InvoiceImportDeps, invoiceKind } from './csv/inner/invoices.ts'
import { type PaymentImportDeps, paymentKind } from './csv/inner/payments.ts'
import { productKind } from './csv/inner/products.ts'
import { type RecurringImportDeps, recurringKind } from './csv/inner/recurring.ts'
import { createExportService, type ExportDeps } from './export.ts'
import { type FileImport, importFile } from './imports/file.ts'
import { createImportJobs, type ImportKinds } from './imports/inner/service.ts'
import type { InvioDeps } from './inner/invio/deps.ts'
import { invioKind } from './inner/invio/kind.ts'

export type TransferDeps = InvioDeps &
  InvoiceImportDeps &
  RecurringImportDeps &
  PaymentImportDeps &
  ExportDeps &
  Pick<ImportKinds, 'warn'>

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
    warn: deps.warn,
  })
  return {
    exports: createExportService(deps),
    fileImports,
    importFile: (work: ReadWork, file: FileImport) => importFile(fileImports, work, file),
  }
}
