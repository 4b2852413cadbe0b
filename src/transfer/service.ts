import { createCompanyGate } from '../platform/company-gate.ts'
import type { ReadWork } from '../record/work.ts'
import { customerKind } from './csv/customers.ts'
import { entryKind } from './csv/entries.ts'
import { createCsvImport } from './csv/import.ts'
import { type InvoiceImportDeps, invoiceKind } from './csv/invoices.ts'
import { type PaymentImportDeps, paymentKind } from './csv/payments.ts'
import { productKind } from './csv/products.ts'
import { type RecurringImportDeps, recurringKind } from './csv/recurring.ts'
import { createExportService, type ExportDeps } from './export.ts'
import { createImportJobs } from './imports/service.ts'
import { createInvioImport } from './invio/import.ts'
import type { InvioImportDeps } from './invio/run.ts'

export type TransferDeps = InvioImportDeps &
  InvoiceImportDeps &
  RecurringImportDeps &
  PaymentImportDeps &
  ExportDeps

export type TransferService = ReturnType<typeof createTransferService>

/** Imports and exports many resources. An import saves all or nothing, and a dry run finds the same faults. */
export function createTransferService(deps: TransferDeps) {
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
