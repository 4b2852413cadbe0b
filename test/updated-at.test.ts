import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'

const TEMPLATE = { id: 'plain', name: 'Plain', html: '<p>{{number}}</p>' }

/** A request keeps the time when it began, and may then wait for one that began later. */
describe.each(ENGINES)('an older request that changes a newer state (%s)', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine)
  })
  afterAll(() => app.close())

  const changed = async (method: string, path: string, body?: unknown) => {
    const response = await app.call(method, path, body)
    expect(response.statusCode, response.body).toBeLessThan(300)
    return response.json()
  }

  test('does not change updated_at', async () => {
    const given = givens(app)
    const { id: customer } = await given.customer()
    const { id: invoice } = await given.invoice({ status: 'sent' })
    const webhook = await changed('POST', '/webhooks', { url: 'https://hooks.example.com/in' })
    const { id: template } = await changed('POST', '/templates', TEMPLATE)
    await given.settings({ companyName: 'Nordlicht' })
    const updated = await app.tables.selectFrom('settings').select('updated_at').execute()

    app.clock.set('2026-11-21T09:29:59.000Z')
    const later = '2026-11-21T09:30:00.000Z'
    const at = { updated_at: later }
    expect(await changed('PATCH', `/customers/${customer}`, { name: 'Paper' })).toMatchObject(at)
    await given.creditNote(invoice, { status: 'sent' })
    expect(await given.read(invoice)).toMatchObject({ ...at, version: 3 })
    expect(await given.publish(invoice)).toMatchObject({ ...at, version: 4 })
    const described = { description: 'Orders' }
    expect(await changed('PATCH', `/webhooks/${webhook.id}`, described)).toMatchObject(at)
    await given.settings({ companyName: 'Südlicht' })
    const now = await app.tables.selectFrom('settings').select('updated_at').execute()
    expect([updated, now]).toEqual([[at], [at]])
    await changed('POST', '/templates', { ...TEMPLATE, html: '<b>{{number}}</b>' })
    expect(await changed('GET', `/templates/${template}`)).toMatchObject({ updatedAt: later })
  })
})
