import type { SettingsService } from '../../../company/settings/service.ts'
import type { ReadWork } from '../../../core/record/work.ts'
import type {
  StatementQuery,
  StatementService,
} from '../../../receivables/payments/statement-service.ts'
import type { CustomerService } from '../../../sales/customers/service.ts'
import { toBuyer, toSeller } from '../../../sales/invoices/parties.ts'
import { htmlDocument, type RenderedDocument } from '../document.ts'
import { type Printing, printedPage } from '../printing.ts'
import { statementPage } from './inner/page.ts'

export interface StatementDocumentDeps extends Printing {
  readonly settings: SettingsService
  readonly customers: CustomerService
  readonly statements: StatementService
}

export type StatementDocumentService = ReturnType<typeof createStatementDocumentService>

/** Statements of account as pages, in the customer's language. */
export function createStatementDocumentService(deps: StatementDocumentDeps) {
  const { settings, customers, statements } = deps

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
      return printedPage(deps, work, { kind: 'statement', html, subject: { customerId } })
    },
  }
}
