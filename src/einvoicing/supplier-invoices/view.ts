import { type Finding, findingText, typeName } from '@billwright/einvoice'
import { formatScaled } from '@billwright/money'
import { stampsOf } from '../../kernel/fields/shapes.ts'
import type { ReceivedContent } from '../documents/received/reader.ts'
import {
  allowedIn,
  type Compared,
  type LotMembers,
  type StoredContent,
  type SupplierInvoice,
  type SupplierInvoiceEntry,
} from './supplier-invoice.ts'

export const entryView = (it: Compared<SupplierInvoiceEntry>) => ({
  id: it.id,
  status: it.status,
  reason: it.reason,
  paid_on: it.paidOn,
  kind: it.kind,
  number: it.number,
  seller_name: it.sellerName,
  issue_date: it.issueDate,
  due_date: it.dueDate,
  currency: it.currency,
  total: decimalOf(it.totalCents),
  due: decimalOf(it.dueCents),
  format: it.format,
  profile: it.profile,
  errors: it.errors,
  warnings: it.warnings,
  duplicate_of: it.duplicateOf,
  sha256: it.sha256,
  ...stampsOf(it),
})

export const supplierInvoiceView = (
  it: Compared<SupplierInvoice>,
  { language, lot }: { readonly language: string; readonly lot: LotMembers | null },
) => ({
  ...entryView(it),
  allowed: [...allowedIn(it.status)],
  findings: it.findings.map((finding) => findingView(finding, language)),
  type_name: typeName(it.content.type_code, language) ?? null,
  lot: lot && {
    position: lot.position,
    of: lot.of,
    sha256: lot.hash,
    invoices: lot.invoices.map(({ id, number }) => ({ id, number })),
  },
  content: contentView(it.content),
})

const contentView = ({ lot: _, ...content }: StoredContent): ReceivedContent => content

const findingView = (finding: Finding, language: string) => ({
  rule: finding.rule,
  level: finding.level,
  line: finding.line,
  message: findingText(finding, language),
})

/** The data of an event: no texts. */
export const eventData = ({
  id,
  status,
  number,
  totalCents,
  currency,
  version,
}: SupplierInvoice) => ({
  id,
  status,
  number,
  total: decimalOf(totalCents),
  currency,
  version,
})

/** Hundredths, even of currencies without decimals, because a file of EN 16931 has two. */
const decimalOf = (cents: bigint): string => formatScaled(cents, 2)
