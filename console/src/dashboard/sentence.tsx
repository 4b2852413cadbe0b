import { formatMinor, parseMinor } from '@billwright/money'
import type { CurrencySummary } from '../api/invoices.ts'
import { TextLink } from '../components/list-links.tsx'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import '../components/sentence.css'

/** What is on its way and what is late in a currency, in a sentence. */
export function Sentence({ of }: { readonly of: CurrencySummary }) {
  const words = useWords().dashboard
  const format = useFormat()
  const { currency, outstanding, overdue } = of
  if (outstanding.count === 0) return null
  const coming = parseMinor(outstanding.amount, currency) - parseMinor(overdue.amount, currency)
  return (
    <p className="sentence">
      {coming > 0n && (
        <TextLink to="/invoices" search={{ has_due: true, currency }} inherit c="inherit">
          {words.onItsWay(format.roughly(formatMinor(coming, currency), currency))}
        </TextLink>
      )}{' '}
      {overdue.count > 0 ? (
        <TextLink
          to="/invoices"
          search={{ overdue: true, currency }}
          inherit
          className="sentence-late"
        >
          {words.isLate(format.roughly(overdue.amount, currency))}
        </TextLink>
      ) : (
        words.nothingLate
      )}
    </p>
  )
}

/** The currency with the largest open amount first; an order only, never a sum. */
export const byOpenAmount = (currencies: readonly CurrencySummary[]): readonly CurrencySummary[] =>
  currencies.toSorted((a, b) => Number(b.outstanding.amount) - Number(a.outstanding.amount))
