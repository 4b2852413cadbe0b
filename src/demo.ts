import type { Services } from './app.ts'
import type { EntryInput } from './entries/input.ts'
import { type Actor, SCOPES } from './http/actor.ts'
import { addDays } from './invoices/calendar.ts'
import type { InvoiceCreateBody } from './invoices/input-schema.ts'
import { dayOf } from './platform/clock.ts'
import type { ReadWork } from './record/work.ts'

export const DEMO_ACTOR: Actor = {
  kind: 'system',
  id: 'demo',
  name: 'Demo',
  scopes: new Set(SCOPES),
}

const COMPANY = {
  companyName: 'Atelier Nordlicht',
  companyEmail: 'hello@nordlicht.example',
  companyPhone: '+49 30 5550 1234',
  companyWebsite: 'nordlicht.example',
  companyAddress: {
    line1: 'Lindenallee 12',
    postalCode: '10999',
    city: 'Berlin',
    countryCode: 'DE',
  },
  companyTaxId: 'DE123456788',
  bankAccount: {
    holder: 'Atelier Nordlicht',
    iban: 'DE89370400440532013000',
    bic: 'COBADEFFXXX',
    bankName: 'Beispielbank',
  },
  currency: 'EUR',
  locale: 'en',
  defaultTax: { category: 'S', rate: '19' },
  defaultTerms: 'Please pay within 30 days, without deduction.',
  accentColor: '#1f5f5b',
}

const CUSTOMERS = [
  {
    name: 'Fernweh Books',
    contact_name: 'Mara Lind',
    email: 'desk@fernweh.example',
    address: { line1: 'Hafenstraße 4', postal_code: '20457', city: 'Hamburg', country_code: 'DE' },
  },
  {
    name: 'Kiln & Clay Ltd',
    email: 'accounts@kilnclay.example',
    address: {
      line1: '8 Potter Lane',
      city: 'Bristol',
      postal_code: 'BS1 4DJ',
      country_code: 'GB',
    },
  },
]

const ITEMS: InvoiceCreateBody['items'] = [
  {
    description: 'Cover design',
    details: 'Two drafts, one final',
    quantity: '12',
    unit: 'HUR',
    unit_price: '80',
  },
  { description: 'Typesetting, 240 pages', quantity: '1', unit: 'LS', unit_price: '640' },
  {
    description: 'Proof prints',
    quantity: '3',
    unit: 'C62',
    unit_price: '18.50',
    discount: { percent: '10' },
  },
]

const TAX = { category: 'S', rate: '19' } as const
const price = (unit_price: string) => ({ currency: 'EUR', unit_price })
const PRODUCTS = [
  {
    name: 'Cover design',
    description: 'Two drafts, one final',
    item_number: 'D-100',
    unit: 'HUR',
    tax: TAX,
    prices: [price('80'), { ...price('72'), min_quantity: '20' }],
  },
  { name: 'Typesetting', item_number: 'D-200', unit: 'LS', tax: TAX, prices: [price('640')] },
  {
    name: 'Proof print',
    item_number: 'P-10',
    unit: 'C62',
    kind: 'goods',
    tax: TAX,
    prices: [price('18.50')],
  },
]

const QUOTE = {
  items: [
    { description: 'Website for the spring list', quantity: '1', unit: 'LS', unit_price: '2400' },
    { description: 'Photographs of the shop', quantity: '6', unit: 'HUR', unit_price: '90' },
    {
      description: 'Newsletter template',
      quantity: '1',
      unit: 'LS',
      unit_price: '380',
      optional: true,
    },
  ],
  terms_text: 'Work begins two weeks after acceptance. Half is due then, half on delivery.',
} satisfies Omit<Parameters<Services['quotes']['create']>[1], 'customer_id'>

/** A quote in each state that people meet: draft, open, revised, accepted and partly invoiced, declined. */
async function fillQuotes(
  work: ReadWork,
  { quotes }: Services,
  to: { readonly open: string; readonly answered: string },
): Promise<void> {
  const change = ({ quote }: { readonly quote: { readonly id: string } }) => ({
    id: quote.id,
    ifMatch: undefined,
  })
  const draft = (customer_id: string) => quotes.create(work, { ...QUOTE, customer_id })
  const opened = async (customerId: string) => quotes.open(work, change(await draft(customerId)))
  await draft(to.open)
  await opened(to.open)
  const revised = await quotes.revise(work, change(await opened(to.open)))
  await quotes.update(work, change(revised), {
    discounts: [{ reason: 'Returning customer', percent: '5' }],
  })
  await quotes.open(work, change(revised))
  const refused = { name: 'Mara Lind', note: 'Not this year.' }
  await quotes.answer(work, change(await opened(to.open)), { kind: 'declined', body: refused })
  const { quote } = await opened(to.answered)
  const accepted = { name: 'Rowan Pike', note: 'By phone.' }
  await quotes.answer(work, change({ quote }), { kind: 'accepted', body: accepted })
  const [first] = quote.content.items
  const items = [{ id: first?.id ?? '', percent: '50' }]
  await quotes.invoice(work, change({ quote }), { mode: 'items', items })
}

/**
 * Fills an empty installation with a sample company and answers with the link that a customer would
 * open. Where other invoices exist it changes nothing: the settings and numbers are in use.
 */
export async function fillDemo(work: ReadWork, services: Services): Promise<string> {
  const { settings, customers, products, invoices, recurring, mailTransport, sending } = services
  const known = await findSampleLink(work, services)
  if (known !== null) return `  demo       ${known}`
  const before = await invoices.list(work, {}, OLDEST)
  if (before.data.length > 0) return '  demo       not added: there are already invoices'
  const { timeZone } = await settings.change(work, {
    body: COMPANY,
    mode: 'put',
    ifMatch: undefined,
  })
  const today = dayOf(work.at, timeZone)
  const [books, kiln] = await Promise.all(
    CUSTOMERS.map((customer) => customers.create(work, customer)),
  )
  const [first] = await Promise.all(PRODUCTS.map((product) => products.create(work, product)))
  await services.customerPrices.create(work, books?.id ?? '', {
    product_id: first?.id ?? '',
    discount_percent: '10',
  })
  const create = (customerId: string | undefined, body: Omit<InvoiceCreateBody, 'items'>) =>
    invoices.create(work, { ...body, customer_id: customerId ?? '', items: ITEMS })
  await create(kiln?.id, { status: 'paid', issue_date: addDays(today, -70) })
  await create(kiln?.id, { status: 'sent', issue_date: addDays(today, -45) })
  const draft = await create(books?.id, { notes: 'A draft: change it, then issue it.' })
  await services.uploads.add(
    work,
    { kind: 'invoice', id: draft.invoice.id },
    { name: 'Time sheet.csv', visible: 'customer', bytes: Buffer.from(TIME_SHEET) },
  )
  for (const [daysAgo, entry] of ENTRIES.entries())
    await services.entries.create(work, {
      ...entry,
      customer_id: kiln?.id ?? '',
      date: addDays(today, -daysAgo),
    })
  const { invoice } = await create(books?.id, {
    status: 'sent',
    notes: 'Thank you for your trust.',
  })
  await recurring.create(work, {
    name: 'Hosting',
    customer_id: books?.id ?? '',
    action: 'draft',
    schedule: { unit: 'month', start_date: addDays(today, 3), end: { after: 12 } },
    period: { basis: 'calendar' },
    invoice: { items: [{ description: 'Hosting {month_year}', unit_price: '49' }] },
  })
  await recurring.create(work, {
    name: 'Studio rent',
    customer_id: kiln?.id ?? '',
    action: 'issue',
    schedule: { unit: 'month', every: 3, start_date: addDays(today, 20), days: [31] },
    period: { basis: 'anchor' },
    invoice: { items: [{ description: 'Studio rent, {period}', unit_price: '900' }] },
  })
  await fillQuotes(work, services, { open: books?.id ?? '', answered: kiln?.id ?? '' })
  const published = await invoices.publish(work, { id: invoice.id, ifMatch: undefined })
  // Where nothing takes messages there is nothing to show in the outbox.
  if (await mailTransport.isReady(work))
    await sending.sendInvoice(work, { id: invoice.id, ifMatch: undefined }, {})
  return `  demo       ${published.shareUrl}`
}

/** The oldest: later invoices are not of the sample. */
const TIME_SHEET = 'Task,Hours\nCover design,9\nCorrections,3\n'

const ENTRIES: readonly Omit<EntryInput, 'customer_id' | 'date'>[] = [
  { description: 'Poster, first draft', quantity: '3.5', unit_price: '80.00' },
  { description: 'Call about the catalog', quantity: '0.5', unit_price: '80.00' },
  { kind: 'expense', description: 'Train to the printer', unit_price: '46.80', reference: 'R-17' },
]

const OLDEST = {
  limit: 10,
  after: null,
  sort: 'created_at',
  direction: 'asc',
  withTotal: false,
} as const

/** The link of an invoice that the chain of revisions says was made by the demo. */
async function findSampleLink(
  work: ReadWork,
  { invoices }: Pick<Services, 'invoices'>,
): Promise<string | null> {
  const published = await invoices.list(work, { published: true }, OLDEST)
  for (const { id } of published.data) {
    const { data } = await invoices.revisions(work, id, { after: 0n, limit: 1 })
    const maker = data[0]?.actor
    if (maker?.kind === DEMO_ACTOR.kind && maker.id === DEMO_ACTOR.id)
      return (await invoices.get(work, id)).shareUrl
  }
  return null
}
