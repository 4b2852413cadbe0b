import { auditRoutes } from './books/audit/routes.ts'
import { closingRoutes } from './books/closing/routes.ts'
import { bookReportRoutes } from './books/reports/routes.ts'
import type { Access } from './company/access/access.ts'
import { certificateRoutes } from './company/access/domains/routes.ts'
import { accessRoutes } from './company/access/routes.ts'
import { settingsRoutes } from './company/settings/routes.ts'
import { seriesRoutes } from './company/settings/series/routes.ts'
import { templateRoutes } from './company/templates/routes.ts'
import type { Directory } from './core/companies/directory.ts'
import { API_PREFIX, registerOpenApiRoute } from './core/http/openapi/document.ts'
import type { Server } from './core/http/server.ts'
import { jobRoutes } from './core/jobs/routes.ts'
import { eventRoutes } from './core/record/routes.ts'
import type { WorkFor, WorkOf } from './core/record/work.ts'
import { webhookRoutes } from './core/webhooks/routes.ts'
import { accessPointRoutes } from './einvoicing/access-point/routes.ts'
import { eInvoiceRoutes } from './einvoicing/documents/routes.ts'
import { supplierInvoiceRoutes } from './einvoicing/supplier-invoices/routes.ts'
import { referenceRoutes } from './entry/console/reference.ts'
import { consoleRoutes } from './entry/console/routes.ts'
import { accountMailRoutes } from './messages/mail/accounts/routes.ts'
import { mailRoutes } from './messages/mail/routes.ts'
import { sendingRoutes } from './messages/mail/sending/routes.ts'
import { transportRoutes } from './messages/mail/transport/routes.ts'
import { recurringRoutes } from './messages/recurring/routes.ts'
import { reminderRoutes } from './messages/reminders/routes.ts'
import { sharingPageRoutes } from './messages/sharing/page-routes.ts'
import { quotePageRoutes } from './messages/sharing/quotes/page-routes.ts'
import { quoteSharingRoutes } from './messages/sharing/quotes/routes.ts'
import { sharingRoutes } from './messages/sharing/routes.ts'
import { attentionRoutes } from './operations/attention/routes.ts'
import type { Lifecycle } from './operations/lifecycle/lifecycle.ts'
import { lifecycleRoutes } from './operations/lifecycle/routes.ts'
import { importRoutes } from './operations/transfer/imports/routes.ts'
import { transferRoutes } from './operations/transfer/routes.ts'
import { usageRoutes } from './operations/usage/routes.ts'
import { deliveryNoteRoutes } from './paper/delivery-notes/routes.ts'
import { fontRoutes } from './paper/printing/font-routes.ts'
import { mandateFormRoutes } from './paper/printing/mandate-form/routes.ts'
import { documentRoutes } from './paper/printing/routes.ts'
import { statementRoutes } from './paper/printing/statement/routes.ts'
import type { Config } from './platform/config.ts'
import type { Db } from './platform/database/db.ts'
import { reportRoutes } from './receivables/balances/routes.ts'
import { bankRoutes } from './receivables/bank/routes.ts'
import { hookRoutes } from './receivables/checkout/hook-routes.ts'
import { checkoutRoutes } from './receivables/checkout/routes.ts'
import { collectionRoutes } from './receivables/collections/routes.ts'
import { directDebitRoutes } from './receivables/direct-debit/routes.ts'
import { paymentMethodRoutes } from './receivables/methods/routes.ts'
import { accountRoutes } from './receivables/payments/account/routes.ts'
import { paymentRoutes } from './receivables/payments/routes.ts'
import { providerRoutes } from './receivables/providers/routes.ts'
import { billingRoutes } from './sales/billing/routes.ts'
import { bookRoutes } from './sales/customers/contacts/routes.ts'
import { copyRoutes } from './sales/customers/copy/routes.ts'
import { customerRoutes } from './sales/customers/routes.ts'
import { taxIdRoutes } from './sales/customers/tax-id/routes.ts'
import { entryRoutes } from './sales/entries/routes.ts'
import { invoiceRoutes } from './sales/invoices/routes.ts'
import { savedViewRoutes } from './sales/invoices/saved-views/routes.ts'
import { productRoutes } from './sales/products/routes.ts'
import { quoteRoutes } from './sales/quotes/routes.ts'
import { uploadRoutes } from './sales/uploads/routes.ts'

/** What routes need beside the work of a request. */
export interface RouteOptions {
  readonly access: Access
  readonly lifecycle: Lifecycle
  readonly db: Db
  readonly workFor: WorkFor
  readonly directory: Directory
  readonly workOf: WorkOf
  readonly publicUrl: string
  readonly config: Config
}

/** Every route of the service. */
export async function registerRoutes(app: Server, options: RouteOptions): Promise<void> {
  await registerApi(app, options)
  await app.register(certificateRoutes, { access: options.access, config: options.config })
  await app.register(sharingPageRoutes, options)
  await app.register(quotePageRoutes, options)
  await app.register(hookRoutes, options)
  await app.register(fontRoutes)
  await app.register(referenceRoutes)
  await app.register(consoleRoutes)
  registerOpenApiRoute(app)
}

/** The routes of the API alone. */
export async function registerApi(app: Server, options: RouteOptions): Promise<void> {
  await app.register(
    async (api) => {
      await api.register(accessRoutes, options)
      await api.register(lifecycleRoutes, options)
      await api.register(usageRoutes, options)
      await api.register(eventRoutes, options)
      await api.register(webhookRoutes, options)
      await api.register(jobRoutes, options)
      await api.register(settingsRoutes, options)
      await api.register(customerRoutes, options)
      await api.register(copyRoutes, options)
      await api.register(bookRoutes, options)
      await api.register(taxIdRoutes, options)
      await api.register(seriesRoutes, options)
      await api.register(savedViewRoutes, options)
      await api.register(productRoutes, options)
      await api.register(templateRoutes, options)
      await api.register(invoiceRoutes, options)
      await api.register(paymentRoutes, options)
      await api.register(accountRoutes, options)
      await api.register(bankRoutes, options)
      await api.register(providerRoutes, options)
      await api.register(checkoutRoutes, options)
      await api.register(paymentMethodRoutes, options)
      await api.register(collectionRoutes, options)
      await api.register(directDebitRoutes, options)
      await api.register(quoteRoutes, options)
      await api.register(entryRoutes, options)
      await api.register(billingRoutes, options)
      await api.register(uploadRoutes, options)
      await api.register(reportRoutes, options)
      await api.register(bookReportRoutes, options)
      await api.register(closingRoutes, options)
      await api.register(documentRoutes, options)
      await api.register(deliveryNoteRoutes, options)
      await api.register(eInvoiceRoutes, options)
      await api.register(supplierInvoiceRoutes, options)
      await api.register(accessPointRoutes, options)
      await api.register(auditRoutes, options)
      await api.register(statementRoutes, options)
      await api.register(mandateFormRoutes, options)
      await api.register(recurringRoutes, options)
      await api.register(reminderRoutes, options)
      await api.register(sendingRoutes, options)
      await api.register(mailRoutes, options)
      await api.register(transportRoutes, options)
      await api.register(accountMailRoutes, options)
      await api.register(attentionRoutes, options)
      await api.register(sharingRoutes, options)
      await api.register(quoteSharingRoutes, options)
      await api.register(transferRoutes, options)
      await api.register(importRoutes, options)
    },
    { prefix: API_PREFIX },
  )
}
