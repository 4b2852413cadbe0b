import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'

const DOT =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe.each(ENGINES)('POST /templates/:id/preview with settings (%s)', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine)
  })
  afterAll(() => app?.close())

  const preview = (settings: object) =>
    app.call('POST', '/templates/minimalist-clean/preview', { settings })

  test('200: the sample uses the company’s settings, and nothing is stored', async () => {
    await app.call('PATCH', '/settings', { companyName: 'Stored & Sons' })
    const before = (await app.call('GET', '/settings')).headers.etag
    const { body, statusCode } = await preview({
      companyEmail: 'new@example.org',
      invoiceNumbering: { pattern: 'R-{YY}/{SEQ:5}', reset: 'yearly' },
      defaultTax: { category: 'S', rate: '7' },
      accentColor: '#aa2255',
      locale: 'de',
      currency: 'CHF',
      defaultNotes: 'Danke!',
      logo: DOT,
    })
    expect(statusCode).toBe(200)
    for (const text of ['Stored &amp; Sons', 'new@example.org', 'R-26/00042', 'CHF', '#aa2255'])
      expect(body).toContain(text)
    for (const text of ['Danke!', 'data:image/png', 'Rechnung']) expect(body).toContain(text)
    expect((await app.call('GET', '/settings')).headers.etag).toBe(before)
  })

  test('200: without changes, the company’s current settings', async () => {
    await app.call('PATCH', '/settings', { companyName: 'Unchanged Ltd' })
    expect((await preview({})).body).toContain('Unchanged Ltd')
  })

  test('200: characters that no font has are named, in a header', async () => {
    const { headers } = await preview({ companyName: 'შპს Հ' })
    const named = decodeURIComponent(String(headers['billwright-missing-characters']))
    expect([...named].toSorted()).toEqual(['Հ', 'პ', 'ს', 'შ'])
    const plain = await preview({ companyName: 'Łódź, 株式会社 & שלום' })
    expect(plain.headers).not.toHaveProperty('billwright-missing-characters')
  })

  test('422: faults have pointers below /settings, and nothing is downloaded', async () => {
    const response = await preview({ companyEmail: 'nobody', logo: 'https://example.org/a.png' })
    expect(response.statusCode).toBe(422)
    expect(response.json().errors).toMatchObject([{ pointer: '/settings/companyEmail' }])
    const fetched = await preview({ logo: 'https://example.org/a.png' })
    expect(fetched.json().errors).toMatchObject([
      { pointer: '/settings/logo', code: 'invalid_logo' },
    ])
    const numbers = await preview({ invoiceNumbering: { pattern: 'X' } })
    expect(numbers.json().errors).toMatchObject([{ pointer: '/settings/invoiceNumbering/pattern' }])
  })
})
