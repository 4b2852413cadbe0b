import { currentSettings } from '../../../../company/settings/read.ts'
import type { ReadWork, Work } from '../../../../core/record/work.ts'
import { dayOf, laterOf } from '../../../../platform/clock.ts'
import { newId } from '../../../../platform/ids.ts'
import { payableMinor } from '../../../contents/totals/payable.ts'
import { settledMinor } from '../../../ledger/payment.ts'
import { requireTakeBack } from '../../deposits/deposits.ts'
import { invoiceNotCreditable, overcredit } from '../../errors.ts'
import { type DiscountBack, takeDiscountBack } from '../../inner/discount-back.ts'
import { searchColumns } from '../../inner/hydrate.ts'
import { saveInvoice } from '../../inner/invoice-writer.ts'
import * as repository from '../../inner/repository.ts'
import type { StoredInvoice } from '../../invoice.ts'
import * as lifecycle from '../../lifecycle.ts'
import { creditOf } from './credit-note.ts'
import { newCreditNote, readCreditLines } from './input.ts'
import { leftOf, linesOf, linesWith } from './lines.ts'
import type { CreditNoteBody } from './schema.ts'

/**
 * The draft of a credit note. Other drafts count as credited here, so that several people's
 * drafts can all be issued; `invoice` is locked.
 */
export async function draftCreditNote(
  work: Work,
  invoice: StoredInvoice,
  { body, today }: { readonly body: CreditNoteBody; readonly today: string },
): Promise<StoredInvoice> {
  requireCreditable(invoice)
  const earlier = await earlierNotes(work, invoice, ['draft', 'sent'])
  const lines = readCreditLines(invoice, earlier, body.items)
  if (lines.length === 0) throw nothingLeft(invoice, earlier)
  const note = newCreditNote(invoice, body, { id: newId('inv'), today, now: work.at })
  const credit = creditOf(invoice, earlier, lines, () => newId('itm'))
  return { ...note, ...credit, ...linesWith(credit, invoice, () => newId('itm')) }
}

/** The note with its final figures. Only issued credit notes count as credited. */
export async function settleCreditNote(work: Work, note: StoredInvoice) {
  const invoice = await requireCorrected(work, note)
  requireCreditable(invoice)
  const earlier = await earlierNotes(work, invoice, ['sent'])
  const ids = note.items.map(({ id }) => id).values()
  const newItemId = () => ids.next().value ?? newId('itm')
  return { invoice, note: { ...note, ...creditOf(invoice, earlier, linesOf(note), newItemId) } }
}

/** Subtracts what an issued note credits from its invoice. Its share of the discounts comes back. */
export function bookCredit(work: Work, invoice: StoredInvoice, note: StoredInvoice): Promise<void> {
  return saveCredited(work, invoice, {
    minor: payableMinor(note.totals),
    note,
    day: note.issueDate,
  })
}

/** Adds a voided note's total to its invoice again. */
export async function takeCreditBack(work: Work, note: StoredInvoice): Promise<void> {
  const invoice = await requireCorrected(work, note)
  await requireTakeBack(work, invoice, note)
  const day = dayOf(work.at, (await currentSettings(work)).timeZone)
  await saveCredited(work, invoice, { minor: -payableMinor(note.totals), note, day })
}

async function earlierNotes(
  work: ReadWork,
  invoice: StoredInvoice,
  statuses: readonly StoredInvoice['status'][],
) {
  return (await repository.listCreditNotes(work, invoice.id)).filter(({ status }) =>
    statuses.includes(status),
  )
}

function requireCorrected(work: Work, { corrects }: StoredInvoice): Promise<StoredInvoice> {
  if (!corrects) throw new Error('A credit note without the invoice that it corrects.')
  return repository.requireInvoiceToChange(work, corrects.id)
}

async function saveCredited(
  work: Work,
  before: StoredInvoice,
  { minor, ...about }: DiscountBack & { readonly minor: bigint },
) {
  const credited = lifecycle.addCredited(before, minor)
  const discountBack = await takeDiscountBack(work, credited, about)
  const settled = discountBack ? lifecycle.addPaid(credited, settledMinor(discountBack)) : credited
  const after = { ...settled, updatedAt: laterOf(work.at, before.updatedAt) }
  const columns = await searchColumns(work, after)
  await saveInvoice(work, { before, after, columns, discountBack })
}

function requireCreditable(invoice: StoredInvoice): void {
  const isOpen = invoice.status === 'sent' || invoice.status === 'paid'
  if (invoice.type !== 'invoice' || !isOpen) throw invoiceNotCreditable(invoice)
}

const nothingLeft = (invoice: StoredInvoice, earlier: readonly StoredInvoice[]) =>
  overcredit(
    'Nothing is left to credit. Credit notes, including drafts, cover the whole invoice.',
    { ...leftOf(invoice, earlier), currency: invoice.currency },
  )
