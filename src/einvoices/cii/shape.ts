import type { Day } from '../model/day.ts'
import { add } from '../model/decimal.ts'
import type { EInvoice, TaxBreakdown } from '../model/document.ts'
import type { Price } from '../model/line.ts'
import { type Draft, withoutBlanks } from '../xml/part.ts'

/** Terms that the document has once and CII repeats in each row of the VAT breakdown. */
export interface CiiTaxBreakdown extends TaxBreakdown {
  readonly taxPointDate?: Day | undefined
  readonly taxPointCode?: string | undefined
}

/** The document in the structure of CII. */
export interface CiiInvoice
  extends Omit<EInvoice, 'taxBreakdown' | 'taxPointDate' | 'taxPointCode'> {
  readonly taxBreakdown: readonly CiiTaxBreakdown[]
}

/** The tax point is allowed in only one row of the breakdown (CII-SR-461, CII-SR-462). */
export function toCii({ taxPointDate, taxPointCode, ...document }: EInvoice): CiiInvoice {
  return {
    ...document,
    taxBreakdown: document.taxBreakdown.map((it, index) =>
      index === 0 ? { ...it, taxPointDate, taxPointCode } : it,
    ),
    lines: document.lines.map((line) => ({ ...line, price: toPrice(line.price) })),
  }
}

/** The document from the parsed parts; required terms may be missing. */
export function fromCii({ taxBreakdown = [], ...document }: Partial<CiiInvoice>): Draft {
  const last = taxBreakdown.at(-1)
  const { payment } = document
  return withoutBlanks({
    ...document,
    taxBreakdown: taxBreakdown.map(({ taxPointDate: _, taxPointCode: __, ...it }) => it),
    taxPointDate: last?.taxPointDate,
    taxPointCode: last?.taxPointCode,
    payment: payment && withoutBlanks({ ...payment }),
  })
}

/** CII requires the gross price beside a discount. */
const toPrice = (price: Price): Price =>
  price.discount === undefined
    ? price
    : { ...price, gross: price.gross ?? add(price.net, price.discount) }
