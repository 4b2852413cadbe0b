import type { ReadWork } from '../../core/record/work.ts'
import { customerKind } from './csv/inner/customers.ts'
import { entryKind } from './csv/inner/entries.ts'
import { invoiceKind } from './csv/inner/invoices.ts'
import { paymentKind } from './csv/inner/payments.ts'
import { productKind } from './csv/inner/products.ts'
import { recurringKind } from './csv/inner/recurring.ts'
import { createExportService } from './export.ts'
import { type FileImport, importFile } from './imports/file.ts'
import { createImportJobs, type ImportKinds } from './imports/inner/service.ts'
import { invioKind } from './inner/invio/kind.ts'

export type TransferDeps = Pick<ImportKinds, 'warn'>

export type TransferService = ReturnType<typeof createTransferService>

/** Imports and exports many resources. */
export function createTransferService(deps: TransferDeps) {
  const fileImports = createImportJobs({
    tables: {
      customers: customerKind(),
      products: productKind(),
      entries: entryKind(),
      invoices: invoiceKind(),
      recurring_invoices: recurringKind(),
      payments: paymentKind(),
    },
    programs: { invio: invioKind() },
    warn: deps.warn,
  })
  return {
    exports: createExportService(),
    fileImports,
    importFile: (work: ReadWork, file: FileImport) => importFile(fileImports, work, file),
  }
}
