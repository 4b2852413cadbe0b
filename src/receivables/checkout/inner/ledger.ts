import { formatMinor, leastOf } from '@billwright/money'
import { openDay } from '../../../company/closing/open.ts'
import { recordEvent } from '../../../core/record/journal.ts'
import type { Work } from '../../../core/record/work.ts'
import { dayOf } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import { lockBalance } from '../../../sales/customers/account.ts'
import { type PauseReason, reminders } from '../../../sales/customers/ports.ts'
import type { StoredInvoice } from '../../../sales/invoices/invoice.ts'
import { dueMinor } from '../../../sales/invoices/lifecycle.ts'
import { findInvoiceToChange } from '../../../sales/invoices/lock.ts'
import { recordPaymentOf, reopenForPayment } from '../../../sales/invoices/pay.ts'
import { addAccountEntry } from '../../../sales/ledger/account.ts'
import { fromAccount } from '../../../sales/ledger/from-account.ts'
import { newPayment, type Payment } from '../../../sales/ledger/payment.ts'
import { discountOfPayment } from '../../../sales/ledger/payments.ts'
import { findEarlyPayment } from '../../payments/early.ts'
import type { Checkout, Share } from '../checkout.ts'
import type { Booking, BookingKind, Change, Place, ProviderPayment } from '../provider-payment.ts'
import { paymentEventData } from './view.ts'

/* Moves money of a provider on invoices and accounts. Everything that it changes is locked. */

export interface Booker {
  readonly work: Work
  readonly checkout: Checkout
  readonly timeZone: string
  /** The last closed day. */
  readonly closedUntil: string | null
}

interface Asked {
  readonly change: Change
  /** What is booked of the payment so far. */
  readonly bookings: readonly Booking[]
}

type Part = Omit<Booking, 'key' | 'kind' | 'position'>

const EVENTS = {
  payment: 'payment.recorded',
  refund: 'payment.refunded',
  dispute: 'payment.returned',
  return: 'payment.returned',
  reinstated: 'payment.reinstated',
} as const

/** Why the reminders of an invoice pause after money was taken from it. After a return they go on. */
const PAUSES: Readonly<Partial<Record<BookingKind, PauseReason>>> = {
  refund: 'other',
  dispute: 'dispute',
}

/** Makes a change, and returns what it booked: one part for each place. */
export async function applyChange(
  booker: Booker,
  payment: ProviderPayment,
  asked: Asked,
): Promise<readonly Booking[]> {
  const mover = new Mover(booker, payment, asked.change)
  await mover.move(asked.bookings)
  const { key, kind } = asked.change
  return mover.parts.map((part, position) => ({ ...part, key, kind, position }))
}

class Mover {
  readonly parts: Part[] = []
  private hasTold = false
  private readonly booker: Booker
  private readonly payment: ProviderPayment
  private readonly change: Change

  constructor(booker: Booker, payment: ProviderPayment, change: Change) {
    this.booker = booker
    this.payment = payment
    this.change = change
  }

  async move(bookings: readonly Booking[]): Promise<void> {
    const { kind, of, assignedTo } = this.change
    if (assignedTo !== undefined) return this.assign(assignedTo)
    if (kind === 'payment') return this.receive()
    if (kind === 'reinstated') {
      await this.giveBack(bookings.filter(({ key }) => key === of))
      return this.tellIfUntold()
    }
    await this.take(bookings)
    this.tellIfUntold()
  }

  /** To the invoices of the checkout as far as they are due; the rest to the customer's account. */
  private async receive(): Promise<void> {
    const { checkout, work } = this.booker
    const { amountMinor, payment } = { ...this.change, payment: this.payment }
    if (payment.currency !== checkout.currency) {
      this.note('unassigned', amountMinor)
      const data = paymentEventData(payment)
      return recordEvent(work, { type: 'payment.unassigned', resourceId: payment.id, data })
    }
    return this.spread(checkout.shares)
  }

  /** Moves unassigned money to an invoice, or to the account. */
  private assign(invoiceId: string | null): Promise<void> {
    const { amountMinor } = this.change
    this.note('unassigned', -amountMinor)
    return this.spread(invoiceId === null ? [] : [{ invoiceId, amountMinor, discountMinor: 0n }])
  }

  private async spread(shares: readonly Share[]): Promise<void> {
    const { work } = this.booker
    const { amountMinor, payment } = { ...this.change, payment: this.payment }
    const [first] = shares
    const claim = first && (await this.openInvoice(first))
    const isWhole = shares.length === 1 && claim && amountMinor <= dueMinor(claim)
    if (isWhole) {
      const discountMinor = await this.discountOn(claim, first, amountMinor)
      return this.pay(claim, amountMinor, { discountMinor })
    }
    await lockBalance(work, payment.customerId, payment.currency)
    const entryId = await this.moveOnAccount('received', amountMinor)
    let leftMinor = amountMinor
    let isClosed = false
    for (const share of shares) {
      const open = await this.openInvoice(share)
      if (!open) isClosed = true
      const partMinor = open ? leastOf(share.amountMinor, dueMinor(open), leftMinor) : 0n
      if (!open || partMinor <= 0n) continue
      await this.applyFromAccount(open, partMinor, await this.discountOn(open, share, partMinor))
      leftMinor -= partMinor
    }
    if (leftMinor > 0n) this.note(isClosed ? 'closed' : 'account', leftMinor, { entryId })
  }

  /** The discount of a share that was paid in time, if it settles the rest of the invoice. */
  private async discountOn(
    claim: StoredInvoice,
    { discountMinor }: Share,
    amountMinor: bigint,
  ): Promise<bigint> {
    const restMinor = dueMinor(claim) - amountMinor
    if (discountMinor === 0n || restMinor <= 0n) return 0n
    const { work, checkout, timeZone } = this.booker
    const { pendingSince } = checkout
    const paidAt = this.payment.paidAt ?? work.at
    // A debit takes days, so the day on which the customer ordered it counts.
    const since = pendingSince !== null && pendingSince < paidAt ? pendingSince : paidAt
    const early = await findEarlyPayment(work, claim, dayOf(since, timeZone))
    return restMinor <= leastOf(discountMinor, early?.discountMinor ?? 0n) ? restMinor : 0n
  }

  /** From what is in no balance, then from the account, then from the invoices, the last first. */
  private async take(bookings: readonly Booking[]): Promise<void> {
    let leftMinor = -this.change.amountMinor
    const { invoiceId: only } = this.change
    if (only !== undefined) return this.takeFromInvoices(bookings, [only], leftMinor)
    const unassigned = leastOf(heldAt(bookings, 'unassigned'), leftMinor)
    if (unassigned > 0n) this.note('unassigned', -unassigned)
    leftMinor -= unassigned
    for (const place of ['account', 'closed'] as const) {
      const taken = await this.takeFromAccount(place, leastOf(heldAt(bookings, place), leftMinor))
      leftMinor -= taken
    }
    const invoices = [...new Set(bookings.flatMap(({ invoiceId }) => invoiceId ?? []))]
    return this.takeFromInvoices(bookings, invoices.toReversed(), leftMinor)
  }

  private async takeFromInvoices(
    bookings: readonly Booking[],
    invoiceIds: readonly string[],
    wanted: bigint,
  ): Promise<void> {
    let leftMinor = wanted
    for (const invoiceId of invoiceIds) {
      const held = heldAt(bookings, 'invoice', invoiceId)
      const part = leastOf(held, leftMinor)
      const claim = part > 0n ? await this.invoice(invoiceId) : undefined
      if (!claim) continue
      await this.pay(claim, -part, await this.takenWith(bookings, { invoiceId, part }))
      const reason = PAUSES[this.change.kind]
      if (reason !== undefined) await reminders.run.pause(this.booker.work, invoiceId, reason)
      leftMinor -= part
    }
    if (leftMinor > 0n) this.note('unbooked', -leftMinor)
  }

  /** A payment that is taken back whole, as by a bank, takes its discount along. A refund does not. */
  private async takenWith(
    bookings: readonly Booking[],
    { invoiceId, part }: { readonly invoiceId: string; readonly part: bigint },
  ): Promise<Partial<Payment>> {
    const { kind } = this.change
    const last = bookings.findLast((it) => it.invoiceId === invoiceId && it.paymentId !== null)
    const isWhole = (kind === 'return' || kind === 'dispute') && last?.amountMinor === part
    const discountMinor = isWhole ? await this.discountOf(last) : 0n
    if (discountMinor === 0n) return {}
    return { discountMinor: -discountMinor, reversesId: last?.paymentId ?? null }
  }

  private discountOf({ paymentId }: Booking): Promise<bigint> {
    const { work } = this.booker
    return paymentId === null ? Promise.resolve(0n) : discountOfPayment(work, paymentId)
  }

  private async takeFromAccount(place: 'account' | 'closed', wanted: bigint): Promise<bigint> {
    const { work } = this.booker
    if (wanted <= 0n) return 0n
    const { customerId, currency } = this.payment
    const balance = await lockBalance(work, customerId, currency)
    const part = leastOf(balance, wanted)
    if (part <= 0n) return 0n
    this.note(place, -part, { entryId: await this.moveOnAccount('refunded', -part) })
    return part
  }

  /**
   * To the places that it was taken from. What became too much meanwhile, because another payment
   * settled the invoice or because it is closed, goes to the account.
   */
  private async giveBack(taken: readonly Booking[]): Promise<void> {
    for (const booking of taken) {
      const { place, amountMinor, invoiceId } = booking
      const backMinor = -amountMinor
      if (place === 'invoice' && invoiceId !== null)
        await this.giveInvoiceBack(await this.invoice(invoiceId), booking)
      else if (place === 'account' || place === 'closed') await this.putOnAccount(place, backMinor)
      else this.note(place, backMinor)
    }
  }

  private async giveInvoiceBack(claim: StoredInvoice | undefined, booking: Booking): Promise<void> {
    const backMinor = -booking.amountMinor
    if (!claim || claim.status === 'void') return this.putOnAccount('closed', backMinor)
    const due = dueMinor(claim)
    const part = booking.kind === 'refund' ? backMinor : leastOf(backMinor, due > 0n ? due : 0n)
    const gone = part === backMinor ? -(await this.discountOf(booking)) : 0n
    const discountMinor = leastOf(gone, due > part ? due - part : 0n)
    if (part > 0n) await this.pay(claim, part, { discountMinor })
    if (part < backMinor) await this.putOnAccount('account', backMinor - part)
  }

  private async putOnAccount(place: 'account' | 'closed', amountMinor: bigint): Promise<void> {
    await lockBalance(this.booker.work, this.payment.customerId, this.payment.currency)
    this.note(place, amountMinor, { entryId: await this.moveOnAccount('received', amountMinor) })
  }

  private invoice(id: string): Promise<StoredInvoice | undefined> {
    return findInvoiceToChange(this.booker.work, id)
  }

  /** Undefined: it accepts no payment. */
  private async openInvoice({ invoiceId }: Share): Promise<StoredInvoice | undefined> {
    const claim = await this.invoice(invoiceId)
    const isOpen = claim?.status === 'sent' || claim?.status === 'paid'
    return claim?.type === 'invoice' && isOpen ? claim : undefined
  }

  /** A payment of its own; negative to take it back. Money opens a written-off invoice again. */
  private async pay(
    found: StoredInvoice,
    amountMinor: bigint,
    more: Partial<Payment> = {},
  ): Promise<void> {
    const { work } = this.booker
    const { kind } = this.change
    const isReopened = found.status === 'uncollectible' && amountMinor > 0n
    const claim = isReopened ? await reopenForPayment(work, found) : found
    const payment = newPayment(claim, {
      id: newId('pay'),
      kind,
      amountMinor,
      paidAt: this.day(),
      ...this.origin(),
      createdAt: work.at,
      ...more,
    })
    await recordPaymentOf(work, claim, payment, this.hasTold ? null : EVENTS[kind])
    this.hasTold = true
    this.note('invoice', amountMinor, { invoiceId: claim.id, paymentId: payment.id })
  }

  private async applyFromAccount(
    claim: StoredInvoice,
    amountMinor: bigint,
    discountMinor: bigint,
  ): Promise<void> {
    const { work } = this.booker
    const made = await fromAccount(work, { claim, amountMinor, paidAt: this.day() })
    const payment = { ...made, ...this.origin(), discountMinor }
    await recordPaymentOf(work, claim, payment)
    this.note('invoice', amountMinor, { invoiceId: claim.id, paymentId: payment.id })
  }

  /** Only the provider takes it back. Each payment has a reference that no other has. */
  private origin(): Pick<Payment, 'method' | 'source' | 'reference' | 'note'> {
    const { method, providerId: source } = this.payment
    const { key } = this.change
    const number = this.parts.length
    const reference = number === 0 ? key : `${key}:${number + 1}`
    return { method, source, reference, note: this.trueDay() }
  }

  private async moveOnAccount(kind: 'received' | 'refunded', amountMinor: bigint) {
    const { work } = this.booker
    const { id } = await addAccountEntry(work, {
      customerId: this.payment.customerId,
      currency: this.payment.currency,
      kind,
      amountMinor,
      invoiceId: null,
      paymentId: null,
      paidAt: this.day(),
      method: this.payment.method,
      reference: this.change.key,
      note: this.trueDay(),
    })
    return id
  }

  /**
   * The day of the money: that of the payment, or today for what happens to it later. If the books are
   * closed by then, the first open day.
   */
  private day(): string {
    return openDay(this.happenedOn(), this.booker.closedUntil)
  }

  /** The day of the money where the books are closed on it; null: they are open. */
  private trueDay(): string | null {
    const day = this.happenedOn()
    return day === this.day() ? null : day
  }

  private happenedOn(): string {
    const { work, timeZone } = this.booker
    const { paidAt } = this.payment
    return dayOf(this.change.kind === 'payment' ? (paidAt ?? work.at) : work.at, timeZone)
  }

  private note(
    place: Place,
    amountMinor: bigint,
    about: {
      readonly invoiceId?: string
      readonly paymentId?: string
      readonly entryId?: string
    } = {},
  ): void {
    this.parts.push({
      place,
      amountMinor,
      invoiceId: about.invoiceId ?? null,
      paymentId: about.paymentId ?? null,
      accountEntryId: about.entryId ?? null,
    })
  }

  /** No invoice has it, so no payment of an invoice says it. */
  private tellIfUntold(): void {
    const { work } = this.booker
    const { id, customerId, currency, method } = this.payment
    if (this.hasTold) return
    const none = formatMinor(0n, currency)
    recordEvent(work, {
      type: EVENTS[this.change.kind],
      resourceId: id,
      data: {
        id,
        invoice_id: null,
        invoice_number: null,
        customer_id: customerId,
        amount: formatMinor(this.change.amountMinor, currency),
        currency,
        paid_at: this.day(),
        method,
        reference: this.change.key,
        automatic: false,
        ...{ discount: none, fee: none, write_off: none, withheld: none },
        credit_note_id: null,
        due: none,
      },
    })
  }
}

const heldAt = (bookings: readonly Booking[], place: Place, invoiceId?: string): bigint =>
  bookings
    .filter((it) => it.place === place && (invoiceId === undefined || it.invoiceId === invoiceId))
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
