import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens, type Json } from '../../../test/givens.ts'
import { ENGINES } from '../../../test/harness.ts'
import { type PlayedApp, startWithProvider } from '../../../test/providers/app.ts'
import { type PlayedStripe, playStripe } from '../../../test/providers/stripe.ts'

/* Which of two providers offers a method. */

describe.each(ENGINES)('routing of payments (%s)', (engine) => {
  let it: PlayedApp<PlayedStripe>
  let mollie = ''
  beforeAll(async () => {
    it = await startWithProvider(engine, playStripe, {
      ...{ kind: 'stripe', api_key: 'sk_test_routing1' },
      ...{ methods: ['card', 'ideal'], priority: 1 },
    })
    const api_key = 'test_played12345678901234567890'
    const body = { kind: 'mollie', label: 'Mollie', api_key, methods: ['card'], priority: 2 }
    mollie = (await it.app.call('POST', '/payment-providers', body)).json().id
  })
  afterAll(() => it.close())

  const route = (paymentRouting: readonly object[]) => givens(it.app).settings({ paymentRouting })
  const invoice = async (price = '100.00', body: object = {}): Promise<string> => {
    const items = [
      { description: 'Cover', quantity: '1', unit_price: price, tax: { category: 'O' } },
    ]
    return (await givens(it.app).invoice({ items, status: 'sent', ...body })).id
  }
  const offersOf = async (id: string): Promise<Json> =>
    (await it.app.call('GET', `/invoices/${id}/offers`)).json()
  /** `card@stripe` for each offer. */
  const ways = async (id: string): Promise<string[]> =>
    (await offersOf(id)).offers.map(
      ({ provider_id: of, method }: Json) => `${method}@${of === mollie ? 'mollie' : 'stripe'}`,
    )
  const toMollie = (when: object) => ({ when, provider_id: mollie })
  const STRIPE = ['card@stripe', 'ideal@stripe']
  const MOLLIE = ['card@mollie', 'ideal@stripe']

  test('without rules each method is offered by the provider with the lowest priority', async () => {
    await route([])
    expect(await ways(await invoice())).toEqual(STRIPE)
  })

  test('the first rule that fits names the provider, if it has the method', async () => {
    await route([{ when: { method: 'ideal' }, provider_id: it.provider }, toMollie({})])
    expect(await ways(await invoice())).toEqual(MOLLIE)
    await route([{ when: {}, provider_id: it.provider }, toMollie({})])
    expect(await ways(await invoice())).toEqual(STRIPE)
  })

  test.each([
    ['from', { from: '100.00' }, '100.00', '99.99'],
    ['to', { to: '100.00' }, '100.00', '100.01'],
    ['between', { from: '50', to: '100' }, '50.00', '49.99'],
  ])('amounts: %s', async (_name, when, fitting, other) => {
    await route([toMollie(when)])
    expect(await ways(await invoice(fitting))).toEqual(MOLLIE)
    expect(await ways(await invoice(other))).toEqual(STRIPE)
  })

  test('currency, country and customer', async () => {
    await route([toMollie({ currency: 'CHF' })])
    expect(await ways(await invoice('100.00', { currency: 'CHF' }))).toEqual(MOLLIE)
    expect(await ways(await invoice())).toEqual(STRIPE)
    const address = { line1: 'Kade 1', city: 'Utrecht', postal_code: '3511', country_code: 'NL' }
    const dutch = await givens(it.app).customer({ name: 'Kade', address })
    const id = await invoice('100.00', { customer_id: dutch.id })
    for (const when of [{ country: 'NL' }, { customer_id: dutch.id }]) {
      await route([toMollie(when)])
      expect(await ways(id)).toEqual(MOLLIE)
      expect(await ways(await invoice())).toEqual(STRIPE)
    }
  })

  test('a rule for a disabled or unknown provider does not apply', async () => {
    const unknown = 'pvd_019a9e2c-6f04-7c3b-9d52-6f5d5b7f2a10'
    await route([{ when: {}, provider_id: unknown }, toMollie({})])
    await it.app.call('PATCH', `/payment-providers/${mollie}`, { enabled: false })
    expect(await ways(await invoice())).toEqual(STRIPE)
    await it.app.call('PATCH', `/payment-providers/${mollie}`, { enabled: true })
    expect(await ways(await invoice())).toEqual(MOLLIE)
  })

  test('a provider without the use `pay` is offered to nobody', async () => {
    await route([])
    const path = `/payment-providers/${it.provider}`
    const without = await it.app.json('PATCH', path, { uses: ['save', 'collect'] })
    expect(without.uses).toEqual(['save', 'collect'])
    expect(await ways(await invoice())).toEqual(['card@mollie'])
    const refused = await it.app.refused('PATCH', path, { uses: ['sell'] })
    expect(refused.errors).toMatchObject([{ pointer: '/uses/0' }])
    await it.app.json('PATCH', path, { uses: [] })
    expect(await ways(await invoice())).toEqual(STRIPE)
  })

  test('the provider is sent the text for the statements of customers', async () => {
    const path = `/payment-providers/${it.provider}`
    await it.app.json('PATCH', path, { statement_text: 'INVOICES' })
    const { id } = await it.app.json('POST', `/invoices/${await invoice()}/checkout`, {
      provider_id: it.provider,
    })
    const { order } = it.played.of(id)
    expect(order.get('payment_intent_data[statement_descriptor_suffix]')).toBe('INVOICES')
    expect(await it.app.refused('PATCH', path, { statement_text: '2026' })).toMatchObject({
      errors: [{ pointer: '/statement_text' }],
    })
    await it.app.json('PATCH', path, { statement_text: null })
  })

  test('a checkout follows the rules, unless it names a provider', async () => {
    await route([{ when: { method: 'ideal' }, provider_id: it.provider }, toMollie({})])
    const open = async (body: object): Promise<Json> =>
      (await it.app.call('POST', `/invoices/${await invoice()}/checkout`, body)).json()
    expect(await open({ method: 'ideal' })).toMatchObject({ provider_id: it.provider })
    const chosen = { method: 'card', provider_id: it.provider }
    expect(await open(chosen)).toMatchObject(chosen)
  })

  test('offers that are left out say why', async () => {
    await route([{ when: { method: 'card' }, provider_id: it.provider }])
    const stripe = (method: string, reason: string) => ({
      provider_id: it.provider,
      method,
      reason,
    })
    expect(await offersOf(await invoice('0.20'))).toMatchObject({
      reason: 'below_minimum',
      offers: [],
      left_out: [stripe('card', 'below_minimum'), stripe('ideal', 'below_minimum')],
    })
    expect(await offersOf(await invoice('1.001', { currency: 'KWD' }))).toMatchObject({
      left_out: [
        stripe('card', 'amount_not_expressible'),
        stripe('ideal', 'amount_not_expressible'),
      ],
    })
    await route([])
    const { offers, left_out: left } = await offersOf(await invoice('0.20'))
    expect(offers).toEqual([{ provider_id: mollie, method: 'card' }])
    expect(left).toEqual([stripe('card', 'below_minimum'), stripe('ideal', 'below_minimum')])
  })

  test('minimum, maximum and countries of a provider decide what it offers', async () => {
    await route([])
    const limits = { minimum: '50.00', maximum: '200', countries: ['DE', 'FR'] }
    const answer = await it.app.call('PATCH', `/payment-providers/${it.provider}`, limits)
    expect(answer.json()).toMatchObject(limits)
    const of = async (country: string) =>
      (await givens(it.app).customer({ name: 'Buyer', address: { country_code: country } })).id
    const [german, austrian] = [await of('DE'), await of('AT')]
    const left = async (price: string, customer_id: string) => {
      const id = await invoice(price, { customer_id })
      return [await ways(id), (await offersOf(id)).left_out.map(({ reason }: Json) => reason)]
    }
    for (const price of ['50.00', '200.00']) expect(await left(price, german)).toEqual([STRIPE, []])
    const mollieOnly = ['card@mollie']
    const both = (reason: string) => [mollieOnly, [reason, reason]]
    expect(await left('49.99', german)).toEqual(both('below_minimum'))
    expect(await left('200.01', german)).toEqual(both('above_maximum'))
    expect(await left('100.00', austrian)).toEqual(both('country_not_offered'))
    const ideal = { method: 'ideal' }
    const refused = await invoice('200.01', { customer_id: german })
    expect(
      (await it.app.call('POST', `/invoices/${refused}/checkout`, ideal)).json(),
    ).toMatchObject({ code: 'not_payable_online', reason: 'above_maximum' })
    // Its own minimum holds, too.
    const none = { minimum: '0.10', maximum: null, countries: [] }
    await it.app.call('PATCH', `/payment-providers/${it.provider}`, none)
    expect(await left('0.20', austrian)).toEqual(both('below_minimum'))
    for (const [bad, at] of [
      [{ minimum: 'little' }, '/minimum'],
      [{ countries: ['Germany'] }, '/countries/0'],
    ] as const) {
      const faults = await it.app.call('PATCH', `/payment-providers/${it.provider}`, bad)
      expect(faults.json().errors).toMatchObject([{ pointer: at }])
    }
    await it.app.call('PATCH', `/payment-providers/${it.provider}`, { minimum: null })
  })

  test('422: a condition that is not an amount, a country or a currency', async () => {
    const bad = { currency: 'EURO', country: 'Germany', from: 'a lot' }
    const paymentRouting = [{ when: bad, provider_id: mollie }]
    const answer = await it.app.call('PATCH', '/settings', { paymentRouting })
    expect(
      answer
        .json()
        .errors.map(({ pointer }: Json) => pointer)
        .toSorted(),
    ).toEqual([
      '/paymentRouting/0/when/country',
      '/paymentRouting/0/when/currency',
      '/paymentRouting/0/when/from',
    ])
  })
  test('422: a range that ends before it begins, of a rule and of a provider', async () => {
    const when = { from: '1000.00', to: '999.99' }
    const rule = await it.app.call('PATCH', '/settings', {
      paymentRouting: [{ when, provider_id: mollie }],
    })
    const range = { minimum: '1000.00', maximum: '999.99' }
    const provider = await it.app.call('PATCH', `/payment-providers/${mollie}`, range)
    for (const [answer, pointer] of [
      [rule, '/paymentRouting/0/when/to'],
      [provider, '/maximum'],
    ] as const) {
      expect([answer.statusCode, answer.json().errors]).toEqual([
        422,
        [expect.objectContaining({ pointer, code: 'out_of_range', params: { min: '1000.00' } })],
      ])
    }
  })
})
