import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_ACTOR, fillDemo } from '../src/demo.ts'
import { givens, rowCounts } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'

const fill = (app: TestApp) => fillDemo({ ...app.work(), actor: DEMO_ACTOR }, app.services)

describe.each(ENGINES)('sample data (%s)', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine)
  })
  afterAll(() => app.close())

  test('a later start names the same link, whatever was published since', async () => {
    const first = await fill(app)
    app.clock.set('2026-11-21T18:00:00.000Z')
    const { id } = await givens(app).invoice({ status: 'sent' })
    expect((await app.call('POST', `/invoices/${id}/publish`)).statusCode).toBe(200)
    expect(await fill(app)).toBe(first)
    const token = /[^/]+$/.exec(first)?.[0] ?? ''
    const shared = await app.send({ url: `/api/v1/public/invoices/${token}` })
    expect(shared.json()).toMatchObject({ seller: { name: 'Atelier Nordlicht' } })
    const { data: due } = (await app.call('GET', '/reminders/due')).json()
    expect(due.length).toBeGreaterThan(0)
  })
})

describe.each(ENGINES)('no sample data (%s)', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine)
  })
  afterAll(() => app.close())

  test('where there are invoices already: none is named as a sample, and nothing is changed', async () => {
    const given = givens(app)
    await given.settings({ companyName: 'Own Company' })
    const { id } = await given.invoice({ status: 'sent' })
    const { share_token } = await given.publish(id)
    const before = await rowCounts(app)
    const line = await fill(app)
    expect(line).toContain('already invoices')
    expect(line).not.toContain(share_token)
    expect(await rowCounts(app)).toEqual(before)
    expect((await app.call('GET', '/settings')).json()).toMatchObject({
      companyName: 'Own Company',
    })
  })
})
