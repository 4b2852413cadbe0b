import { digitGroups, isDateLike, placeOfGroups } from './document-number.ts'
import type { MatchIndex, NumberOfDocument } from './index-of-receivables.ts'
import { GAP_MAX, joinedSpans, lettersAndDigits, type Reading } from './reading.ts'

/** A number of a document, and where a reading has it. */
export interface FoundNumber {
  readonly source: NumberOfDocument
  readonly how: 'number' | 'digits'
  readonly found: string
  readonly start: number
  readonly end: number
  readonly isDateLike: boolean
  /** More digits may have been cut off. */
  readonly isAtEnd: boolean
}

export interface NumbersInText {
  readonly found: readonly FoundNumber[]
  /** Numbers of which only one can be meant, each group from the longest to the shortest. */
  readonly rivals: readonly (readonly FoundNumber[])[]
}

/** More letters than this between two groups of digits are no part of a number. */
const BETWEEN_DIGITS_MAX = 20

/**
 * Numbers whose groups stand in a reading with little between them. No further digit touches them, since
 * runs of digits are compared as a whole. Nothing in a reference is a number, and no digits of an account.
 */
export function numbersIn(
  index: MatchIndex,
  reading: Reading,
  references: readonly Place[],
  accounts: readonly Place[],
): NumbersInText {
  const all: FoundNumber[] = []
  const isJoint = (between: string) => between.length <= BETWEEN_DIGITS_MAX
  for (const { text, start, end } of joinedSpans(reading, reading.runs, isJoint))
    for (const source of index.numbers.get(text) ?? []) {
      const found = placeOf(source, reading, start, end)
      if (found !== undefined) all.push(found)
    }
  const hasLetter = ({ how, found }: FoundNumber) => how === 'number' && /\p{L}/u.test(found)
  const free = all.filter((it) => {
    const claimed = hasLetter(it) ? references : [...references, ...accounts]
    if (claimed.some((place) => overlap(it, place))) return false
    return hasLetter(it) || !isPartOfMore(reading.text, it)
  })
  return withoutCovered(free, reading)
}

/** Digits of a day, a time or an amount, which goes on before or behind: `11.05.2026 12.30`. */
const MORE_BEFORE = /(?:\d[.,:']|\d{1,2}[-/]\d{1,2}[-/])$/
const MORE_BEHIND = /^[.,:']\d/

const isPartOfMore = (text: string, { start, end }: Place): boolean =>
  MORE_BEFORE.test(text.slice(Math.max(0, start - 6), start)) ||
  MORE_BEHIND.test(text.slice(end, end + 2))

export interface Place {
  readonly start: number
  readonly end: number
}

const overlap = (one: Place, other: Place): boolean =>
  one.start < other.end && other.start < one.end
const isWithin = (inner: Place, outer: Place): boolean =>
  inner.start >= outer.start && inner.end <= outer.end

function placeOf(
  source: NumberOfDocument,
  { text }: Reading,
  start: number,
  end: number,
): FoundNumber | undefined {
  const isLast = text.slice(end).trim() === ''
  const place = placeOfGroups(text, start, source.parsed.groups)
  if (place !== undefined && place.end >= end) {
    const found = text.slice(place.start, place.end)
    const date = !/\p{L}/u.test(found) && isDateLike(found)
    return { source, how: 'number', found, ...place, isDateLike: date, isAtEnd: isLast }
  }
  if (!source.parsed.hasStrongDigits) return undefined
  const digits = placeOfGroups(text, start, digitGroups(source.parsed))
  if (digits?.end !== end) return undefined
  const found = text.slice(start, end)
  return {
    source,
    how: 'digits',
    found,
    start,
    end,
    isDateLike: isDateLike(found),
    isAtEnd: isLast,
  }
}

/**
 * Digits within a number that is written in full name nothing themselves, nor does a number within a
 * longer one. If the longer one is not written as the service writes it, either may be meant.
 */
function withoutCovered(all: readonly FoundNumber[], { text }: Reading): NumbersInText {
  const rivals: FoundNumber[][] = []
  const found = all.filter((it) => {
    for (const other of all) {
      if (other.source === it.source || !overlap(it, other)) continue
      if (it.how === 'digits' && other.how === 'number' && !isRival(it, other, text)) return false
      const isSame = it.start === other.start && it.end === other.end
      if (isSame && it.how === other.how && it.source.documentId !== other.source.documentId)
        rivals.push([it, other])
      else if (!isSame && isWithin(it, other)) {
        if (!isRival(it, other, text)) return false
        rivals.push([other, it])
      }
    }
    return true
  })
  return { found, rivals: rivals.filter((group) => group.every((it) => found.includes(it))) }
}

/** `INV-2026-0104 1` may be the number `INV-2026-0104-1`, or one piece of INV-2026-0104. */
const isRival = (inner: FoundNumber, outer: FoundNumber, text: string): boolean =>
  inner.end - inner.start < outer.end - outer.start &&
  isWithin(inner, outer) &&
  outer.source.parsed.digits !== inner.source.parsed.digits &&
  !text.slice(outer.start, outer.end).endsWith(outer.source.parsed.written)

/** A number that looks like one of our series, and that no document has. */
export function hasUnknownNumber(
  index: MatchIndex,
  reading: Reading,
  known: readonly Place[],
): boolean {
  const isJoint = (between: string) => between.length <= GAP_MAX
  const spans = spansOfGroups(reading)
  for (const { text, start, end, count } of joinedSpans(reading, spans, isJoint)) {
    if (count < 2 || !/\d$/.test(text)) continue
    if (known.some((it) => overlap(it, { start, end }))) continue
    if (!isOfSeries(index, reading.text.slice(start, end))) continue
    const digits = text.replace(/\D/g, '')
    const letters = text.replace(/\d/g, '')
    const others = index.numbers.get(digits) ?? []
    if (!others.some(({ parsed }) => parsed.groups.join('').replace(/\d/g, '') === letters))
      return true
  }
  return false
}

function isOfSeries(index: MatchIndex, written: string): boolean {
  const last = /\d+$/.exec(written)?.[0] ?? ''
  const hasLetter = /\p{L}/u.test(written)
  const form = hasLetter
    ? lettersAndDigits(written).replace(/\d+/g, (run) => `#${run.length}`)
    : `${written.slice(0, -last.length)}#${last.length}`
  return index.series.has(form)
}

const spansOfGroups = ({ text }: Reading) =>
  [...text.matchAll(/\d+|\p{L}+/gu)].map(({ 0: found, index }) => ({
    text: found,
    start: index,
    end: index + found.length,
  }))
