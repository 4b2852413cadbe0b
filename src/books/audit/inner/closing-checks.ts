import { isDeepStrictEqual } from 'node:util'
import { readClosing } from '../../../company/closing/open.ts'
import type { CompanyDb } from '../../../platform/database/scope.ts'
import { bookSumsView } from '../../closing/sums-view.ts'
import { readBookSums } from '../../reports/book-sums.ts'
import { type Break, breakOf } from '../report.ts'

/** Whether documents and payments of the closed period still have the sums that they had when it was closed. */
export async function closingBreaks(scope: CompanyDb): Promise<readonly Break[]> {
  const { until, sums } = await readClosing(scope)
  if (until === null) return []
  const now = bookSumsView(await readBookSums(scope, until))
  if (isDeepStrictEqual(now, sums)) return []
  const message = `Documents or payments until ${until} changed after the books were closed.`
  return [
    breakOf('closed_period_changed', message, {
      field: 'sums',
      expected: JSON.stringify(sums),
      found: JSON.stringify(now),
    }),
  ]
}
