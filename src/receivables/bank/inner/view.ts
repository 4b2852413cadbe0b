import type { Evidence, Part } from '@billwright/bank-matching'
import { formatMinor } from '@billwright/money'
import { view } from '../../../kernel/fields/field.ts'
import { stampsOf } from '../../../kernel/fields/shapes.ts'
import { type BankAccount, FIELDS } from '../account.ts'
import type { Allocation, StoredEntry, StoredProposal } from '../entry.ts'
import { leftMinor } from '../entry.ts'
import type { BankFile, EntryCounts, StoredFile, StoredStatement } from '../file.ts'
import type { Payout } from '../payout.ts'
import type { BankProfile } from '../profiles.ts'
import type { NamedEntry } from '../read.ts'
import type { BankRule } from '../rules.ts'
import type { LearnedAccount } from './learned-repository.ts'

export const accountView = (it: BankAccount) => ({
  id: it.id,
  ...view(FIELDS, it),
  ...stampsOf(it),
})

export const profileView = (it: BankProfile) => ({
  id: it.id,
  name: it.name,
  mapping: it.mapping,
  ...stampsOf(it),
})

export const ruleView = (it: BankRule) => ({
  id: it.id,
  position: it.position,
  when: it.when,
  // biome-ignore lint/suspicious/noThenProperty: the wire name of the action.
  then: it.then,
  ...stampsOf(it),
})

export const learnedView = (it: LearnedAccount) => ({
  iban: it.iban,
  name: it.name,
  first_at: it.firstAt,
  last_at: it.lastAt,
  count: it.count,
})

const countsView = (it: EntryCounts) => ({
  new: it.added,
  known: it.known,
  pending: it.pending,
  suspects: it.suspects,
  replaced: it.replaced,
})

export const fileView = (it: BankFile, isKnown: boolean) => ({
  id: it.id,
  name: it.name,
  format: it.format,
  status: it.status,
  already_imported: isKnown,
  bytes: it.bytes,
  entries: it.entries,
  done: it.done,
  ...countsView(it),
  problems: [...it.problems],
  statements: it.statements.map(statementView),
  ...stampsOf(it),
})

const statementView = (it: StoredStatement) => ({
  bank_account_id: it.bankAccountId,
  number: it.number,
  currency: it.currency,
  opening_balance: amountOrNull(it.openingMinor, it.currency),
  opening_date: it.openingDate,
  closing_balance: amountOrNull(it.closingMinor, it.currency),
  closing_date: it.closingDate,
  entries: it.entries,
  ...countsView(it),
  problems: [...it.problems],
})

const amountOrNull = (minor: bigint | null, currency: string): string | null =>
  minor === null ? null : formatMinor(minor, currency)

export function entryView(it: NamedEntry) {
  const { content, numbers } = it
  const { currency, instructed, charges } = content
  const sign = content.amountMinor < 0n ? -1n : 1n
  return {
    id: it.id,
    bank_account_id: it.bankAccountId,
    file_id: it.fileId,
    status: it.status,
    reason: it.reason,
    booking_date: content.bookingDate,
    value_date: content.valueDate,
    amount: formatMinor(content.amountMinor, currency),
    currency,
    name: content.name,
    ultimate_name: content.ultimateName,
    iban: content.iban,
    text: content.text,
    end_to_end: content.endToEnd,
    references: content.references.map(({ kind, value }) => ({ kind, value })),
    bank_reference: content.bankReference,
    instructed: instructed && moneyView(instructed),
    charges: charges && moneyView(charges),
    return_reason: content.returnReason,
    matched: it.isMatched,
    class: it.class ?? 'none',
    kind: it.kind ?? 'none',
    flags: [...it.marks, ...it.flags],
    proposals: it.proposals.map((proposal) => proposalView(proposal, it)),
    allocations: it.allocations.map((allocation) => allocationView(allocation, numbers)),
    unallocated: formatMinor(sign * leftMinor(it), currency),
    automatic: it.isAutomatic,
    booked_by: it.bookedBy,
    booked_at: it.bookedAt,
    suspect_of: it.suspectOf,
    pair_id: it.pairId,
    ...stampsOf(it),
  }
}

export function payoutView({ entry, providerId, problem, movements, numbers }: Payout) {
  const { currency } = entry.content
  const sum = (minors: readonly bigint[]) =>
    formatMinor(
      minors.reduce((all, it) => all + it, 0n),
      currency,
    )
  return {
    entry_id: entry.id,
    provider_id: providerId,
    problem,
    amount: sum(movements.map(({ amountMinor }) => amountMinor)),
    fees: sum(movements.map(({ feeMinor }) => feeMinor)),
    currency,
    payments: movements.map((it) => ({
      provider_payment_id: it.paymentId,
      ref: it.ref,
      kind: it.kind,
      at: it.at,
      amount: formatMinor(it.amountMinor, currency),
      fee: formatMinor(it.feeMinor, currency),
      invoices: it.invoiceIds.map((id) => ({ id, number: numbers.get(id) ?? null })),
    })),
  }
}

const moneyView = (money: { readonly amountMinor: bigint; readonly currency: string }) => ({
  amount: formatMinor(money.amountMinor, money.currency),
  currency: money.currency,
})

const proposalView = (it: StoredProposal, { content, numbers }: NamedEntry) => ({
  id: it.id,
  class: it.class,
  kind: it.kind,
  score: it.score,
  evidence: it.evidence.map(evidenceView),
  flags: [...it.flags],
  allocations: it.parts.map((part) => partView(part, content.currency, numbers)),
})

const evidenceView = ({ code, params }: Evidence) => ({
  code,
  detail: params.number ?? params.found ?? params.amount ?? null,
  params,
})

const NOBODY = {
  invoice_id: null,
  number: null,
  payment_id: null,
  customer_id: null,
  discount: null,
  fee: null,
  write_off: null,
}

function partView(part: Part, currency: string, numbers: ReadonlyMap<string, string>) {
  const documentId = 'documentId' in part ? part.documentId : null
  const own = {
    ...NOBODY,
    kind: part.kind,
    invoice_id: documentId,
    number: documentId && (numbers.get(documentId) ?? null),
    amount: formatMinor(part.amountMinor, currency),
    currency,
  }
  if (part.kind === 'account') return { ...own, customer_id: part.customerId }
  if (part.kind === 'reversal')
    return { ...own, payment_id: part.paymentId, customer_id: part.customerId ?? null }
  if (part.kind === 'link') return { ...own, payment_id: part.paymentId }
  if (part.kind !== 'invoice') return own
  const besides = (minor: bigint) => (minor === 0n ? null : formatMinor(minor, part.currency))
  return {
    ...own,
    currency: part.currency,
    amount: formatMinor(part.amountMinor, part.currency),
    discount: besides(part.discountMinor),
    fee: besides(part.feeMinor),
    write_off: besides(part.writeOffMinor),
  }
}

const allocationView = (it: Allocation, numbers: ReadonlyMap<string, string>) => ({
  kind: it.kind,
  invoice_id: it.invoiceId,
  number: it.invoiceId && (numbers.get(it.invoiceId) ?? null),
  payment_id: it.paymentId,
  customer_id: it.customerId,
  account_entry_id: it.accountEntryId,
  amount: formatMinor(it.amountMinor, it.currency),
  currency: it.currency,
  accounting_account: it.accountingAccount,
  text: it.note,
})

/** The data of an event: no names, texts or accounts. */
export const fileEventData = (it: StoredFile) => ({
  id: it.id,
  format: it.format,
  status: it.status,
  entries: it.entries,
  ...countsView(it),
  version: it.version,
})

export const entryEventData = (it: StoredEntry, allocations: readonly Allocation[]) => ({
  id: it.id,
  bank_account_id: it.bankAccountId,
  file_id: it.fileId,
  status: it.status,
  reason: it.reason,
  booking_date: it.content.bookingDate,
  amount: formatMinor(it.content.amountMinor, it.content.currency),
  currency: it.content.currency,
  automatic: it.isAutomatic,
  allocations: allocations.map((allocation) => ({
    kind: allocation.kind,
    invoice_id: allocation.invoiceId,
    payment_id: allocation.paymentId,
    customer_id: allocation.customerId,
    amount: formatMinor(allocation.amountMinor, allocation.currency),
    currency: allocation.currency,
  })),
  version: it.version,
})
