import { formatMinor } from '@billwright/money'
import { stampsOf } from '../../kernel/fields/shapes.ts'
import type { ItemizedRun, NamedItem } from './read.ts'
import type { Run, RunFile } from './run.ts'

const euros = (minor: bigint): string => formatMinor(minor, 'EUR')

export const runView = (it: Run) => ({
  id: it.id,
  status: it.status,
  collect_on: it.collectOn,
  exclude: [...it.excluded],
  count: it.count,
  sum: euros(it.sumMinor),
  created_by: it.createdBy.name,
  first_approval: it.firstApproval && { by: it.firstApproval.name, at: it.firstApproval.at },
  approved_by: it.approvedBy?.name ?? null,
  approved_at: it.approvedAt,
  submitted_at: it.submittedAt,
  refused_because: it.refusedBecause,
  ...stampsOf(it),
})

const namesView = (it: NamedItem) => ({
  collection_id: it.collectionId,
  invoice_id: it.invoiceId ?? null,
  invoice_number: it.invoiceNumber ?? null,
  customer_id: it.customerId ?? null,
  customer_name: it.customerName ?? null,
})

const itemView = (it: NamedItem) => ({
  ...namesView(it),
  amount: euros(it.amountMinor),
  file: it.file,
  sequence: it.sequence,
  collect_on: it.collectOn,
  end_to_end: it.endToEnd,
  rejected: it.rejected,
})

const fileView = (it: RunFile) => ({
  number: it.number,
  message_id: it.messageRef,
  scheme: it.scheme,
  format: it.format,
  count: it.count,
  sum: euros(it.sumMinor),
  sha256: it.sha256,
  refused_because: it.refusedBecause,
})

export const itemizedView = ({ run, items, files }: ItemizedRun) => ({
  ...runView(run),
  collections: items.filter(({ leftOut }) => leftOut === null).map(itemView),
  left_out: items.flatMap((it) =>
    it.leftOut === null ? [] : { ...namesView(it), reason: it.leftOut },
  ),
  files: files.map(fileView),
})

export const runEventData = (it: Run) => ({
  id: it.id,
  status: it.status,
  count: it.count,
  sum: euros(it.sumMinor),
  refused_because: it.refusedBecause,
})
