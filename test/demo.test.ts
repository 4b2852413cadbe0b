import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillDemo } from '../src/demo.ts'
import { givens } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'

const TODAY = '2026-11-21'

describe.each(ENGINES)('sample data (%s)', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine)
  })
  afterAll(() => app.close())

  test('a later start names the same link, whatever was published since', async () => {
    const first = await fillDemo(app.db, app.services, TODAY)
    app.clock.set('2026-11-21T18:00:00.000Z')
    const { id } = await givens(app).invoice({ status: 'sent' })
    expect((await app.call('POST', `/invoices/${id}/publish`)).statusCode).toBe(200)
    expect(await fillDemo(app.db, app.services, TODAY)).toBe(first)
  })
})
