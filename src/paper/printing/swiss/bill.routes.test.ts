import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens } from '../../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../../test/harness.ts'
import { withParts } from '../../../../test/work.ts'
import { getInvoice } from '../../../sales/invoices/read.ts'
import { invoicePdf } from '../print.ts'

const ADDRESS = { line1: 'Laternengasse 14', postalCode: '8001', city: 'Zürich', countryCode: 'CH' }
const BANK = { iban: 'CH93 0076 2011 6238 5295 7', qrIban: 'CH44 3199 9123 0008 8901 2' }

describe.each(ENGINES)('QR-bills of a company in Switzerland (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
  })
  afterAll(() => app.close())

  const company = (changes: object = {}) =>
    given.settings({
      companyName: 'Atelier Nord',
      companyAddress: ADDRESS,
      bankAccount: BANK,
      currency: 'CHF',
      ...changes,
    })
  const html = async (id: string): Promise<string> =>
    (await app.call('GET', `/invoices/${id}/html`)).body

  test('200: an open invoice ends with one, for the account at the time of issue', async () => {
    await company()
    const invoice = await given.invoice({ status: 'sent' })
    expect(invoice.seller.bank_account.qr_iban).toBe('CH4431999123000889012')
    await given.settings({ bankAccount: { iban: null, qrIban: null } })
    const body = await html(invoice.id)
    expect(body).toContain('class="swiss-qr-bill"')
    expect(body).toContain('CH44 3199 9123 0008 8901 2')
  })

  test('200: none on a draft', async () => {
    await company()
    expect(await html((await given.invoice()).id)).not.toContain('class="swiss-qr-bill"')
  })

  test('422: a QR-IBAN that is an ordinary IBAN', async () => {
    const response = await app.call('PATCH', '/settings', { bankAccount: { qrIban: BANK.iban } })
    expect(response.statusCode).toBe(422)
    expect(response.json().errors).toMatchObject([{ pointer: '/bankAccount/qrIban' }])
  })

  test('200: without the required data there is no bill, and the log has the reason', async () => {
    await company({ companyAddress: { ...ADDRESS, postalCode: null } })
    const { id } = await given.invoice({ status: 'sent' })
    expect(await html(id)).not.toContain('class="swiss-qr-bill"')

    const warnings: unknown[] = []
    const warn = (message: string, details: object) => void warnings.push([message, details])
    await invoicePdf(withParts(app.work(), { warn }), await getInvoice(app.work(), id))
    const problem = "The seller's postal code is missing. A QR-bill needs it."
    expect(warnings).toEqual([['A document has no QR-bill.', { invoiceId: id, problem }]])
  })

  describe('what the codes for payers leave out', () => {
    const LONG = 'A'.repeat(71)
    const warningsOf = async (id: string, language = 'en') => {
      const headers = {
        'accept-language': language,
        authorization: 'Bearer test-key-0123456789abcdef',
      }
      const { errors } = (
        await app.call('GET', `/invoices/${id}/validation`, undefined, headers)
      ).json()
      return errors.filter(({ rule }: { readonly rule: string }) => rule === 'payment_part')
    }

    test('422: a holder that no code can hold', async () => {
      const holder = (text: string) =>
        app.call('PATCH', '/settings', { bankAccount: { holder: text } })
      const refused = await holder(LONG)
      expect(refused.statusCode).toBe(422)
      expect(refused.json().errors).toMatchObject([
        { pointer: '/bankAccount/holder', code: 'too_long', params: { max: 70 } },
      ])
      expect((await holder('A'.repeat(70))).statusCode).toBe(200)
      expect(
        (await app.call('PATCH', '/settings', { bankAccount: { holder: null } })).statusCode,
      ).toBe(200)
    })

    test.each([
      ['the name', { companyName: LONG }, '/bankAccount/holder', 'more than 70 characters'],
      [
        'the street',
        { companyAddress: { ...ADDRESS, line1: LONG } },
        '/companyAddress/line1',
        '70 characters',
      ],
      [
        'the city',
        { companyAddress: { ...ADDRESS, city: 'B'.repeat(36) } },
        '/companyAddress/city',
        '35 characters',
      ],
      [
        'the postal code',
        { companyAddress: { ...ADDRESS, postalCode: null } },
        '/companyAddress/postalCode',
        'missing',
      ],
      [
        'letters',
        { companyAddress: { ...ADDRESS, city: '東京' } },
        '/companyAddress/city',
        '東 京',
      ],
    ])('%s: a warning for a draft and an issued invoice', async (_case, changes, pointer, words) => {
      await company(changes)
      for (const status of ['draft', 'sent']) {
        const { id } = await given.invoice({ status })
        expect(await warningsOf(id)).toMatchObject([
          {
            level: 'warning',
            resource: 'settings',
            pointer,
            message: expect.stringContaining(words),
          },
        ])
        expect(await html(id)).not.toContain('class="swiss-qr-bill"')
      }
      await company()
    })

    test('a QR-IBAN alone for euros; a payer that does not fit; no warning for what is whole', async () => {
      await company({ bankAccount: { iban: null, qrIban: BANK.qrIban } })
      const euros = await given.invoice({ currency: 'EUR' })
      expect(await warningsOf(euros.id)).toMatchObject([{ pointer: '/bankAccount/iban' }])
      await company()
      const address = { line1: LONG, city: 'Luzern', postal_code: '6003', country_code: 'CH' }
      const payer = await given.invoice({ customer: { name: 'Morgentau', address } })
      expect(await warningsOf(payer.id)).toMatchObject([
        { resource: 'customer', pointer: '/address/line1' },
      ])
      expect(await warningsOf((await given.invoice()).id)).toEqual([])
      expect((await warningsOf(payer.id, 'de'))[0].message).toContain('Schweizer Zahlteil')
      expect((await warningsOf(payer.id, 'fr'))[0].message).toContain('section paiement suisse')
    })

    test('the code for banking apps: a name that is cut', async () => {
      const bankAccount = { iban: 'DE89 3704 0044 0532 0130 00', qrIban: null }
      await company({ bankAccount, currency: 'EUR', companyName: LONG })
      const { id } = await given.invoice({ currency: 'EUR' })
      expect(await warningsOf(id)).toMatchObject([
        { pointer: '/bankAccount/holder', message: expect.stringContaining('after 70 characters') },
      ])
      await company()
    })
  })
})
