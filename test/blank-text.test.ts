import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CASES } from './einvoice-cases.ts'
import { PROFILES, SELLER } from './einvoice-parties.ts'
import { type Givens, givens, type Json } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'

const BLANKS = [' ', '\t\ufeff', '\u200b']

const INVOICE: Json = {
  ...CASES['every optional group']?.invoice,
  currency: 'EUR',
  language: 'de',
  order_reference: 'PO-77',
  internal_notes: 'x',
  metadata: { color: 'blue' },
  e_invoice_profile: null,
  tax_in_currency: { currency: 'SEK', amount: '12.34' },
}
const SETTINGS: Json = {
  ...SELLER,
  companyWebsite: 'https://ink.example',
  companyRegistrationScheme: '0002',
  paymentInstructions: 'x',
  taxRepresentative: { name: 'Fiscal Nord', taxId: 'DE111111125', city: 'Kiel', countryCode: 'DE' },
}

/** Each text inside, with the body that has `blank` in its place. */
function* blanked(
  value: Json,
  blank: string,
  at = '',
): Generator<readonly [pointer: string, body: Json]> {
  if (typeof value === 'string') yield [at, blank]
  else if (value !== null && typeof value === 'object')
    for (const [key, part] of Object.entries(value))
      for (const [pointer, inner] of blanked(part, blank, `${at}/${key}`))
        yield [
          pointer,
          Array.isArray(value) ? value.with(Number(key), inner) : { ...value, [key]: inner },
        ]
}

/** Like `value`, with a blank text at the pointer. */
function withBlank(value: Json, [key, ...rest]: readonly string[]): Json {
  if (key === undefined) return '\u200b '
  const inner = withBlank(value[key], rest)
  return Array.isArray(value) ? value.with(Number(key), inner) : { ...value, [key]: inner }
}

describe.each(ENGINES)('text that shows nothing (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
    await given.settings(SELLER)
  })
  afterAll(() => app.close())

  const eInvoices = PROFILES.map((format) => `xml?format=${format}`)
  const expectNoFailure = async (id: string, pointer: string) => {
    for (const path of [...eInvoices, 'validation', 'html']) {
      const answer = await app.call('GET', `/invoices/${id}/${path}`)
      expect([200, 422], `${pointer}: ${path}: ${answer.body}`).toContain(answer.statusCode)
    }
  }

  test.each(
    BLANKS.map((blank) => [JSON.stringify(blank), blank]),
  )('201 or 422: %s in each field of an invoice', async (_, blank) => {
    for (const [pointer, body] of blanked(INVOICE, blank)) {
      const answer = await app.call('POST', '/invoices', { ...body, status: 'sent' })
      expect([201, 422], `${pointer}: ${answer.body}`).toContain(answer.statusCode)
      if (answer.statusCode === 201 && blank === BLANKS[0])
        await expectNoFailure(answer.json().id, pointer)
    }
  })

  test('200: the hybrid PDF of an invoice whose optional texts are all blank', async () => {
    let body = INVOICE
    for (const [pointer, changed] of blanked(INVOICE, '\u200b ')) {
      if (/^\/(customer|delivery\/address)/.test(pointer)) continue
      const answer = await app.call('POST', '/invoices', changed)
      if (answer.statusCode === 201) body = withBlank(body, pointer.split('/').slice(1))
    }
    const made = await given.invoice({ ...body, status: 'sent' })
    const answer = await app.call('GET', `/invoices/${made.id}/pdf?format=factur-x`)
    expect(answer.statusCode, answer.body.slice(0, 500)).toBe(200)
  })

  test.each([
    ['/preceding/0/number', { preceding: [{ number: ' ' }] }],
    ['/attachments/0/reference', { attachments: [{ reference: '\u00a0' }] }],
    ['/delivery/identifier/id', { delivery: { identifier: { scheme: '0088', id: '\t' } } }],
    ['/delivery/identifier/scheme', { delivery: { identifier: { scheme: ' ', id: '1' } } }],
  ])('422: nothing to be seen at %s', async (pointer, part) => {
    const answer = await app.call('POST', '/invoices', { ...INVOICE, ...part })
    expect(answer.statusCode, answer.body).toBe(422)
    expect(answer.json().errors).toMatchObject([{ pointer }])
  })

  test('201: a blank text counts as missing', async () => {
    const { items, customer } = INVOICE
    const made = await given.invoice({
      items: [{ ...items[0], details: '\u200b', note: '\ufeff ' }],
      customer: { ...customer, phone: '\u2060' },
      notes: '\u00ad\n',
      payment: { reference: '\u200b' },
    })
    expect(made).toMatchObject({ notes: null, payment: { reference: null } })
    expect(made.items[0]).toMatchObject({ details: null, note: null })
    expect((await app.call('GET', `/customers/${made.customer_id}`)).json().phone).toBeNull()
  })

  test('201: spaces, tabs, line breaks and byte order marks are trimmed at the ends alone', async () => {
    const around = (text: string) => `\ufeff\t\r\n ${text} \r\n\t\ufeff`
    const inside = 'one\ttwo\r\nthree\ufeff four'
    const customer = await app.call('POST', '/customers', {
      name: around('Saltmarsh Press'),
      notes: around(inside),
      address: { city: around('Wells') },
      metadata: { raw: around('kept') },
    })
    expect(customer.json()).toMatchObject({
      name: 'Saltmarsh Press',
      notes: inside,
      address: { city: 'Wells' },
      metadata: { raw: around('kept') },
    })
    const { items } = INVOICE
    const made = await given.invoice({
      customer_id: customer.json().id,
      notes: around(inside),
      items: [{ ...items[0], description: around('Layout'), details: around(inside) }],
    })
    expect(made).toMatchObject({
      notes: inside,
      items: [{ description: 'Layout', details: inside }],
    })
    const product = await app.call('POST', '/products', { name: around('Map') })
    expect(product.json().name).toBe('Map')
    const settings = await given.settings({ companyName: around('Nordlicht') })
    expect(settings).toMatchObject({ companyName: 'Nordlicht' })
  })

  test.each([
    ['/customers', 'POST', INVOICE.customer, [201, 422]],
    ['/settings', 'PUT', SETTINGS, [200, 422]],
  ])('%s: never a failure', async (path, method, body, statuses) => {
    for (const blank of BLANKS)
      for (const [pointer, changed] of blanked(body, blank)) {
        const answer = await app.call(method, path, changed)
        expect(statuses, `${pointer}: ${answer.body}`).toContain(answer.statusCode)
      }
  })
})
