import { formatMinor } from '@billwright/money'
import { stampsOf } from '../../kernel/fields/shapes.ts'
import type { Collection } from './collection.ts'

export const collectionView = (it: Collection) => ({
  id: it.id,
  invoice_id: it.invoiceId,
  customer_id: it.customerId,
  payment_method_id: it.methodId,
  via: it.via,
  amount: formatMinor(it.amountMinor, it.currency),
  currency: it.currency,
  collect_on: it.collectOn,
  next_on: it.nextOn,
  status: it.status,
  notice: it.notice && {
    message_id: it.notice.messageId,
    sent_at: it.notice.sentAt,
    collect_on: it.notice.collectOn,
    amount: formatMinor(it.notice.amountMinor, it.currency),
  },
  attempts: it.attempts.map(({ n, at, day, outcome, code, ref }) => ({
    ...{ n, at, day, outcome, code, ref },
  })),
  run_id: it.runId,
  end_to_end: it.endToEnd,
  ended_because: it.endedBecause,
  problems: [...it.problems],
  ...stampsOf(it),
})

/** What would be collected, of a collection that is not stored. */
export function collectionPreview(it: Collection) {
  const { invoice_id, customer_id, payment_method_id, via, ...view } = collectionView(it)
  const { amount, currency, collect_on, next_on } = view
  return {
    ...{ invoice_id, customer_id, payment_method_id, via },
    ...{ amount, currency, collect_on, next_on },
  }
}

export const collectionEventData = (it: Collection) => ({
  id: it.id,
  invoice_id: it.invoiceId,
  customer_id: it.customerId,
  payment_method_id: it.methodId,
  via: it.via,
  status: it.status,
  amount: formatMinor(it.amountMinor, it.currency),
  currency: it.currency,
  next_on: it.nextOn,
  code: it.attempts.at(-1)?.code ?? null,
  ended_because: it.endedBecause,
})
