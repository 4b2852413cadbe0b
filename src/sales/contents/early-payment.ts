import {
  divideRounded,
  formatMicro,
  formatMinor,
  HUNDRED_PERCENT_MICRO,
  leastOf,
  parseMicro,
  parseMinor,
  percentOf,
} from '@billwright/money'
import { cashRoundingMinor } from '@billwright/totals'
import { isAllowedDiscount } from '../../company/settings/early-payment.ts'
import { addDays } from '../../kernel/calendar.ts'
import type { OnFault } from '../../kernel/errors.ts'
import { OPTIONAL_FIELDS, type OptionalValues } from './fields.ts'
import { cashStepMinor } from './totals/cash-rounding.ts'
import { payableMinor } from './totals/payable.ts'

type Agreed = OptionalValues['earlyPayment'][number]

/** A discount for early payment, as agreed. */
interface EarlyPaymentTerm {
  readonly percentMicro: bigint
  /** After the issue date; the last day still counts. */
  readonly days: number
  /** What the percent is of. Null: what is payable, less credits. */
  readonly baseMinor: bigint | null
}

export interface EarlyPaymentOffer extends EarlyPaymentTerm {
  /** The last day, `YYYY-MM-DD`. */
  readonly until: string
  readonly discountMinor: bigint
  /** What is left to pay. */
  readonly payableMinor: bigint
}

export interface Offering {
  readonly issueDate: string
  readonly currency: string
  readonly terms: string | null
  readonly earlyPayment?: OptionalValues['earlyPayment']
  readonly cashRounding?: OptionalValues['cashRounding']
  readonly totals: Parameters<typeof payableMinor>[0]
  readonly creditedMinor: bigint
}

/** A cash discount in the terms of XRechnung (BR-DE-18). */
const CODE =
  /^#SKONTO#TAGE=(\d{1,4})#PROZENT=(\d{1,2}(?:\.\d{1,2})?)#(?:BASISBETRAG=(\d{1,12}(?:\.\d{1,2})?)#)?$/

/** The discount that a line of the terms agrees on as code; null: none that can be read. */
export function termOfCode(line: string, currency: string): EarlyPaymentTerm | null {
  const [, days, percent, base] = CODE.exec(line.trim().toUpperCase()) ?? []
  if (days === undefined || percent === undefined) return null
  return {
    percentMicro: parseMicro(percent),
    days: Number(days),
    baseMinor: base === undefined ? null : baseOf(base, currency),
  }
}

const HAS_CODE = /#SKONTO#/i

const codeLinesIn = (terms: string): number =>
  terms.split('\n').filter((line) => HAS_CODE.test(line)).length

/** Whether codes that were sent in the terms have become discounts, all or some. */
export const hasMovedCodes = (sent: unknown, terms: string | null): boolean =>
  typeof sent === 'string' && codeLinesIn(sent) > codeLinesIn(terms ?? '')

/**
 * Codes in the terms become discounts, if there are none, and leave the terms. A code with another base
 * stays, as no field has one. A line that nobody can read, or with values that the field refuses, is
 * a fault if the terms are new.
 */
export function discountsFromTerms<C extends Pick<Offering, 'terms' | 'earlyPayment' | 'currency'>>(
  contents: C,
  { isNew, onFault }: { readonly isNew: boolean; readonly onFault: OnFault },
): C {
  const { terms, earlyPayment = [], currency } = contents
  if (terms === null || !HAS_CODE.test(terms)) return contents
  const moved: Agreed[] = []
  const left = terms.split('\n').filter((line, at) => {
    if (!HAS_CODE.test(line)) return true
    const read = termOfCode(line, currency)
    const term = read && isAllowedDiscount(read) ? read : null
    if (term === null && isNew)
      onFault('/terms', 'wrong_format', `Line ${at + 1}: ${CODE_FORM}`, {
        reason: 'skonto',
        line: at + 1,
      })
    if (term === null || term.baseMinor !== null) return true
    const { percentMicro, days } = term
    if (earlyPayment.length === 0) moved.push({ percentMicro, days })
    const known = earlyPayment.length === 0 ? moved : earlyPayment
    return !known.some((it) => it.percentMicro === percentMicro && it.days === days)
  })
  const offered = moved.toSorted((one, other) => (one.days ?? 0) - (other.days ?? 0))
  if (!isDescending(offered)) return contents
  const text = left.join('\n').trim()
  return {
    ...contents,
    terms: text === '' ? null : text,
    earlyPayment: earlyPayment.length === 0 ? offered : earlyPayment,
  }
}

const CODE_FORM =
  'write #SKONTO#TAGE=14#PROZENT=2.00#, with at most 365 days and more than 0 percent.'

/** At most two, and the later one has more days and gives less: what `early_payment` takes. */
const isDescending = ([first, second, ...others]: readonly Agreed[]): boolean =>
  others.length === 0 &&
  (!first ||
    !second ||
    ((first.days ?? 0) < (second.days ?? 0) &&
      (first.percentMicro ?? 0n) > (second.percentMicro ?? 0n)))

/** A currency without decimals has no cents in its base. */
const baseOf = (base: string, currency: string): bigint => {
  try {
    return parseMinor(base, currency)
  } catch {
    return 0n
  }
}

/** The discounts as lines of XRechnung's terms. `baseMinor`: null if it is what is due there. */
export const codesOf = (
  { earlyPayment = [], currency }: Pick<Offering, 'earlyPayment' | 'currency'>,
  baseMinor: bigint | null,
): readonly string[] =>
  earlyPayment.map(({ percentMicro, days }) => {
    const [whole, decimals = ''] = formatMicro(percentMicro ?? 0n).split('.')
    const base = baseMinor === null ? '' : `BASISBETRAG=${formatMinor(baseMinor, currency)}#`
    return `#SKONTO#TAGE=${days}#PROZENT=${whole}.${decimals.padEnd(2, '0')}#${base}`
  })

/** The discount of an agreement, rounded once; null: nothing is payable, or less than it. */
export function offerOf(term: EarlyPaymentTerm, offering: Offering): EarlyPaymentOffer | null {
  const payable = payableMinor(offering.totals) - offering.creditedMinor
  const rest = payable - percentOf(term.baseMinor ?? payable, term.percentMicro)
  const discountMinor = payable - rest - cashRoundingMinor(rest, cashStepMinor(offering))
  if (payable <= 0n || discountMinor > payable) return null
  return {
    ...term,
    until: addDays(offering.issueDate, term.days),
    discountMinor,
    payableMinor: payable - discountMinor,
  }
}

const termsIn = ({ earlyPayment = [] }: Pick<Offering, 'earlyPayment'>) =>
  earlyPayment.map(({ percentMicro, days }) => ({
    percentMicro: percentMicro ?? 0n,
    days: days ?? 0,
    baseMinor: null,
  }))

/** The discounts that are agreed as fields, in their order. */
export const statedOffers = (offering: Offering): readonly EarlyPaymentOffer[] =>
  termsIn(offering).flatMap((term) => offerOf(term, offering) ?? [])

/** The discounts that are agreed, as fields and as codes in the terms. */
export function offersOf(offering: Offering): readonly EarlyPaymentOffer[] {
  const coded = (offering.terms ?? '').split('\n').flatMap((line) => {
    const term = termOfCode(line, offering.currency)
    return (term && offerOf(term, offering)) ?? []
  })
  return [...statedOffers(offering), ...coded]
}

/** The highest discount whose time is not over on that day. */
export const offerOn = (offering: Offering, day: string): EarlyPaymentOffer | undefined =>
  offersOf(offering)
    .filter(({ until }) => day <= until)
    .reduce<EarlyPaymentOffer | undefined>(
      (best, it) => (best && best.discountMinor >= it.discountMinor ? best : it),
      undefined,
    )

/** `isDated`: whether the issue date of the invoice is known, other than on a quote. */
export const earlyPaymentView = (offering: Offering, isDated = true) => ({
  [OPTIONAL_FIELDS.earlyPayment.wire]: termsIn(offering).map((term) => {
    const offer = offerOf(term, offering)
    const payable = payableMinor(offering.totals) - offering.creditedMinor
    return {
      percent: formatMicro(term.percentMicro),
      days: term.days,
      until: isDated ? addDays(offering.issueDate, term.days) : null,
      discount: formatMinor(offer?.discountMinor ?? 0n, offering.currency),
      payable: formatMinor(offer?.payableMinor ?? payable, offering.currency),
    }
  }),
})

interface Discounting {
  readonly offer: EarlyPaymentOffer
  /** What earlier payments have got of it. */
  readonly grantedMinor: bigint
  readonly dueMinor: bigint
  /** Null: all that is left. */
  readonly amountMinor: bigint | null
}

/** All that is left of the discount with the rest of the amount, else the share of a part. */
export function discountFor(asked: Discounting): bigint {
  const { offer, grantedMinor, dueMinor, amountMinor } = asked
  const left = leastOf(above(offer.discountMinor - grantedMinor), above(dueMinor))
  if (amountMinor === null || amountMinor >= dueMinor - left) return left
  const { percentMicro } = offer
  return leastOf(
    divideRounded(above(amountMinor) * percentMicro, HUNDRED_PERCENT_MICRO - percentMicro),
    left,
  )
}

const above = (minor: bigint): bigint => (minor > 0n ? minor : 0n)
