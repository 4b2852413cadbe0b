import { formatMicro, formatMinor, parseMicro, parseMinor, sumOf } from '@billwright/money'
import type { Settlement } from '../../../receivables/balances/claims.ts'
import type { Amount, Level, PlanRules } from './input.ts'
import { type Interest, interestOn } from './interest.ts'
import type { Charge, ChargedSpan, ChargeKind } from './reminder.ts'

/* The charges that a reminder claims for late payment. Pure. */

interface ChargeFacts {
  readonly currency: string
  readonly totalMinor: bigint
  readonly dueDay: string
  /** The day of the reminder. */
  readonly day: string
  readonly customerKind: 'business' | 'consumer' | null
  readonly settled: readonly Settlement[]
  /** Earlier charges of the invoice. */
  readonly charges: readonly Charge[]
}

export interface NewCharge {
  readonly kind: ChargeKind
  readonly amountMinor: bigint
  readonly from: string | null
  readonly to: string | null
  readonly days: number | null
  readonly spans: readonly ChargedSpan[]
}

export interface Claimed {
  readonly charges: readonly NewCharge[]
  /** A day without a base rate, so no interest is claimed. */
  readonly isBaseRateMissing: boolean
}

/** Fees once for each level, the lump sum once for each invoice, interest each time. */
export function chargesOf(
  rules: Pick<PlanRules, 'interest' | 'lump_sum'>,
  level: Level,
  levelNumber: number,
  facts: ChargeFacts,
): Claimed {
  const { currency, charges: earlier, customerKind } = facts
  const isKnown = (kind: ChargeKind, at?: number) =>
    earlier.some((it) => it.kind === kind && (at === undefined || it.level === at))
  const charges: NewCharge[] = []
  const add = (kind: ChargeKind, minor: bigint | null) => {
    if (minor !== null) charges.push({ ...NOTHING, kind, amountMinor: minor })
  }
  if (!isKnown('fee', levelNumber)) add('fee', amountIn(level.fee, currency))
  if (level.lump_sum && customerKind === 'business' && !isKnown('lump_sum'))
    add('lump_sum', amountIn(rules.lump_sum, currency))
  const margin = level.interest ? marginFor(rules, customerKind) : null
  if (margin === null || rules.interest === null) return { charges, isBaseRateMissing: false }
  const { dueDay, day, totalMinor, settled } = facts
  const terms = { margin, base: rules.interest.base }
  const interest = interestOn(totalMinor, dueDay, day, settled, terms)
  if (interest === null) return { charges, isBaseRateMissing: true }
  const claimed = interestCharge(interest, facts)
  const isEnough =
    claimed.amountMinor > 0n && isAtLeast(claimed.amountMinor, currency, rules.interest.min_amount)
  return { charges: isEnough ? [...charges, claimed] : charges, isBaseRateMissing: false }
}

/** Whether a day from the due date to the day of the reminder still has no base rate. */
export function lacksBaseRate(
  rules: Pick<PlanRules, 'interest'>,
  { customerKind, dueDay, day }: Pick<ChargeFacts, 'customerKind' | 'dueDay' | 'day'>,
): boolean {
  const margin = marginFor(rules, customerKind)
  if (margin === null || rules.interest === null) return false
  return interestOn(1n, dueDay, day, [], { margin, base: rules.interest.base }) === null
}

const NOTHING = { from: null, to: null, days: null, spans: [] } as const

const amountIn = (amounts: readonly Amount[] | null, currency: string): bigint | null => {
  const found = amounts?.find((it) => it.currency === currency)
  return found ? parseMinor(found.amount, currency) : null
}

/** The margin for businesses applies only to businesses. */
const marginFor = (
  { interest }: Pick<PlanRules, 'interest'>,
  kind: ChargeFacts['customerKind'],
): string | null => (kind === 'business' ? interest?.margin : interest?.consumer_margin) ?? null

/** Without the settled or waived part of earlier interest. */
function interestCharge(
  { minor, days, spans }: Interest,
  { currency, charges }: ChargeFacts,
): NewCharge {
  const done = charges.filter(({ kind, status }) => kind === 'interest' && status !== 'claimed')
  return {
    kind: 'interest',
    amountMinor: minor - sumOf(done.map(({ amountMinor }) => amountMinor)),
    from: spans.at(0)?.from ?? null,
    to: spans.at(-1)?.to ?? null,
    days,
    spans: spans.map((span) => ({
      from: span.from,
      to: span.to,
      days: span.days,
      rate: formatMicro(span.rateMicro),
      principal: formatMinor(span.principalMinor, currency),
    })),
  }
}

const isAtLeast = (minor: bigint, currency: string, least: string | null): boolean =>
  least === null || parseMicro(formatMinor(minor, currency)) >= parseMicro(least)

/** Divides a paid amount among the charges: the oldest first, each in full except the last. */
export function settledParts(
  charges: readonly Charge[],
  amountMinor: bigint,
): readonly { readonly charge: Charge; readonly minor: bigint }[] {
  let rest = amountMinor
  return charges.flatMap((charge) => {
    const minor = charge.amountMinor < rest ? charge.amountMinor : rest
    rest -= minor
    return minor > 0n ? [{ charge, minor }] : []
  })
}
