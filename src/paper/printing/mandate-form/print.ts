import { currentSettings, logoAsDataUrl } from '../../../company/settings/read.ts'
import type { ReadWork } from '../../../core/record/work.ts'
import { type ProposalQuery, proposeMandate } from '../../../receivables/methods/propose.ts'
import { toBuyer, toSeller } from '../../../sales/contents/parties.ts'
import { requireCustomer } from '../../../sales/customers/read.ts'
import { htmlDocument, type RenderedDocument } from '../document.ts'
import { printedPage } from '../printing.ts'
import { mandateFormPage } from './inner/page.ts'

export interface FormQuery extends ProposalQuery {
  readonly language?: string
}

export async function mandateFormHtml(
  work: ReadWork,
  customerId: string,
  query: FormQuery,
): Promise<RenderedDocument> {
  return htmlDocument(await page(work, customerId, query))
}

export async function mandateFormPdf(
  work: ReadWork,
  customerId: string,
  query: FormQuery,
): Promise<RenderedDocument> {
  const html = await page(work, customerId, query)
  return printedPage(work, { kind: 'mandate form', html, subject: { customerId } })
}

async function page(work: ReadWork, customerId: string, query: FormQuery): Promise<string> {
  const proposal = await proposeMandate(work, customerId, query)
  const customer = await requireCustomer(work, customerId)
  const current = await currentSettings(work)
  return mandateFormPage({
    proposal,
    seller: toSeller(current),
    buyer: toBuyer(customer),
    language: query.language ?? customer.language ?? current.locale,
    logo: await logoAsDataUrl(work, current.logoId),
  })
}
