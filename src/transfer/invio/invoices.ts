import type { Customer } from '../../customers/customer.ts'
import type { Fault } from '../../errors.ts'
import { InvoiceCreate } from '../../invoices/input-schema.ts'
import type { StoredInvoice } from '../../invoices/invoice.ts'
import { createInvoiceWriter } from '../../invoices/invoice-writer.ts'
import { instant } from '../../platform/clock.ts'
import { faultOf, schemaCheck, toFaults } from '../checks.ts'
import { IMPORT_ACTOR } from '../dry-run.ts'
import type { ImportFault, ImportNote, TotalDifference } from '../report.ts'
import * as repository from '../repository.ts'
import { sourceId } from '../source-id.ts'
import { textOf } from '../source-values.ts'
import { customerIdOf, toImportFault } from './customers.ts'
import { type ImportContext, toStoredInvoice } from './draft.ts'
import type { InvioImportDeps, Run } from './import.ts'
import { type BroughtInvoice, toInvoiceBody } from './invoice.ts'
import type { InvioInvoice } from './source.ts'
import { differencesOf } from './totals.ts'

const PROGRESS_STEP = 100

const check = schemaCheck(InvoiceCreate)

/** The id here of an invoice of Invio. */
export const invoiceIdOf = (id: string): string => sourceId('inv', `invio:invoice:${id}`)

/** What the bringing of one invoice came to. */
interface Outcome {
  readonly faults: readonly ImportFault[]
  readonly notes: readonly ImportNote[]
  readonly differences: readonly TotalDifference[]
  readonly wasPublic: string | null
}

export async function bringInvoices(deps: InvioImportDeps, input: Run) {
  const { trx, source, options } = input
  const ids = source.invoices.map(({ row }) => invoiceIdOf(textOf(row, 'id') ?? ''))
  const there = await repository.findIds(trx, 'invoices', ids)
  const open = source.invoices.filter(({ row }) => !there.has(invoiceIdOf(textOf(row, 'id') ?? '')))
  const bring = await createBringer(deps, input, open)
  const outcomes: Outcome[] = []
  for (const invoice of open) {
    outcomes.push(await bring(invoice))
    if (outcomes.length % PROGRESS_STEP === 0) options.onProgress?.(outcomes.length, open.length)
  }
  return {
    counts: { imported: open.length, alreadyThere: there.size },
    faults: outcomes.flatMap(({ faults }) => faults),
    notes: [...outcomes.flatMap(({ notes }) => notes), ...sellerNotes(deps, input, open)],
    differences: outcomes.flatMap(({ differences }) => differences),
    unpublished: outcomes.flatMap(({ wasPublic }) => wasPublic ?? []),
  }
}

async function createBringer(
  deps: InvioImportDeps,
  { trx, settings: { prepared } }: Run,
  open: readonly InvioInvoice[],
) {
  const settings = deps.settings.preview(prepared)
  const version = await deps.templateVersion(trx, settings.templateId)
  const template = { id: settings.templateId, version: version ?? '' }
  const now = instant(deps.clock)
  const numbers = open.flatMap(({ row }) => textOf(row, 'invoice_number') ?? [])
  const taken = await repository.findNumbers(trx, numbers)
  const customers = new Map<string, Customer | null>()

  /** The customer as brought, or as it is here now; null if the source lost it. */
  const customerOf = async ({ row }: InvioInvoice): Promise<Customer | null> => {
    const id = customerIdOf(textOf(row, 'customer_id') ?? '')
    const known = customers.get(id)
    if (known !== undefined) return known
    const there = (await repository.findIds(trx, 'customers', [id])).size > 0
    const customer = there ? await deps.customers.require(trx, id) : null
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
      const around = { customer, settings, template, now }
      const invoice = toStoredInvoice(brought, source, around)
      await store(deps, { trx, invoice, brought, around })
      return {
        faults: [],
        notes: notesOf(brought, invoice).map((message) => ({ where, message })),
        differences: differencesOf(invoice, source, brought.label),
        wasPublic: isPublic(brought, source) ? brought.label : null,
      }
    } catch (error) {
      return refused(toFaults(error))
    }
  }
}

/** Documents that were issued there come over as they were, also without what is asked for here. */
function sellerNotes(
  deps: InvioImportDeps,
  { settings: { prepared } }: Run,
  open: readonly InvioInvoice[],
): readonly ImportNote[] {
  const issued = open.filter((source) => toInvoiceBody(source).status !== 'draft').length
  if (issued === 0 || deps.settings.preview(prepared).companyName.trim() !== '') return []
  const message = `Invio has no company name. Issued invoices imported without a seller name: ${issued}.`
  return [{ where: 'settings', message }]
}

const NOTHING: Outcome = { faults: [], notes: [], differences: [], wasPublic: null }

const NO_CUSTOMER: Fault = {
  pointer: '/customer_id',
  code: 'unknown_customer',
  message: 'Its customer is missing in the database.',
}

/** Invio has invoices without items; they come over as they are. */
const isHere = ({ pointer, code }: Fault): boolean =>
  !(pointer === '/items' && code === 'too_few_items')

const numberFaults = (
  { status, label }: BroughtInvoice,
  taken: ReadonlyMap<string, string>,
): readonly Fault[] =>
  status === 'draft' || !taken.has(label)
    ? []
    : [faultOf('/number', 'number_taken', `The number already belongs to ${taken.get(label)}.`)]

interface Storing {
  readonly trx: Run['trx']
  readonly invoice: StoredInvoice
  readonly brought: BroughtInvoice
  readonly around: ImportContext
}

async function store({ clock }: InvioImportDeps, { trx, invoice, brought, around }: Storing) {
  const writer = createInvoiceWriter({ clock })
  const extras = { customerName: around.customer.name, shareHash: null }
  await writer.insert({ trx, actor: IMPORT_ACTOR, after: invoice, extras })
  if (brought.payment === null || invoice.paidMinor === 0n) return
  await writer.payByStatus(trx, {
    id: sourceId('pay', `invio:payment:${brought.sourceId}`),
    invoiceId: invoice.id,
    amountMinor: invoice.paidMinor,
    paidAt: brought.payment.day ?? invoice.issueDate,
    method: brought.payment.method,
    createdAt: around.now,
  })
}

function notesOf(
  { status, label, notes, wasOverdue }: BroughtInvoice,
  { items, issueDate, dueDate }: StoredInvoice,
) {
  const isPlaceholder = label.startsWith('DRAFT-')
  return [
    ...notes,
    ...(status === 'draft' && !isPlaceholder
      ? [`It is a draft, so its number ${label} was not imported. Issuing assigns the next number.`]
      : []),
    ...(status !== 'draft' && isPlaceholder
      ? ['It was sent with a draft number and keeps it.']
      : []),
    ...(wasOverdue && dueDate === null
      ? [
          'It was overdue without a due date. Billwright shows it as overdue once it has a due date.',
        ]
      : []),
    ...(items.length === 0 ? ['It has no items.'] : []),
    ...(dueDate !== null && dueDate < issueDate ? ['Its due date is before its issue date.'] : []),
  ]
}

/** Invio gives each invoice a link; those of drafts were hardly sent to anybody. */
const isPublic = ({ status }: BroughtInvoice, { row }: InvioInvoice): boolean =>
  status !== 'draft' && textOf(row, 'share_token') !== null
