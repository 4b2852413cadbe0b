import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'

describe.each(ENGINES)('GET /metrics (%s)', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine, { TRUST_PROXY: 'true' })
  })
  afterAll(() => app.close())

  const metrics = async (): Promise<string> => (await app.send({ url: '/metrics' })).body

  test('counts requests by route, never by what callers sent', async () => {
    const { id } = await givens(app).customer({ name: 'Secret Name', email: 'who@example.org' })
    await app.call('GET', `/customers/${id}?q=private`)
    await app.send({ url: '/nobody/knows' })
    const text = await metrics()
    const count = 'http_request_duration_seconds_count'
    expect(text).toContain(`${count}{method="GET",route="/api/v1/customers/:id",status="200"} 1`)
    expect(text).toContain(`${count}{method="GET",route="none",status="404"} 1`)
    expect(text).toMatch(/^process_resident_memory_bytes \d+/m)
    for (const secret of [id, 'Secret', 'example.org', 'private', 'nobody'])
      expect(text).not.toContain(secret)
  })

  test('shows connections where there is a pool', async () => {
    const shown = (await metrics()).includes('database_connections{state="waiting"} 0')
    expect(shown).toBe(engine === 'postgres')
  })

  test.each([
    ['from elsewhere', { 'x-forwarded-for': '192.0.2.1' }],
    ['through a proxy on this machine', { 'x-forwarded-for': '127.0.0.1' }],
    ['through a proxy that names itself', { via: '1.1 proxy' }],
  ])('401: %s without a key', async (_from, headers) => {
    const reply = await app.send({ url: '/metrics', headers })
    expect(reply.json()).toMatchObject({ status: 401, code: 'unauthenticated' })
  })

  test('from elsewhere with a key that may read', async () => {
    const from = { 'x-forwarded-for': '192.0.2.1' }
    const read = await givens(app).key('read')
    const write = await givens(app).key('write')
    const allowed = await app.send({ url: '/metrics', headers: { ...from, ...read } })
    const refused = await app.send({ url: '/metrics', headers: { ...from, ...write } })
    expect([allowed.statusCode, refused.statusCode]).toEqual([200, 403])
    expect(allowed.headers['content-type']).toContain('text/plain; version=0.0.4')
  })
})
