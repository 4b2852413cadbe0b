import type { Settings } from '../../../../company/settings/settings.ts'
import { pinTemplateVersion } from '../../../../company/templates/change.ts'
import type { ReadWork, Work } from '../../../../core/record/work.ts'
import { type Fault, invalidRequest } from '../../../../kernel/errors.ts'
import type { ForeignRow } from '../../../../platform/database/sqlite/foreign.ts'
import type { Customer } from '../../../../sales/customers/customer.ts'
import { requireCustomer } from '../../../../sales/customers/read.ts'
import { importInvoice } from '../../../../sales/invoices/create.ts'
import { InvoiceCreate } from '../../../../sales/invoices/input-schema.ts'
import type { StoredInvoice } from '../../../../sales/invoices/invoice.ts'
import { findInvoiceIds, findInvoiceNumbers } from '../../../../sales/invoices/lookups.ts'
import { newPayment, type Payment } from '../../../../sales/ledger/payment.ts'
import type { ImportNote, TotalDifference } from '../../report.ts'
import { faultOf, schemaCheck } from '../checks.ts'
import type { Made } from '../kind.ts'
import { sourceId } from '../source-id.ts'
import { textOf } from '../source-values.ts'
import { addCustomer, findCustomer } from './customers.ts'
import { toStoredInvoice } from './draft.ts'
import { type BroughtInvoice, toInvoiceBody } from './invoice.ts'
import { noteOf } from './notes.ts'
import type { InvioInvoice } from './source.ts'
import { differencesOf } from './totals.ts'

const check = schemaCheck(InvoiceCreate)

/** Our id for an invoice of Invio. */
const invoiceIdOf = (id: string): string => sourceId('inv', `invio:invoice:${id}`)

/** An invoice with its customer; null: the source lost it. */
export interface InvoiceRecord {
  readonly source: InvioInvoice
  readonly customer: ForeignRow | null
}

export const isIssued = (source: InvioInvoice): boolean => toInvoiceBody(source).status !== 'draft'

export const checkInvoice = ({ source, customer }: InvoiceRecord): readonly Fault[] => [
  ...(customer ? [] : [NO_CUSTOMER]),
  ...check({ ...toInvoiceBody(source).body, customer_id: 'cus' }).filter(isHere),
]

export async function findInvoice(
  work: ReadWork,
  { source }: InvoiceRecord,
): Promise<string | undefined> {
  const id = invoiceIdOf(textOf(source.row, 'id') ?? '')
  return (await findInvoiceIds(work, [id])).has(id) ? id : undefined
}

/** `settings`: as in Invio. Its customer may be missing, because a dry run saves none. */
export async function addInvoice(
  work: Work,
  { source, customer: row, settings }: InvoiceRecord & { readonly settings: Settings },
): Promise<Made> {
  const brought = toInvoiceBody(source)
  const taken = await findInvoiceNumbers(work, [brought.label])
  const faults = [...(row ? [] : [NO_CUSTOMER]), ...numberFaults(brought, taken)]
  if (!row || faults.length > 0) throw invalidRequest(faults)
  const customer = await customerOf(work, row)
  // Only issued invoices keep their template, even if it is deleted later.
  const { templateId } = settings
  const version = isIssued(source) ? await pinTemplateVersion(work, templateId) : null
  const template = { id: templateId, version: version ?? '' }
  const invoice = toStoredInvoice(brought, source, { customer, settings, template, now: work.at })
  const payment = paymentOf(brought, invoice, work.at)
  await importInvoice(work, { invoice, customerName: customer.name, payment })
  const where = `invoice ${brought.label}`
  const notes = [
    ...notesOf(brought, invoice),
    ...(isPublic(brought, source) ? [noteOf('link_left', { number: brought.label })] : []),
  ].map((note) => ({ where, ...note }))
  const differences = differencesOf(invoice, source, brought.label)
  return {
    id: invoice.id,
    version: invoice.version,
    report: [...notes, ...differences.map((it) => differenceNote(where, it))],
  }
}

async function customerOf(work: Work, row: ForeignRow): Promise<Customer> {
  const id = await findCustomer(work, row)
  return id === undefined ? (await addCustomer(work, row)).customer : requireCustomer(work, id)
}

/** Every total that differs is a note with this code. */
const DIFFERENCE = 'total_differs'

const differenceNote = (
  where: string,
  { explanation, ...params }: TotalDifference,
): ImportNote => ({ where, code: DIFFERENCE, params, message: explanation })

const NO_CUSTOMER: Fault = {
  pointer: '/customer_id',
  code: 'unknown_customer',
  message: 'The customer of the invoice is missing in the database.',
}

/** Invio has invoices without items; they are imported unchanged. */
const isHere = ({ pointer, code }: Fault): boolean =>
  !(pointer === '/items' && code === 'too_few_items')

const numberFaults = (
  { status, label }: BroughtInvoice,
  taken: ReadonlyMap<string, string>,
): readonly Fault[] =>
  status === 'draft' || !taken.has(label)
    ? []
    : [faultOf('/number', 'number_taken', `The number already belongs to ${taken.get(label)}.`)]

/** The payment for the status `paid`; it is deleted when the status is undone. */
const paymentOf = (
  { payment, sourceId: id }: BroughtInvoice,
  invoice: StoredInvoice,
  now: string,
): Payment | null =>
  payment === null || invoice.paidMinor === 0n
    ? null
    : newPayment(invoice, {
        id: sourceId('pay', `invio:payment:${id}`),
        amountMinor: invoice.paidMinor,
        paidAt: payment.day ?? invoice.issueDate,
        method: payment.method,
        automatic: true,
        createdAt: now,
      })

function notesOf(
  { status, label, notes, wasOverdue }: BroughtInvoice,
  { items, issueDate, dueDate }: StoredInvoice,
) {
  const isPlaceholder = label.startsWith('DRAFT-')
  return [
    ...notes,
    ...(status === 'draft' && !isPlaceholder
      ? [noteOf('draft_number_dropped', { number: label })]
      : []),
    ...(status !== 'draft' && isPlaceholder ? [noteOf('draft_number_kept')] : []),
    ...(wasOverdue && dueDate === null ? [noteOf('overdue_without_due_date')] : []),
    ...(items.length === 0 ? [noteOf('no_items')] : []),
    ...(dueDate !== null && dueDate < issueDate ? [noteOf('due_before_issue')] : []),
  ]
}

/** Invio gives each invoice a link, but people rarely sent links of drafts. */
const isPublic = ({ status }: BroughtInvoice, { row }: InvioInvoice): boolean =>
  status !== 'draft' && textOf(row, 'share_token') !== null
