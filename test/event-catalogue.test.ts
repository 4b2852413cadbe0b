import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { EVENT_TYPES } from '@billwright/rules/events'
import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CATALOGUE, cataloguePage } from '../src/entry/event-schemas.ts'
import { givens, type Json } from './givens.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { givenFirstSide } from './isolation/sides.ts'
import { type Servers, startServers } from './servers.ts'
import { ROOT } from './source-files.ts'

describe('the catalogue of events', () => {
  let app: TestApp
  let servers: Servers
  beforeAll(async () => {
    servers = await startServers()
    app = await startTestApp('sqlite', servers.env)
  })
  afterAll(async () => {
    await app.close()
    await servers.close()
  })

  test('docs/events.md is written from the schemas', () => {
    expect(readFileSync(join(ROOT, 'docs/events.md'), 'utf8')).toBe(cataloguePage())
  })

  test('the OpenAPI document has every type', async () => {
    const document = (await app.send({ url: '/api/v1/openapi.json' })).json()
    expect(Object.keys(document.webhooks)).toEqual([...EVENT_TYPES])
  })

  test('each event has the data of the catalogue, and no more', async () => {
    const side = await givenFirstSide(app, servers)
    const given = givens(app)
    const { id } = await given.invoice({ status: 'sent' })
    await given.put(id, { status: 'uncollectible' })
    await given.put(id, { status: 'sent' })
    await given.put(id, { status: 'paid' })
    await given.put(id, { status: 'sent' })
    const note = await given.creditNote(id)
    await given.put(note.id, { status: 'sent' })
    const ajv = new Ajv({ strict: false })
    const checks = new Map(CATALOGUE.map(({ type, data }) => [String(type), ajv.compile(data)]))
    const found: string[] = []
    const seen = new Set<string>()
    let cursor = ''
    for (;;) {
      const page = await side.call('GET', `/events?limit=100${cursor}`)
      for (const event of page.data as readonly Json[]) {
        seen.add(event.type)
        const check = checks.get(event.type)
        if (!check?.(event.data))
          found.push(`${event.type} ${JSON.stringify([check?.errors?.[0], event.data])}`)
      }
      if (!page.next_cursor) break
      cursor = `&cursor=${page.next_cursor}`
    }
    expect(found).toEqual([])
    expect(seen.size).toBeGreaterThan(20)
  })

  test('a payment, a refund, a write-off and a credit each have their event', async () => {
    const given = givens(app)
    const { id } = await given.invoice({ status: 'sent' })
    const paid = await given.payment(id, { amount: '5.00', reference: 'Ref' })
    await app.call('DELETE', `/invoices/${id}/payments/${paid.id}`)
    await given.put(id, { status: 'paid' })
    await given.put(id, { status: 'sent' })
    await given.put(id, { status: 'uncollectible' })
    await given.put(id, { status: 'sent' })
    const note = await given.creditNote(id)
    await given.put(note.id, { status: 'sent' })
    const eventsOf = async (of: string): Promise<readonly Json[]> =>
      (await app.call('GET', `/events?resource_id=${of}&limit=100`)).json().data
    const types = (await eventsOf(id)).map(({ type }: Json) => type)
    expect(types).toEqual([
      'invoice.created',
      'invoice.issued',
      'invoice.payment_recorded',
      'invoice.updated',
      'invoice.payment_recorded',
      'invoice.paid',
      'invoice.reopened',
      'invoice.updated',
      'invoice.written_off',
      'invoice.updated',
      'invoice.reopened',
      'invoice.updated',
      'invoice.credited',
      'invoice.updated',
    ])
    const told = await eventsOf(paid.id)
    expect(told.map(({ type }: Json) => type)).toEqual(['payment.recorded', 'payment.deleted'])
    expect(told[0].data).toMatchObject({ amount: '5.00', reference: 'Ref', invoice_id: id })
    const [, , recorded] = await eventsOf(id)
    expect(recorded.data.payment).toEqual(told[0].data)
    const automatic = (await app.call('GET', '/events?type=payment.*&limit=100')).json().data
    const ofInvoice = automatic.filter(({ data }: Json) => data.invoice_id === id && data.automatic)
    expect(ofInvoice.map(({ type }: Json) => type)).toEqual(['payment.recorded', 'payment.deleted'])
  })
})
