import { formatMinor, parseMinor } from '@billwright/money'
import type { CurrencySummary } from '../api/invoices.ts'
import { TextLink } from '../components/list-links.tsx'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'

/** What is on its way and what is late, in a sentence, for the currency with the largest sum. */
export function Sentence({ currencies }: { readonly currencies: readonly CurrencySummary[] }) {
  const words = useWords().dashboard
  const format = useFormat()
  const [largest] = currencies.toSorted((a, b) => Number(openOf(b)) - Number(openOf(a)))
  if (!largest || largest.outstanding.count === 0) return null
  const { currency, outstanding, overdue } = largest
  const coming = parseMinor(outstanding.amount, currency) - parseMinor(overdue.amount, currency)
  return (
    <p className="sentence">
      {coming > 0n && (
        <TextLink to="/invoices" search={{ has_due: true, currency }} inherit c="inherit">
          {words.onItsWay(format.roughly(formatMinor(coming, currency), currency))}
        </TextLink>
      )}{' '}
      {overdue.count > 0 ? (
        <TextLink to="/invoices" search={{ overdue: true, currency }} inherit c="var(--brick-ink)">
          {words.isLate(format.roughly(overdue.amount, currency))}
        </TextLink>
      ) : (
        words.nothingLate
      )}
    </p>
  )
}

const openOf = ({ outstanding }: CurrencySummary): string => outstanding.amount
