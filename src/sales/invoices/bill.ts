import { currentSettings } from '../../company/settings/read.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { Work } from '../../core/record/work.ts'
import { newId } from '../../platform/ids.ts'
import type { Contents } from '../contents/contents.ts'
import { requireNamed } from '../contents/request.ts'
import { requireCustomerToName } from '../customers/read.ts'
import { deduct } from './deposits/deposits.ts'
import { type BillOrigin, billing } from './draft.ts'
import { contextOf, insert, unpaid } from './inner/changes.ts'
import type { InvoiceDetails } from './view.ts'

/** A draft that bills the contents of a quote; `content` has the items of this invoice only. */
export function billContent(
  work: Work,
  content: Contents,
  { depositIds, ...origin }: BillOrigin & { readonly depositIds?: readonly string[] },
): Promise<InvoiceDetails> {
  return transaction(work, async (work) => {
    const customer = await requireNamed(work, content.customerId, requireCustomerToName)
    const preloaded = { settings: await currentSettings(work), customer }
    const context = contextOf(work, preloaded.settings, customer)
    const billed = billing(content, { id: newId('inv'), ...origin }, context)
    const draft = depositIds ? await deduct(work, billed, depositIds) : billed
    return insert(work, draft, unpaid(draft), preloaded)
  })
}
