import type { DisplayStatus } from '@billwright/rules/display-status'
import { table } from '../../kernel/table.ts'
import { cashRoundingOf } from '../../sales/contents/totals/cash-rounding.ts'
import { keptOf } from '../../sales/contents/totals/payable.ts'
import type { DocumentContext, PrintedInvoice } from './document-source.ts'
import type { Formatter } from './format.ts'
import { fill, type Labels } from './labels/labels.ts'

type Withholding = NonNullable<PrintedInvoice['withholdings']>[number]

interface Print {
  readonly invoice: Pick<PrintedInvoice, 'totals' | 'taxes' | 'seller' | 'withholdings'>
  readonly format: Pick<Formatter, 'percent' | 'money'>
  readonly labels: Pick<Labels, 'withholdingLabel' | 'taxOnText' | 'splitTaxLabel'>
}

/** What the customer keeps of the total: each withholding, and the tax of split payment. */
export function keptRows(print: Print) {
  const split = {
    label: print.labels.splitTaxLabel,
    amountMinor: keptOf(print.invoice).splitMinor,
  }
  return [...withheldRows(print), split].filter(({ amountMinor }) => amountMinor !== 0n)
}

function withheldRows({ invoice, format, labels }: Print) {
  const { withholdings = [], totals, seller } = invoice
  return withholdings.map((withholding, at) => {
    const { baseMinor = 0n, amountMinor = 0n } = totals.withheld?.[at] ?? {}
    const name = withholding.name ?? nameIn(seller.address.countryCode, withholding)
    const rate = format.percent(withholding.rateMicro ?? 0n)
    // A person stated the amount, so it is no product of rate and base.
    const of =
      withholding.amount === null
        ? ` ${fill(labels.taxOnText, { amount: format.money(baseMinor) })}`
        : ''
    return { label: `${name ?? labels.withholdingLabel} ${rate}${of}`, amountMinor }
  })
}

/** Sentences for what a template has no rows for, so that its total and its amount due add up. */
export function sentencesOfRows(context: DocumentContext): readonly string[] {
  const { labels, traits } = context
  const rounding = { label: labels.roundingLabel, amountMinor: -unprintedRounding(context) }
  return sentencesOf(
    [
      ...(rounding.amountMinor === 0n ? [] : [rounding]),
      ...(traits.printsWithholdings ? [] : keptRows(context)),
    ],
    context,
  )
}

/** A row for the cent of prices with tax includes the rounding to coins. */
function unprintedRounding({ invoice, traits }: DocumentContext): bigint {
  if (traits.printsRounding) return 0n
  const cash = cashRoundingOf(invoice)
  const cent = traits.printsNet ? invoice.totals.roundingMinor - cash : 0n
  return traits.printsCashRounding ? cent : cent + cash
}

/** Next to a refund, a due date or payment terms would seem to apply to the refund. */
export const isPayable = (status: DisplayStatus): boolean =>
  status !== 'refund_due' && status !== 'credited'

/** Whether the document prints payment terms, which then contain those sentences. */
export const hasTerms = ({ traits, displayed }: DocumentContext): boolean =>
  traits.printsTerms && isPayable(displayed)

/** Each withholding as a sentence. */
export const withheldSentences = (print: Print): readonly string[] =>
  sentencesOf(
    withheldRows(print).filter(({ amountMinor }) => amountMinor !== 0n),
    print,
  )

const sentencesOf = (
  rows: ReturnType<typeof keptRows>,
  { format }: Pick<Print, 'format'>,
): readonly string[] =>
  rows.map(({ label, amountMinor }) => `${label}: ${format.money(-amountMinor)}`)

/** The name that the tax has in the seller's country, in any language of the document. */
const nameIn = (country: string | null, { kind, code }: Withholding): string | undefined =>
  CONTRIBUTIONS[code ?? ''] ?? (kind === 'income_tax' ? INCOME_TAXES[country ?? ''] : undefined)

const INCOME_TAXES = table({
  IT: 'Ritenuta d’acconto',
  ES: 'Retención IRPF',
  PT: 'Retenção na fonte',
})

/** By TipoRitenuta of FatturaPA. */
const CONTRIBUTIONS = table({
  RT03: 'Contributo INPS',
  RT04: 'Contributo Enasarco',
  RT05: 'Contributo ENPAM',
  RT06: 'Contributo previdenziale',
})
