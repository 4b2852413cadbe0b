import { otherAmount, plainAmount } from '../amounts.ts'
import { unreadable } from '../bank-file-error.ts'
import { dayOf, required } from '../dates.ts'
import { distinct, variableSymbolIn } from '../references.ts'
import { type BankEntry, EMPTY_ENTRY } from '../statement.ts'
import { referenceText, textOf } from '../text.ts'
import type { Field } from './fields.ts'
import { amountIn, informationOf } from './information.ts'

/** `:61:` with the lines of its `:86:`. */
export interface EntryField {
  readonly field: Field
  readonly information: string[]
  length: number
}

/** value day, booking day, mark, third letter of the currency, amount, the rest */
const ENTRY = /^(\d{2})(\d{2})(\d{2})(\d{4})?(R?[CD]|E[CD])([A-Z])?(\d[\d.]*,?\d*|,\d+)(.*)$/s
/** type of transaction, the account owner's reference, the bank's reference; both may be too long */
const REFERENCES = /^([A-Z][A-Z0-9]{3})?(.*?)(?:\/\/(.*))?$/s

/** Null if it is only expected. */
export function entryOf({ field, information }: EntryField, currency: string): BankEntry | null {
  const { line } = field
  const parts = ENTRY.exec(field.lines[0] ?? '')
  if (!parts) throw unreadable('record', { line })
  const [, year = '', month = '', day = '', booked, mark = '', , digits = '', rest = ''] = parts
  if (mark.startsWith('E')) return null
  const valueDate = required(dayOf(year, month, day), line)
  // The reversal of a credit takes money away.
  const isDebit = mark === 'D' || mark === 'RC'
  const unsigned = plainAmount(decimalText(digits), currency, line)
  const amount = { amountMinor: isDebit ? -unsigned : unsigned, currency }
  const [, type = null, customer, bank] = REFERENCES.exec(rest) ?? []
  const supplement = field.lines.slice(1)
  const found = informationOf(information, currency)
  const told = textOf(found.lines, line)
  const { text, lines } = told.text === null ? textOf(supplement, line) : told
  const extra = supplement.join('')
  const symbol =
    found.references.length === 0 &&
    (variableSymbolIn(found.endToEnd ?? '') ?? variableSymbolIn(lines.join(' ')))
  const bankReference = referenceText(bank)
  return {
    ...EMPTY_ENTRY,
    bookingDate: bookingDay(valueDate, booked),
    valueDate,
    ...amount,
    name: found.name,
    ultimateName: found.ultimateName,
    iban: found.iban,
    text,
    lines,
    endToEnd: found.endToEnd,
    references: symbol ? [symbol] : distinct(found.references),
    bankReference,
    entryReference: bankReference,
    customerReference: found.customerReference ?? ownReference(customer),
    mandate: found.mandate,
    creditorId: found.creditorId,
    instructed: otherAmount(found.original ?? amountIn(extra, '/OCMT/', currency), amount),
    charges: found.charges ?? amountIn(extra, '/CHGS/', currency),
    returnReason: found.returnReason,
    isReversal: mark.startsWith('R'),
    code: { iso: null, proprietary: found.businessCode ?? type },
  }
}

/** `1.234,56`, `119,` and, in some dialects, `119.00`. */
export const decimalText = (digits: string): string =>
  digits.includes(',') ? digits.replaceAll('.', '').replace(',', '.') : digits

/** Month and day only: of the year that brings it closest to the value date. */
function bookingDay(valueDate: string, monthDay: string | undefined): string {
  if (monthDay === undefined) return valueDate
  const year = Number(valueDate.slice(0, 4))
  const days = [year - 1, year, year + 1].flatMap(
    (it) => dayOf(String(it), monthDay.slice(0, 2), monthDay.slice(2)) ?? [],
  )
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(valueDate))
  return days.toSorted((a, b) => distance(a) - distance(b))[0] ?? valueDate
}

/** Some banks only name the field that has it. */
function ownReference(text: string | undefined): string | null {
  const reference = referenceText(text)
  const isPointer = reference !== null && /^(?:[EPKM]REF|MARF|KREF\+)\+?$/.test(reference)
  return isPointer ? null : reference
}
