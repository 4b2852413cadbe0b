import { isVatNumberOfEu } from '@billwright/einvoice/tax-ids'
import type { NumberSeries } from '@billwright/rules/numbering'
import { requireOpen } from '../../../company/closing/open.ts'
import { nextNumbers } from '../../../company/settings/numbering/next.ts'
import { currentSettings } from '../../../company/settings/read.ts'
import { seriesOf } from '../../../company/settings/series/change.ts'
import type { Settings } from '../../../company/settings/settings.ts'
import { requireIssuing } from '../../../core/companies/errors.ts'
import { listShownFiles } from '../../../core/files/read.ts'
import { requireScope } from '../../../core/http/actor.ts'
import { enqueue } from '../../../core/jobs/queue.ts'
import type { Work } from '../../../core/record/work.ts'
import { dayOf } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import { requireItem, sellerIncomplete } from '../../contents/errors.ts'
import { DIRECT_DEBIT } from '../../contents/fields.ts'
import { customerOf, pinTemplate } from '../../contents/live.ts'
import { type Buyer, type Seller, toBuyer, toSeller } from '../../contents/parties.ts'
import { lockBalance } from '../../customers/account.ts'
import type { Customer } from '../../customers/customer.ts'
import { CHECK_TAX_ID, taxIdJob } from '../../customers/tax-id/kinds.ts'
import { releaseEntries } from '../../entries/open.ts'
import { fromAccount } from '../../ledger/from-account.ts'
import { newPayment, type Payment } from '../../ledger/payment.ts'
import { deleteAutomaticPayments } from '../../ledger/payments.ts'
import { bookCredit, settleCreditNote, takeCreditBack } from '../credit-notes/inner/credits.ts'
import { requireCurrentDeposits, requireNotDeducted } from '../deposits/deposits.ts'
import { dueBeforeIssue } from '../errors.ts'
import type { InvoiceUpdateBody } from '../input-schema.ts'
import type { InvoiceStatus, StoredInvoice } from '../invoice.ts'
import { PLAN_COLLECTION } from '../kinds.ts'
import * as lifecycle from '../lifecycle.ts'
import { isDueBeforeIssue } from '../lifecycle.ts'
import { checkIssued } from '../ports.ts'
import type { Known } from './hydrate.ts'
import { USED } from './used-numbers.ts'

/** The payment in a request with the status `paid`. */
type PaymentOptions = Pick<InvoiceUpdateBody, 'paid_at' | 'payment_method' | 'allow_early_due'>

interface MoveOptions extends PaymentOptions {
  readonly preloaded?: Known
}

/** A new draft of an invoice (no credit note), and the status that it will get. */
export interface DraftToIssue extends PaymentOptions {
  readonly draft: StoredInvoice
  readonly to: InvoiceStatus
  readonly preloaded: Known
}

interface Prepared {
  readonly draft: StoredInvoice
  readonly series: NumberSeries
  readonly parties: { readonly seller: Seller; readonly buyer: Buyer }
  readonly copies: Pick<lifecycle.Frozen, 'files' | 'template'>
  readonly context: { readonly settings: Settings; readonly customer: Customer }
}

/** The invoice after a transition, to be saved, and then the payment that it created. */
export interface Transition {
  readonly invoice: StoredInvoice
  readonly payment: Payment | null
  readonly deletedPayments?: readonly Payment[]
}

/** Makes the requested transition; the same status is no transition. */
export async function move(
  work: Work,
  invoice: StoredInvoice,
  to: InvoiceStatus,
  options: MoveOptions,
): Promise<Transition> {
  if (invoice.status === to) return unpaid(invoice)
  requireMove(work, invoice, to, options)
  if (invoice.status === 'draft')
    return settle(work, await issue(work, invoice, options.preloaded ?? {}), to, options)
  if (to === 'paid') return pay(work, invoice, options)
  if (to === 'sent') return sentAgain(work, invoice)
  if (to === 'void') return unpaid(await cancel(work, invoice))
  return unpaid(lifecycle.writeOff(invoice))
}

/** Moves new drafts to their status. Issued ones get their numbers together. */
export async function moveNew(
  work: Work,
  drafts: readonly DraftToIssue[],
): Promise<readonly (DraftToIssue & Transition)[]> {
  const prepared: Prepared[] = []
  for (const made of drafts) {
    const { draft, to, preloaded } = made
    if (to === 'draft') continue
    requireMove(work, draft, to, made)
    prepared.push(await prepare(work, draft, preloaded))
  }
  const issued = await giveNumbers(work, prepared)
  const claims = new Map(issued.map((claim) => [claim.id, claim]))
  const moved: (DraftToIssue & Transition)[] = []
  for (const made of drafts) {
    const claim = claims.get(made.draft.id)
    const now = claim ? await settle(work, claim, made.to, made) : unpaid(made.draft)
    moved.push({ ...made, ...now })
  }
  return moved
}

/** Everything that issuing fixes in a draft, except its number. */
async function prepare(work: Work, draft: StoredInvoice, preloaded: Known): Promise<Prepared> {
  if (draft.type === 'invoice') await requireCurrentDeposits(work, draft)
  requireIssuing(work)
  const current = preloaded.settings ?? (await currentSettings(work))
  if (current.companyName.trim() === '') throw sellerIncomplete(['companyName'])
  const numbering =
    draft.type === 'invoice' ? current.invoiceNumbering : current.creditNoteNumbering
  const { type: kind, numberSeries: key, issueDate } = draft
  const customer = await customerOf(work, draft, preloaded)
  const shown = preloaded.isUnstored
    ? []
    : await listShownFiles(work, { kind: 'invoice', id: draft.id })
  return {
    draft,
    series: await seriesOf(work, { kind, key, issueDate }, numbering),
    parties: { seller: toSeller(current), buyer: toBuyer(customer, draft.contactId) },
    copies: {
      ...(shown.length > 0 ? { files: shown } : {}),
      template: await pinTemplate(work, draft.template, current, preloaded),
    },
    context: { settings: current, customer },
  }
}

/** Assigns the numbers. The series stay locked until the transaction ends. */
async function giveNumbers(
  work: Work,
  prepared: readonly Prepared[],
): Promise<readonly StoredInvoice[]> {
  await requireOpen(
    work,
    prepared.map(({ draft }) => draft.issueDate),
    prepared[0]?.context.settings.timeZone,
  )
  const numbered = await nextNumbers(work, prepared, USED)
  const issued = numbered.map(({ draft, parties, copies, given, context }) => {
    const claim = lifecycle.issue(draft, { ...parties, ...copies, ...given, issuedAt: work.at })
    checkIssued.run({ ...claim, ...parties }, context)
    return claim
  })
  const toCheck = numbered.filter(
    ({ parties, context }) =>
      context.settings.viesCheck === 'on_issue' && isVatNumberOfEu(parties.buyer.taxId),
  )
  await enqueue(
    work,
    CHECK_TAX_ID,
    toCheck.map(({ draft }) => taxIdJob(draft.customerId)),
  )
  await enqueue(
    work,
    PLAN_COLLECTION,
    issued.filter(isByDirectDebit).map(({ id }) => ({ key: id, payload: { invoiceId: id } })),
  )
  return issued
}

const isByDirectDebit = ({ type, payment }: StoredInvoice): boolean =>
  type === 'invoice' && payment?.means === DIRECT_DEBIT && payment.mandate !== null

async function giveNumber(
  work: Work,
  draft: StoredInvoice,
  preloaded: Known,
): Promise<StoredInvoice> {
  const [issued] = await giveNumbers(work, [await prepare(work, draft, preloaded)])
  if (!issued) throw new Error('A draft got no number.')
  return issued
}

async function issue(work: Work, draft: StoredInvoice, preloaded: Known): Promise<StoredInvoice> {
  // An invoice made elsewhere has no balance here that a credit note could reduce.
  if (!draft.corrects) return giveNumber(work, draft, preloaded)
  const { invoice, note } = await settleCreditNote(work, draft)
  const issued = await giveNumber(work, note, preloaded)
  await bookCredit(work, invoice, issued)
  return issued
}

async function cancel(work: Work, invoice: StoredInvoice): Promise<StoredInvoice> {
  const cancelled = lifecycle.markVoid(invoice)
  await releaseEntries(work, invoice.id)
  if (invoice.corrects) await takeCreditBack(work, invoice)
  if (invoice.depositFor !== null) await requireNotDeducted(work, invoice, { isDraftToo: false })
  return cancelled
}

async function pay(
  work: Work,
  invoice: StoredInvoice,
  { paid_at, payment_method, preloaded }: MoveOptions,
): Promise<Transition> {
  const paid = lifecycle.markPaid(invoice)
  const amountMinor = lifecycle.dueMinor(invoice)
  if (amountMinor === 0n) return unpaid(paid)
  const { timeZone } = preloaded?.settings ?? (await currentSettings(work))
  const payment = newPayment(invoice, {
    id: newId('pay'),
    amountMinor,
    paidAt: paid_at ?? dayOf(work.at, timeZone),
    method: payment_method ?? null,
    automatic: true,
    createdAt: work.at,
  })
  return { invoice: paid, payment }
}

/** Uses the customer's money on account, if the settings say so. */
async function applyCredit(
  work: Work,
  claim: StoredInvoice,
  { settings: known }: Known = {},
): Promise<Transition> {
  const { applyCreditOnIssue, timeZone } = known ?? (await currentSettings(work))
  const due = lifecycle.dueMinor(claim)
  if (!applyCreditOnIssue || claim.type !== 'invoice' || due <= 0n) return unpaid(claim)
  const balance = await lockBalance(work, claim.customerId, claim.currency)
  const amountMinor = balance < due ? balance : due
  if (amountMinor === 0n) return unpaid(claim)
  const paidAt = dayOf(work.at, timeZone)
  const payment = await fromAccount(work, { claim, amountMinor, paidAt })
  return { invoice: lifecycle.addPaid(claim, amountMinor), payment }
}

async function sentAgain(work: Work, invoice: StoredInvoice): Promise<Transition> {
  if (invoice.status === 'uncollectible') return unpaid(lifecycle.reopen(invoice))
  lifecycle.requireTransition(invoice, 'sent')
  const deletedPayments = await deleteAutomaticPayments(work, invoice)
  const minor = deletedPayments.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  return { ...unpaid(lifecycle.takePaymentBack(invoice, minor)), deletedPayments }
}

function requireMove(
  work: Work,
  invoice: StoredInvoice,
  to: InvoiceStatus,
  { allow_early_due }: PaymentOptions,
): void {
  lifecycle.requireTransition(invoice, to)
  const isIssue = invoice.status === 'draft'
  if (isIssue) requireItem(invoice)
  if (isIssue && isDueBeforeIssue(invoice) && allow_early_due !== true)
    throw dueBeforeIssue(invoice)
  if (lifecycle.needsIssueScope(invoice.status, to)) requireScope(work.actor, 'issue')
}

/** Records the payment of a newly issued invoice, or uses the money on account. */
function settle(work: Work, claim: StoredInvoice, to: InvoiceStatus, options: MoveOptions) {
  return to === 'paid' ? pay(work, claim, options) : applyCredit(work, claim, options.preloaded)
}

const unpaid = (invoice: StoredInvoice): Transition => ({ invoice, payment: null })
