import { shownDecimal, toDecimal } from '../words/decimal-text.ts'
import type { Language } from '../words/languages.ts'

/** A discount for early payment, as it is typed. */
export interface EarlyOffer {
  readonly percent: string
  readonly days: string
}

interface GivenOffer {
  readonly percent?: string | number | null
  readonly days?: number | null
}

const PLACES = [0, 1] as const

/** The discounts of a document, a customer or the settings, as they are typed. */
export const earlyOf = (offers: readonly GivenOffer[], language: Language): readonly EarlyOffer[] =>
  PLACES.map((at) => {
    const { percent, days } = offers[at] ?? {}
    return { percent: shownDecimal(String(percent ?? ''), language), days: String(days ?? '') }
  })

/** The discounts of a request; empty lines are none. */
export const earlyBody = (offers: readonly EarlyOffer[], typedIn: Language) =>
  offers
    .filter(({ percent, days }) => percent.trim() !== '' || days.trim() !== '')
    .map(({ percent, days }) => ({
      percent: toDecimal(percent.replace(/%\s*$/, ''), typedIn) || null,
      days: days.trim() === '' ? null : Number(days),
    }))
