import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { createDocumentCache } from '../document-cache.ts'
import { createDocumentService } from '../service.ts'

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
    const { settings, templates, invoices, quotes } = app.services
    const documents = createDocumentService({
      settings,
      templates,
      invoices,
      quotes,
      renderer: app.renderer,
      cache: createDocumentCache(),
      warn: (message, details) => warnings.push([message, details]),
    })
    await documents.pdf(app.work(), await invoices.get(app.work(), id))
    const problem = "The seller's postal code is missing. A QR-bill needs it."
    expect(warnings).toEqual([['A document has no QR-bill.', { invoiceId: id, problem }]])
  })
})
