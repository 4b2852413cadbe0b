import { currentSettings, logoAsDataUrl } from '../../../company/settings/read.ts'
import type { ReadWork } from '../../../core/record/work.ts'
import type { CustomerStatementQuery } from '../../../receivables/balances/read-customer-statement.ts'
import { readCustomerStatement } from '../../../receivables/balances/read-customer-statement.ts'
import { toBuyer, toSeller } from '../../../sales/contents/parties.ts'
import { requireCustomer } from '../../../sales/customers/read.ts'
import { htmlDocument, type RenderedDocument } from '../document.ts'
import { printedPage } from '../printing.ts'
import { statementPage } from './inner/page.ts'

export async function statementHtml(
  work: ReadWork,
  customerId: string,
  query: CustomerStatementQuery,
): Promise<RenderedDocument> {
  return htmlDocument(await page(work, customerId, query))
}

export async function statementPdf(
  work: ReadWork,
  customerId: string,
  query: CustomerStatementQuery,
): Promise<RenderedDocument> {
  const html = await page(work, customerId, query)
  return printedPage(work, { kind: 'statement', html, subject: { customerId } })
}

async function page(
  work: ReadWork,
  customerId: string,
  query: CustomerStatementQuery,
): Promise<string> {
  const statement = await readCustomerStatement(work, customerId, query)
  const customer = await requireCustomer(work, customerId)
  const current = await currentSettings(work)
  return statementPage({
    statement,
    seller: toSeller(current),
    buyer: toBuyer(customer),
    language: customer.language ?? current.locale,
    logo: await logoAsDataUrl(work, current.logoId),
  })
}
