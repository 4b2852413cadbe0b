import type { AccountService } from '../accounts/service.ts'
import { companySuspended } from '../companies/errors.ts'
import type { Customer } from '../customers/customer.ts'
import { isVatNumberOfEu } from '../customers/tax-id/format.ts'
import { CHECK_TAX_ID, taxIdJob } from '../customers/tax-id/kinds.ts'
import type { EntryService } from '../entries/service.ts'
import type { FileService } from '../files/service.ts'
import { requireScope } from '../http/actor.ts'
import { enqueue } from '../jobs/queue.ts'
import { dayOf } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import type { Work } from '../record/work.ts'
import type { SettingsService } from '../settings/service.ts'
import type { Settings } from '../settings/settings.ts'
import type { Credits } from './credit-notes/credits.ts'
import { requireCurrentDeposits, requireNotDeducted } from './deposits/deposits.ts'
import { sellerIncomplete } from './errors.ts'
import type { Hydration, Preloaded } from './hydrate.ts'
import type { InvoiceUpdateBody } from './input-schema.ts'
import type { Invoice, InvoiceStatus, StoredInvoice } from './invoice.ts'
import * as lifecycle from './lifecycle.ts'
import { nextNumber } from './numbering/repository.ts'
import { toBuyer, toSeller } from './parties.ts'
import { fromAccount } from './payments/from-account.ts'
import type { Payment } from './payments/payment.ts'
import { deleteAutomaticPayments } from './payments/repository.ts'
import type { SeriesService } from './series/service.ts'

/** What a request says of the payment that `paid` records. */
export type PaymentOptions = Pick<InvoiceUpdateBody, 'paid_at' | 'payment_method'>

interface MoveOptions extends PaymentOptions {
  readonly preloaded?: Preloaded
}

/** The invoice after a transition, to be saved, and then the payment that it made. */
export interface Moved {
  readonly invoice: StoredInvoice
  readonly payment: Payment | null
  readonly deletedPayments?: readonly Payment[]
}

/** Checks an invoice that has its number and all copies, before it is stored. */
export type CheckIssued = (
  invoice: Invoice,
  context: { readonly settings: Settings; readonly customer: Customer },
) => void

export interface TransitionDeps {
  readonly settings: SettingsService
  readonly accounts: Pick<AccountService, 'lock' | 'add'>
  readonly hydration: Hydration
  readonly credits: Credits
  readonly files: Pick<FileService, 'listShown'>
  readonly series: Pick<SeriesService, 'of'>
  readonly entries: Pick<EntryService, 'release'>
  /** Throws where an issued invoice is not what its customer or the settings require. */
  readonly checkIssued: CheckIssued
}

/** The transitions of `lifecycle.ts` with what they read and write besides the invoice's own row. */
export function createTransitions(deps: TransitionDeps) {
  const { settings, accounts, hydration, credits, files, series, entries, checkIssued } = deps

  /** Gives the number and freezes what the document is printed from. */
  const giveNumber = async (
    work: Work,
    draft: StoredInvoice,
    preloaded: Preloaded,
  ): Promise<StoredInvoice> => {
    if (work.entry.status === 'suspended') throw companySuspended()
    const current = preloaded.settings ?? (await settings.current(work))
    if (current.companyName.trim() === '') throw sellerIncomplete(['companyName'])
    const numbering =
      draft.type === 'invoice' ? current.invoiceNumbering : current.creditNoteNumbering
    const { type: kind, numberSeries: key, issueDate } = draft
    const numbers = await series.of(work, { kind, key, issueDate }, numbering)
    const customer = await hydration.customerOf(work, draft, preloaded)
    const parties = { seller: toSeller(current), buyer: toBuyer(customer, draft.contactId) }
    const shown = await files.listShown(work, { kind: 'invoice', id: draft.id })
    const issued = lifecycle.issue(draft, {
      ...parties,
      ...(shown.length > 0 ? { files: shown } : {}),
      template: await hydration.pinTemplate(work, draft.template, current),
      ...(await nextNumber(work, numbers)),
      issuedAt: work.at,
    })
    checkIssued({ ...issued, ...parties }, { settings: current, customer })
    if (current.viesCheck === 'on_issue' && isVatNumberOfEu(parties.buyer.taxId))
      await enqueue(work, CHECK_TAX_ID, [taxIdJob(draft.customerId)])
    return issued
  }

  const issue = async (
    work: Work,
    draft: StoredInvoice,
    preloaded: Preloaded,
  ): Promise<StoredInvoice> => {
    if (draft.type === 'invoice') {
      await requireCurrentDeposits(work, draft)
      return giveNumber(work, draft, preloaded)
    }
    // What was invoiced elsewhere is owed elsewhere: there is no invoice here to lower.
    if (!draft.corrects) return giveNumber(work, draft, preloaded)
    const { invoice, note } = await credits.settled(work, draft)
    const issued = await giveNumber(work, note, preloaded)
    await credits.book(work, invoice, issued.totals.totalMinor)
    return issued
  }

  const cancel = async (work: Work, invoice: StoredInvoice): Promise<StoredInvoice> => {
    const cancelled = lifecycle.markVoid(invoice)
    await entries.release(work, invoice.id)
    if (invoice.corrects) await credits.takeBack(work, invoice)
    if (invoice.depositFor !== null) await requireNotDeducted(work, invoice, { isDraftToo: false })
    return cancelled
  }

  const pay = async (
    work: Work,
    invoice: StoredInvoice,
    { paid_at, payment_method, preloaded }: MoveOptions,
  ): Promise<Moved> => {
    const paid = lifecycle.markPaid(invoice)
    const amountMinor = lifecycle.dueMinor(invoice)
    if (amountMinor === 0n) return unpaid(paid)
    const { timeZone } = preloaded?.settings ?? (await settings.current(work))
    const payment = {
      id: newId('pay'),
      invoiceId: invoice.id,
      currency: invoice.currency,
      amountMinor,
      paidAt: paid_at ?? dayOf(work.at, timeZone),
      method: payment_method ?? null,
      reference: null,
      note: null,
      automatic: true,
      source: null,
      accountEntryId: null,
      createdAt: work.at,
    }
    return { invoice: paid, payment }
  }

  /** Takes what the customer has on account, where the settings say so. */
  const applyCredit = async (
    work: Work,
    claim: StoredInvoice,
    { settings: known }: Preloaded = {},
  ): Promise<Moved> => {
    const { applyCreditOnIssue, timeZone } = known ?? (await settings.current(work))
    const due = lifecycle.dueMinor(claim)
    if (!applyCreditOnIssue || claim.type !== 'invoice' || due <= 0n) return unpaid(claim)
    const balance = await accounts.lock(work, claim.customerId, claim.currency)
    const amountMinor = balance < due ? balance : due
    if (amountMinor === 0n) return unpaid(claim)
    const paidAt = dayOf(work.at, timeZone)
    const payment = await fromAccount(work, accounts, { claim, amountMinor, paidAt })
    return { invoice: lifecycle.addPaid(claim, amountMinor), payment }
  }

  const sentAgain = async (work: Work, invoice: StoredInvoice): Promise<Moved> => {
    if (invoice.status === 'uncollectible') return unpaid(lifecycle.reopen(invoice))
    lifecycle.requireTransition(invoice, 'sent')
    const deletedPayments = await deleteAutomaticPayments(work, invoice)
    const minor = deletedPayments.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
    return { ...unpaid(lifecycle.takePaymentBack(invoice, minor)), deletedPayments }
  }

  /** Makes the transition that was asked for; the same status again is none. */
  const move = async (
    work: Work,
    invoice: StoredInvoice,
    to: InvoiceStatus,
    options: MoveOptions,
  ): Promise<Moved> => {
    if (invoice.status === to) return unpaid(invoice)
    lifecycle.requireTransition(invoice, to)
    if (lifecycle.needsIssueScope(invoice.status, to)) requireScope(work.actor, 'issue')
    const isDraft = invoice.status === 'draft'
    const claim = isDraft ? await issue(work, invoice, options.preloaded ?? {}) : invoice
    if (to === 'paid') return pay(work, claim, options)
    if (isDraft) return applyCredit(work, claim, options.preloaded)
    if (to === 'sent') return sentAgain(work, invoice)
    if (to === 'void') return unpaid(await cancel(work, invoice))
    return unpaid(lifecycle.writeOff(invoice))
  }

  return { move }
}

const unpaid = (invoice: StoredInvoice): Moved => ({ invoice, payment: null })
