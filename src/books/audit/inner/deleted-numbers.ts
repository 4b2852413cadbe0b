import type { Revision } from '../../../core/record/chain.ts'
import type { DeletedNumber, Gap } from '../report.ts'

/** A deleted issued invoice, which settings may allow, and its position in its series. */
export interface DeletedInvoice extends DeletedNumber {
  readonly series: string
  readonly place: bigint
}

/** The number in a revision that deletes an issued invoice; null for any other revision. */
export function deletedIn({ action, changes, sequence, at }: Revision): DeletedInvoice | null {
  const series = changes.series?.[0]
  const place = String(changes.sequence?.[0] ?? '')
  if (action !== 'deleted' || typeof series !== 'string' || !/^\d{1,18}$/.test(place)) return null
  const number = String(changes.number?.[0] ?? '')
  return { series, place: BigInt(place), number, revision: sequence, at }
}

/** The gaps with the deletions that explain them. Each deletion explains one position. */
export const explainGaps = (
  gaps: readonly Gap[],
  deleted: readonly DeletedInvoice[],
): readonly Gap[] => deleted.reduce(explainOne, gaps)

function explainOne(gaps: readonly Gap[], deletion: DeletedInvoice): readonly Gap[] {
  const { series, place } = deletion
  return gaps.flatMap((gap) => {
    const isThere = gap.deleted === null && gap.series === series
    return isThere && gap.from <= place && place <= gap.to ? split(gap, deletion) : [gap]
  })
}

function split(gap: Gap, { series: _, place, ...deleted }: DeletedInvoice): readonly Gap[] {
  const parts: readonly Gap[] = [
    { ...gap, to: place - 1n },
    { ...gap, from: place, to: place, deleted },
    { ...gap, from: place + 1n },
  ]
  return parts.filter(({ from, to }) => from <= to)
}
