import { currentSettings } from '../../company/settings/read.ts'
import { type Page, toPage, toPageRequest } from '../../core/http/pagination.ts'
import { transaction, tryOut } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { AppError, invalidRequest } from '../../kernel/errors.ts'
import { findCustomers, requireCustomer } from '../customers/read.ts'
import type { Entry, EntryGroup } from '../entries/entry.ts'
import {
  insertBillings,
  listOpenEntries,
  listOpenGroups,
  lockNamedEntries,
  lockOpenEntries,
  type OpenEntries,
} from '../entries/open.ts'
import { createInvoice } from '../invoices/create.ts'
import type { InvoiceDetails } from '../invoices/view.ts'
import { type GroupedItem, type Grouping, groupEntries } from './inner/grouping.ts'
import {
  type AllEntriesBody,
  CUSTOMERS_MAX,
  ENTRIES_MAX,
  type EntryInvoiceBody,
} from './inner/schema.ts'

/** The open entries of a customer in a currency, and the draft or the reason why there is none. */
export interface Billed extends EntryGroup {
  readonly customerName: string
  readonly details: InvoiceDetails | null
  readonly error: AppError | null
}

/** The open entries of a customer in a currency, up to a day. */
type Joining = Pick<OpenEntries, 'customerId' | 'currency' | 'until'>

/** A draft for each customer and currency with open entries. One failure does not affect the others. */
export async function billAllEntries(
  work: ReadWork,
  { cursor, ...body }: AllEntriesBody,
  { isPreview }: { readonly isPreview: boolean },
): Promise<Page<Billed>> {
  const request = toPageRequest({ limit: CUSTOMERS_MAX, ...(cursor && { cursor }) }, 'customer')
  const { currency = null, until = null } = body
  const groups = await listOpenGroups(work, { currency, until }, request)
  const page = toPage(groups, request, (it) => ({ value: it.currency, id: it.customerId }), null)
  const found = await findCustomers(work, [
    ...new Set(page.data.map(({ customerId }) => customerId)),
  ])
  const names = new Map(found.map(({ id, name }) => [id, name]))
  const data: Billed[] = []
  for (const group of page.data) {
    const { customerId: customer_id, currency } = group
    const outcome = await tryInvoice(work, { ...body, customer_id, currency }, isPreview)
    data.push({ ...group, customerName: names.get(customer_id) ?? '', ...outcome })
  }
  return { ...page, data }
}

/** The items for the open entries of a future invoice. Call `bill` once it is created. */
export async function lockJoiningEntries(
  work: Work,
  open: Joining,
): Promise<readonly GroupedItem[]> {
  const found = await lockOpenEntries(work, { ...open, limit: ENTRIES_MAX })
  return groupEntries(found, 'description')
}

/** Lists entries for a preview, without those that earlier invoices will bill. */
export async function listJoiningEntries(
  work: ReadWork,
  { billed, ...open }: Joining & { readonly billed: ReadonlySet<string> },
): Promise<readonly GroupedItem[]> {
  const found = await listOpenEntries(work, { ...open, limit: ENTRIES_MAX })
  return groupEntries(
    found.filter(({ id }) => !billed.has(id)),
    'description',
  )
}

/** Records that the last items of an invoice bill their entries. */
export async function noteBilled(
  work: Work,
  grouped: readonly GroupedItem[],
  details: InvoiceDetails,
) {
  if (grouped.length > 0)
    await insertBillings(work, details.invoice.id, billingsOf(grouped, details))
}

/** Creates a draft with an item for each group; its period is from the first to the last day. */
export function billEntries(work: ReadWork, body: EntryInvoiceBody): Promise<InvoiceDetails> {
  return transaction(work, async (work) => {
    const customer = await requireCustomer(work, body.customer_id)
    const currency = body.currency ?? customer.currency ?? (await currentSettings(work)).currency
    const wanted = await lockWanted(work, body, currency)
    if (wanted.length === 0) throw nothingToBill()
    const grouped = groupEntries(wanted, (body.group_by ?? 'none') as Grouping)
    const days = wanted.map(({ date }) => date).toSorted()
    const details = await createInvoice(work, {
      customer_id: customer.id,
      currency,
      period_start: days[0] ?? null,
      period_end: days.at(-1) ?? null,
      items: grouped.map(({ item }) => item),
    })
    await insertBillings(work, details.invoice.id, billingsOf(grouped, details))
    return details
  })
}

async function lockWanted(
  work: Work,
  body: EntryInvoiceBody,
  currency: string,
): Promise<readonly Entry[]> {
  const { customer_id: customerId, entry_ids: ids, until = null } = body
  if (ids === undefined)
    return lockOpenEntries(work, { customerId, currency, until, limit: ENTRIES_MAX })
  const found = await lockNamedEntries(work, ids)
  const wrong = found.filter(
    (entry) => entry.customerId !== customerId || entry.currency !== currency,
  )
  if (found.length < ids.length || wrong.length > 0)
    throw wrongEntries(`Name entries of this customer in ${currency} only.`)
  return until === null ? found : found.filter(({ date }) => date <= until)
}

/** Creates a draft, or for a preview tries it out. The transaction returns nothing: it is one of many. */
async function tryInvoice(
  work: ReadWork,
  body: EntryInvoiceBody,
  isPreview: boolean,
): Promise<Pick<Billed, 'details' | 'error'>> {
  let details: InvoiceDetails | null = null
  const run = async (work: Work) => {
    details = await billEntries(work, body)
  }
  try {
    await (isPreview ? tryOut(work, run) : transaction(work, run))
    return { details, error: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { details: null, error }
  }
}

/** Items of the request come first, those of entries last. */
function billingsOf(grouped: readonly GroupedItem[], { invoice }: InvoiceDetails) {
  const items = invoice.items.slice(-grouped.length)
  return grouped.flatMap(({ entryIds }, index) =>
    entryIds.map((entryId) => ({ entryId, itemId: items[index]?.id ?? '' })),
  )
}

const nothingToBill = (): AppError =>
  new AppError(
    'conflict',
    'nothing_to_bill',
    'This customer has no open time or expenses in this currency up to that day.',
  )

const wrongEntries = (message: string): AppError =>
  invalidRequest([{ pointer: '/entry_ids', code: 'unknown_entry', message }])
