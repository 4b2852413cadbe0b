import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens, type Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { type Debits, debits } from '../../receivables/direct-debit/debits.testing.ts'

describe.each(ENGINES)('mandates that end soon (%s)', (engine) => {
  let app: TestApp
  let debit: Debits
  beforeAll(async () => {
    app = await startTestApp(engine)
    app.clock.set('2026-11-21T09:00:00.000Z')
    debit = debits(app)
    await debit.prepare()
  })
  afterAll(() => app.close())

  test('are listed for 60 days before, until something is collected or they are revoked', async () => {
    const { id } = await givens(app).customer({ name: 'Debtor' })
    const method = await debit.mandate(id, { signed_on: '2024-02-01' })
    const codes = async (): Promise<readonly string[]> =>
      (await debit.get('/attention?kind=mandate')).data.map((it: Json) => it.code)
    expect(method.expires_on).toBe('2027-02-01')
    app.clock.set('2026-12-02T09:00:00.000Z')
    expect(await codes()).toEqual([])
    app.clock.set('2026-12-03T09:00:00.000Z')
    expect((await debit.get('/attention?kind=mandate')).data).toMatchObject([
      {
        ...{ code: 'mandate_expiring', kind: 'mandate', since: '2026-12-03T00:00:00.000Z' },
        resource: { type: 'customer', id, name: 'Debtor' },
      },
    ])
    await debit.post(`/payment-methods/${method.id}/cancel`)
    expect(await codes()).toEqual([])
  })
})
