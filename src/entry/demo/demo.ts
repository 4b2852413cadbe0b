import type { App, Services } from '../../app.ts'
import { type Actor, SCOPES } from '../../core/http/actor.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { BUILT_IN_ID } from '../../messages/reminders/plan.ts'
import { dayOf } from '../../platform/clock.ts'
import type { EntryInput } from '../../sales/entries/input.ts'
import { addDays } from '../../sales/invoices/calendar.ts'
import type { InvoiceCreateBody, ItemBody } from '../../sales/invoices/input-schema.ts'

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
    iban: 'DE89370400440532013000',
    bic: 'COBADEFFXXX',
    bankName: 'Beispielbank',
  },
  currency: 'EUR',
  locale: 'en',
  defaultTax: { category: 'S', rate: '19' },
  defaultTerms: 'Please pay within 30 days, without deduction.',
  defaultTexts: [
    { language: 'de', terms: 'Zahlbar innerhalb von 30 Tagen ohne Abzug.' },
    { language: 'fr', terms: 'Paiement à 30 jours, sans escompte.' },
  ],
  accentColor: '#1f5f5b',
}

/** The customers of the sample company, by a short name. */
const CUSTOMERS = {
  books: {
    name: 'Fernweh Books',
    contact_name: 'Mara Lind',
    email: 'desk@fernweh.example',
    address: { line1: 'Hafenstraße 4', postal_code: '20457', city: 'Hamburg', country_code: 'DE' },
  },
  kiln: {
    name: 'Kiln & Clay Ltd',
    email: 'accounts@kilnclay.example',
    currency: 'GBP',
    address: {
      line1: '8 Potter Lane',
      city: 'Bristol',
      postal_code: 'BS1 4DJ',
      country_code: 'GB',
    },
  },
  coffee: {
    name: 'Kaffeerösterei Elbufer',
    contact_name: 'Jonas Petersen',
    email: 'buero@elbufer.example',
    address: { line1: 'Am Kai 17', postal_code: '22767', city: 'Hamburg', country_code: 'DE' },
  },
  optics: {
    name: 'Lumen Optique SARL',
    email: 'compta@lumen.example',
    language: 'fr',
    tax_id: 'FR32123456789',
    address: {
      line1: '3 rue des Lilas',
      postal_code: '69002',
      city: 'Lyon',
      country_code: 'FR',
    },
  },
  bikes: {
    name: 'Alpenrad AG',
    email: 'rechnungen@alpenrad.example',
    currency: 'CHF',
    language: 'de-CH',
    address: { line1: 'Seestrasse 88', postal_code: '8002', city: 'Zürich', country_code: 'CH' },
  },
  school: {
    name: 'Kinderhaus Sonnenhof e. V.',
    email: 'verwaltung@sonnenhof.example',
    payment_terms_days: 14,
    address: { line1: 'Gartenweg 2', postal_code: '14193', city: 'Berlin', country_code: 'DE' },
  },
  museum: {
    name: 'Stadtmuseum Lindental',
    contact_name: 'Dr. Ruth Anders',
    email: 'ausstellung@lindental.example',
    address: { line1: 'Am Markt 1', postal_code: '04109', city: 'Leipzig', country_code: 'DE' },
  },
  tea: {
    name: 'Nordic Tea AB',
    email: 'invoice@nordictea.example',
    language: 'en',
    tax_id: 'SE123456789701',
    address: {
      line1: 'Strandvägen 5',
      postal_code: '114 51',
      city: 'Stockholm',
      country_code: 'SE',
    },
  },
} as const
type CustomerName = keyof typeof CUSTOMERS

const REVERSE = { category: 'AE', rate: '0' } as const
const EXPORT = { category: 'O', rate: '0', reason: 'Not subject to German VAT' } as const
const BOOKS = { category: 'S', rate: '7' } as const

const hours = (description: string, quantity: string, unit_price = '80'): ItemBody => ({
  description,
  quantity,
  unit: 'HUR',
  unit_price,
})
const flat = (description: string, unit_price: string): ItemBody => ({
  description,
  unit: 'LS',
  unit_price,
})
const pieces = (description: string, quantity: string, unit_price: string): ItemBody => ({
  description,
  quantity,
  unit: 'C62',
  unit_price,
})
const taxed = (tax: NonNullable<ItemBody['tax']>, ...items: readonly ItemBody[]) =>
  items.map((item) => ({ ...item, tax }))

interface Sample {
  readonly to: CustomerName
  /** Days before today. */
  readonly ago: number
  readonly items: readonly ItemBody[]
  /** Days after the invoice. */
  readonly paidAfter?: number
  /** The paid amount, if it is partial. */
  readonly part?: string
  readonly method?: string
  readonly outcome?: 'void' | 'uncollectible' | 'credited' | 'refund_due'
  readonly more?: Omit<InvoiceCreateBody, 'items'>
}

const transfer = 'Bank transfer'

/** A year of a small design studio, the oldest first, so that numbers follow dates. */
const YEAR: readonly Sample[] = [
  { to: 'books', ago: 352, items: [flat('Cover design “Tidewater”', '1280')], paidAfter: 21 },
  { to: 'coffee', ago: 341, items: [hours('Packaging, first round', '22')], paidAfter: 12 },
  { to: 'kiln', ago: 330, items: taxed(EXPORT, flat('Catalog, spring', '1450')), paidAfter: 30 },
  {
    to: 'school',
    ago: 318,
    items: taxed(BOOKS, pieces('Picture book, printed', '120', '6.40')),
    paidAfter: 9,
  },
  { to: 'optics', ago: 301, items: taxed(REVERSE, hours('Logo and signs', '31')), paidAfter: 34 },
  {
    to: 'museum',
    ago: 290,
    items: [flat('Exhibition panels', '3400'), hours('Installation', '14', '65')],
    paidAfter: 44,
  },
  { to: 'coffee', ago: 276, items: [pieces('Labels, roll of 500', '12', '48.50')], paidAfter: 8 },
  { to: 'books', ago: 262, items: [flat('Typesetting, 240 pages', '640')], outcome: 'void' },
  { to: 'books', ago: 261, items: [flat('Typesetting, 260 pages', '690')], paidAfter: 26 },
  {
    to: 'bikes',
    ago: 247,
    items: taxed(EXPORT, hours('Website, concept', '38', '95')),
    paidAfter: 29,
  },
  {
    to: 'tea',
    ago: 233,
    items: taxed(REVERSE, flat('Tin design, six motifs', '2700')),
    paidAfter: 31,
  },
  {
    to: 'school',
    ago: 219,
    items: [hours('Invitation cards', '6')],
    paidAfter: 13,
    method: 'Cash',
  },
  {
    to: 'museum',
    ago: 205,
    items: [flat('Catalog, 96 pages', '4150')],
    paidAfter: 38,
    outcome: 'refund_due',
  },
  { to: 'coffee', ago: 190, items: [hours('Packaging, second round', '18')], paidAfter: 11 },
  { to: 'kiln', ago: 178, items: taxed(EXPORT, hours('Photographs', '16', '70')), paidAfter: 40 },
  {
    to: 'optics',
    ago: 164,
    items: taxed(REVERSE, flat('Shop window', '980')),
    outcome: 'uncollectible',
  },
  { to: 'bikes', ago: 151, items: taxed(EXPORT, flat('Website, design', '5200')), paidAfter: 27 },
  { to: 'books', ago: 139, items: [flat('Cover design “Salt”', '1280')], paidAfter: 19 },
  {
    to: 'tea',
    ago: 126,
    items: taxed(REVERSE, pieces('Gift boxes', '250', '3.20')),
    paidAfter: 33,
  },
  { to: 'school', ago: 114, items: [flat('Summer program', '420')], outcome: 'credited' },
  { to: 'museum', ago: 101, items: [hours('Audio guide, layout', '21')], paidAfter: 36 },
  {
    to: 'coffee',
    ago: 88,
    items: [flat('Stand for the fair', '1950')],
    paidAfter: 15,
    method: 'Card',
  },
  { to: 'kiln', ago: 74, items: taxed(EXPORT, flat('Catalog, autumn', '1620')) },
  {
    to: 'bikes',
    ago: 63,
    items: taxed(EXPORT, hours('Website, content', '26', '95')),
    paidAfter: 25,
  },
  {
    to: 'books',
    ago: 48,
    items: [flat('Typesetting, 310 pages', '790')],
    paidAfter: 20,
    part: '500',
  },
  { to: 'optics', ago: 41, items: taxed(REVERSE, hours('Brochure', '17')) },
  { to: 'tea', ago: 24, items: taxed(REVERSE, flat('Advent calendar', '1850')) },
  { to: 'museum', ago: 16, items: [flat('Poster, three sizes', '860')], paidAfter: 10 },
  { to: 'coffee', ago: 9, items: [hours('Website, care', '5'), flat('Hosting, one year', '180')] },
  {
    to: 'school',
    ago: 0,
    items: [hours('Christmas cards', '7'), pieces('Cards, printed', '200', '0.65')],
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

/** A quote in each state: draft, open, revised, accepted and partly invoiced, declined. */
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
 * Fills an empty installation with a sample company and returns the share link of an invoice. Does
 * nothing if there are invoices, because settings and numbers are in use.
 */
export async function fillDemo(work: ReadWork, services: Services): Promise<string> {
  const { settings, products, invoices, recurring, reminders, mailTransport, sending } = services
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
  const { books, kiln } = await fillYear(work, services, today)
  const [first] = await Promise.all(PRODUCTS.map((product) => products.create(work, product)))
  await services.customerPrices.create(work, books, {
    product_id: first?.id ?? '',
    discount_percent: '10',
  })
  const create = (body: Omit<InvoiceCreateBody, 'items'>) =>
    invoices.create(work, { ...body, customer_id: books, items: ITEMS })
  const draft = await create({ notes: 'A draft: change it, then issue it.' })
  await services.uploads.add(
    work,
    { kind: 'invoice', id: draft.invoice.id },
    { name: 'Time sheet.csv', visible: 'customer', bytes: Buffer.from(TIME_SHEET) },
  )
  for (const [daysAgo, entry] of ENTRIES.entries())
    await services.entries.create(work, {
      ...entry,
      customer_id: kiln,
      date: addDays(today, -daysAgo),
    })
  const { invoice } = await create({ status: 'sent', notes: 'Thank you for your trust.' })
  await recurring.create(work, {
    name: 'Hosting',
    customer_id: books,
    action: 'draft',
    schedule: { unit: 'month', start_date: addDays(today, 3), end: { after: 12 } },
    period: { basis: 'calendar' },
    invoice: { items: [{ description: 'Hosting {month_year}', unit_price: '49' }] },
  })
  await recurring.create(work, {
    name: 'Studio rent',
    customer_id: kiln,
    action: 'issue',
    schedule: { unit: 'month', every: 3, start_date: addDays(today, 20), days: [31] },
    period: { basis: 'anchor' },
    invoice: { items: [{ description: 'Studio rent, {period}', unit_price: '900' }] },
  })
  await fillQuotes(work, services, { open: books, answered: kiln })
  // The overdue invoice has a reminder that waits for approval, at any time of the day.
  await reminders.plans.update(
    work,
    { id: BUILT_IN_ID, ifMatch: undefined },
    { enabled: true, remind_from: addDays(today, -60), at: '00:00' },
  )
  await reminders.look.lookAtAll(work)
  const published = await invoices.publish(work, { id: invoice.id, ifMatch: undefined })
  // Without a mail stand-in the outbox stays empty.
  if (await mailTransport.isReady(work))
    await sending.sendInvoice(work, { id: invoice.id, ifMatch: undefined }, {})
  return `  demo       ${published.shareUrl}`
}

const SECOND = {
  companyName: 'Töpferei Südwind',
  companyEmail: 'werkstatt@suedwind.example',
  companyAddress: {
    line1: 'Brunnengasse 7',
    postalCode: '79098',
    city: 'Freiburg',
    countryCode: 'DE',
  },
  companyTaxId: 'DE136695976',
  bankAccount: {
    iban: 'DE02120300000000202051',
    bic: 'BYLADEM1001',
    bankName: 'Beispielbank',
  },
  currency: 'EUR',
  locale: 'de',
  defaultTax: { category: 'S', rate: '19' },
  accentColor: '#8a3b1e',
}

/** Days before today, and whether it is paid; without days a draft. */
const OF_SECOND: readonly {
  readonly to: string
  readonly item: ItemBody
  readonly ago?: number
  readonly isPaid?: boolean
}[] = [
  {
    to: 'Café am Stadtgarten',
    item: pieces('Becher, glasiert', '60', '14.50'),
    ago: 75,
    isPaid: true,
  },
  { to: 'Hofladen Rebland', item: pieces('Krug, 1 Liter', '24', '32'), ago: 48 },
  { to: 'Café am Stadtgarten', item: pieces('Teller, 24 cm', '40', '19'), ago: 9 },
  { to: 'Hofladen Rebland', item: pieces('Schale, groß', '12', '46') },
]

/**
 * A small second company that shows how several companies look. Skipped if there are several. Its
 * owners are the operators, or the first person.
 */
export async function fillSecondDemo({
  services,
  directory,
  workFor,
}: Pick<App, 'services' | 'directory' | 'workFor'>): Promise<void> {
  if (await directory.hasSeveral()) return
  const { companies } = services.access
  const company = await companies.create(DEMO_ACTOR, { name: SECOND.companyName, owner: null })
  const work = workFor(DEMO_ACTOR, company)
  const put = { body: SECOND, mode: 'put', ifMatch: undefined } as const
  const { timeZone } = await services.settings.change(work, put)
  const today = dayOf(work.at, timeZone)
  const ids = new Map<string, string>()
  for (const { to, item, ago, isPaid = false } of OF_SECOND) {
    const id = ids.get(to) ?? (await services.customers.create(work, { name: to })).id
    ids.set(to, id)
    const { invoice } = await services.invoices.create(work, {
      ...(ago !== undefined && { issue_date: addDays(today, -ago), status: 'sent' as const }),
      customer_id: id,
      items: [item],
    })
    if (isPaid && ago !== undefined)
      await services.payments.record(
        work,
        { id: invoice.id, ifMatch: undefined },
        { paid_at: addDays(today, 14 - ago), method: 'Überweisung' },
      )
  }
}

/** The oldest invoice, because later ones are not part of the sample. */
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

/** The link of an invoice that the demo created, according to its revision. */
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

/** Creates the customers and the invoices of a year, and returns the ids of the customers. */
async function fillYear(
  work: ReadWork,
  { customers, invoices, payments }: Services,
  today: string,
): Promise<Readonly<Record<CustomerName, string>>> {
  const ids: Partial<Record<CustomerName, string>> = {}
  for (const [name, body] of Object.entries(CUSTOMERS))
    ids[name as CustomerName] = (await customers.create(work, body)).id
  const known = ids as Record<CustomerName, string>
  for (const { to, ago, items, paidAfter, part, method = transfer, outcome, more } of YEAR) {
    const issue_date = addDays(today, -ago)
    const { invoice } = await invoices.create(work, {
      ...more,
      customer_id: known[to],
      issue_date,
      status: 'sent',
      items: [...items],
    })
    const change = { id: invoice.id, ifMatch: undefined }
    if (paidAfter !== undefined) {
      const paid = { paid_at: addDays(issue_date, paidAfter), method }
      await payments.record(work, change, part === undefined ? paid : { ...paid, amount: part })
    }
    if (outcome === 'void' || outcome === 'uncollectible')
      await invoices.update(work, change, { status: outcome })
    else if (outcome !== undefined)
      await invoices.creditNote(work, change, {
        status: 'sent',
        reason: outcome === 'credited' ? 'The order was canceled.' : 'Printed with a fault.',
        ...(outcome === 'refund_due' && {
          items: [{ id: invoice.items[0]?.id ?? '', quantity: '0.2' }],
        }),
      })
  }
  return known
}
