import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, type Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'

const TERMS = 'Thank you.\n#SKONTO#TAGE=14#PROZENT=2.00#'

describe.each(ENGINES)('warnings of a draft (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
  })
  afterAll(() => app.close())

  const change = async (id: string, method: string, body: object): Promise<Json> => {
    const answer = await app.call(method, `/invoices/${id}`, body)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json()
  }

  test('skonto_moved: codes of the terms became discounts; only the answer to saving says it', async () => {
    const draft = await given.invoice({ terms: TERMS })
    expect(draft).toMatchObject({
      warnings: ['skonto_moved'],
      terms: 'Thank you.',
      early_payment: [{ percent: '2', days: 14 }],
    })
    expect(await given.read(draft.id)).not.toHaveProperty('warnings')
    const again = await change(draft.id, 'PATCH', { notes: 'Other words' })
    expect(again).not.toHaveProperty('warnings')
    const put = await change(draft.id, 'PUT', { terms: TERMS })
    expect(put).toMatchObject({ warnings: ['skonto_moved'], terms: 'Thank you.' })
  })

  test('an answer to creating many has the warnings of each draft', async () => {
    const customer_id = (await given.customer()).id
    const item = { description: 'Paint', unit_price: '10.00' }
    const bodies = [{ terms: TERMS }, {}, { terms: TERMS, status: 'sent' }, { issue_date: 'never' }]
    const items = bodies.map((body) => ({ customer_id, items: [item], ...body }))
    const answer = (await app.call('POST', '/invoices/bulk', { items })).json()
    expect(answer).toMatchObject({ succeeded: 3, failed: 1 })
    const [moved, ...others] = answer.results.map(({ resource }: Json) => resource?.warnings)
    expect(moved).toEqual(['skonto_moved'])
    expect(others).toEqual([undefined, undefined, undefined])
  })

  test('a code with a base stays in the terms, and an ordinary draft has no warnings', async () => {
    const terms = '#SKONTO#TAGE=14#PROZENT=2.00#BASISBETRAG=100.00#'
    const kept = await given.invoice({ terms })
    expect(kept.terms).toBe(terms)
    expect(kept).not.toHaveProperty('warnings')
    expect(await given.invoice()).not.toHaveProperty('warnings')
  })

  test('skonto_moved: some codes became discounts, and one with a base stays', async () => {
    const based = '#SKONTO#TAGE=14#PROZENT=2.00#BASISBETRAG=100.00#'
    const draft = await given.invoice({ terms: `#SKONTO#TAGE=7#PROZENT=3.00#\n${based}` })
    expect(draft).toMatchObject({
      warnings: ['skonto_moved'],
      terms: based,
      early_payment: [{ percent: '3', days: 7 }],
    })
  })

  test.each([
    '#SKONTO#TAGE=400#PROZENT=2.00#',
    '#SKONTO#TAGE=14#PROZENT=0.00#',
    '#SKONTO#TAGE=366#PROZENT=2.00#BASISBETRAG=100.00#',
  ])('a code with values that early_payment refuses is a fault: %s', async (code) => {
    const { id } = await given.invoice()
    const answer = await app.call('PATCH', `/invoices/${id}`, { terms: `Thank you.\n${code}` })
    expect(answer.statusCode, answer.body).toBe(422)
    expect(answer.json().errors).toMatchObject([
      { pointer: '/terms', code: 'wrong_format', params: { reason: 'skonto', line: 2 } },
    ])
  })

  test('codes with the most days and the lowest percent that early_payment takes move', async () => {
    const draft = await given.invoice({ terms: '#SKONTO#TAGE=365#PROZENT=0.01#' })
    expect(draft).toMatchObject({ terms: null, early_payment: [{ percent: '0.01', days: 365 }] })
  })

  test('two codes with the same days stay in the terms, as early_payment takes one', async () => {
    const terms = '#SKONTO#TAGE=14#PROZENT=3.00#\n#SKONTO#TAGE=14#PROZENT=2.00#'
    const draft = await given.invoice({ terms })
    expect(draft).toMatchObject({ terms, early_payment: [] })
    expect(draft).not.toHaveProperty('warnings')
  })

  test('period_closed: a draft of a closed day is saved, and issuing it is refused', async () => {
    const closed = await app.call('POST', '/books/close', { until: '2026-10-31' })
    expect(closed.statusCode, closed.body).toBe(200)
    const draft = await given.invoice({ issue_date: '2026-10-20', terms: TERMS })
    expect(draft.warnings).toEqual(['period_closed', 'skonto_moved'])
    const later = await change(draft.id, 'PATCH', { issue_date: '2026-11-02' })
    expect(later).not.toHaveProperty('warnings')
    const back = await change(draft.id, 'PATCH', { issue_date: '2026-10-31' })
    expect(back.warnings).toEqual(['period_closed'])
    const { customer_id, items } = draft
    const body = { customer_id, items: items.map(({ description }: Json) => ({ description })) }
    const both = [
      { ...body, issue_date: '2026-10-31' },
      { ...body, issue_date: '2026-11-01' },
    ]
    const many = (await app.call('POST', '/invoices/bulk', { mode: 'all', items: both })).json()
    expect(many.results.map(({ resource }: Json) => resource.warnings)).toEqual([
      ['period_closed'],
      undefined,
    ])
    const refused = await app.call('PATCH', `/invoices/${draft.id}`, { status: 'sent' })
    expect(refused.json()).toMatchObject({ code: 'period_closed', use_from: '2026-11-01' })
  })
})
