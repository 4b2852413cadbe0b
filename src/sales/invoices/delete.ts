import { requireOpen } from '../../company/closing/open.ts'
import { currentSettings } from '../../company/settings/read.ts'
import { deleteFilesOf } from '../../core/files/change.ts'
import { requireScope } from '../../core/http/actor.ts'
import type { VersionedRef } from '../../core/http/etag.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { releaseEntries } from '../entries/open.ts'
import { isDeposit, requireNotDeducted } from './deposits/deposits.ts'
import { invoiceNotDeletable, invoicePaid, invoiceReferenced } from './errors.ts'
import { searchColumns } from './inner/hydrate.ts'
import { forgetInvoice } from './inner/invoice-writer.ts'
import * as repository from './inner/repository.ts'
import { lockForChange } from './lock.ts'

export function deleteInvoice(work: ReadWork, request: VersionedRef): Promise<void> {
  return transaction(work, async (work) => {
    const invoice = await lockForChange(work, request)
    const { lockIssuedInvoices } = await currentSettings(work)
    if (invoice.status !== 'draft') {
      const isBooked = invoice.type === 'credit_note' && invoice.status === 'sent'
      if (lockIssuedInvoices || isBooked) throw invoiceNotDeletable(invoice)
      requireScope(work.actor, 'issue')
      await requireOpen(work, [invoice.issueDate])
      if (invoice.paidMinor !== 0n) throw invoicePaid()
    }
    if (await repository.isCorrected(work, invoice.id)) throw invoiceReferenced()
    if (isDeposit(invoice)) await requireNotDeducted(work, invoice, { isDraftToo: true })
    const { customerName } = await searchColumns(work, invoice)
    await deleteFilesOf(work, { kind: 'invoice', id: invoice.id })
    await releaseEntries(work, invoice.id)
    await forgetInvoice(work, invoice, customerName)
  })
}
