import type { CustomerService } from '../../customers/service.ts'
import { toBuyer, toSeller } from '../../invoices/draft.ts'
import type { StatementQuery, StatementService } from '../../payments/statement-service.ts'
import type { PdfRenderer } from '../../platform/browser/pdf/renderer.ts'
import type { Db } from '../../platform/database/db.ts'
import type { SettingsService } from '../../settings/service.ts'
import {
  type HtmlDocument,
  htmlDocument,
  type PdfDocument,
  type Warn,
  warnOfMissingGlyphs,
} from '../document.ts'
import { createPdfCache } from '../pdf-cache.ts'
import { statementPage } from './page.ts'

export interface StatementDocumentDeps {
  readonly db: Db
  readonly settings: SettingsService
  readonly customers: CustomerService
  readonly statements: StatementService
  readonly renderer: PdfRenderer
  readonly warn: Warn
}

export type StatementDocumentService = ReturnType<typeof createStatementDocumentService>

/** Statements of account as pages, in the customer's language. */
export function createStatementDocumentService(deps: StatementDocumentDeps) {
  const { db, settings, customers, statements, renderer } = deps
  const pdfs = createPdfCache()

  const page = async (customerId: string, query: StatementQuery): Promise<string> => {
    const statement = await statements.statement(customerId, query)
    const customer = await customers.require(db, customerId)
    const current = await settings.current(db)
    return statementPage({
      statement,
      seller: toSeller(current),
      buyer: toBuyer(customer),
      language: customer.language ?? current.locale,
      logo: await settings.logo(db, current.logoId),
    })
  }

  return {
    html: async (customerId: string, query: StatementQuery): Promise<HtmlDocument> =>
      htmlDocument(await page(customerId, query)),

    async pdf(customerId: string, query: StatementQuery): Promise<PdfDocument> {
      const html = await page(customerId, query)
      const print = () => {
        warnOfMissingGlyphs(html, deps.warn, { customerId })
        return renderer.print(html)
      }
      return pdfs.print({ html, print })
    },
  }
}
