import type { Customer } from '../../customers/customer.ts'
import { findCustomerIds } from '../../customers/lookups.ts'
import type { Fault } from '../../errors.ts'
import { InvoiceCreate } from '../../invoices/input-schema.ts'
import type { StoredInvoice } from '../../invoices/invoice.ts'
import { findInvoiceIds, findInvoiceNumbers } from '../../invoices/lookups.ts'
import type { Payment } from '../../invoices/payments/payment.ts'
import type { Work } from '../../record/work.ts'
import { faultOf, schemaCheck, toFaults } from '../checks.ts'
import type { ImportFault, ImportNote, TotalDifference } from '../report.ts'
import { sourceId } from '../source-id.ts'
import { textOf } from '../source-values.ts'
import { customerIdOf, toImportFault } from './customers.ts'
import { toStoredInvoice } from './draft.ts'
import { type BroughtInvoice, toInvoiceBody } from './invoice.ts'
import { noteOf } from './notes.ts'
import { type InvioImportDeps, PROGRESS_STEP, type Run } from './run.ts'
import type { InvioInvoice } from './source.ts'
import { differencesOf } from './totals.ts'

const check = schemaCheck(InvoiceCreate)

/** Our id for an invoice of Invio. */
export const invoiceIdOf = (id: string): string => sourceId('inv', `invio:invoice:${id}`)

/** The result of importing one invoice. */
interface Outcome {
  readonly faults: readonly ImportFault[]
  readonly notes: readonly ImportNote[]
  readonly differences: readonly TotalDifference[]
  readonly wasPublic: string | null
}

export async function importInvoices(work: Work, deps: InvioImportDeps, input: Run) {
  const { source, options } = input
  const ids = source.invoices.map(({ row }) => invoiceIdOf(textOf(row, 'id') ?? ''))
  const there = await findInvoiceIds(work, ids)
  const open = source.invoices.filter(({ row }) => !there.has(invoiceIdOf(textOf(row, 'id') ?? '')))
  const importOne = await createImporter(work, deps, input, open)
  const outcomes: Outcome[] = []
  for (const invoice of open) {
    outcomes.push(await importOne(invoice))
    if (outcomes.length % PROGRESS_STEP === 0)
      await options.onProgress?.(outcomes.length, open.length)
  }
  return {
    counts: { imported: open.length, alreadyThere: there.size },
    faults: outcomes.flatMap(({ faults }) => faults),
    notes: [...outcomes.flatMap(({ notes }) => notes), ...sellerNotes(work, deps, input, open)],
    differences: outcomes.flatMap(({ differences }) => differences),
    unpublished: outcomes.flatMap(({ wasPublic }) => wasPublic ?? []),
  }
}

async function createImporter(
  work: Work,
  deps: InvioImportDeps,
  { settings: { prepared } }: Run,
  open: readonly InvioInvoice[],
) {
  const settings = deps.settings.preview(work, prepared)
  // Only issued invoices keep their template, even if it is deleted later.
  const version = open.some(isIssued)
    ? await deps.templates.pinVersion(work, settings.templateId)
    : null
  const template = { id: settings.templateId, version: version ?? '' }
  const numbers = open.flatMap(({ row }) => textOf(row, 'invoice_number') ?? [])
  const taken = await findInvoiceNumbers(work, numbers)
  const customers = new Map<string, Customer | null>()

  /** The customer in the file, or the customer here; null if the source lost it. */
  const customerOf = async ({ row }: InvioInvoice): Promise<Customer | null> => {
    const id = customerIdOf(textOf(row, 'customer_id') ?? '')
    const known = customers.get(id)
    if (known !== undefined) return known
    const there = (await findCustomerIds(work, [id])).has(id)
    const customer = there ? await deps.customers.require(work, id) : null
    customers.set(id, customer)
    return customer
  }

  return async (source: InvioInvoice): Promise<Outcome> => {
    const brought = toInvoiceBody(source)
    const where = `invoice ${brought.label}`
    const customer = await customerOf(source)
    const refused = (faults: readonly Fault[]): Outcome => ({
      ...NOTHING,
      faults: faults.map((fault) => toImportFault(where, fault)),
    })
    const before = [
      ...(customer ? [] : [NO_CUSTOMER]),
      ...numberFaults(brought, taken),
      ...check({ ...brought.body, customer_id: 'cus' }).filter(isHere),
    ]
    if (!customer || before.length > 0) return refused(before)
    try {
      const context = { customer, settings, template, now: work.at }
      const invoice = toStoredInvoice(brought, source, context)
      const payment = paymentOf(brought, invoice, work.at)
      await deps.invoices.import(work, { invoice, customerName: customer.name, payment })
      return {
        faults: [],
        notes: notesOf(brought, invoice).map((note) => ({ where, ...note })),
        differences: differencesOf(invoice, source, brought.label),
        wasPublic: isPublic(brought, source) ? brought.label : null,
      }
    } catch (error) {
      return refused(toFaults(error))
    }
  }
}

/** Issued documents are imported unchanged, even if they lack data that we require. */
function sellerNotes(
  work: Work,
  deps: InvioImportDeps,
  { settings: { prepared } }: Run,
  open: readonly InvioInvoice[],
): readonly ImportNote[] {
  const issued = open.filter(isIssued).length
  if (issued === 0 || deps.settings.preview(work, prepared).companyName.trim() !== '') return []
  return [{ where: 'settings', ...noteOf('seller_name_missing', { count: String(issued) }) }]
}

const isIssued = (source: InvioInvoice): boolean => toInvoiceBody(source).status !== 'draft'

const NOTHING: Outcome = { faults: [], notes: [], differences: [], wasPublic: null }

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
  { id: invoiceId, currency, paidMinor, issueDate }: StoredInvoice,
  now: string,
): Payment | null =>
  payment === null || paidMinor === 0n
    ? null
    : {
        id: sourceId('pay', `invio:payment:${id}`),
        invoiceId,
        currency,
        amountMinor: paidMinor,
        paidAt: payment.day ?? issueDate,
        method: payment.method,
        reference: null,
        note: null,
        automatic: true,
        source: null,
        accountEntryId: null,
        createdAt: now,
      }

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
