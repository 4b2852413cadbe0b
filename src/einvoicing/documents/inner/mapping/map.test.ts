import { type EInvoice, formatDecimal } from '@billwright/einvoice'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BUYER, SELLER } from '../../../../../test/einvoice-parties.ts'
import { type Givens, givens } from '../../../../../test/givens.ts'
import { startTestApp, type TestApp } from '../../../../../test/harness.ts'
import type { EInvoiceProfile } from '../../../../company/settings/settings.ts'
import { getInvoice } from '../../../../sales/invoices/read.ts'
import { toEInvoice } from './map.ts'
import { vatIdOf } from './parties.ts'

describe('an invoice in the model of EN 16931', () => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp('sqlite')
    given = givens(app)
    await given.settings(SELLER)
  })
  afterAll(() => app.close())

  const mapped = async (body: object, profile: EInvoiceProfile = 'en16931'): Promise<EInvoice> => {
    const { id } = await given.invoice({ customer: BUYER, status: 'sent', ...body })
    return toEInvoice((await getInvoice(app.work(), id)).invoice, profile)
  }
  const item = (unitPrice: string, more: object = {}) => ({
    description: 'Design',
    unit_price: unitPrice,
    tax: { rate: '19' },
    ...more,
  })
  const prices = ({ lines }: EInvoice) =>
    lines.map(({ netCents, price }) => [
      netCents,
      formatDecimal(price.net),
      price.baseQuantity && formatDecimal(price.baseQuantity),
    ])

  test('prices with tax: the cent that cannot be split is the rounding', async () => {
    // 0.05 less 19 % is 0.042: net 0.04 and tax 0.01; but 0.10 gives 0.08 and 0.02.
    const even = await mapped({ prices_include_tax: true, items: [item('0.05')] })
    expect(even.totals).toMatchObject({ withoutTaxCents: 4n, taxCents: 1n, withTaxCents: 5n })
    expect(even.totals.roundingCents).toBeUndefined()
    const odd = await mapped({ prices_include_tax: true, items: [item('0.03')] })
    expect(odd.totals).toMatchObject({
      withoutTaxCents: 3n,
      taxCents: 1n,
      withTaxCents: 4n,
      roundingCents: -1n,
      dueCents: 3n,
    })
  })

  test('prices with tax: nets add up to the group, and a price has no endless decimals', async () => {
    const document = await mapped({
      prices_include_tax: true,
      items: [item('9.99', { quantity: '3' }), item('10', { quantity: '2' }), item('0.01')],
    })
    // 49.98 less 19 % is 42.00.
    expect(document.taxBreakdown[0]?.taxableCents).toBe(4200n)
    expect(prices(document)).toEqual([
      [2518n, '25.18', '3'],
      [1681n, '8.405', undefined],
      [1n, '0.01', undefined],
    ])
  })

  test('a price is never negative, the quantity is', async () => {
    const document = await mapped({
      prices_include_tax: true,
      items: [item('10', { quantity: '-3' }), item('100')],
    })
    expect(document.lines[0]).toMatchObject({ netCents: -2521n })
    expect(formatDecimal(document.lines[0]?.quantity ?? { digits: 0n, scale: 0 })).toBe('-3')
    expect(prices(document)[0]).toEqual([-2521n, '25.21', '3'])
  })

  test('a discount on goods taken back is a charge, without the percentage', async () => {
    const [line] = (
      await mapped({ items: [item('10', { quantity: '-2', discount: { percent: '10' } })] })
    ).lines
    expect(line).toMatchObject({
      netCents: -1800n,
      allowances: [],
      charges: [{ amountCents: 200n, reason: 'Discount taken back' }],
    })
  })

  test('a percentage has its base, and a missing reason gets the usual code', async () => {
    const document = await mapped({
      items: [item('33.335', { quantity: '3', discount: { percent: '10' } })],
      discounts: [{ percent: '2' }],
      charges: [{ amount: '5' }],
    })
    expect(document.lines[0]?.allowances).toMatchObject([
      { amountCents: 1000n, baseCents: 10001n, reasonCode: '95' },
    ])
    expect(document.allowances).toMatchObject([
      { amountCents: 180n, baseCents: 9001n, reasonCode: '95' },
    ])
    expect(document.charges).toMatchObject([{ amountCents: 500n, reasonCode: 'ABK' }])
    expect(document.totals).toMatchObject({ allowancesCents: 180n, chargesCents: 500n })
  })

  test('outside the scope of VAT there are no VAT numbers; the tax number stays', async () => {
    const { seller, buyer, lines, taxBreakdown } = await mapped({
      items: [item('10', { tax: { category: 'O' } })],
    })
    expect([seller.vatId, buyer.vatId]).toEqual([undefined, undefined])
    expect(seller).toMatchObject({
      taxNumber: '30/123/45678',
      registration: { value: 'HRB 12345' },
    })
    expect(lines[0]?.tax).toEqual({ category: 'O' })
    expect(taxBreakdown).toMatchObject([
      {
        rate: { digits: 0n },
        exemptionCode: 'VATEX-EU-O',
        exemptionReason: 'Nicht umsatzsteuerbar',
      },
    ])
  })

  test.each([
    ['its tax number', { companyTaxId: '30/123/45678' }, 'S', ['30/123/45678']],
    ['its VAT number outside the scope', { companyTaxNumber: null }, 'O', ['DE123456789']],
    ['nothing', { companyTaxId: null, companyTaxNumber: null }, 'E', []],
  ])('a seller that nothing else identifies has %s', async (_what, settings, category, ids) => {
    const name = ['companyRegistrationId', 'companyTaxId', 'companyTaxNumber'] as const
    await given.settings({ companyRegistrationId: null, ...settings })
    const rate = category === 'S' ? '19' : '0'
    const { seller } = await mapped({ items: [item('10', { tax: { category, rate } })] })
    expect(seller.identifiers).toEqual(ids.map((value) => ({ value })))
    await given.settings(Object.fromEntries(name.map((key) => [key, SELLER[key]])))
  })

  test('a discount taken back is a charge', async () => {
    const { allowances, charges } = await mapped({
      items: [item('100')],
      discounts: [{ amount: '-10', reason: 'Loyalty' }, { amount: '5' }],
    })
    expect(allowances).toMatchObject([{ amountCents: 500n, reasonCode: '95' }])
    expect(charges).toMatchObject([{ amountCents: 1000n, reason: 'Loyalty' }])
  })

  test('goods for another country of the Union go to the buyer by default', async () => {
    const K = { items: [item('10', { tax: { category: 'K' } })], delivery_date: '2026-11-20' }
    expect((await mapped(K)).delivery?.address?.country).toBe('DE')
    const elsewhere = { delivery: { address: { country_code: 'FR', city: 'Lille' } } }
    expect((await mapped({ ...K, ...elsewhere })).delivery?.address).toMatchObject({
      city: 'Lille',
      country: 'FR',
    })
    expect((await mapped({ items: [item('10')] })).delivery).toBeUndefined()
  })

  test('an e-mail address serves as electronic address, but not on Peppol', async () => {
    const body = { customer: { ...BUYER, endpoint: null }, items: [item('10')] }
    const { buyer } = await mapped(body)
    expect(buyer.electronicAddress).toEqual({ scheme: 'EM', value: BUYER.email })
    expect((await mapped(body, 'peppol')).buyer.electronicAddress).toBeUndefined()
  })

  test.each([
    ['0213', 'FI12345678', '0216', '003712345678'],
    ['0212', '1234567-8', '0216', '003712345678'],
    ['0037', '003712345678', '0216', '003712345678'],
    ['0213', 'FI123', '0213', 'FI123'],
    ['0088', '4012345000009', '0088', '4012345000009'],
  ])('on Peppol the address %s:%s is %s:%s', async (scheme, id, peppolScheme, value) => {
    const body = { customer: { ...BUYER, endpoint: { scheme, id } }, items: [item('10')] }
    const address = { scheme: peppolScheme, value }
    expect((await mapped(body, 'peppol')).buyer.electronicAddress).toEqual(address)
    expect((await mapped(body)).buyer.electronicAddress).toEqual({ scheme, value: id })
  })

  test.each([
    ['EUR', {}, '58', 'DE89370400440532013000'],
    ['CHF', {}, '30', 'DE89370400440532013000'],
    ['EUR', { means: '10' }, '10', 'DE89370400440532013000'],
    ['EUR', { means: '48', card_last4: '4242' }, '48', undefined],
    ['EUR', { means: '59', mandate: 'M' }, '59', undefined],
  ])('in %s with %o the means are %s', async (currency, payment, code, account) => {
    const [means] = (await mapped({ currency, payment, items: [item('10')] })).payment?.means ?? []
    expect(means?.code).toBe(code)
    expect(means?.account?.id).toBe(account)
  })

  test.each([
    ['021000021', '000123456789', '30', { id: '000123456789', bic: '021000021' }],
    [null, '5050-1055', '30', { id: '5050-1055', bic: undefined }],
  ])('an account of bank %s may have no IBAN: %s', async (bankCode, number, code, account) => {
    await given.settings({ bankAccount: { iban: null, bic: null, number, bankCode } })
    const { payment } = await mapped({ currency: 'USD', items: [item('10')] })
    expect(payment?.means).toMatchObject([{ code, account }])
    await given.settings({ bankAccount: { ...SELLER.bankAccount, number: null, bankCode: null } })
  })

  test('a transfer within Denmark has a payment means that Peppol accepts there', async () => {
    const [{ companyAddress }, { address }] = [SELLER, BUYER]
    await given.settings({ companyAddress: { ...companyAddress, countryCode: 'DK' } })
    const customer = { ...BUYER, address: { ...address, country_code: 'DK' } }
    const { payment } = await mapped({ currency: 'DKK', customer, items: [item('10')] })
    expect(payment?.means).toMatchObject([{ code: '58' }])
    await given.settings({ companyAddress })
  })

  test.each([
    ['JPY', '8000', 800_000n],
    ['KWD', '80.500', 8050n],
    ['EUR', '80.5', 8050n],
  ])('amounts in %s are hundredths', async (currency, price, cents) => {
    const document = await mapped({ currency, items: [item(price, { tax: { category: 'Z' } })] })
    expect(document.totals.linesCents).toBe(cents)
  })
})

test.each([
  ['DE123456789', 'DE123456789'],
  ['de 123 456 789', 'DE123456789'],
  ['EL123456789', 'EL123456789'],
  ['XI123456789', 'XI123456789'],
  ['CHE-123.456.789 MWST', 'CHE-123.456.789MWST'],
  ['BE 0403.170.701', 'BE0403170701'],
  ['NL 1234.56.789.B01', 'NL123456789B01'],
  ['HU12345678-2-41', 'HU12345678'],
  ['HU12345678', 'HU12345678'],
  ['30/123/45678', undefined],
  ['ZZ123', undefined],
  ['', undefined],
  [null, undefined],
])('the tax id %s is the VAT number %s', (taxId, vatId) => {
  expect(vatIdOf(taxId)).toBe(vatId)
})

test.each([
  ['501 442 600', 'PT', 'PT501442600'],
  ['12345678903', 'HR', 'HR12345678903'],
  ['12345678903', 'IT', 'IT12345678903'],
  ['999-999-99-99', 'PL', 'PL9999999999'],
  ['12345678', 'PT', undefined],
  ['501442600', 'ES', undefined],
  ['ES501442600', 'PT', 'ES501442600'],
])('the tax id %s of %s is the VAT number %s', (taxId, country, vatId) => {
  expect(vatIdOf(taxId, country)).toBe(vatId)
})
