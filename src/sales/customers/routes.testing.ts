import {
  type SliceResponse,
  type SliceServer,
  startSliceServer,
} from '../../../test/slice-server.ts'
import { partsOn, workOn } from '../../../test/work.ts'
import { connectPorts } from '../../connect-ports.ts'
import { FIRST_COMPANY } from '../../core/companies/company.ts'
import { createWorkFor, createWorkOf, type ReadWork } from '../../core/record/work.ts'
import type { Engine } from '../../platform/database/db.ts'
import { tablesOfAllCompanies } from '../../platform/database/scope.ts'
import { customerRoutes } from './routes.ts'

const NOW = Date.parse('2026-11-21T09:00:00.000Z')

/** A customer with every field set. */
export const FULL = {
  external_ids: [],
  number_series: null,
  name: 'Northwind Robotics GmbH',
  billing_emails: ['invoices@northwind.example'],
  cc: ['copy@northwind.example'],
  salutation: 'Guten Tag Frau Brandt,',
  kind: 'business',
  reminder_plan: 'none',
  contact_name: 'Ida Brandt',
  email: 'accounts@northwind.example',
  phone: '+49 40 5550123',
  address: {
    line1: 'Hafenstraße 12',
    line2: '2. OG',
    city: 'Hamburg',
    postal_code: '20457',
    region: 'HH',
    country_code: 'DE',
  },
  tax_id: 'DE987654321',
  registration_id: 'HRB 1',
  endpoint: { scheme: 'EM', id: 'accounts@northwind.example' },
  trading_name: 'Northwind',
  registration_scheme: '0204',
  identifier: { scheme: '0088', id: '4012345000009' },
  e_invoice_profile: 'xrechnung',
  reference: '04011000-1234512345-06',
  language: 'de-AT',
  currency: 'CHF',
  payment_terms: { kind: 'days', days: 14, months: null, day: null, on_day_off: 'keep' },
  payment_terms_days: 14,
  custom_fields: [{ label: 'Cost center', value: '4711' }],
  early_payment: [{ percent: '2', days: 14 }],
  withholdings: [
    {
      ...{ kind: 'income_tax', name: 'IRPF', rate: '15', base: 'net', base_percent: '100' },
      ...{ amount: null, code: null, reason: null },
    },
  ],
  notes: 'Prefers e-mail.',
  metadata: { crm: '4711' },
  archived: false,
}

/** The customers' routes on a real database. */
export interface CustomersFixture {
  readonly server: SliceServer
  /** The work of a caller with every scope. */
  work(): ReadWork
  get(id: string): Promise<SliceResponse>
  post(body: unknown): Promise<SliceResponse>
  /** Creates a customer a second after the previous one, and returns its id. */
  given(body?: object): Promise<string>
  stored(): Promise<readonly { readonly name: string }[]>
  clear(): Promise<void>
}

export async function startCustomers(engine: Engine): Promise<CustomersFixture> {
  const time = { now: NOW }
  const clock = { now: () => time.now }
  connectPorts()
  const server = await startSliceServer(engine, async (app, db) => {
    const workOf = createWorkOf(createWorkFor(partsOn(db, clock)))
    await app.register(customerRoutes, { workOf })
  })
  const tables = tablesOfAllCompanies(server.db)
  const post = (body: unknown) => server.send({ method: 'POST', path: '/customers', body })
  return {
    server,
    work: () => workOn(server.db, clock),
    post,
    get: (id) => server.send({ method: 'GET', path: `/customers/${id}` }),
    async given(body = FULL) {
      time.now += 1000
      return String((await post(body)).json.id)
    },
    stored: () => tables.selectFrom('customers').selectAll().execute(),
    async clear() {
      time.now = NOW
      await tables.deleteFrom('invoices').execute()
      await tables.deleteFrom('customers').execute()
    },
  }
}

/** The minimal row of a draft of the customer. */
export async function givenInvoice(server: SliceServer, customerId: string): Promise<void> {
  await tablesOfAllCompanies(server.db)
    .insertInto('invoices')
    .values({
      company_id: FIRST_COMPANY,
      id: 'inv_019aa3f0-6c1e-7b52-9d35-3f1b6a0c8e47',
      version: 1n,
      type: 'invoice',
      number: null,
      status: 'draft',
      customer_id: customerId,
      customer_name: 'A',
      seller: null,
      buyer: null,
      issue_date: '2026-11-21',
      due_date: null,
      delivery_date: null,
      period_start: null,
      period_end: null,
      currency: 'EUR',
      language: 'en',
      reference: null,
      order_reference: null,
      corrects_id: null,
      prices_include_tax: 0n,
      rounding: 'document',
      subtotal_minor: 0n,
      discount_minor: 0n,
      charge_minor: 0n,
      net_minor: 0n,
      tax_minor: 0n,
      rounding_minor: 0n,
      total_minor: 0n,
      paid_minor: 0n,
      credited_minor: 0n,
      terms: null,
      notes: null,
      internal_notes: null,
      metadata: '{}',
      template_id: null,
      template_version: null,
      share_nonce: null,
      share_hash: null,
      published_at: null,
      number_order: '',
      search_text: '',
      created_at: '2026-11-21T09:00:00.000Z',
      updated_at: '2026-11-21T09:00:00.000Z',
      issued_at: null,
      series: null,
      sequence: null,
    })
    .execute()
}
