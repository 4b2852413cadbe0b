import { unreadable } from './bank-file-error.ts'

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** `YYYY-MM-DD`, or undefined if there is no such day. Two digits are of this century. */
export function dayOf(year: string, month: string, day: string): string | undefined {
  const full = year.length === 2 ? `20${year}` : year
  const isNumber = /^(?:19|20)\d\d$/.test(full) && /^\d{1,2}$/.test(month) && /^\d{1,2}$/.test(day)
  if (!isNumber) return undefined
  const years = Number(full)
  const isLeap = years % 4 === 0 && (years % 100 !== 0 || years % 400 === 0)
  const days = month.padStart(2, '0') === '02' && isLeap ? 29 : MONTH_DAYS[Number(month) - 1]
  const isDay = days !== undefined && Number(day) >= 1 && Number(day) <= days
  return isDay ? `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : undefined
}

/** The day of `2026-05-12`, `2026-05-12+02:00` or `2026-05-12T10:00:00Z`, as the bank writes it. */
export function isoDay(text: string): string | undefined {
  const [, year = '', month = '', day = ''] =
    /^(\d{4})-(\d\d)-(\d\d)(?:[TZ+-].*)?$/s.exec(text.trim()) ?? []
  return dayOf(year, month, day)
}

/** `DDMMYY`, as CODA and GPC write it. Undefined for zeros and blanks. */
export function shortDay(text: string, line: number): string | undefined {
  if (/^[0 ]*$/.test(text)) return undefined
  const [, day = '', month = '', year = ''] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? []
  return required(dayOf(year, month, day), line)
}

/** @throws BankFileError `file_unreadable` without a day */
export function required(day: string | undefined, line: number): string {
  if (day === undefined) throw unreadable('date', { line })
  return day
}
