import { formatMinor, MICRO, minorDigits, parseMicro, sumOf } from '@billwright/money'
import { because } from './evidence.ts'
import type { Evidence, MatchClass, MatchFlag, Part, Proposal } from './proposal.ts'
import type { EarlyPayment, MatchSettings, Receivable } from './receivables.ts'

/** What arrived, and when. */
export interface Money {
  readonly amountMinor: bigint
  readonly currency: string
  readonly date: string
  /** What a bank kept, by the statement's own words. */
  readonly chargesMinor: bigint
}

/** How an amount settles documents. */
export interface Fit {
  readonly kind: Proposal['kind']
  readonly class: Exclude<MatchClass, 'none'>
  readonly parts: readonly Part[]
  readonly flags: readonly MatchFlag[]
  readonly evidence: readonly Evidence[]
}

/** The amount is what is due, less discounts in time or charges that are stated; else undefined. */
export function fitOf(
  documents: readonly Receivable[],
  money: Money,
  settings: MatchSettings,
): Fit | undefined {
  const dueMinor = sumOf(documents.map((it) => it.dueMinor))
  if (documents.length === 0) return undefined
  if (dueMinor === money.amountMinor) return exactFit(documents, money)
  const missingMinor = dueMinor - money.amountMinor
  if (missingMinor < 0n) return undefined
  const inTime = discountFit(documents, money, missingMinor, 0)
  if (inTime !== undefined) return inTime
  const late = discountFit(documents, money, missingMinor, settings.discountGraceDays)
  if (late !== undefined)
    return { ...late, class: 'likely', flags: [...late.flags, 'discount_late'] }
  if (money.chargesMinor > 0n && missingMinor === money.chargesMinor)
    return feeFit(documents, money, 'certain')
  return undefined
}

const param = (amountMinor: bigint, currency: string) => ({
  amount: formatMinor(amountMinor, currency),
  currency,
})

function exactFit(documents: readonly Receivable[], { amountMinor, currency }: Money): Fit {
  const isSum = documents.length > 1
  return {
    kind: isSum ? 'sum' : 'exact',
    class: 'certain',
    parts: documents.map((it) => invoicePart(it, { amountMinor: it.dueMinor })),
    flags: [],
    evidence: [because(isSum ? 'amount_sum' : 'amount_exact', param(amountMinor, currency))],
  }
}

export const invoicePart = (
  { id, currency }: Receivable,
  settled: {
    amountMinor: bigint
    discountMinor?: bigint
    feeMinor?: bigint
    writeOffMinor?: bigint
  },
): Part => ({
  kind: 'invoice',
  documentId: id,
  currency,
  discountMinor: 0n,
  feeMinor: 0n,
  writeOffMinor: 0n,
  ...settled,
})

/** A choice of discounts, one for each document or none. */
type Choice = readonly (EarlyPayment | null)[]

const DOCUMENTS_MAX = 12
const CHOICES_MAX = 20_000

/** Discounts within their time and `graceDays` after it, which together are what is missing. */
function discountFit(
  documents: readonly Receivable[],
  { date, currency }: Money,
  missingMinor: bigint,
  graceDays: number,
): Fit | undefined {
  if (documents.length > DOCUMENTS_MAX) return undefined
  const options = documents.map((it) =>
    it.earlyPayment.filter(
      ({ until, discountMinor }) =>
        daysBetween(until, date) <= graceDays && discountMinor > 0n && discountMinor < it.dueMinor,
    ),
  )
  if (options.every((it) => it.length === 0)) return undefined
  const choices = choicesOf(options, missingMinor)
  const exact = choices.filter((it) => sumOfChoice(it) === missingMinor)
  const fitting = exact.length > 0 ? exact : choices
  const [choice] = fitting
  if (choice === undefined) return undefined
  let offMinor = missingMinor - sumOfChoice(choice)
  const parts = documents.map((document, at) => {
    const discount = choice[at]
    if (!discount) return invoicePart(document, { amountMinor: document.dueMinor })
    const unitMinor = offMinor > 0n ? 1n : offMinor < 0n ? -1n : 0n
    offMinor -= unitMinor
    const discountMinor = discount.discountMinor + unitMinor
    return invoicePart(document, { amountMinor: document.dueMinor - discountMinor, discountMinor })
  })
  const evidence = documents.flatMap(({ number }, at) => {
    const discount = choice[at]
    if (!discount) return []
    const { percent, until, discountMinor } = discount
    return because('amount_discount', { number, percent, until, ...param(discountMinor, currency) })
  })
  const flags = exact.length > 0 ? [] : (['discount_rounded'] as const)
  return {
    kind: 'discount',
    class: fitting.length === 1 ? 'certain' : 'likely',
    parts,
    flags,
    evidence,
  }
}

const sumOfChoice = (choice: Choice): bigint => sumOf(choice.map((it) => it?.discountMinor ?? 0n))

/** Those that come within one minor unit a discount. */
function choicesOf(
  options: readonly (readonly EarlyPayment[])[],
  missingMinor: bigint,
): readonly Choice[] {
  const found: Choice[] = []
  let tried = 0
  const choose = (chosen: Choice, restMinor: bigint, count: bigint): void => {
    tried += 1
    if (tried > CHOICES_MAX || restMinor < -BigInt(options.length)) return
    const own = options[chosen.length]
    if (own === undefined) {
      const offMinor = restMinor < 0n ? -restMinor : restMinor
      if (count > 0n && offMinor <= count) found.push(chosen)
      return
    }
    for (const it of own) choose([...chosen, it], restMinor - it.discountMinor, count + 1n)
    choose([...chosen, null], restMinor, count)
  }
  choose([], missingMinor, 0n)
  return found
}

const DAY_MS = 86_400_000
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / DAY_MS

/** The fee stands at the document with the most due. */
function feeFit(
  documents: readonly Receivable[],
  { amountMinor, currency }: Money,
  itsClass: Fit['class'],
): Fit {
  const feeMinor = sumOf(documents.map((it) => it.dueMinor)) - amountMinor
  const largest = documents.reduce((one, it) => (it.dueMinor > one.dueMinor ? it : one))
  return {
    kind: 'fee',
    class: itsClass,
    parts: documents.map((it) =>
      it === largest
        ? invoicePart(it, { amountMinor: it.dueMinor - feeMinor, feeMinor })
        : invoicePart(it, { amountMinor: it.dueMinor }),
    ),
    flags: [],
    evidence: [because('amount_fee', param(feeMinor, currency))],
  }
}

/** One document, short by no more than a tolerance. */
export function toleratedFit(
  documents: readonly Receivable[],
  money: Money,
  settings: MatchSettings,
): Fit | undefined {
  const [document, ...others] = documents
  if (document === undefined || others.length > 0) return undefined
  const { amountMinor, currency } = money
  const missingMinor = document.dueMinor - amountMinor
  if (missingMinor <= 0n) return undefined
  if (missingMinor <= minorOf(settings.feeTolerance, currency))
    return feeFit(documents, money, 'likely')
  if (missingMinor > minorOf(settings.paymentTolerance, currency)) return undefined
  return {
    kind: 'short',
    class: 'likely',
    parts: [invoicePart(document, { amountMinor, writeOffMinor: missingMinor })],
    flags: [],
    evidence: [because('amount_short', param(missingMinor, currency))],
  }
}

const minorOf = (decimal: string, currency: string): bigint =>
  (parseMicro(decimal) * 10n ** BigInt(minorDigits(currency))) / MICRO

/** Less than is due pays the oldest first; more is the customer's, if it is one customer. */
export function spreadFit(documents: readonly Receivable[], money: Money): Fit {
  const { amountMinor, currency } = money
  const oldestFirst = documents.toSorted(
    (a, b) => compareText(a.dueDate, b.dueDate) || compareText(a.number, b.number),
  )
  let restMinor = amountMinor
  const parts: Part[] = []
  for (const document of oldestFirst) {
    const paidMinor = restMinor < document.dueMinor ? restMinor : document.dueMinor
    if (paidMinor > 0n) parts.push(invoicePart(document, { amountMinor: paidMinor }))
    restMinor -= paidMinor
  }
  if (restMinor > 0n) parts.push(restPart(documents, restMinor))
  const isOver = restMinor > 0n
  const isExpired = !isOver && hasExpiredDiscount(documents, money)
  return {
    kind: isOver ? 'over' : 'partial',
    class: 'likely',
    parts,
    flags: isExpired ? ['discount_expired'] : [],
    evidence: [
      isOver
        ? because('amount_over', param(restMinor, currency))
        : because('amount_partial', param(amountMinor, currency)),
    ],
  }
}

export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** More than was due, as money on the account of the customer. */
export function restPart(documents: readonly Receivable[], amountMinor: bigint): Part {
  const [customerId, ...others] = new Set(documents.map((it) => it.customerId))
  return customerId === undefined || others.length > 0
    ? { kind: 'unallocated', amountMinor }
    : { kind: 'account', customerId, amountMinor }
}

const hasExpiredDiscount = (documents: readonly Receivable[], money: Money): boolean => {
  const dueMinor = sumOf(documents.map((it) => it.dueMinor))
  return (
    discountFit(documents, money, dueMinor - money.amountMinor, Number.POSITIVE_INFINITY) !==
    undefined
  )
}
