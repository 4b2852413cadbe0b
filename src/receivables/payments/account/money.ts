import { isCurrency, leastOf, sumOf } from '@billwright/money'
import { currentSettings } from '../../../company/settings/read.ts'
import type { VersionedRef } from '../../../core/http/etag.ts'
import { transaction } from '../../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../../core/record/work.ts'
import { type Fault, invalidRequest } from '../../../kernel/errors.ts'
import { dayOf } from '../../../platform/clock.ts'
import { optional } from '../../../sales/contents/input.ts'
import { lockBalance } from '../../../sales/customers/account.ts'
import { requireCustomer } from '../../../sales/customers/read.ts'
import type { StoredInvoice } from '../../../sales/invoices/invoice.ts'
import { dueMinor } from '../../../sales/invoices/lifecycle.ts'
import { findInvoiceToChange, lockForChange } from '../../../sales/invoices/lock.ts'
import { recordPaymentOf } from '../../../sales/invoices/pay.ts'
import type { InvoiceDetails } from '../../../sales/invoices/view.ts'
import { addAccountEntry } from '../../../sales/ledger/account.ts'
import type { AccountEntry } from '../../../sales/ledger/entry.ts'
import { accountTooSmall } from '../../../sales/ledger/errors.ts'
import { fromAccount } from '../../../sales/ledger/from-account.ts'
import type { Payment } from '../../../sales/ledger/payment.ts'
import { type Claim, listOpenOf } from '../../balances/claims.ts'
import { invoiceNotPayable, nothingOnAccount, overpayment, paymentExists } from '../inner/errors.ts'
import { paymentAmount, readAmount, requirePayable, requireWithinDue } from '../inner/rules.ts'
import { findReceipt } from './inner/repository.ts'
import type { AccountRefundBody, CustomerPaymentBody } from './inner/schema.ts'

/** A payment with its invoice after it. */
export interface Recorded {
  readonly payment: Payment
  readonly invoice: InvoiceDetails
}

/** A payment of a customer, and the invoices that it settled. */
export interface Received {
  readonly entry: AccountEntry
  readonly payments: readonly Payment[]
  readonly balanceMinor: bigint
}

type Said = Pick<AccountEntry, 'paidAt' | 'method' | 'reference' | 'note'>

/** An invoice to settle; null: with the whole rest. */
interface Part {
  readonly id: string
  readonly askedMinor: bigint | null
}

interface Claimed extends Pick<Part, 'askedMinor'> {
  readonly claim: StoredInvoice
}

/** The maximum number of invoices that one payment settles. */
const INVOICES_MAX = 100

/** Records a payment of a customer, settles invoices with it, and keeps the rest on account. */
export function receiveMoney(
  work: ReadWork,
  customerId: string,
  body: CustomerPaymentBody,
): Promise<Received> {
  return transaction(work, async (work) => {
    const currency = await currencyOf(work, customerId, body.currency)
    const amountMinor = requirePositive(readAmount(body.amount, currency))
    const about = await said(work, body)
    const claims = await claimsFor(work, body, { customerId, currency, amountMinor })
    await lockBalance(work, customerId, currency)
    const { reference } = about
    if (reference !== null && body.allow_duplicate !== true) {
      const paidAt = body.paid_at ?? null
      const like = { customerId, currency, reference, amountMinor, paidAt }
      const id = await findReceipt(work, like)
      if (id !== undefined) throw paymentExists(id)
    }
    const entry = await addAccountEntry(work, {
      ...about,
      customerId,
      currency,
      kind: 'received',
      amountMinor,
      invoiceId: null,
      paymentId: null,
    })
    const payments: Payment[] = []
    let leftMinor = amountMinor
    for (const { claim, askedMinor } of claims) {
      const part = leastOf(askedMinor ?? dueMinor(claim), dueMinor(claim), leftMinor)
      if (part <= 0n || claim.status !== 'sent') continue
      const { payment } = await settle(work, { claim, amountMinor: part, about })
      payments.push(payment)
      leftMinor -= part
    }
    const paid = amountMinor - leftMinor
    return { entry, payments, balanceMinor: entry.balanceMinor - paid }
  })
}

/** Settles an invoice, or a part of it, with the customer's money on account. */
export function applyMoney(
  work: ReadWork,
  request: VersionedRef,
  body: { readonly amount?: string | number },
): Promise<Recorded> {
  return transaction(work, async (work) => {
    const claim = await lockForChange(work, request)
    requirePayable(claim)
    const due = dueMinor(claim)
    const balance = await lockBalance(work, claim.customerId, claim.currency)
    if (balance === 0n) throw nothingOnAccount()
    const amountMinor =
      body.amount === undefined ? leastOf(due, balance) : paymentAmount(claim, body.amount)
    if (amountMinor <= 0n || due <= 0n) throw overpayment(due < 0n ? 0n : due, claim.currency)
    requireWithinDue(claim, amountMinor)
    if (amountMinor > balance) throw accountTooSmall(balance, claim.currency)
    return settle(work, { claim, amountMinor, about: await said(work, {}) })
  })
}

/** Keeps an overpayment of an invoice on account, e.g. after a credit note. */
export function keepMoney(
  work: ReadWork,
  request: VersionedRef,
  body: { readonly amount?: string | number },
): Promise<Recorded> {
  return transaction(work, async (work) => {
    const claim = await lockForChange(work, request)
    requirePayable(claim)
    const owed = -dueMinor(claim)
    if (owed <= 0n) throw noRefundDue(claim)
    const amountMinor =
      body.amount === undefined ? owed : requirePositive(paymentAmount(claim, body.amount))
    if (amountMinor > owed) throw overpayment(-owed, claim.currency)
    await lockBalance(work, claim.customerId, claim.currency)
    return settle(work, { claim, amountMinor: -amountMinor, about: await said(work, {}) })
  })
}

/** Money on account that the company pays back. */
export function refundMoney(
  work: ReadWork,
  customerId: string,
  body: AccountRefundBody,
): Promise<AccountEntry> {
  return transaction(work, async (work) => {
    const currency = await currencyOf(work, customerId, body.currency)
    const balance = await lockBalance(work, customerId, currency)
    const amountMinor =
      body.amount === undefined ? balance : requirePositive(readAmount(body.amount, currency))
    if (balance === 0n) throw nothingOnAccount()
    if (amountMinor > balance) throw accountTooSmall(balance, currency)
    return addAccountEntry(work, {
      ...(await said(work, body)),
      customerId,
      currency,
      kind: 'refunded',
      amountMinor: -amountMinor,
      invoiceId: null,
      paymentId: null,
    })
  })
}

/** Deletes a payment that came from the account, or went to it. Both are locked. */
export async function takeMoneyBack(
  work: Work,
  claim: StoredInvoice,
  payment: Payment,
): Promise<void> {
  await lockBalance(work, claim.customerId, claim.currency)
  await fromAccount(work, {
    claim,
    amountMinor: -payment.amountMinor,
    paidAt: await todayOf(work),
    paymentId: payment.id,
  })
}

async function todayOf(work: ReadWork): Promise<string> {
  return dayOf(work.at, (await currentSettings(work)).timeZone)
}

async function said(
  work: ReadWork,
  body: Pick<CustomerPaymentBody, 'paid_at' | 'method' | 'reference' | 'note'>,
): Promise<Said> {
  return {
    paidAt: body.paid_at ?? (await todayOf(work)),
    method: optional(body.method),
    reference: optional(body.reference),
    note: optional(body.note),
  }
}

/** Settles part of a locked invoice from the locked account. */
async function settle(
  work: Work,
  { claim, amountMinor, about }: { claim: StoredInvoice; amountMinor: bigint; about: Said },
): Promise<Recorded> {
  const { paidAt } = about
  const payment = await fromAccount(work, { claim, amountMinor, paidAt })
  const recorded = { ...payment, ...about }
  return { payment: recorded, invoice: await recordPaymentOf(work, claim, recorded) }
}

async function currencyOf(
  work: ReadWork,
  customerId: string,
  asked: string | undefined,
): Promise<string> {
  const customer = await requireCustomer(work, customerId)
  const currency = asked ?? customer.currency ?? (await currentSettings(work)).currency
  if (!isCurrency(currency)) throw unknownCurrency(currency)
  return currency
}

/** The invoices to settle: by due date, or as in the request. */
async function claimsFor(
  work: Work,
  body: CustomerPaymentBody,
  of: { readonly customerId: string; readonly currency: string; readonly amountMinor: bigint },
): Promise<readonly Claimed[]> {
  const { apply = 'oldest' } = body
  if (apply === 'none') return []
  const asked: readonly Part[] =
    typeof apply === 'string'
      ? enough(await listOpenOf(work, of, INVOICES_MAX), of.amountMinor)
      : readParts(apply, of)
  const claims = new Map<string, StoredInvoice>()
  for (const { id } of asked.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const claim = await findInvoiceToChange(work, id)
    if (claim) claims.set(id, claim)
  }
  return asked.flatMap(({ id, askedMinor }, index): readonly Claimed[] => {
    const claim = claims.get(id)
    const isOwn = claim?.customerId === of.customerId && claim.currency === of.currency
    if (!claim || !isOwn) {
      if (askedMinor === null) return []
      throw unknownInvoice(index)
    }
    if (askedMinor === null) return [{ claim, askedMinor }]
    requirePayable(claim)
    if (askedMinor > dueMinor(claim)) throw overpayment(dueMinor(claim), of.currency)
    return [{ claim, askedMinor }]
  })
}

/** The first invoices, as far as the amount reaches. */
function enough(open: readonly Claim[], amountMinor: bigint): readonly Part[] {
  let leftMinor = amountMinor
  return open.flatMap((claim) => {
    if (leftMinor <= 0n) return []
    leftMinor -= dueMinor(claim)
    return [{ id: claim.id, askedMinor: null }]
  })
}

function readParts(
  apply: Exclude<CustomerPaymentBody['apply'], string | undefined>,
  { currency, amountMinor }: { readonly currency: string; readonly amountMinor: bigint },
): readonly Part[] {
  const faults: Fault[] = []
  const parts = apply.map(({ invoice_id: id, amount }, index) => {
    if (apply.findIndex((other) => other.invoice_id === id) < index)
      faults.push({
        pointer: `/apply/${index}/invoice_id`,
        code: 'duplicate',
        message: 'Duplicate: list each invoice once.',
      })
    const pointer = `/apply/${index}/amount`
    return { id, askedMinor: requirePositive(readAmount(amount, currency, pointer), pointer) }
  })
  const sum = sumOf(parts.map(({ askedMinor }) => askedMinor))
  if (sum > amountMinor)
    faults.push({
      pointer: '/apply',
      code: 'out_of_range',
      message: 'Out of range: the parts exceed the amount.',
      params: { reason: 'parts' },
    })
  if (faults.length > 0) throw invalidRequest(faults)
  return parts
}

function requirePositive(amountMinor: bigint, pointer = '/amount'): bigint {
  if (amountMinor > 0n) return amountMinor
  const message = 'Out of range: use an amount above zero.'
  throw invalidRequest([{ pointer, code: 'out_of_range', message, params: { above: 0 } }])
}

const noRefundDue = (claim: StoredInvoice) =>
  dueMinor(claim) > 0n ? invoiceNotPayable(claim) : overpayment(0n, claim.currency)

const unknownInvoice = (index: number) =>
  invalidRequest([
    {
      pointer: `/apply/${index}/invoice_id`,
      code: 'unknown_invoice',
      message: 'Unknown invoice: use an invoice to this customer in this currency.',
    },
  ])

const unknownCurrency = (code: string) =>
  invalidRequest([
    {
      pointer: '/currency',
      code: 'unknown_currency',
      message: `${code} is not an ISO 4217 currency code. Use a code such as EUR.`,
    },
  ])
