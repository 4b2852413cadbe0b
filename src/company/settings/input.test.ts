import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ENGINES } from '../../../test/databases.ts'
import { tablesOf } from '../../platform/database/scope.ts'
import { SETTINGS_EXAMPLE } from './inner/example.ts'
import { PNG_URL, type SettingsFixture, startSettings } from './routes.testing.ts'

const INVIO = join(import.meta.dirname, '../../../../shared/invio/demo.db')

describe.each(ENGINES)('input of settings (%s)', (engine) => {
  let ctx: SettingsFixture
  beforeAll(async () => {
    ctx = await startSettings(engine)
  })
  afterAll(() => ctx.server.close())
  beforeEach(() => ctx.clear())

  test('200: snake_case and older flat spellings, answered in the one spelling', async () => {
    const { status, json } = await ctx.put({
      company_name: 'A',
      email: 'a@b.example',
      phone: '1',
      taxId: 'T1',
      highlight: '#6B4EFF',
      companyAddress: '123 Business St\nSuite 4\nUnit 5',
      companyCity: 'City',
      company_postal_code: '12345',
      countryCode: 'us',
      bankAccount: 'Account: 1234567890, Routing: 987654321',
      paymentMethods: 'Bank Transfer, PayPal',
      payment_terms: 'Due in 30 days',
      defaultTaxRate: 8.25,
      default_prices_include_tax: 'true',
      defaultRoundingMode: 'total',
      invoiceNumberPattern: '{YYYY}/{SEQ:3}',
      default_tax: { category: 'S' },
      credit_note_numbering: { pattern: 'C{SEQ}', reset: 'never' },
      logo_url: PNG_URL,
    })
    expect(status).toBe(200)
    expect(json).toMatchObject({
      companyName: 'A',
      companyEmail: 'a@b.example',
      companyPhone: '1',
      companyTaxId: 'T1',
      accentColor: '#6b4eff',
      companyAddress: {
        line1: '123 Business St',
        line2: 'Suite 4, Unit 5',
        city: 'City',
        postalCode: '12345',
        countryCode: 'US',
      },
      bankAccount: { iban: null, bankName: 'Account: 1234567890, Routing: 987654321' },
      paymentInstructions: 'Bank Transfer, PayPal',
      defaultTerms: 'Due in 30 days',
      defaultTax: { category: 'S', rate: '8.25' },
      pricesIncludeTax: true,
      rounding: 'document',
      invoiceNumbering: { pattern: '{YYYY}/{SEQ:3}', reset: 'yearly' },
      creditNoteNumbering: { pattern: 'C{SEQ}', reset: 'never' },
      logo: PNG_URL,
    })
    expect(Object.keys(json).sort()).toEqual(Object.keys(SETTINGS_EXAMPLE).sort())
  })

  test('200: a bank account that is an IBAN is one', async () => {
    await ctx.put({ bankAccount: { bankName: 'Old' } })
    const { json } = await ctx.put({ bankAccount: 'de89 3704 0044 0532 0130 00' })
    expect(json.bankAccount).toMatchObject({ iban: 'DE89370400440532013000', bankName: null })
  })

  test('200: the same value under two spellings is no conflict', async () => {
    const { status } = await ctx.put({ companyName: 'A', company_name: ' A ' })
    expect(status).toBe(200)
  })

  test.each([
    [{ rate: '19' }, { category: 'S', rate: '19' }],
    [{ rate: 7.7 }, { category: 'S', rate: '7.7' }],
    [{ category: 'E' }, { category: 'E', rate: '0' }],
    [
      { category: 'L', rate: '0' },
      { category: 'L', rate: '0' },
    ],
    [{ rate: '0' }, { category: 'O', rate: '0' }],
  ])('200: default tax %j is %j', async (sent, expected) => {
    await ctx.put({ defaultTax: { category: 'S', rate: '21' } })
    expect((await ctx.put({ defaultTax: sent })).json.defaultTax).toEqual(expected)
  })

  test('200: a rate of a taxed category changes alone', async () => {
    await ctx.put({ defaultTax: { category: 'L', rate: '7' } })
    const { json } = await ctx.patch({ defaultTax: { rate: '9.5' } })
    expect(json.defaultTax).toEqual({ category: 'L', rate: '9.5' })
  })

  test.each([
    [{ companyNmae: 'A' }, '/companyNmae', 'unknown_field'],
    [{ logoId: 'x' }, '/logoId', 'unknown_field'],
    [{ constructor: 'x' }, '/constructor', 'unknown_field'],
    [{ companyAddress: { street: 'A' } }, '/companyAddress/street', 'unknown_field'],
    [{ companyAddress: 7 }, '/companyAddress', 'wrong_type'],
    [{ companyName: 'x'.repeat(201) }, '/companyName', 'too_long'],
    [{ companyName: 'a\u0000' }, '/companyName', 'invalid_text'],
    ['{"companyName":"\\udfff"}', '/companyName', 'invalid_text'],
    [{ companyName: 'A', company_name: 'B' }, '/company_name', 'conflicting_keys'],
    [{ companyAddress: { city: 'A' }, companyCity: 'B' }, '/companyCity', 'conflicting_keys'],
    [{ accentColor: 'red' }, '/accentColor', 'wrong_format'],
    [{ highlight: '#12345' }, '/highlight', 'wrong_format'],
    [{ email: 'nobody' }, '/email', 'wrong_format'],
    [{ companyWebsite: 'javascript:alert(1)' }, '/companyWebsite', 'wrong_format'],
    [{ companyCountryCode: 'UK' }, '/companyCountryCode', 'unknown_country'],
    [{ companyEndpoint: { scheme: 'EM' } }, '/companyEndpoint/scheme', 'incomplete'],
    [{ bankAccount: { iban: 'DE88370400440532013000' } }, '/bankAccount/iban', 'wrong_checksum'],
    [{ bankAccount: 'DE88370400440532013000' }, '/bankAccount', 'wrong_checksum'],
    [{ bankAccount: { bic: 'COBA' } }, '/bankAccount/bic', 'wrong_format'],
    [{ currency: 'XAU' }, '/currency', 'unknown_currency'],
    [{ locale: 'english' }, '/locale', 'unknown_language'],
    [{ timeZone: 'Mars/Base' }, '/timeZone', 'unknown_time_zone'],
    [{ timezone: 'UTC' }, '/timezone', 'unknown_field'],
    [{ time_zone: '+01:00' }, '/time_zone', 'unknown_time_zone'],
    [{ dateFormat: 'YYYY' }, '/dateFormat', 'not_allowed'],
    [{ defaultTax: { category: 'X' } }, '/defaultTax/category', 'not_allowed'],
    [{ defaultTax: { category: 'E', rate: 5 } }, '/defaultTax/rate', 'rate_not_allowed'],
    [{ defaultTax: { category: 'S' } }, '/defaultTax/category', 'rate_needed'],
    [{ defaultTax: { rate: '101' } }, '/defaultTax/rate', 'out_of_range'],
    [{ defaultTax: { rate: '-1' } }, '/defaultTax/rate', 'out_of_range'],
    [{ defaultTaxRate: '1.1234567' }, '/defaultTaxRate', 'too_precise'],
    [{ defaultTaxRate: '19%' }, '/defaultTaxRate', 'not_a_number'],
    [{ pricesIncludeTax: 'yes' }, '/pricesIncludeTax', 'wrong_type'],
    [{ rounding: 'total' }, '/rounding', 'not_allowed'],
    [{ paymentTermsDays: '30' }, '/paymentTermsDays', 'wrong_type'],
    [{ paymentTermsDays: 4000 }, '/paymentTermsDays', 'out_of_range'],
    [{ invoiceNumbering: { pattern: 'INV' } }, '/invoiceNumbering/pattern', 'invalid_pattern'],
    [{ invoiceNumberPattern: 'I{SEQ}' }, '/invoiceNumberPattern', 'invalid_pattern'],
    [{ invoice_numbering: { reset: 'monthly' } }, '/invoice_numbering/reset', 'invalid_pattern'],
    [{ invoiceNumberPattern: 'CN-{YYYY}-{SEQ}' }, '/invoiceNumberPattern', 'same_numbers'],
    [{ templateId: 'none' }, '/templateId', 'unknown_template'],
    [{ template_id: '../x' }, '/template_id', 'unknown_template'],
    [{ logo: 'logo.png' }, '/logo', 'invalid_logo'],
    [{ logo: 'ftp://example.com/logo.png' }, '/logo', 'invalid_logo'],
    [{ logo: 'data:image/png;base64,!!!' }, '/logo', 'invalid_logo'],
    [{ logo: 'data:image/png' }, '/logo', 'invalid_logo'],
    [{ logoUrl: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' }, '/logoUrl', 'invalid_logo'],
    [{ logo: 'data:text/html,<p>hello' }, '/logo', 'invalid_logo'],
  ])('422: %j, and nothing is stored', async (body, pointer, code) => {
    for (const response of [await ctx.put(body), await ctx.patch(body)]) {
      expect(response.status).toBe(422)
      expect(response.json.code).toBe('invalid_request')
      expect(response.json.errors).toContainEqual(
        expect.objectContaining({ pointer, code, message: expect.any(String) }),
      )
    }
    expect((await ctx.get()).headers.etag).toBe('"settings-0"')
    expect(await tablesOf(ctx.work).selectFrom('logos').select('id').execute()).toEqual([])
  })

  const presetOf = (parts: object) => ({
    taxPresets: [{ key: 'a', name: 'A', category: 'S', rates: [{ rate: '5' }], ...parts }],
  })
  const DECIMALS: readonly (readonly [string, (value: unknown) => object])[] = [
    ['/taxPresets/0/rates/0/rate', (rate) => presetOf({ rates: [{ rate }] })],
    ['/taxPresets/0/second/rate', (rate) => presetOf({ second: { label: 'QST', rate } })],
    ['/defaultTax/rate', (rate) => ({ defaultTax: { category: 'S', rate } })],
    ['/chargeTax/rate', (rate) => ({ chargeTax: { category: 'S', rate } })],
    ['/earlyPayment/0/percent', (percent) => ({ earlyPayment: [{ percent, days: 8 }] })],
    ['/withholdings/0/rate', (rate) => ({ withholdings: [{ rate }] })],
    [
      '/withholdings/0/base_percent',
      (base_percent) => ({ withholdings: [{ rate: '20', base_percent }] }),
    ],
    ['/withholdings/0/amount', (amount) => ({ withholdings: [{ rate: '20', amount }] })],
    ['/cashRounding/0/to', (to) => ({ cashRounding: [{ currency: 'CHF', to }] })],
    ['/paymentTolerance', (paymentTolerance) => ({ paymentTolerance })],
    ['/feeTolerance', (feeTolerance) => ({ feeTolerance })],
  ]

  test.each(DECIMALS)('422: what is no number of this range at %s', async (pointer, bodyOf) => {
    for (const value of ['abc', '1.1234567', '-1', '1e3', '9'.repeat(40), '1'.repeat(16), 1e21]) {
      const { status, json } = await ctx.put(bodyOf(value))
      expect(status, String(value)).toBe(422)
      expect(json.errors, String(value)).toContainEqual(expect.objectContaining({ pointer }))
    }
  })

  test('422: every fault is named, and each once', async () => {
    const { json } = await ctx.put({ email: 'x', currency: 'y', bankAccount: { bic: 'z' } })
    const pointers = (json.errors as { pointer: string }[]).map(({ pointer }) => pointer)
    expect(pointers).toEqual(['/email', '/currency', '/bankAccount/bic'])
    const unknown = await ctx.put({ companyAddress: { street: 'A' } })
    expect(unknown.json.errors).toHaveLength(1)
  })

  test.skipIf(!existsSync(INVIO))(
    '200: the settings of an existing installation are accepted completely (skipped where the sample is absent)',
    async () => {
      const source = new Database(INVIO, { readonly: true })
      const rows = source.prepare('select key, value from settings').all() as {
        key: string
        value: string
      }[]
      source.close()
      const { status, json } = await ctx.put(
        Object.fromEntries(rows.map(({ key, value }) => [key, value])),
      )
      expect(status).toBe(200)
      expect(json).toMatchObject({
        companyName: 'Your Company',
        accentColor: '#6b4eff',
        defaultTerms: 'Due in 30 days',
        logo: null,
      })
    },
  )
})
