import { capitals, GAP_MAX, lettersAndDigits } from './reading.ts'

/** A number of a document, taken apart. */
export interface DocumentNumber {
  readonly number: string
  /** As it is written, in capitals. */
  readonly written: string
  /** Runs of letters and runs of digits: `INV`, `2026`, `0104`. */
  readonly groups: readonly string[]
  /** All digits. */
  readonly digits: string
  /** It has a letter and three digits, or six digits: nothing else looks like it. */
  readonly isStrong: boolean
  /** Six digits, which are enough without the letters. */
  readonly hasStrongDigits: boolean
}

const isDigits = (group: string): boolean => /^\d/.test(group)

export function documentNumber(number: string): DocumentNumber {
  const written = capitals(number)
  const groups = written.match(/\d+|\p{L}+/gu) ?? []
  const digits = groups.filter(isDigits).join('')
  const hasLetter = groups.some((it) => !isDigits(it))
  return {
    number,
    written,
    groups,
    digits,
    isStrong: digits.length >= (hasLetter ? 3 : 6),
    hasStrongDigits: digits.length >= 6,
  }
}

/**
 * Where the groups of a number stand with at most three other characters between them, if its first
 * group of digits begins at `start`; undefined if they do not.
 */
export function placeOfGroups(
  text: string,
  start: number,
  groups: readonly string[],
): { readonly start: number; readonly end: number } | undefined {
  const first = groups.findIndex(isDigits)
  let [from, end] = [start, start]
  for (const [at, group] of groups.slice(first).entries()) {
    const next = at === 0 ? end : skipped(text, end, 1)
    if (!text.startsWith(group, next)) return undefined
    end = next + group.length
  }
  for (const group of groups.slice(0, first).reverse()) {
    const next = skipped(text, from, -1)
    if (!text.endsWith(group, next)) return undefined
    from = next - group.length
  }
  return { start: from, end }
}

/** Only the groups of digits. */
export const digitGroups = ({ groups }: DocumentNumber): readonly string[] =>
  groups.filter(isDigits)

const SIGN = /[\p{L}\p{N}]/u

/** The place behind, or before, at most three characters that are no letters or digits. */
function skipped(text: string, from: number, step: 1 | -1): number {
  let at = from
  for (let count = 0; count < GAP_MAX; count += 1) {
    const next = step === 1 ? text.charAt(at) : text.charAt(at - 1)
    if (next === '' || SIGN.test(next)) return at
    at += step
  }
  return at
}

/** Letters that people take for digits, as these digits. */
export const looseForm = (compact: string): string =>
  compact.replace(/[OQ]/g, '0').replace(/[IL]/g, '1')

/** How people write a number who leave out zeros of its last group: with each count of them. */
export function looseForms({ written }: DocumentNumber): readonly string[] {
  const [, start = '', zeros = '', end = ''] = /^(.*?)(0*)([1-9]\d*)?$/u.exec(written) ?? []
  if (!/\D$/u.test(start)) return [looseForm(lettersAndDigits(written))]
  const kept = Array.from({ length: zeros.length + 1 }, (_, count) => zeros.slice(count))
  return kept.map((it) => looseForm(lettersAndDigits(`${start}${it}${end}`)))
}

/**
 * What the numbers of one series have in common: its letters, and how many digits follow them. Numbers
 * of digits only have a first group in common and what separates it from the last one.
 */
export function seriesForm({ written, groups }: DocumentNumber): string | undefined {
  const last = /\d+$/.exec(written)?.[0]
  if (last === undefined || groups.length < 2) return undefined
  if (groups.every(isDigits)) return `${written.slice(0, -last.length)}#${last.length}`
  return lettersAndDigits(written).replace(/\d+/g, (run) => `#${run.length}`)
}

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const isDay = (year: string, month: string, day: string): boolean =>
  /^(?:19|20)\d\d$/.test(year) && Number(day) >= 1 && Number(day) <= (DAYS[Number(month) - 1] ?? 0)

/** Eight digits together that are a day, or its three parts: year first, or year last. */
export function isDateLike(text: string): boolean {
  if (text.split(/\D+/).length === 2) return false
  const [, year = '', month = '', day = ''] = /^(\d{4})\D*(\d\d)\D*(\d\d)$/.exec(text) ?? []
  const [, one = '', other = '', last = ''] = /^(\d\d)\D*(\d\d)\D*(\d{4})$/.exec(text) ?? []
  return isDay(year, month, day) || isDay(last, other, one) || isDay(last, one, other)
}
