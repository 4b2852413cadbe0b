import type { Insertable } from 'kysely'
import { expect } from 'vitest'
import { FIRST_COMPANY } from '../src/core/companies/company.ts'
import { pdf } from '../src/core/files/samples.testing.ts'
import type { Tables } from '../src/platform/database/tables.ts'
import type { TestApp } from './harness.ts'

/** An answer's JSON, as far as tests read it by name. */
// biome-ignore lint/suspicious/noExplicitAny: whatever a test expects, `expect` checks.
export type Json = any

export const ITEM = {
  description: 'Cover design',
  quantity: '1.5',
  unit: 'HUR',
  unit_price: '80.00',
  tax: { category: 'S', rate: '19' },
}

const SIGNED = {
  signed_on: '2026-01-12',
  account_holder: 'Fernweh Books GmbH',
  iban: 'DE17123456780000000001',
}

/** Makes what a test starts from through the API itself. */
export function givens(app: TestApp) {
  const created = async (path: string, body?: unknown): Promise<Json> => {
    const response = await app.call('POST', path, body)
    expect(response.statusCode, response.body).toBe(201)
    return response.json()
  }
  const changed = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const response = await app.call(method, path, body)
    expect(response.statusCode, response.body).toBe(200)
    return response.json()
  }
  return {
    customer: (body: object = {}) => created('/customers', { name: 'Fernweh Books', ...body }),
    invoice: (body: object = {}) =>
      created('/invoices', { ...buyerOf(body), items: [ITEM], ...body }),
    creditNote: (id: string, body: object = {}) => created(`/invoices/${id}/credit-note`, body),
    payment: (id: string, body: object) => created(`/invoices/${id}/payments`, body),
    settings: (body: object) => changed('PATCH', '/settings', body),
    /** A mandate that can be used: its form is there, and a person has confirmed it. */
    mandate: async (customerId: string, mandate: object = {}): Promise<Json> => {
      const place = `/customers/${customerId}/files?name=mandate.pdf&visible=internal`
      const form = await app.call('POST', place, Buffer.from(pdf('/Lang (en)')), {
        'content-type': 'application/pdf',
      })
      expect(form.statusCode, form.body).toBe(201)
      const evidence = { kind: 'paper', file_id: form.json().id }
      const { id } = await created(`/customers/${customerId}/payment-methods`, {
        mandate: { ...SIGNED, evidence, ...mandate },
      })
      return changed('POST', `/payment-methods/${id}/confirm`)
    },
    publish: (id: string) => changed('POST', `/invoices/${id}/publish`),
    put: (id: string, body: object) => changed('PUT', `/invoices/${id}`, body),
    read: (id: string) => changed('GET', `/invoices/${id}`),
    /** Headers of a key that has these scopes only. */
    key: async (...scopes: readonly string[]): Promise<{ readonly authorization: string }> => {
      const { key } = await created('/api-keys', { name: scopes.join(), scopes })
      return { authorization: `Bearer ${key}` }
    },
  }
}

export type Givens = ReturnType<typeof givens>

const buyerOf = (body: object) =>
  'customer' in body || 'customer_id' in body ? {} : { customer: { name: 'Fernweh Books' } }

/** How many rows each table has, to show that nothing was stored. */
export async function rowCounts({
  tables: all,
}: TestApp): Promise<Readonly<Record<string, bigint>>> {
  const tables = [
    'customers',
    'invoices',
    'invoice_items',
    'invoice_adjustments',
    'invoice_taxes',
    'number_series',
    'payments',
    'settings',
    'templates',
    'template_versions',
    'logos',
    'users',
    'api_keys',
  ] as const
  const counts = tables.map(async (table) => {
    const { count } = await all
      .selectFrom(table)
      .select((e) => e.fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow()
    return [table, BigInt(count)] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

type InvoiceRow = Insertable<Tables['invoices']>

/** An invoice's row as it may be added again, without what the database itself gives to each. */
export async function rowToCopy(
  { tables }: Pick<TestApp, 'tables'>,
  id: string,
): Promise<InvoiceRow> {
  const query = tables
    .selectFrom('invoices')
    .selectAll()
    .where('company_id', '=', FIRST_COMPANY)
    .where('id', '=', id)
  const stored = await query.executeTakeFirstOrThrow()
  const { search_key: _, ...row } = stored as typeof stored & { readonly search_key?: unknown }
  return row
}

export const MISSING_ID = 'inv_019aa3c1-4a7e-7cc0-8000-5b1f3c2d1e0f'
