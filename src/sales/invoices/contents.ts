import { currentSettings } from '../../company/settings/read.ts'
import type { FileOwner } from '../../core/files/file.ts'
import { listShownFiles } from '../../core/files/read.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { toBuyer, toSeller } from '../contents/parties.ts'
import { requireCustomer, requireCustomerToName } from '../customers/read.ts'
import { edit, newDraft } from './draft.ts'
import { sellerIncomplete } from './errors.ts'
import { contextOf, filled, requireNamed, requireSeries, requireTemplate } from './inner/changes.ts'
import { pinTemplate } from './inner/hydrate.ts'
import type { InvoiceCreateBody, InvoiceUpdateBody } from './input-schema.ts'
import type { StoredInvoice } from './invoice.ts'

/** Edits a quote's contents by the rules of a draft; null: new contents. */
export async function editContent(
  work: ReadWork,
  before: StoredInvoice | null,
  body: InvoiceUpdateBody & Partial<InvoiceCreateBody>,
): Promise<StoredInvoice> {
  await requireTemplate(work, body)
  await requireSeries(work, body, before, 'quote')
  const customerId = body.customer_id ?? before?.customerId ?? ''
  const customer = await requireNamed(work, customerId, requireCustomer)
  const context = contextOf(work, await currentSettings(work), customer)
  if (before) return edit(before, await filled(work, body, context, before), context)
  const whole = { ...body, items: body.items ?? [] }
  return newDraft('', await filled(work, whole, context), context)
}

/**
 * Such contents with everything that issuing fixes: seller, buyer and the version of the
 * template.
 */
export async function freezeContent(
  work: Work,
  content: StoredInvoice,
  owner: FileOwner,
): Promise<StoredInvoice> {
  const current = await currentSettings(work)
  if (current.companyName.trim() === '') throw sellerIncomplete(['companyName'])
  const shown = await listShownFiles(work, owner)
  return {
    ...content,
    ...(shown.length > 0 ? { files: shown } : {}),
    seller: toSeller(current),
    buyer: toBuyer(await requireCustomerToName(work, content.customerId), content.contactId),
    template: await pinTemplate(work, content.template, current),
  }
}
