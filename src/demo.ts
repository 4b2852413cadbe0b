import type { Services } from './app.ts'
import { type Actor, SCOPES } from './http/actor.ts'
import { addDays } from './invoices/calendar.ts'
import type { InvoiceCreateBody } from './invoices/input-schema.ts'
import { type Db, inTransaction } from './platform/database/db.ts'

const ACTOR: Actor = { kind: 'system', id: 'demo', name: 'Demo', scopes: new Set(SCOPES) }

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

/**
 * Fills an empty installation with a sample company, and says which link a customer would open. Where
 * there are invoices already it changes nothing: the settings and the numbers are somebody's own.
 */
export async function fillDemo(db: Db, services: Services, today: string): Promise<string> {
  const { settings, customers, invoices } = services
  const known = await findSampleLink(services)
  if (known !== null) return `  demo       ${known}`
  const before = await invoices.list({}, OLDEST)
  if (before.data.length > 0) return '  demo       not added: there are already invoices'
  await settings.change({ actor: ACTOR, body: COMPANY, mode: 'put', ifMatch: undefined })
  const [books, kiln] = await Promise.all(
    CUSTOMERS.map((customer) =>
      inTransaction(db, (trx) => customers.create(trx, customer, { actor: ACTOR })),
    ),
  )
  const create = (customerId: string | undefined, body: Omit<InvoiceCreateBody, 'items'>) =>
    invoices.create(ACTOR, { ...body, customer_id: customerId ?? '', items: ITEMS })
  await create(kiln?.id, { status: 'paid', issue_date: addDays(today, -70) })
  await create(kiln?.id, { status: 'sent', issue_date: addDays(today, -45) })
  await create(books?.id, { notes: 'A draft: change it, then issue it.' })
  const { invoice } = await create(books?.id, {
    status: 'sent',
    notes: 'Thank you for your trust.',
  })
  const published = await invoices.publish({ actor: ACTOR, id: invoice.id, ifMatch: undefined })
  return `  demo       ${published.shareUrl}`
}

/** The oldest: what people made since is not the sample. */
const OLDEST = {
  limit: 10,
  after: null,
  sort: 'created_at',
  direction: 'asc',
  withTotal: false,
} as const

/** The link of an invoice that was made here, by whoever the chain of revisions names as its maker. */
async function findSampleLink({ invoices }: Services): Promise<string | null> {
  const published = await invoices.list({ published: true }, OLDEST)
  for (const { id } of published.data) {
    const { data } = await invoices.revisions(id, { after: 0n, limit: 1 })
    const maker = data[0]?.actor
    if (maker?.kind === ACTOR.kind && maker.id === ACTOR.id)
      return (await invoices.get(id)).shareUrl
  }
  return null
}
