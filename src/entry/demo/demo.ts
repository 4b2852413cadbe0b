import type { App } from '../../app.ts'
import { createCompany } from '../../company/access/companies/companies.ts'
import { changeSettings } from '../../company/settings/change.ts'
import { hasSeveralCompanies } from '../../core/companies/directory.ts'
import { type Actor, SCOPES } from '../../core/http/actor.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { addDays } from '../../kernel/calendar.ts'
import { sendInvoice } from '../../messages/mail/sending/send.ts'
import { isTransportReady } from '../../messages/mail/transport/transport.ts'
import { createRecurring } from '../../messages/recurring/create.ts'
import { lookAtReminders } from '../../messages/reminders/look.ts'
import { BUILT_IN_ID } from '../../messages/reminders/plan.ts'
import { updatePlan } from '../../messages/reminders/plans.ts'
import { dayOf } from '../../platform/clock.ts'
import { matchEntries } from '../../receivables/bank/match.ts'
import { uploadBankFile } from '../../receivables/bank/upload.ts'
import { announceCollection } from '../../receivables/collections/notice.ts'
import { collectInvoice } from '../../receivables/collections/plan.ts'
import { approveRun } from '../../receivables/direct-debit/approve.ts'
import { createRun } from '../../receivables/direct-debit/draft.ts'
import { noteOutcome } from '../../receivables/direct-debit/outcome.ts'
import { noteRunSubmitted } from '../../receivables/direct-debit/settle.ts'
import { confirmMethod } from '../../receivables/methods/change.ts'
import { createMandate } from '../../receivables/methods/record.ts'
import { recordPayment } from '../../receivables/payments/change.ts'
import { createProvider, testProvider } from '../../receivables/providers/change.ts'
import { createCustomer } from '../../sales/customers/change.ts'
import { createEntry } from '../../sales/entries/change.ts'
import { createInvoice } from '../../sales/invoices/create.ts'
import { creditInvoice } from '../../sales/invoices/credit.ts'
import { dueMinor } from '../../sales/invoices/lifecycle.ts'
import { publishInvoice } from '../../sales/invoices/publish.ts'
import { getInvoice, listInvoiceRevisions, listInvoices } from '../../sales/invoices/read.ts'
import { updateInvoice } from '../../sales/invoices/update.ts'
import { createProduct } from '../../sales/products/change.ts'
import { createCustomerPrice } from '../../sales/products/customer-prices/change.ts'
import { answerQuote } from '../../sales/quotes/answer.ts'
import { invoiceQuote } from '../../sales/quotes/bill.ts'
import { createQuote, reviseQuote } from '../../sales/quotes/create.ts'
import { openQuote } from '../../sales/quotes/open.ts'
import { updateQuote } from '../../sales/quotes/update.ts'
import { addUpload } from '../../sales/uploads/uploads.ts'
import { DEMO_KEY } from './provider.ts'
import {
  COMPANY,
  CUSTOMERS,
  type CustomerName,
  DEBITS,
  ENTRIES,
  ITEMS,
  PRODUCTS,
  QUOTE,
  QUOTES,
  RECURRING,
  type SampleInvoice,
  SECOND_COMPANY,
  TAXES,
  TIME_SHEET,
  YEAR,
  YEAR_OF_SECOND,
} from './samples.ts'
import { sampleStatement } from './statement.ts'

export const DEMO_ACTOR: Actor = {
  kind: 'system',
  id: 'demo',
  name: 'Demo',
  scopes: new Set(SCOPES),
}

type Ids = Readonly<Record<CustomerName, string>>

/**
 * Fills an empty installation with a sample company and returns the share link of an invoice. Does
 * nothing if there are invoices, because settings and numbers are in use.
 */
export async function fillDemo(work: ReadWork): Promise<string> {
  const known = await findSampleLink(work)
  if (known !== null) return `  demo       ${known}`
  const before = await listInvoices(work, {}, OLDEST)
  if (before.data.length > 0) return '  demo       not added: there are already invoices'
  const today = await putSettings(work, COMPANY)
  const ids = await fillCustomers(work)
  for (const sample of YEAR)
    await fillInvoice(work, { ...sample, today, customerId: ids[sample.to] })
  await fillProducts(work, ids)
  const draft = { customer_id: ids.books, items: ITEMS }
  const { invoice } = await createInvoice(work, {
    ...draft,
    notes: 'A draft: change it, then issue it.',
  })
  await addUpload(
    work,
    { kind: 'invoice', id: invoice.id },
    { name: TIME_SHEET.name, visible: 'customer', bytes: Buffer.from(TIME_SHEET.text) },
  )
  await fillEntries(work, { customer_id: ids.kiln, today })
  const sent = await createInvoice(work, {
    ...draft,
    status: 'sent',
    notes: 'Thank you for your trust.',
  })
  await fillRecurring(work, { ids, today })
  for (const sample of QUOTES) await fillQuote(work, { ...sample, customerId: ids[sample.to] })
  await fillReminders(work, today)
  await fillBank(work, today)
  await fillProvider(work)
  for (const sample of DEBITS)
    await fillDebit(work, { ...sample, today, customerId: ids[sample.to] })
  const published = await publishInvoice(work, unversioned(sent.invoice))
  // Without a mail stand-in the outbox stays empty.
  if (await isTransportReady(work)) await sendInvoice(work, unversioned(sent.invoice), {})
  return `  demo       ${published.shareUrl}`
}

/**
 * A small second company that shows how several companies look. Skipped if there are several. Its
 * owners are the operators, or the first person.
 */
export async function fillSecondDemo({
  services,
  directory,
  workFor,
}: Pick<App, 'services' | 'directory' | 'workFor'>): Promise<void> {
  if (await hasSeveralCompanies(directory)) return
  const company = await createCompany(services.access, DEMO_ACTOR, {
    name: SECOND_COMPANY.companyName,
    owner: null,
  })
  const work = workFor(DEMO_ACTOR, company)
  const today = await putSettings(work, SECOND_COMPANY)
  const ids = new Map<string, string>()
  for (const sample of YEAR_OF_SECOND) {
    const { to } = sample
    const customerId = ids.get(to) ?? (await createCustomer(work, { name: to })).id
    ids.set(to, customerId)
    await fillInvoice(work, { ...sample, today, customerId })
  }
}

const unversioned = ({ id }: { readonly id: string }) => ({ id, ifMatch: undefined })

/** Returns the day of today where the company is. */
async function putSettings(
  work: ReadWork,
  body: typeof COMPANY | typeof SECOND_COMPANY,
): Promise<string> {
  const { timeZone } = await changeSettings(work, { body, mode: 'put', ifMatch: undefined })
  return dayOf(work.at, timeZone)
}

async function fillCustomers(work: ReadWork): Promise<Ids> {
  const ids: Partial<Record<CustomerName, string>> = {}
  for (const [name, body] of Object.entries(CUSTOMERS))
    ids[name as CustomerName] = (await createCustomer(work, body)).id
  return ids as Ids
}

interface InvoiceToFill extends Omit<SampleInvoice<string>, 'to'> {
  readonly to: string
  readonly customerId: string
  readonly today: string
}

async function fillInvoice(
  work: ReadWork,
  { to, customerId, today, ago, paidAfter, part, method, outcome, ...sample }: InvoiceToFill,
): Promise<void> {
  const tax = sample.tax ?? TAXES[to as CustomerName]
  const issue_date = addDays(today, -(ago ?? 0))
  const { invoice } = await createInvoice(work, {
    ...(ago !== undefined && { issue_date, status: 'sent' as const }),
    customer_id: customerId,
    items: sample.items.map(([description, quantity, unit, unit_price]) => ({
      ...{ description, quantity, unit, unit_price },
      ...(tax && { tax }),
    })),
  })
  const change = unversioned(invoice)
  if (paidAfter !== undefined)
    await recordPayment(work, change, {
      paid_at: addDays(issue_date, paidAfter),
      method: method ?? 'Bank transfer',
      ...(part !== undefined && { amount: part }),
    })
  if (outcome === 'void' || outcome === 'uncollectible')
    await updateInvoice(work, change, { status: outcome })
  else if (outcome !== undefined)
    await creditInvoice(work, change, {
      status: 'sent',
      reason: outcome === 'credited' ? 'The order was canceled.' : 'Printed with a fault.',
      ...(outcome === 'refund_due' && {
        items: [{ id: invoice.items[0]?.id ?? '', quantity: '0.2' }],
      }),
    })
}

async function fillProducts(work: ReadWork, { books }: Ids): Promise<void> {
  const [first] = await Promise.all(PRODUCTS.map((product) => createProduct(work, product)))
  const price = { product_id: first?.id ?? '', discount_percent: '10' }
  await createCustomerPrice(work, books, price)
}

async function fillEntries(
  work: ReadWork,
  { customer_id, today }: { readonly customer_id: string; readonly today: string },
): Promise<void> {
  for (const [daysAgo, entry] of ENTRIES.entries())
    await createEntry(work, { ...entry, customer_id, date: addDays(today, -daysAgo) })
}

async function fillRecurring(
  work: ReadWork,
  { ids, today }: { readonly ids: Ids; readonly today: string },
): Promise<void> {
  for (const { to, startsIn, schedule, ...definition } of RECURRING)
    await createRecurring(work, {
      ...definition,
      customer_id: ids[to],
      schedule: { ...schedule, start_date: addDays(today, startsIn) },
    })
}

async function fillQuote(
  work: ReadWork,
  {
    customerId,
    isDraft,
    revision,
    answer: kind,
    answered: body,
    invoiced: percent,
  }: Omit<(typeof QUOTES)[number], 'to'> & { readonly customerId: string },
): Promise<void> {
  const { quote } = await createQuote(work, { ...QUOTE, customer_id: customerId })
  if (isDraft) return
  await openQuote(work, unversioned(quote))
  if (revision) {
    const revised = unversioned((await reviseQuote(work, unversioned(quote))).quote)
    await updateQuote(work, revised, { discounts: [revision] })
    await openQuote(work, revised)
  }
  if (kind && body) await answerQuote(work, unversioned(quote), { kind, body })
  if (percent !== undefined) {
    const items = [{ id: quote.content.items[0]?.id ?? '', percent }]
    await invoiceQuote(work, unversioned(quote), { mode: 'items', items })
  }
}

/** The overdue invoice gets a reminder that waits for approval, at any time of the day. */
async function fillReminders(work: ReadWork, today: string): Promise<void> {
  const body = { enabled: true, remind_from: addDays(today, -60), at: '00:00' }
  await updatePlan(work, { id: BUILT_IN_ID, ifMatch: undefined }, body)
  await lookAtReminders(work)
}

/** A statement of today: entries to confirm and to choose, and money out. */
async function fillBank(work: ReadWork, today: string): Promise<void> {
  const { data } = await listInvoices(work, { statuses: ['sent'] }, { ...OLDEST, limit: 100 })
  const open = data.flatMap(({ number, customerName, currency, ...claim }) => {
    const minor = dueMinor({ ...claim, totals: claim })
    return currency === 'EUR' && minor > 0n ? [{ number, name: customerName, minor }] : []
  })
  const [named, unnamed, part] = open
  if (!named || !unnamed || !part) return
  const entries = [
    { ...named, text: `Invoice ${named.number}` },
    { ...unnamed, text: 'Thank you' },
    { ...part, minor: part.minor / 2n, text: `First half of ${part.number}` },
    { name: 'Wanderlust Outdoor', minor: 4900n, text: 'Order 77120' },
    { name: 'Stadtwerke', minor: -8930n, text: 'Electricity' },
  ]
  const bytes = sampleStatement({ iban: COMPANY.bankAccount.iban, day: today }, entries)
  const given = { name: `${today}.sta`, bankAccountId: null, profileId: null }
  await uploadBankFile(work, { bytes, ...given })
  const { signal } = new AbortController()
  await matchEntries(work, { signal, check: async () => {} })
}

const NOTICE_DAYS = 14

/** A mandate on paper, and an invoice that is collected with it: returned by the bank, or in a run to approve. */
async function fillDebit(
  work: ReadWork,
  {
    customerId: customer_id,
    today,
    holder: account_holder,
    iban,
    items,
    returned: code,
  }: (typeof DEBITS)[number] & { readonly customerId: string; readonly today: string },
): Promise<void> {
  const signed_on = addDays(today, -200)
  const { id: file_id } = await addUpload(
    work,
    { kind: 'customer', id: customer_id },
    {
      name: 'Mandate.csv',
      visible: 'internal',
      bytes: Buffer.from(`Account holder,IBAN,Signed on\n${account_holder},${iban},${signed_on}\n`),
    },
  )
  const evidence = { kind: 'paper', file_id }
  const mandate = { signed_on, account_holder, iban, evidence }
  const method = await createMandate(work, customer_id, { mandate, default: true })
  await confirmMethod(work, unversioned(method))
  const { invoice } = await createInvoice(work, {
    ...{ customer_id, issue_date: addDays(today, -NOTICE_DAYS), due_date: today, status: 'sent' },
    items: items.map(([description, quantity, unit, unit_price]) => ({
      ...{ description, quantity, unit, unit_price },
    })),
  })
  const { id } = await collectInvoice(work, invoice.id, { payment_method_id: method.id })
  await announceCollection(work, unversioned({ id }), { on: invoice.issueDate })
  const { run } = await createRun(work, {})
  if (code === undefined) return
  await approveRun(
    { ...work, actor: { ...DEMO_ACTOR, kind: 'user', signedInAt: work.at } },
    unversioned(run),
  )
  await noteRunSubmitted(work, unversioned(run), {})
  await noteOutcome(work, unversioned({ id }), { outcome: 'collected' })
  await noteOutcome(work, unversioned({ id }), { outcome: 'returned', code })
}

/** If the simulated provider runs, customers can pay there. */
async function fillProvider(work: ReadWork): Promise<void> {
  if (work.app.config.paymentOrigins.mollie === undefined) return
  const made = {
    kind: 'mollie',
    label: 'Demo provider',
    methods: ['creditcard'],
    api_key: DEMO_KEY,
  }
  const { id } = await createProvider(work, made)
  await testProvider(work, id)
}

/** The oldest invoice, because later ones are not part of the sample. */
const OLDEST = {
  limit: 10,
  after: null,
  sort: 'created_at',
  direction: 'asc',
  withTotal: false,
} as const

/** The link of an invoice that the demo created, according to its revision. */
async function findSampleLink(work: ReadWork): Promise<string | null> {
  const published = await listInvoices(work, { published: true }, OLDEST)
  for (const { id } of published.data) {
    const { data } = await listInvoiceRevisions(work, id, { after: 0n, limit: 1 })
    const maker = data[0]?.actor
    if (maker?.kind === DEMO_ACTOR.kind && maker.id === DEMO_ACTOR.id)
      return (await getInvoice(work, id)).shareUrl
  }
  return null
}
