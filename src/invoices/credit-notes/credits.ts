import type { Actor } from '../../http/actor.ts'
import { type Clock, instant } from '../../platform/clock.ts'
import type { Trx } from '../../platform/database/db.ts'
import { newId } from '../../platform/ids.ts'
import { invoiceNotCreditable, overcredit } from '../errors.ts'
import type { StoredInvoice } from '../invoice.ts'
import type { InvoiceWriter } from '../invoice-writer.ts'
import * as lifecycle from '../lifecycle.ts'
import * as repository from '../repository.ts'
import { creditOf } from './credit-note.ts'
import { newCreditNote, readCreditLines } from './input.ts'
import { leftOf, linesOf } from './lines.ts'
import type { CreditNoteBody } from './schema.ts'

export interface CreditDeps {
  readonly clock: Clock
  readonly writer: InvoiceWriter
  readonly extras: (trx: Trx, invoice: StoredInvoice) => Promise<repository.SaveExtras>
}

export type Credits = ReturnType<typeof createCredits>

/**
 * Credit notes and the invoice they correct. The invoice's row is locked first, so that two notes at
 * once cannot credit the same goods.
 */
export function createCredits({ clock, writer, extras }: CreditDeps) {
  const earlierNotes = async (
    trx: Trx,
    invoice: StoredInvoice,
    statuses: readonly StoredInvoice['status'][],
  ) =>
    (await repository.listCreditNotes(trx, invoice.id)).filter(({ status }) =>
      statuses.includes(status),
    )

  const requireCorrected = (trx: Trx, { corrects }: StoredInvoice): Promise<StoredInvoice> => {
    if (!corrects) throw new Error('A credit note without the invoice that it corrects.')
    return repository.requireInvoiceToChange(trx, corrects.id)
  }

  return {
    /**
     * The draft of a credit note. Other drafts count as credited here, so that what several people
     * prepare can be issued; `invoice` is locked.
     */
    async draft(
      trx: Trx,
      invoice: StoredInvoice,
      { body, today }: { readonly body: CreditNoteBody; readonly today: string },
    ): Promise<StoredInvoice> {
      requireCreditable(invoice)
      const earlier = await earlierNotes(trx, invoice, ['draft', 'sent'])
      const lines = readCreditLines(invoice, earlier, body.items)
      if (lines.length === 0) throw nothingLeft(invoice, earlier)
      const note = newCreditNote(invoice, body, { id: newId('inv'), today, now: instant(clock) })
      return { ...note, ...creditOf(invoice, earlier, lines, () => newId('itm')) }
    },

    /** The note with the figures it is issued with, counted from what is issued by now. */
    async settled(trx: Trx, note: StoredInvoice) {
      const invoice = await requireCorrected(trx, note)
      requireCreditable(invoice)
      const earlier = await earlierNotes(trx, invoice, ['sent'])
      const ids = note.items.map(({ id }) => id).values()
      const newItemId = () => ids.next().value ?? newId('itm')
      return { invoice, note: { ...note, ...creditOf(invoice, earlier, linesOf(note), newItemId) } }
    },

    /** Takes an issued note's total off its invoice. */
    book: (trx: Trx, actor: Actor, { invoice, minor }: Booking) =>
      saveCredited(trx, actor, invoice, minor),

    /** Gives a voided note's total back to its invoice. */
    async takeBack(trx: Trx, actor: Actor, note: StoredInvoice): Promise<void> {
      const invoice = await requireCorrected(trx, note)
      await saveCredited(trx, actor, invoice, -note.totals.totalMinor)
    },
  }

  async function saveCredited(trx: Trx, actor: Actor, before: StoredInvoice, minor: bigint) {
    const after = { ...lifecycle.addCredited(before, minor), updatedAt: instant(clock) }
    await writer.save({ trx, actor, before, after, extras: await extras(trx, after) })
  }
}

interface Booking {
  readonly invoice: StoredInvoice
  readonly minor: bigint
}

function requireCreditable(invoice: StoredInvoice): void {
  const isOpen = invoice.status === 'sent' || invoice.status === 'paid'
  if (invoice.type !== 'invoice' || !isOpen) throw invoiceNotCreditable(invoice)
}

const nothingLeft = (invoice: StoredInvoice, earlier: readonly StoredInvoice[]) =>
  overcredit(
    'Nothing is left to credit. Credit notes, including drafts, cover the whole invoice.',
    leftOf(invoice, earlier),
  )
