import { requireOpen } from '../../company/closing/open.ts'
import { currentSettings } from '../../company/settings/read.ts'
import type { VersionedRef } from '../../core/http/etag.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { pinTemplate } from '../contents/live.ts'
import { filled, requireNamed, requireSeries, requireTemplate } from '../contents/request.ts'
import { requireCustomerToName } from '../customers/read.ts'
import { editCreditNote } from './credit-notes/inner/input.ts'
import { edit } from './draft.ts'
import { change, contextOf, unpaid } from './inner/changes.ts'
import { keepFrozen, requireEditable } from './inner/lock.ts'
import { move } from './inner/transitions.ts'
import type { InvoiceUpdateBody } from './input-schema.ts'
import type { InvoiceStatus } from './invoice.ts'
import type { InvoiceDetails } from './view.ts'

export function updateInvoice(
  work: ReadWork,
  request: VersionedRef,
  body: InvoiceUpdateBody,
): Promise<InvoiceDetails> {
  return change(work, request, async (work, before) => {
    await requireTemplate(work, body)
    await requireSeries(work, body, before, before.type)
    const current = await currentSettings(work)
    const id = body.customer_id ?? before.customerId
    const customer = await requireNamed(work, id, requireCustomerToName)
    const editor = before.corrects ? editCreditNote : edit
    const context = contextOf(work, current, customer)
    const edited = namesContent(body)
      ? editor(before, await filled(work, body, context, before), context)
      : before
    if (requireEditable({ before, after: edited }, current, work.actor) === 'legal')
      await requireOpen(work, [before.issueDate, edited.issueDate])
    const kept = await keepFrozen({ before, edited, customer, current }, (choice) =>
      pinTemplate(work, choice, current),
    )
    const status = body.status as InvoiceStatus | undefined
    const preloaded = { settings: current, customer }
    if (status === undefined) return { ...unpaid(kept), preloaded }
    return { ...(await move(work, kept, status, { ...body, preloaded })), preloaded }
  })
}

/** Whether a body changes more than the status. */
const namesContent = (body: InvoiceUpdateBody): boolean =>
  Object.keys(body).some(
    (key) => !['status', 'paid_at', 'payment_method', 'allow_early_due'].includes(key),
  )
