import { formatMinor } from '@billwright/money'
import type { Page } from '../../../core/http/pagination.ts'
import { problemOf, STATUS } from '../../../core/http/problem.ts'
import type { Billed } from '../bill.ts'

/** The results of billing all customers. Nothing that a preview created exists any more. */
export function billedView(
  { data, hasMore, nextCursor }: Page<Billed>,
  { isPreview, requestId }: { readonly isPreview: boolean; readonly requestId: string },
) {
  const failed = data.filter(({ error }) => error !== null).length
  return {
    results: data.map(({ details, error, ...group }) => ({
      customer_id: group.customerId,
      customer_name: group.customerName,
      currency: group.currency,
      entries: group.count,
      first_day: group.firstDay,
      last_day: group.lastDay,
      status: error ? STATUS[error.kind] : 201,
      invoice_id: details && !isPreview ? details.invoice.id : null,
      total: details && formatMinor(details.invoice.totals.totalMinor, group.currency),
      ...(error && { problem: problemOf(error, requestId) }),
    })),
    succeeded: data.length - failed,
    failed,
    has_more: hasMore,
    next_cursor: nextCursor,
  }
}
