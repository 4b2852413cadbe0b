import type { CustomerService } from '../../customers/service.ts'
import { toBuyer, toSeller } from '../../invoices/parties.ts'
import type { StatementQuery, StatementService } from '../../payments/statement-service.ts'
import type { PdfRenderer } from '../../platform/browser/pdf/renderer.ts'
import { cacheKey } from '../../platform/cache-key.ts'
import type { ReadWork } from '../../record/work.ts'
import type { SettingsService } from '../../settings/service.ts'
import {
  htmlDocument,
  pdfDocument,
  type RenderedDocument,
  type Warn,
  warnOfMissingGlyphs,
} from '../document.ts'
import type { DocumentCache } from '../document-cache.ts'
import { statementPage } from './page.ts'

export interface StatementDocumentDeps {
  readonly settings: SettingsService
  readonly customers: CustomerService
  readonly statements: StatementService
  readonly renderer: PdfRenderer
  readonly cache: DocumentCache
  readonly warn: Warn
}

export type StatementDocumentService = ReturnType<typeof createStatementDocumentService>

/** Statements of account as pages, in the customer's language. */
export function createStatementDocumentService(deps: StatementDocumentDeps) {
  const { settings, customers, statements, renderer, cache } = deps

  const page = async (
    work: ReadWork,
    customerId: string,
    query: StatementQuery,
  ): Promise<string> => {
    const statement = await statements.statement(work, customerId, query)
    const customer = await customers.require(work, customerId)
    const current = await settings.current(work)
    return statementPage({
      statement,
      seller: toSeller(current),
      buyer: toBuyer(customer),
      language: customer.language ?? current.locale,
      logo: await settings.logo(work, current.logoId),
    })
  }

  return {
    html: async (
      work: ReadWork,
      customerId: string,
      query: StatementQuery,
    ): Promise<RenderedDocument> => htmlDocument(await page(work, customerId, query)),

    async pdf(
      work: ReadWork,
      customerId: string,
      query: StatementQuery,
    ): Promise<RenderedDocument> {
      const html = await page(work, customerId, query)
      return cache(cacheKey(work, 'statement', html), async () => {
        warnOfMissingGlyphs(html, deps.warn, { customerId })
        return pdfDocument(await renderer.print(html, { company: work.company }), html)
      })
    },
  }
}
