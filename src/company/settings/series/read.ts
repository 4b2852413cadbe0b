import { canCollide } from '@billwright/rules/number-pattern'
import { etagOf } from '../../../core/http/etag.ts'
import {
  type Page,
  type PageQueryInput,
  toPage,
  toPageRequest,
} from '../../../core/http/pagination.ts'
import type { CompanyDb } from '../../../platform/database/scope.ts'
import type { NumberedKind } from '../settings.ts'
import type { Series } from './inner/fields.ts'
import * as repository from './inner/repository.ts'

export { requireSeries } from './inner/repository.ts'

export const seriesEtag = ({ id, version, isUsed }: Series): string =>
  etagOf(isUsed ? `${id}-used` : id, version)

export async function listSeries(scope: CompanyDb, query: PageQueryInput): Promise<Page<Series>> {
  const series = await repository.listSeries(scope)
  const request = toPageRequest(query, 'created_at')
  const ordered = request.direction === 'asc' ? series : series.toReversed()
  const start = ordered.findIndex(({ id }) => id === request.after?.id) + 1
  const total = query.include ? series.length : null
  const position = ({ createdAt, id }: Series) => ({ value: createdAt, id })
  return toPage(ordered.slice(start), request, position, total)
}

/** A series that could give the same numbers as a pattern of the settings. */
export async function findSameNumbers(
  scope: CompanyDb,
  kind: NumberedKind,
  pattern: string,
): Promise<Series | undefined> {
  return (await repository.listSeries(scope)).find((it) => haveSameNumbers(it, { kind, pattern }))
}

export const haveSameNumbers = (one: Numbered, other: Numbered): boolean =>
  kindOfPaper(one) === kindOfPaper(other) && canCollide(one.pattern, other.pattern)

type Numbered = Pick<Series, 'kind' | 'pattern'>

/** A number means something else on a quote or a delivery note. */
const kindOfPaper = ({ kind }: Pick<Series, 'kind'>) => (kind === 'credit_note' ? 'invoice' : kind)
