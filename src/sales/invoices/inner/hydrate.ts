import { originOfLinks } from '../../../core/companies/links.ts'
import type { ReadWork } from '../../../core/record/work.ts'
import { customerOf, describeContents, type KnownContents } from '../../contents/live.ts'
import { payableMinor } from '../../contents/totals/payable.ts'
import { sumDiscountsBack } from '../../ledger/discount-back.ts'
import { sumPayments } from '../../ledger/payments.ts'
import { settlementOf } from '../credit-notes/settlement.ts'
import { depositIdsOf, isDeposit } from '../deposits/deposits.ts'
import type { StoredInvoice } from '../invoice.ts'
import { deriveShareToken, hashOfToken } from '../share-token.ts'
import type { InvoiceDetails } from '../view.ts'
import * as repository from './repository.ts'

/** Data that the caller has already read. */
export interface Known extends KnownContents {
  /** The invoice was a draft until now, so it has no credit notes. */
  readonly isNew?: boolean
  /** The invoice is not stored yet, so it has no files. */
  readonly isUnstored?: boolean
}

export async function shareLinkOf(
  work: ReadWork,
  { id, shareNonce, publishedAt }: repository.Shared,
) {
  if (shareNonce === null) return null
  const token = await deriveShareToken(work, id, shareNonce)
  return { token, url: `${originOfLinks(work.app.publicUrl, work)}/i/${token}`, publishedAt }
}

/** Adds the values that are read live: a draft's seller and buyer, the template, the link. */
export async function hydrate(
  work: ReadWork,
  stored: StoredInvoice,
  preloaded: Known = {},
): Promise<InvoiceDetails> {
  const { contents: invoice, ...live } = await describeContents(work, stored, preloaded)
  const link = await shareLinkOf(work, stored)
  return {
    invoice,
    ...live,
    creditNotes: preloaded.isNew ? [] : await creditNotesOf(work, stored),
    settlement: await settlementFor(work, stored),
    ...(await depositsOf(work, stored)),
    shareToken: link?.token ?? null,
    shareUrl: link?.url ?? null,
  }
}

export async function searchColumns(
  work: ReadWork,
  invoice: StoredInvoice,
  preloaded: Known = {},
): Promise<repository.SearchColumns> {
  const { id, shareNonce, buyer } = invoice
  const name = buyer?.name ?? (await customerOf(work, invoice, preloaded)).name
  const token = shareNonce === null ? null : await deriveShareToken(work, id, shareNonce)
  const shareHash = token === null ? null : hashOfToken(work.company, token)
  return { customerName: name, shareHash }
}

async function depositsOf(work: ReadWork, stored: StoredInvoice) {
  const ids = depositIdsOf(stored)
  const deductions = isDeposit(stored) ? await repository.listDeductions(work, stored.id) : []
  return {
    deposits: ids.length === 0 ? [] : await repository.listDepositRefs(work, ids),
    deductedBy: deductions[0] ?? null,
  }
}

async function creditNotesOf(work: ReadWork, { id, type, status }: StoredInvoice) {
  return type === 'invoice' && status !== 'draft' ? repository.listCreditNoteRefs(work, id) : []
}

async function settlementFor(work: ReadWork, { id, type, status, corrects }: StoredInvoice) {
  if (type !== 'credit_note' || status !== 'sent' || corrects === null) return null
  const notes = await repository.listCreditNoteRefs(work, corrects.id)
  const issued = notes.filter((note) => note.status === 'sent')
  const backs = await sumDiscountsBack(work, corrects.id)
  return settlementOf({
    ...(await sumPayments(work, corrects.id)),
    totalMinor: payableMinor((await repository.requireInvoice(work, corrects.id)).totals),
    notes: issued.slice(0, issued.findIndex((note) => note.id === id) + 1).map((note) => ({
      minor: payableMinor(note),
      discountBackMinor: backs.get(note.id) ?? 0n,
    })),
  })
}
