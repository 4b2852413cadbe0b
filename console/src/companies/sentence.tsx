import { formatMinor, parseMinor, sumOf } from '@billwright/money'
import type { Entry } from '@billwright/sdk'
import { dotted } from '../components/dotted.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import '../components/sentence.css'

type Figures = Entry<'summarizeCompanies'>

/** What is on its way to all companies, and how many have late invoices. */
export function CompaniesSentence({ of }: { readonly of: readonly Figures[] }) {
  const words = useWords().companies
  const format = useFormat()
  const coming = of.map((it) => it.currencies.flatMap(comingOf))
  const [first, ...others] = sumsOf(coming.flat())
  const more = others.map(({ currency, sum }) =>
    format.roughly(formatMinor(sum, currency), currency),
  )
  const paying = coming.filter((it) => it.length > 0).length
  const late = of.filter((it) => it.currencies.some(({ overdue }) => overdue.count > 0)).length
  return (
    <div>
      <p className="sentence">
        {first === undefined
          ? late === 0 && words.nothingOpen
          : words.onItsWay(
              format.roughly(formatMinor(first.sum, first.currency), first.currency),
              paying,
            )}{' '}
        {late > 0 ? (
          <span className="sentence-late">{words.late(late)}</span>
        ) : (
          first !== undefined && words.nothingLate
        )}
      </p>
      {more.length > 0 && <p className="sentence-more">{dotted(more)}</p>}
    </div>
  )
}

interface Coming {
  readonly currency: string
  readonly minor: bigint
}

/** What is owed and not late yet. */
function comingOf({ currency, outstanding, overdue }: Figures['currencies'][number]): Coming[] {
  const minor = parseMinor(outstanding.amount, currency) - parseMinor(overdue.amount, currency)
  return minor > 0n ? [{ currency, minor }] : []
}

/** The currency with the largest sum first; an order only, amounts of several are never added. */
const sumsOf = (coming: readonly Coming[]) =>
  [...Map.groupBy(coming, ({ currency }) => currency)]
    .map(([currency, own]) => ({ currency, sum: sumOf(own.map(({ minor }) => minor)) }))
    .toSorted(
      (a, b) => Number(formatMinor(b.sum, b.currency)) - Number(formatMinor(a.sum, a.currency)),
    )
