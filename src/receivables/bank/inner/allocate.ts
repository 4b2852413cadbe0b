import { allocate, formatMinor, parseMinor } from '@billwright/money'
import { currentSettings } from '../../../company/settings/read.ts'
import type { Work } from '../../../core/record/work.ts'
import { reminders } from '../../../sales/customers/ports.ts'
import { dueMinor } from '../../../sales/invoices/lifecycle.ts'
import { lockForChange } from '../../../sales/invoices/lock.ts'
import { NO_PARTS, type PaymentParts } from '../../../sales/ledger/payment.ts'
import type { Collection } from '../../collections/collection.ts'
import { requireCollection } from '../../collections/read.ts'
import {
  bookCollected,
  bookReturned,
  canComeBack,
  isExpected,
  lockDebits,
  unbookCollected,
  unbookReturned,
} from '../../direct-debit/statement.ts'
import { receiveMoney, refundMoney } from '../../payments/account/money.ts'
import { bookPayment, bookReversal, linkPayment, unbookPayment } from '../../payments/book.ts'
import { type Allocation, magnitude, type StoredEntry, type StoredProposal } from '../entry.ts'
import * as repository from './allocation-repository.ts'
import { proposalStale } from './errors.ts'

/* The effects of an entry's allocations on invoices, payments and accounts, and how they are taken back. */

/** A part of an entry, and what it does. */
export interface Instruction extends PaymentParts {
  readonly kind: Allocation['kind']
  readonly entryMinor: bigint
  /** In the currency of the document; negative for money paid back. */
  readonly amountMinor: bigint
  readonly currency: string
  readonly invoiceId: string | null
  /** To link, or to take back. */
  readonly paymentId: string | null
  readonly customerId: string | null
  readonly accountingAccount: string | null
  readonly note: string | null
  /** The direct debit that brought it, or that came back. */
  readonly collectionId?: string
}

export const NOTHING_SAID = {
  ...NO_PARTS,
  invoiceId: null,
  paymentId: null,
  customerId: null,
  accountingAccount: null,
  note: null,
}

/** What a proposal says, as it was stored. The rest stays open. */
export async function instructionsOf(
  work: Work,
  entry: StoredEntry,
  { parts }: StoredProposal,
): Promise<readonly Instruction[]> {
  const { currency, amountMinor } = entry.content
  const foreign = parts.filter((it) => it.kind === 'invoice' && it.currency !== currency)
  const shares =
    foreign.length === 0
      ? []
      : allocate(
          magnitude(amountMinor),
          foreign.map((it) => it.amountMinor),
        )
  const found: Instruction[] = []
  for (const part of parts) {
    const own = {
      ...NOTHING_SAID,
      currency,
      amountMinor: part.amountMinor,
      entryMinor: part.amountMinor,
    }
    if (part.kind === 'invoice') {
      const share = shares[foreign.indexOf(part)]
      const { discountMinor, feeMinor, writeOffMinor } = part
      found.push({
        ...own,
        ...{ discountMinor, feeMinor, writeOffMinor },
        ...collectionOf(part),
        kind: 'invoice',
        invoiceId: part.documentId,
        currency: part.currency,
        entryMinor: share ?? magnitude(part.amountMinor),
      })
    } else if (part.kind === 'account')
      found.push({
        ...{ ...own, ...collectionOf(part), kind: 'account' },
        customerId: part.customerId,
      })
    else if (part.kind === 'link')
      found.push({ ...own, kind: 'link', paymentId: part.paymentId, invoiceId: part.documentId })
    else if (part.kind === 'fee') found.push({ ...own, ...collectionOf(part), kind: 'fee' })
    else if (part.kind === 'return')
      found.push({ ...own, kind: 'other', collectionId: part.collectionId })
    else if (part.kind === 'reversal') found.push(...(await returned(work, part, own)))
  }
  return found
}

const collectionOf = ({ collectionId }: { readonly collectionId?: string }) =>
  collectionId === undefined ? {} : { collectionId }

/** A payment that came back, or money that was on the customer's account. */
async function returned(
  work: Work,
  part: Extract<StoredProposal['parts'][number], { readonly kind: 'reversal' }>,
  own: Omit<Instruction, 'kind'>,
): Promise<readonly Instruction[]> {
  const { paymentId, documentId } = part
  const back = { ...own, ...collectionOf(part) }
  if (paymentId !== null) return [{ ...back, kind: 'reversal', paymentId, invoiceId: documentId }]
  if (part.customerId !== undefined)
    return [{ ...back, kind: 'refund', customerId: part.customerId }]
  const allocations = (await repository.allocationsOf(work, [part.entryId])).get(part.entryId)
  const customerId = allocations?.find((it) => it.kind === 'account')?.customerId
  if (!customerId) throw proposalStale()
  return [{ ...own, kind: 'refund', customerId }]
}

/** Locks the documents in the order of their ids. Throws if one is no longer as the proposal found it. */
export async function requireFresh(work: Work, { rests, parts }: StoredProposal): Promise<void> {
  const collections = await lockDebits(
    work,
    parts.flatMap((it) => ('collectionId' in it && it.collectionId ? it.collectionId : [])),
  )
  for (const part of parts) {
    const id = 'collectionId' in part ? part.collectionId : undefined
    const it = id === undefined ? undefined : collections.get(id)
    if (it && !isAsFound(part, it)) throw proposalStale()
  }
  for (const rest of rests.toSorted((one, other) => (one.documentId < other.documentId ? -1 : 1))) {
    const claim = await lockForChange(work, { id: rest.documentId, ifMatch: undefined })
    if (dueMinor(claim) !== rest.dueMinor) throw proposalStale()
  }
}

/** Whether the collection still waits for the money, or has what goes back. */
function isAsFound(part: StoredProposal['parts'][number], it: Collection): boolean {
  if (part.kind === 'reversal')
    return canComeBack(it) && (part.paymentId === null || part.paymentId === it.paymentId)
  return part.kind === 'return' || part.kind === 'fee' ? canComeBack(it) : isExpected(it)
}

/** Carries the instructions out, and returns them as allocations with the customers that they concern. */
export async function carryOut(
  work: Work,
  entry: StoredEntry,
  instructions: readonly Instruction[],
): Promise<{
  readonly allocations: readonly Allocation[]
  readonly customers: ReadonlySet<string>
}> {
  const customers = new Set<string>()
  for (const id of [
    ...new Set(instructions.flatMap(({ invoiceId }) => invoiceId ?? [])),
  ].toSorted())
    customers.add((await lockForChange(work, { id, ifMatch: undefined })).customerId)
  const allocations: Allocation[] = []
  // Charges are invoiced, so they take a number after everything else is locked.
  const isCharge = (one: Instruction) => one.kind === 'charge'
  const inOrder = [...instructions.filter((it) => !isCharge(it)), ...instructions.filter(isCharge)]
  for (const one of inOrder) {
    if (one.customerId !== null) customers.add(one.customerId)
    allocations.push(await carryOutOne(work, entry, one))
  }
  return { allocations, customers }
}

async function carryOutOne(
  work: Work,
  { id: bankEntryId, content }: StoredEntry,
  one: Instruction,
): Promise<Allocation> {
  const {
    kind,
    entryMinor,
    amountMinor,
    currency,
    invoiceId,
    customerId,
    accountingAccount,
    note,
  } = one
  const reference = (content.bankReference ?? content.endToEnd)?.slice(0, REFERENCE_MAX) ?? null
  const about = { paidAt: content.bookingDate, reference, bankEntryId }
  const allocation: Allocation = {
    ...{ kind, entryMinor, amountMinor, currency, invoiceId, customerId, accountingAccount, note },
    paymentId: null,
    accountEntryId: null,
    collectionId: one.collectionId ?? null,
  }
  const onAccount = {
    amount: formatMinor(entryMinor, content.currency),
    currency: content.currency,
    paid_at: content.bookingDate,
    method: one.collectionId === undefined ? 'transfer' : 'direct_debit',
    reference,
  }
  if (kind === 'invoice' && invoiceId !== null) {
    const { discountMinor, feeMinor, writeOffMinor, withheldMinor } = one
    const isForeign = currency !== content.currency
    const received = isForeign ? { amountMinor: entryMinor, currency: content.currency } : null
    const parts = { discountMinor, feeMinor, writeOffMinor, withheldMinor }
    const method = one.collectionId === undefined ? {} : { method: 'direct_debit' }
    const booked = { ...about, ...parts, ...method, invoiceId, amountMinor, received }
    const { id: paymentId } = await bookPayment(work, booked)
    if (one.collectionId !== undefined) await bookCollected(work, one.collectionId, { paymentId })
    return { ...allocation, paymentId }
  }
  if (kind === 'charge' && invoiceId !== null) {
    const chargesId = await reminders.run.billCharges(work, invoiceId, amountMinor)
    const booked = { ...about, ...NO_PARTS, invoiceId: chargesId, amountMinor, received: null }
    const { id: paymentId } = await bookPayment(work, booked)
    return { ...allocation, invoiceId: chargesId, paymentId }
  }
  if (kind === 'reversal' && one.paymentId !== null) {
    const event = one.collectionId === undefined ? {} : ({ event: 'payment.returned' } as const)
    const { id: paymentId } = await bookReversal(work, one.paymentId, { ...about, ...event })
    if (one.collectionId !== undefined)
      await bookReturned(work, one.collectionId, returnOf(content))
    return { ...allocation, paymentId }
  }
  if (kind === 'other' && one.collectionId !== undefined)
    await bookReturned(work, one.collectionId, returnOf(content))
  if (kind === 'fee' && one.collectionId !== undefined) {
    const fee = { bankEntryId, minor: entryMinor }
    await claimFee(work, (await requireCollection(work, one.collectionId)).invoiceId, fee)
  }
  if (kind === 'link' && one.paymentId !== null) {
    const linked = await linkPayment(work, one.paymentId, bankEntryId)
    return { ...allocation, paymentId: linked.id }
  }
  if (kind === 'account' && customerId !== null) {
    const body = { ...onAccount, apply: 'none' as const, allow_duplicate: true }
    const { entry } = await receiveMoney(work, customerId, body)
    if (one.collectionId !== undefined)
      await bookCollected(work, one.collectionId, { onAccountMinor: entryMinor })
    return { ...allocation, accountEntryId: entry.id }
  }
  if (kind === 'refund' && customerId !== null) {
    const { id: accountEntryId } = await refundMoney(work, customerId, onAccount)
    if (one.collectionId !== undefined)
      await bookReturned(work, one.collectionId, returnOf(content))
    return { ...allocation, accountEntryId }
  }
  return allocation
}

/** Of the bank's fee for a return, what the setting makes the customer owe. */
async function claimFee(
  work: Work,
  invoiceId: string,
  { bankEntryId, minor }: { readonly bankEntryId: string; readonly minor: bigint },
): Promise<void> {
  const { returnFee } = (await currentSettings(work)).directDebit
  if (returnFee === 'none') return
  const most = returnFee === 'actual' ? minor : parseMinor(returnFee, 'EUR')
  const owed = most < minor ? most : minor
  if (owed > 0n) await reminders.run.claimReturnFee(work, invoiceId, { bankEntryId, minor: owed })
}

const returnOf = ({ returnReason, bookingDate }: StoredEntry['content']) => ({
  code: returnReason,
  day: bookingDate,
})

const REFERENCE_MAX = 200

/** Undoes what `carryOut` did, from the last to the first. */
export async function takeBack(
  work: Work,
  { id, content }: StoredEntry,
  allocations: readonly Allocation[],
): Promise<void> {
  await lockDebits(
    work,
    allocations.flatMap(({ collectionId }) => collectionId ?? []),
  )
  for (const one of allocations.toReversed()) {
    const { kind, paymentId, customerId, entryMinor, collectionId } = one
    if (collectionId !== null) {
      if (kind === 'invoice' || kind === 'account')
        await unbookCollected(work, collectionId, paymentId)
      else if (kind === 'fee') await reminders.run.dropReturnFee(work, id)
      else await unbookReturned(work, collectionId)
    }
    if (paymentId !== null) await unbookPayment(work, paymentId, { isLink: kind === 'link' })
    if (customerId === null) continue
    const money = {
      amount: formatMinor(entryMinor, content.currency),
      currency: content.currency,
      method: 'transfer',
    }
    if (kind === 'account') await refundMoney(work, customerId, money)
    if (kind === 'refund')
      await receiveMoney(work, customerId, { ...money, apply: 'none', allow_duplicate: true })
  }
}
