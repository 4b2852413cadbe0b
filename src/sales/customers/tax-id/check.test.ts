import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, type Json } from '../../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../../test/harness.ts'
import { runnerOf } from '../../../../test/jobs.ts'
import { withParts } from '../../../../test/work.ts'
import type { OutboundClient } from '../../../platform/outbound/client.ts'
import { checkTaxId } from './check.ts'
import { checkTaxIdJob } from './jobs.ts'

const HOUR_MS = 3_600_000
const UNAVAILABLE = { valid: false, userError: 'MS_UNAVAILABLE' }

describe.each(ENGINES)('asking VIES (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  /** What the service of the EU answers, and how often it was asked. */
  let answer: object = UNAVAILABLE
  let asked = 0
  const outbound: OutboundClient = {
    async send({ url }) {
      asked += 1
      const body = new TextEncoder().encode(JSON.stringify(answer))
      return { status: 200, url, headers: {}, body }
    },
    close: async () => {},
  }

  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
  })
  afterAll(() => app.close())

  const runDue = () => runnerOf(app.db, app.clock, [checkTaxIdJob()], { outbound }).runDue()
  const statusOf = async (id: string): Promise<Json> =>
    (await app.call('GET', `/customers/${id}`)).json().tax_id_status
  const waiting = async (): Promise<number> =>
    (await app.tables.selectFrom('jobs').select('id').where('kind', '=', 'vies.check').execute())
      .length

  test('a service that cannot answer is asked again four times within a day', async () => {
    const { id } = await given.customer({ tax_id: 'DE136695976' })
    answer = UNAVAILABLE
    asked = 0
    await checkTaxId(withParts(app.work(), { outbound }), { id, ifMatch: undefined })
    expect(await statusOf(id)).toMatchObject({ vies: 'unavailable', format: 'valid' })
    const times: number[] = []
    for (let hour = 0; hour < 30; hour += 1) {
      const before = asked
      app.clock.set(new Date(app.clock.now() + HOUR_MS).toISOString())
      await runDue()
      if (asked > before) times.push(hour + 1)
    }
    expect(times).toEqual([1, 3, 9, 24])
    expect([asked, await waiting()]).toEqual([5, 0])
  })

  test('a later answer is stored, and VIES is not asked again', async () => {
    const { id } = await given.customer({ tax_id: 'DE136695976' })
    answer = UNAVAILABLE
    await checkTaxId(withParts(app.work(), { outbound }), { id, ifMatch: undefined })
    answer = { valid: true, name: '---' }
    app.clock.set(new Date(app.clock.now() + HOUR_MS).toISOString())
    await runDue()
    expect(await statusOf(id)).toMatchObject({ vies: 'valid' })
    expect(await waiting()).toBe(0)
  })

  test('`on_issue` asks after an invoice is issued; `off` never asks', async () => {
    const { id } = await given.customer({ tax_id: 'DE136695976' })
    await given.settings({ viesCheck: 'on_issue' })
    await given.invoice({ customer_id: id, status: 'sent' })
    answer = { valid: false, userError: 'INVALID' }
    await runDue()
    expect(await statusOf(id)).toMatchObject({ vies: 'invalid' })
    await given.settings({ viesCheck: 'off' })
    await given.invoice({ customer_id: id, status: 'sent' })
    expect(await waiting()).toBe(0)
    const refused = await app.call('POST', `/customers/${id}/check-tax-id`)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'tax_id_checks_off'])
  })
})
