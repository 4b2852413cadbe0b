import { parseDecimal } from '../model/decimal.ts'
import { table } from '../table.ts'
import type { XmlElement } from './tree.ts'

/** An amount with more than two decimals, which is read rounded. */
export interface LongAmount {
  /** BR-DEC-… of EN 16931. */
  readonly rule: string
  /** From 0; undefined: of the whole document. */
  readonly line?: number | undefined
}

/** Rules by the name of an amount in the document, and on a line if it differs. */
const RULES = table<readonly [document: number, line?: number]>({
  'cbc:LineExtensionAmount': [9, 23],
  'cbc:AllowanceTotalAmount': [10],
  'cbc:ChargeTotalAmount': [11],
  'cbc:TaxExclusiveAmount': [12],
  'cbc:TaxInclusiveAmount': [14],
  'cbc:PrepaidAmount': [16],
  'cbc:PayableRoundingAmount': [17],
  'cbc:PayableAmount': [18],
  'cbc:TaxableAmount': [19],
  'cbc:TaxAmount': [13],
  'cbc:Amount': [1, 24],
  'cbc:BaseAmount': [2, 25],
  'ram:LineTotalAmount': [9, 23],
  'ram:AllowanceTotalAmount': [10],
  'ram:ChargeTotalAmount': [11],
  'ram:TaxBasisTotalAmount': [12],
  'ram:TaxTotalAmount': [13],
  'ram:GrandTotalAmount': [14],
  'ram:TotalPrepaidAmount': [16],
  'ram:RoundingAmount': [17],
  'ram:DuePayableAmount': [18],
  'ram:BasisAmount': [19, 25],
  'ram:CalculatedAmount': [20],
  'ram:ActualAmount': [1, 24],
})
const LINES = /^(cac:(Invoice|CreditNote)Line|ram:IncludedSupplyChainTradeLineItem)$/
/** Prices may have any number of decimals. */
const PRICES = /^(cac:Price|ram:(Gross|Net)PriceProductTradePrice)$/
const FOUND_MAX = 100
const DECIMALS_MAX = 2

/** Each rule once for the document and each line. */
export function longAmountsIn(root: XmlElement): readonly LongAmount[] {
  const found = new Map<string, LongAmount>()
  let lines = 0
  const visit = (element: XmlElement, line: number | undefined): void => {
    for (const child of element.children) {
      const number = ruleOf(child, line !== undefined)
      if (number !== undefined && found.size < FOUND_MAX) {
        const rule = `BR-DEC-${String(number).padStart(2, '0')}`
        found.set(`${rule} ${line}`, { rule, line })
      }
      if (!PRICES.test(child.name)) visit(child, LINES.test(child.name) ? lines++ : line)
    }
  }
  visit(root, undefined)
  return [...found.values()]
}

function ruleOf({ name, text }: XmlElement, isOnLine: boolean): number | undefined {
  const rules = RULES[name]
  if (rules === undefined || (parseDecimal(text.trim())?.scale ?? 0) <= DECIMALS_MAX)
    return undefined
  const [ofDocument, ofLine] = rules
  return isOnLine ? ofLine : ofDocument
}
