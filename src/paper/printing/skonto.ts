import { parseMicro, parseMinor, percentOf } from '@billwright/money'
import { addDays } from '../../kernel/calendar.ts'
import { payableMinor } from '../../sales/contents/totals/payable.ts'
import type { PrintedInvoice } from './document-source.ts'
import type { Formatter } from './format.ts'
import { fill, type Labels } from './labels/labels.ts'

/** A cash discount in the terms of XRechnung (BR-DE-18). Only the e-invoice keeps the code. */
const CODE =
  /^#SKONTO#TAGE=(\d{1,4})#PROZENT=(\d{1,2}(?:\.\d{1,2})?)#(?:BASISBETRAG=(\d{1,12}(?:\.\d{1,2})?)#)?$/

interface Print {
  readonly invoice: PrintedInvoice
  readonly format: Formatter
  readonly labels: Labels
  /** A quote does not know the day of its invoice yet. */
  readonly isDated: boolean
}

/** The text with a sentence for each cash discount, and without codes that cannot be read. */
export function withoutCodes(text: string, print: Print): string {
  if (!/#SKONTO#/i.test(text)) return text
  return text
    .split('\n')
    .flatMap((line) => {
      if (!/#SKONTO#/i.test(line)) return [line]
      const sentence = sentenceOf(line.trim().toUpperCase(), print)
      return sentence === null ? [] : [sentence]
    })
    .join('\n')
}

function sentenceOf(code: string, { invoice, format, labels, isDated }: Print): string | null {
  const [, days, percent, base] = CODE.exec(code) ?? []
  if (days === undefined || percent === undefined) return null
  const { currency, creditedMinor, totals, issueDate } = invoice
  const payable = payableMinor(totals) - creditedMinor
  const percentMicro = parseMicro(percent)
  const discount = percentOf(base === undefined ? payable : baseOf(base, currency), percentMicro)
  if (payable <= 0n || discount > payable) return null
  return fill(isDated ? labels.skontoText : labels.skontoDaysText, {
    percent: format.percent(percentMicro),
    days,
    date: format.date(addDays(issueDate, Number(days))),
    discount: format.money(discount),
    amount: format.money(payable - discount),
  })
}

/** A currency without decimals has no cents in its base. */
const baseOf = (base: string, currency: string): bigint => {
  try {
    return parseMinor(base, currency)
  } catch {
    return 0n
  }
}
