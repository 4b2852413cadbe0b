import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'

describe.each(ENGINES)('payment methods of a customer (%s)', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine)
    const bankAccount = { iban: 'DE87123456781234567890', creditorId: 'DE98ZZZ09999999999' }
    await givens(app).settings({ bankAccount })
  })
  afterAll(() => app.close())

  test('409: more than 50; those that ended do not count', async () => {
    const { id } = await givens(app).customer({ name: 'Fernweh Books' })
    const record = () =>
      app.call('POST', `/customers/${id}/payment-methods`, {
        mandate: {
          ...{ signed_on: '2025-03-10', account_holder: 'Ada Beispiel' },
          iban: 'DE89370400440532013000',
        },
      })
    const first = await record()
    for (let n = 1; n < 50; n += 1) await record()
    expect((await record()).json()).toMatchObject({ code: 'too_many_payment_methods' })
    await app.call('POST', `/payment-methods/${first.json().id}/cancel`)
    expect((await record()).statusCode).toBe(201)
    expect((await record()).json()).toMatchObject({ code: 'too_many_payment_methods' })
  })
})
