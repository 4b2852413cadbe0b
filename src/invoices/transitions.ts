import type { Customer } from '../customers/customer.ts'
import type { CustomerService } from '../customers/service.ts'
import { type Actor, requireScope } from '../http/actor.ts'
import { type Clock, instant, today } from '../platform/clock.ts'
import type { Trx } from '../platform/database/db.ts'
import { newId } from '../platform/ids.ts'
import { lockChain } from '../record/chain.ts'
import type { SettingsService } from '../settings/service.ts'
import type { Settings } from '../settings/settings.ts'
import type { Credits } from './credit-notes/credits.ts'
import { toBuyer, toSeller } from './draft.ts'
import { sellerIncomplete } from './errors.ts'
import type { InvoiceUpdateBody } from './input-schema.ts'
import type { Invoice, InvoiceStatus, StoredInvoice, TemplateRef } from './invoice.ts'
import * as lifecycle from './lifecycle.ts'
import { numberSeries } from './numbering/numbering.ts'
import { nextNumber } from './numbering/repository.ts'
import * as repository from './repository.ts'

/** What a request says of the payment that `paid` records. */
export interface PaymentWish {
  readonly paidAt: string | undefined
  readonly method: string | undefined
}

export const wishOf = (body: InvoiceUpdateBody): PaymentWish => ({
  paidAt: body.paid_at,
  method: body.payment_method,
})

/** Looks at an invoice with its number and all copies, before it is stored. */
export type CheckIssued = (
  invoice: Invoice,
  context: { readonly settings: Settings; readonly customer: Customer },
) => void

export interface TransitionDeps {
  readonly clock: Clock
  readonly settings: SettingsService
  readonly customers: CustomerService
  readonly credits: Credits
  /** Throws where an issued invoice is not what its customer or the settings require. */
  readonly checkIssued: CheckIssued
  readonly resolveTemplate: (
    trx: Trx,
    choice: StoredInvoice['template'],
    current: Settings,
  ) => Promise<TemplateRef>
}

/** The transitions of `lifecycle.ts` with what they read and write; the invoice itself is saved after. */
export function createTransitions(deps: TransitionDeps) {
  const { clock, settings, customers, credits, resolveTemplate } = deps

  /** Gives the number and freezes what the document is printed from. */
  const giveNumber = async (trx: Trx, draft: StoredInvoice): Promise<StoredInvoice> => {
    const current = await settings.current(trx)
    if (current.companyName.trim() === '') throw sellerIncomplete(['companyName'])
    const numbering =
      draft.type === 'invoice' ? current.invoiceNumbering : current.creditNoteNumbering
    const series = numberSeries(draft.type, numbering, draft.issueDate)
    await lockChain(trx)
    const customer = await customers.require(trx, draft.customerId)
    const parties = { seller: toSeller(current), buyer: toBuyer(customer) }
    const issued = lifecycle.issue(draft, {
      ...(await nextNumber(trx, series)),
      ...parties,
      template: await resolveTemplate(trx, draft.template, current),
      issuedAt: instant(clock),
    })
    deps.checkIssued({ ...issued, ...parties }, { settings: current, customer })
    return issued
  }

  const issue = async (trx: Trx, draft: StoredInvoice, actor: Actor): Promise<StoredInvoice> => {
    if (draft.type === 'invoice') return giveNumber(trx, draft)
    const { invoice, note } = await credits.settled(trx, draft)
    const issued = await giveNumber(trx, note)
    await credits.book(trx, actor, { invoice, minor: issued.totals.totalMinor })
    return issued
  }

  const cancel = async (trx: Trx, invoice: StoredInvoice, actor: Actor): Promise<StoredInvoice> => {
    const cancelled = lifecycle.markVoid(invoice)
    if (invoice.type === 'credit_note') await credits.takeBack(trx, actor, invoice)
    return cancelled
  }

  const pay = async (trx: Trx, invoice: StoredInvoice, wish: PaymentWish) => {
    const { timeZone } = await settings.current(trx)
    const paid = lifecycle.markPaid(invoice)
    if (lifecycle.dueMinor(invoice) === 0n) return paid
    await repository.insertAutomaticPayment(trx, {
      id: newId('pay'),
      invoiceId: invoice.id,
      amountMinor: lifecycle.dueMinor(invoice),
      paidAt: wish.paidAt ?? today(clock, timeZone),
      method: wish.method ?? null,
      createdAt: instant(clock),
    })
    return paid
  }

  const sentAgain = async (trx: Trx, invoice: StoredInvoice): Promise<StoredInvoice> => {
    if (invoice.status === 'uncollectible') return lifecycle.reopen(invoice)
    lifecycle.requireTransition(invoice, 'sent')
    const automatic = await repository.deleteAutomaticPayments(trx, invoice.id)
    return lifecycle.takePaymentBack(invoice, automatic)
  }

  /** Makes the transition that was asked for; the same status again is none. */
  const move = async (
    trx: Trx,
    invoice: StoredInvoice,
    to: InvoiceStatus,
    request: { readonly actor: Actor; readonly wish: PaymentWish },
  ): Promise<StoredInvoice> => {
    if (invoice.status === to) return invoice
    lifecycle.requireTransition(invoice, to)
    if (lifecycle.needsIssueScope(invoice.status, to)) requireScope(request.actor, 'issue')
    const { actor } = request
    if (invoice.status === 'draft' && to === 'sent') return issue(trx, invoice, actor)
    if (to === 'sent') return sentAgain(trx, invoice)
    if (to === 'void') return cancel(trx, invoice, actor)
    if (to === 'uncollectible') return lifecycle.writeOff(invoice)
    const claim = invoice.status === 'draft' ? await issue(trx, invoice, actor) : invoice
    return pay(trx, claim, request.wish)
  }

  return { move }
}
