import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ENGINES } from '../../../test/databases.ts'
import { type CustomersFixture, startCustomers } from './routes.testing.ts'

describe.each(ENGINES)('input of customers (%s)', (engine) => {
  let ctx: CustomersFixture
  beforeAll(async () => {
    ctx = await startCustomers(engine)
  })
  afterAll(() => ctx.server.close())
  beforeEach(() => ctx.clear())

  test.each([
    ['no name', {}, '/name', 'required'],
    ['a blank name', { name: '  ' }, '/name', 'required'],
    ['an empty name', { name: '' }, '/name', 'required'],
    ['a long name', { name: 'x'.repeat(201) }, '/name', 'too_long'],
    ['a name that is a number', { name: 7 }, '/name', 'wrong_type'],
    ['an unknown field', { name: 'A', emial: 'x' }, '/emial', 'unknown_field'],
    ['an id', { name: 'A', id: 'cus_1' }, '/id', 'computed_field'],
    [
      'an unknown part',
      { name: 'A', address: { street: 'x' } },
      '/address/street',
      'unknown_field',
    ],
    ['an address as text', { name: 'A', address: 'Berlin' }, '/address', 'wrong_type'],
    ['no e-mail', { name: 'A', email: 'a@' }, '/email', 'wrong_format'],
    [
      'no country',
      { name: 'A', address: { country_code: 'XX' } },
      '/address/country_code',
      'unknown_country',
    ],
    [
      'a long country',
      { name: 'A', address: { country_code: 'DEU' } },
      '/address/country_code',
      'too_long',
    ],
    ['no currency', { name: 'A', currency: 'EUX' }, '/currency', 'unknown_currency'],
    ['no language', { name: 'A', language: 'klingonish' }, '/language', 'unknown_language'],
    ['no whole days', { name: 'A', payment_terms_days: 1.5 }, '/payment_terms_days', 'wrong_type'],
    ['days before', { name: 'A', payment_terms_days: -1 }, '/payment_terms_days', 'out_of_range'],
    ['half an endpoint', { name: 'A', endpoint: { scheme: 'EM' } }, '/endpoint/id', 'required'],
    [
      'no scheme',
      { name: 'A', endpoint: { scheme: '12', id: '1' } },
      '/endpoint/scheme',
      'wrong_format',
    ],
    ['metadata that is no text', { name: 'A', metadata: { a: 1 } }, '/metadata/a', 'wrong_type'],
    [
      'a long metadata name',
      { name: 'A', metadata: { ['k'.repeat(41)]: '' } },
      '/metadata',
      'too_long',
    ],
    ['long metadata', { name: 'A', metadata: { k: 'v'.repeat(501) } }, '/metadata/k', 'too_long'],
    ['NUL', { name: 'A\u0000' }, '/name', 'invalid_text'],
    ['broken Unicode', '{"name":"\\ud800"}', '/name', 'invalid_text'],
  ])('422: %s, and nothing is stored', async (_what, body, pointer, code) => {
    const response = await ctx.server.send({ method: 'POST', path: '/customers', body })
    expect(response.status).toBe(422)
    expect(response.json).toMatchObject({ code: 'invalid_request', status: 422 })
    expect(response.json.errors).toContainEqual(
      expect.objectContaining({ pointer, code, message: expect.any(String) }),
    )
    expect(await ctx.stored()).toEqual([])
  })

  test('422: every fault is named at once', async () => {
    const body = { name: 'A', email: 'x', currency: 'y', address: { country_code: 'zz' } }
    const { json } = await ctx.server.send({ method: 'POST', path: '/customers', body })
    const pointers = (json.errors as { pointer: string }[]).map(({ pointer }) => pointer)
    expect(pointers).toEqual(['/email', '/address/country_code', '/currency'])
  })

  test('422: more than 50 pairs of metadata', async () => {
    const metadata = Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, 'v']))
    const body = { name: 'A', metadata }
    const { status, json } = await ctx.server.send({ method: 'POST', path: '/customers', body })
    expect(status).toBe(422)
    expect(json.errors).toMatchObject([{ pointer: '/metadata', code: 'too_many_fields' }])
  })
})
