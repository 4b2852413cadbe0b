import { currentSettings } from '../../company/settings/read.ts'
import type { VersionedRef } from '../../core/http/etag.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { newId } from '../../platform/ids.ts'
import { requireCustomer } from '../customers/read.ts'
import { duplicate } from './draft.ts'
import { creditNoteNotDuplicable } from './errors.ts'
import { contextOf, insert, requireRoomFor, unpaid } from './inner/changes.ts'
import { lockForChange } from './lock.ts'
import type { InvoiceDetails } from './view.ts'

export function duplicateInvoice(work: ReadWork, request: VersionedRef): Promise<InvoiceDetails> {
  return transaction(work, async (work) => {
    const source = await lockForChange(work, request)
    if (source.type === 'credit_note') throw creditNoteNotDuplicable()
    await requireRoomFor(work, 1)
    const customer = await requireCustomer(work, source.customerId)
    const preloaded = { settings: await currentSettings(work), customer }
    const context = contextOf(work, preloaded.settings, customer)
    const copy = duplicate(source, newId('inv'), context)
    return insert(work, copy, unpaid(copy), preloaded)
  })
}
