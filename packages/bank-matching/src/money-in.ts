import type { BankEntry } from '@billwright/bank-statements'
import { formatMinor, sumOf } from '@billwright/money'
import {
  compareText,
  daysBetween,
  type Fit,
  fitOf,
  invoicePart,
  type Money,
  restPart,
  spreadFit,
  toleratedFit,
} from './amounts.ts'
import {
  byIban,
  byNameOf,
  type CustomersOfEntry,
  customersOfEntry,
  type KnownCustomer,
  knownCustomer,
} from './customers-in-entry.ts'
import { because } from './evidence.ts'
import { amountKey, isOpen, type MatchIndex } from './index-of-receivables.ts'
import {
  type LooselyNamed,
  looselyNamed,
  type Named,
  type NamedDocuments,
  namedDocuments,
} from './named-documents.ts'
import type { Evidence, MatchClass, MatchFlag, Part, Proposal } from './proposal.ts'
import type { HandPayment, MatchSettings, Receivable } from './receivables.ts'
import { customerWays, openOf } from './ways-to-pay.ts'

/** A proposal without what follows from the rest. */
export type Draft = Omit<Proposal, 'key' | 'score'>

/** Undefined: the next rule decides. No drafts: nothing is proposed, and no other rule decides. */
export type Decision =
  | { readonly drafts: readonly Draft[]; readonly flags?: readonly MatchFlag[] }
  | undefined

interface Inquiry {
  readonly index: MatchIndex
  readonly entry: BankEntry
  readonly settings: MatchSettings
  readonly money: Money
  readonly named: NamedDocuments
  readonly customers: CustomersOfEntry
  readonly loosely: LooselyNamed
  readonly byRule: string | null
}

/** What money that came in pays, by the first rule that says anything that was not declined. */
export function* moneyIn(
  index: MatchIndex,
  entry: BankEntry,
  byRule: string | null,
): Generator<Decision> {
  const { bookingDate: date, amountMinor, currency, charges } = entry
  const chargesMinor = charges?.currency === currency ? absolute(charges.amountMinor) : 0n
  const named = namedDocuments(index, entry)
  const customers = customersOfEntry(index, entry)
  const inquiry = {
    ...{ index, entry, named, customers, byRule, settings: index.given.settings },
    money: { amountMinor, currency, date, chargesMinor },
    loosely: looselyNamed(index, entry),
  }
  yield byStrongOpen(inquiry)
  yield byStrongSettled(inquiry)
  yield byLooseNumber(inquiry)
  yield byWeakNumber(inquiry)
  yield bySharedAccount(inquiry)
  yield byCustomer(inquiry)
  yield byAmount(inquiry)
}

const absolute = (minor: bigint): bigint => (minor < 0n ? -minor : minor)
const documentsOf = (named: readonly Named[]): readonly Receivable[] =>
  named.map((it) => it.document)
const isSettled = (document: Receivable): boolean => !isOpen(document)

/** Documents that are named for sure, and have something due. */
function byStrongOpen(inquiry: Inquiry): Decision {
  const { named, money, entry } = inquiry
  const all = named.strong.filter((it) => isOpen(it.document))
  if (all.length === 0) return undefined
  const open = all.filter((it) => it.document.currency === money.currency)
  if (open.length > 0) return { drafts: strongDrafts(inquiry, open) }
  const { instructed } = entry
  const foreign = all.filter((it) => it.document.currency === instructed?.currency)
  if (instructed === null || foreign.length === 0)
    return { drafts: [], flags: ['currency_mismatch'] }
  const amountMinor = absolute(instructed.amountMinor)
  const inForeign = { ...money, amountMinor, currency: instructed.currency, chargesMinor: 0n }
  const drafts = strongDrafts({ ...inquiry, money: inForeign }, foreign)
  return { drafts: drafts.map((it) => likelyWith(it, 'foreign')) }
}

const likelyWith = (draft: Draft, flag: MatchFlag): Draft => ({
  ...draft,
  class: draft.class === 'certain' ? 'likely' : draft.class,
  flags: [...draft.flags, flag],
})

function strongDrafts(inquiry: Inquiry, open: readonly Named[]): readonly Draft[] {
  const { money, settings, named } = inquiry
  const chosen = meant(inquiry, open)
  const documents = documentsOf(chosen)
  const tails = named.tails.filter(
    ({ document }) => document.currency === money.currency && !documents.includes(document),
  )
  const fit = fitOf(documents, money, settings)
  const withTails = [...chosen, ...tails]
  const tailFit =
    fit === undefined && tails.length > 0
      ? fitOf(documentsOf(withTails), money, settings)
      : undefined
  if (tailFit !== undefined) return [strongDraft(inquiry, withTails, tailFit)]
  const recorded = handPaymentOf(inquiry, documents)
  if (fit !== undefined) {
    const draft = strongDraft(inquiry, chosen, fit)
    // A person may have recorded this payment already; or it is the next instalment.
    if (recorded === undefined) return [draft]
    const linked = linkDraft(
      [recorded],
      chosen.flatMap((it) => it.evidence),
    )
    return [draft, linked].map((it) => ({ ...it, class: 'possible' }))
  }
  if (recorded !== undefined)
    return [
      linkDraft(
        [recorded],
        chosen.flatMap((it) => it.evidence),
        'likely',
      ),
    ]
  const other = toleratedFit(documents, money, settings) ?? spreadFit(documents, money)
  return [strongDraft(inquiry, chosen, other)]
}

/** Of numbers of which only one is meant, the one that fits the amount; else the longest. */
function meant({ named, money, settings }: Inquiry, open: readonly Named[]): readonly Named[] {
  const choices = Math.max(1, ...named.rivals.map((it) => it.length))
  const resolved = Array.from({ length: choices }, (_, choice) => {
    const dropped = new Set(
      named.rivals.flatMap((group) => {
        const kept = group[Math.min(choice, group.length - 1)]
        return group.filter((it) => it !== kept)
      }),
    )
    return open.filter((it) => !dropped.has(it.document.id))
  }).filter((it) => it.length > 0)
  const fitting = resolved.find((it) => fitOf(documentsOf(it), money, settings) !== undefined)
  return fitting ?? resolved[0] ?? open
}

function strongDraft(inquiry: Inquiry, chosen: readonly Named[], fit: Fit): Draft {
  const { named } = inquiry
  const documents = documentsOf(chosen)
  const flags = new Set<MatchFlag>([...named.flags, ...doubtsOf(inquiry, documents)])
  if (isCutShort(inquiry, documents) || namesMore(inquiry, chosen)) flags.add('ambiguous_number')
  const isDoubtful = flags.size > 0 || named.strong.some((it) => isSettled(it.document))
  return {
    kind: fit.kind,
    class: fit.class === 'certain' && isDoubtful ? 'likely' : fit.class,
    parts: fit.parts,
    flags: [...flags, ...fit.flags],
    evidence: [
      ...chosen.flatMap((it) => it.evidence),
      ...payerEvidence(inquiry, documents),
      ...fit.evidence,
    ],
  }
}

/** What speaks against documents, however they were named. */
function doubtsOf(
  { customers, money, loosely }: Inquiry,
  documents: readonly Receivable[],
): readonly MatchFlag[] {
  const { byAccount, bySameName } = customers
  const owners = [...new Set(documents.map((it) => it.customerId))]
  const isOther = (known: readonly string[]) =>
    known.length > 0 && !owners.some((it) => known.includes(it))
  const flags: MatchFlag[] = []
  if (owners.length > 1) flags.push('several_customers')
  if (isOther(byAccount)) flags.push('iban_other_customer')
  else if (byAccount.length === 0 && isOther(bySameName)) flags.push('name_other_customer')
  // Digits alone may be anything.
  const numbers = [...loosely.customers].filter(([, found]) => /\p{L}/u.test(found))
  if (isOther(numbers.map(([id]) => id))) flags.push('number_other_customer')
  if (documents.some((it) => it.issueDate > money.date)) flags.push('before_issue')
  if (documents.some((it) => it.status === 'uncollectible')) flags.push('written_off')
  return flags
}

/** A further invoice of the customer is named, but not in full. */
function namesMore({ loosely, named }: Inquiry, chosen: readonly Named[]): boolean {
  const known = [...chosen, ...named.strong, ...named.tails].map((it) => it.document)
  const owners = new Set(documentsOf(chosen).map((it) => it.customerId))
  return loosely.loose.some(
    ({ document }) =>
      isOpen(document) && owners.has(document.customerId) && !known.includes(document),
  )
}

const CUT_DIGITS_MAX = 2

/** The text ends with a number to which digits may belong that were cut off, and the amount fits both. */
function isCutShort({ index, named, money }: Inquiry, documents: readonly Receivable[]): boolean {
  const sameAmount = index.openByAmount.get(amountKey(money.amountMinor, money.currency))
  if (sameAmount === undefined || sameAmount.size < 2) return false
  return documents
    .filter((it) => named.atEnd.has(it.id))
    .some(({ number }) => {
      const digits = number.replace(/\D/g, '')
      return longer(digits, CUT_DIGITS_MAX).some((it) =>
        (index.numbers.get(it) ?? []).some(
          ({ parsed, documentId }) =>
            parsed.number.startsWith(number) && sameAmount.has(documentId),
        ),
      )
    })
}

const longer = (digits: string, more: number): readonly string[] =>
  more === 0
    ? []
    : Array.from({ length: 10 }, (_, it) => `${digits}${it}`).flatMap((it) => [
        it,
        ...longer(it, more - 1),
      ])

/** Account and name that agree with the documents. */
function payerEvidence(
  { customers, entry }: Inquiry,
  documents: readonly Receivable[],
): readonly Evidence[] {
  const owners = new Set(documents.map((it) => it.customerId))
  const account = customers.byAccount.find((it) => owners.has(it))
  const name = customers.byName.find((it) => owners.has(it))
  return [
    ...(account === undefined ? [] : [byIban(account, entry.iban)]),
    ...(name === undefined ? [] : [byNameOf(name, entry.name ?? entry.ultimateName)]),
  ]
}

const HAND_DAYS = 10

const isNear = (payment: HandPayment, { date, currency }: Money): boolean =>
  payment.currency === currency && Math.abs(daysBetween(payment.paidAt, date)) <= HAND_DAYS

/** A payment of one document that a person recorded, of this amount and about this day. */
function handPaymentOf(
  { index, money }: Inquiry,
  documents: readonly Receivable[],
): HandPayment | undefined {
  return documents
    .flatMap(({ id }) => [...(index.handPaymentsByDocument.get(id) ?? [])])
    .flatMap((id) => index.handPayments.get(id) ?? [])
    .find((it) => it.amountMinor === money.amountMinor && isNear(it, money))
}

function linkDraft(
  payments: readonly HandPayment[],
  evidence: readonly Evidence[],
  itsClass: Draft['class'] = 'likely',
  flags: readonly MatchFlag[] = [],
): Draft {
  return {
    kind: 'link',
    class: itsClass,
    flags,
    parts: payments.map(({ id, documentId, amountMinor }) => ({
      kind: 'link',
      documentId,
      paymentId: id,
      amountMinor,
    })),
    evidence: [
      ...evidence,
      ...payments.map(({ paidAt, amountMinor, currency }) =>
        because('recorded_by_hand', {
          date: paidAt,
          amount: formatMinor(amountMinor, currency),
          currency,
        }),
      ),
    ],
  }
}

/** Documents that are named for sure, and are paid, voided or credited. */
function byStrongSettled(inquiry: Inquiry): Decision {
  const { named, money } = inquiry
  const settled = named.strong.filter((it) => isSettled(it.document))
  if (settled.length === 0) return undefined
  const documents = documentsOf(settled)
  const evidence = [...settled.flatMap((it) => it.evidence), ...payerEvidence(inquiry, documents)]
  const doubts = [...named.flags, ...doubtsOf(inquiry, documents)]
  const recorded = handPaymentOf(inquiry, documents)
  if (recorded !== undefined) {
    const isSure = doubts.length === 0 && documents.length === 1
    return { drafts: [linkDraft([recorded], evidence, isSure ? 'certain' : 'likely', doubts)] }
  }
  const together = documents.flatMap((it) => handPaymentsNear(inquiry, it))
  if (sumOf(together.map((it) => it.amountMinor)) === money.amountMinor && together.length > 1)
    return { drafts: [linkDraft(together, evidence, 'likely', [...doubts, 'aggregated'])] }
  const isVoid = documents.every((it) => it.status === 'void' || it.status === 'credited')
  const draft: Draft = {
    kind: 'account',
    class: 'likely',
    parts: [restPart(documents, money.amountMinor)],
    flags: [...doubts, isVoid ? 'void_document' : 'paid_twice'],
    evidence,
  }
  return { drafts: [draft] }
}

const handPaymentsNear = ({ index, money }: Inquiry, { id }: Receivable): readonly HandPayment[] =>
  [...(index.handPaymentsByDocument.get(id) ?? [])]
    .flatMap((it) => index.handPayments.get(it) ?? [])
    .filter((it) => isNear(it, money))

/** Candidates for what is not sure: open, of this currency, and issued by the day of the entry. */
const isCandidate =
  ({ currency, date }: Money) =>
  ({ document }: Named): boolean =>
    document.status === 'open' &&
    document.dueMinor > 0n &&
    document.currency === currency &&
    document.issueDate <= date

function byLooseNumber(inquiry: Inquiry): Decision {
  const { loosely, money, named } = inquiry
  for (const [found, flag] of [
    [loosely.loose, 'number_loose'],
    [loosely.orders, 'order_reference'],
  ] as const) {
    const candidates = found.filter(isCandidate(money))
    if (candidates.length === 0) continue
    const flags: readonly MatchFlag[] = [...named.flags, flag]
    const all = fitOf(documentsOf(candidates), money, inquiry.settings)
    if (all !== undefined) return { drafts: [draftOf(inquiry, candidates, all, 'likely', flags)] }
    const single = candidates.flatMap((it) => {
      const fit = fitOf([it.document], money, inquiry.settings)
      return fit === undefined ? [] : [{ it, fit }]
    })
    const isOne = single.length === 1
    if (single.length > 0)
      return {
        drafts: single.map(({ it, fit }) =>
          draftOf(inquiry, [it], fit, isOne ? 'likely' : 'possible', flags),
        ),
      }
    const spread = spreadFit(documentsOf(candidates), money)
    return { drafts: [draftOf(inquiry, candidates, spread, 'possible', flags)] }
  }
  return undefined
}

function draftOf(
  inquiry: Inquiry,
  named: readonly Named[],
  fit: Fit,
  itsClass: Draft['class'],
  flags: readonly MatchFlag[],
): Draft {
  const documents = documentsOf(named)
  return {
    kind: fit.kind,
    class: itsClass,
    parts: fit.parts,
    flags: [...new Set([...flags, ...doubtsOf(inquiry, documents), ...fit.flags])],
    evidence: [
      ...named.flatMap((it) => it.evidence),
      ...payerEvidence(inquiry, documents),
      ...fit.evidence,
    ],
  }
}

const SHORT_NUMBER = 3

/** Short numbers are anything, unless amount and account say the same. */
function byWeakNumber(inquiry: Inquiry): Decision {
  const { loosely, money, settings, named, customers, index } = inquiry
  const candidates = loosely.weak.filter(isCandidate(money))
  const fitting = candidates.filter(({ document }) => document.dueMinor === money.amountMinor)
  if (fitting.length === 0) return undefined
  const drafts = fitting.flatMap((it) => {
    const fit = fitOf([it.document], money, settings)
    if (fit === undefined) return []
    const [account, ...others] = customers.byAccount
    const isPayers = account === it.document.customerId && others.length === 0
    const rivals = openOf(index, it.document.customerId, money).filter(
      ({ dueMinor }) => dueMinor === money.amountMinor,
    )
    // Another short number of the customer is named, too: the amount fits this one by chance.
    const isOnly = candidates.every(
      (other) => other === it || other.document.customerId !== it.document.customerId,
    )
    const isClear = isOnly && (rivals.length === 1 || it.document.number.length >= SHORT_NUMBER)
    const draft = draftOf(inquiry, [it], fit, 'likely', [...named.flags, 'weak_number'])
    const isSure = isPayers && isClear && draft.flags.length === 1 && !hasSettledNames(inquiry)
    return [{ ...draft, class: isSure ? ('certain' as const) : draft.class }]
  })
  return {
    drafts: drafts.length === 1 ? drafts : drafts.map((it) => ({ ...it, class: 'possible' })),
  }
}

const hasSettledNames = ({ named }: Inquiry): boolean =>
  named.strong.some((it) => isSettled(it.document))

/** Several customers pay from one account: those of their invoices that are of this amount. */
function bySharedAccount(inquiry: Inquiry): Decision {
  const { index, customers, money, named, entry } = inquiry
  if (customers.byAccount.length < 2) return undefined
  const found = customers.byAccount
    .flatMap((id) => openOf(index, id, money))
    .filter((it) => it.dueMinor === money.amountMinor)
  if (found.length === 0) return undefined
  return {
    drafts: found.map((document) => ({
      ...exactDraft(document, money, found.length === 1 ? 'likely' : 'possible'),
      flags: [...named.flags, 'iban_shared' as const],
      evidence: [byIban(document.customerId, entry.iban), exactEvidence(money)],
    })),
  }
}

const exactEvidence = ({ amountMinor, currency }: Money): Evidence =>
  because('amount_exact', { amount: formatMinor(amountMinor, currency), currency })

const exactDraft = (document: Receivable, money: Money, itsClass: Draft['class']): Draft => ({
  kind: 'exact',
  class: itsClass,
  parts: [invoicePart(document, { amountMinor: document.dueMinor })],
  flags: [],
  evidence: [exactEvidence(money)],
})

/** The customer is known: the ways in which its open invoices make up the amount. */
function byCustomer(inquiry: Inquiry): Decision {
  const { index, customers, entry, byRule, loosely, money, named, settings } = inquiry
  const customer = knownCustomer(customers, entry, byRule, loosely.customers)
  if (customer === undefined) return undefined
  const { ways, isAllOpen, isComplete } = customerWays(
    openOf(index, customer.id, money),
    money,
    settings,
  )
  const common = [...named.flags, customer.flag]
  const flags = isAllOpen ? [...common, 'all_open' as const] : common
  if (ways.length > 0)
    return {
      drafts: ways.map((fit) => ({
        kind: fit.kind,
        class: ways.length === 1 && isComplete ? 'likely' : 'possible',
        parts: fit.parts,
        flags: [...flags, ...fit.flags],
        evidence: [customer.evidence, ...fit.evidence],
      })),
    }
  const linked = linkOf(inquiry, customer)
  if (linked !== undefined) return { drafts: [{ ...linked, flags: [...common, ...linked.flags] }] }
  const part: Part = {
    kind: 'account',
    customerId: customer.id,
    amountMinor: money.amountMinor,
  }
  const account: Draft = {
    kind: 'account',
    class: 'possible',
    parts: [part],
    flags: [...common, 'no_document'],
    evidence: [customer.evidence],
  }
  return { drafts: [account] }
}

/** Payments that a person recorded for the customer, and that are of the amount together. */
function linkOf({ index, money }: Inquiry, customer: KnownCustomer): Draft | undefined {
  const near = [...(index.handPaymentsByCustomer.get(customer.id) ?? [])]
    .flatMap((id) => index.handPayments.get(id) ?? [])
    .filter((it) => isNear(it, money))
  const same = near.filter((it) => it.amountMinor === money.amountMinor)
  const [one, ...others] = same
  if (one !== undefined) {
    const isOne = others.length === 0
    return linkDraft([one], [customer.evidence], isOne ? 'likely' : 'possible')
  }
  const sums = subsetsOf(near, money.amountMinor)
  const [sum, ...more] = sums
  if (sum === undefined) return undefined
  const itsClass = more.length === 0 ? 'likely' : 'possible'
  return linkDraft(sum, [customer.evidence], itsClass, ['aggregated'])
}

const TOGETHER_MAX = 12

function subsetsOf(payments: readonly HandPayment[], amountMinor: bigint) {
  const found: HandPayment[][] = []
  if (payments.length > TOGETHER_MAX) return found
  for (let mask = 1; mask < 2 ** payments.length; mask += 1) {
    const some = payments.filter((_, at) => ((mask >> at) & 1) === 1)
    if (some.length > 1 && sumOf(some.map((it) => it.amountMinor)) === amountMinor) found.push(some)
  }
  return found
}

const SAME_AMOUNT_MAX = 3

/** Nobody is known: few open invoices of this amount. */
function byAmount({ index, money, named, customers }: Inquiry): Decision {
  const ofSimilar = customers.byName
    .flatMap((id) => openOf(index, id, money))
    .filter((it) => it.dueMinor === money.amountMinor)
  const found = ofSimilar.length > 0 ? ofSimilar : fewOfAmount(index, money)
  if (found.length === 0 || found.length > SAME_AMOUNT_MAX)
    return { drafts: [], flags: named.flags }
  const drafts = found
    .toSorted((a, b) => compareText(a.dueDate, b.dueDate) || compareText(a.number, b.number))
    .map((document) => ({
      ...exactDraft(document, money, 'possible' as MatchClass & Draft['class']),
      flags: [...named.flags, 'amount_only' as const],
    }))
  return { drafts }
}

/** One more than are proposed at most: there may be very many. */
function fewOfAmount(index: MatchIndex, money: Money): readonly Receivable[] {
  const found: Receivable[] = []
  for (const id of index.openByAmount.get(amountKey(money.amountMinor, money.currency)) ?? []) {
    const document = index.documents.get(id)
    if (document !== undefined && document.issueDate <= money.date) found.push(document)
    if (found.length > SAME_AMOUNT_MAX) break
  }
  return found
}
