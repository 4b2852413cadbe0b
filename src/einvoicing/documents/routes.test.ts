import { dayOf } from '@billwright/einvoice'
import { writeCii } from '@billwright/einvoice/write'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstXml } from '../../../packages/einvoice/src/hybrid/factur-x.testing.ts'
import { MINIMAL } from '../../../packages/einvoice/src/model/document.testing.ts'
import { BUYER, SELLER } from '../../../test/einvoice-parties.ts'
import { type Givens, givens, type Json, MISSING_ID } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { hybridPdf } from '../../../test/hybrid-pdf.ts'
import { supplierXml } from '../../../test/supplier-xml.ts'
import { startedWorkers } from '../../../test/workers.ts'

describe.each(ENGINES)('e-invoices (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
    await given.settings(SELLER)
  })
  afterAll(() => app.close())

  const get = (path: string, headers?: Record<string, string>) =>
    app.call('GET', path, undefined, headers)
  const xml = (id: string, format = 'ubl', headers?: Record<string, string>) =>
    get(`/invoices/${id}/xml?format=${format}`, headers)
  const validation = async (id: string, query = '', headers?: Record<string, string>) =>
    (await get(`/invoices/${id}/validation${query}`, headers)).json()
  const rulesOf = ({ errors }: Json): readonly string[] => errors.map(({ rule }: Json) => rule)
  const issued = (body: object = {}) => given.invoice({ customer: BUYER, status: 'sent', ...body })

  describe('GET /invoices/:id/xml', () => {
    test('200: XML to be saved under the number, with an ETag', async () => {
      const invoice = await issued()
      const { statusCode, headers, body } = await xml(invoice.id)
      expect(statusCode).toBe(200)
      expect(headers['content-type']).toBe('application/xml; charset=utf-8')
      expect(headers['content-disposition']).toBe(`attachment; filename="${invoice.number}.xml"`)
      expect(headers['cache-control']).toBe('private, no-cache')
      expect(headers.etag).toMatch(/^"[0-9a-f]{32}"$/)
      expect(body).toContain(`<cbc:ID>${invoice.number}</cbc:ID>`)
      expect((await xml(invoice.id)).body).toBe(body)
    })

    test('the reference of the transfer: the number, one with check digits, or a text', async () => {
      const reference = async (body?: object) =>
        /<cbc:PaymentID>(.*)<\/cbc:PaymentID>/.exec((await xml((await issued(body)).id)).body)?.[1]
      await given.settings({ paymentReference: 'ogm' })
      expect(await reference()).toMatch(/^\+{3}\d{3}\/\d{4}\/\d{5}\+{3}$/)
      expect(await reference({ payment: { reference: 'Falcon' } })).toBe('Falcon')
      await given.settings({ paymentReference: 'none' })
      expect(await reference()).toMatch(/^INV-/)
    })

    test('304: the same document; 200 after a payment', async () => {
      const { id } = await issued()
      const etag = String((await xml(id)).headers.etag)
      expect((await xml(id, 'ubl', { 'if-none-match': etag })).statusCode).toBe(304)
      await given.payment(id, { amount: '10.00' })
      expect((await xml(id, 'ubl', { 'if-none-match': etag })).statusCode).toBe(200)
    })

    test.each([
      ['ubl', 'urn:cen.eu:en16931:2017<'],
      ['cii', 'CrossIndustryInvoice'],
      ['peppol', 'urn:fdc:peppol.eu:2017:poacc:billing:3.0'],
      ['xrechnung', 'xrechnung_3.0'],
      ['xrechnung-cii', 'xrechnung_3.0'],
      ['factur-x', 'CrossIndustryInvoice'],
    ])('200: %s is recognized by its specification', async (format, told) => {
      const { id } = await issued()
      expect((await xml(id, format)).body).toContain(told)
    })

    test('200: a correction with negative items and a negative discount is valid', async () => {
      const tax = { rate: '19' }
      const { id, totals } = await issued({
        items: [{ description: 'Atlas', quantity: '-2', unit_price: '60', tax }],
        discounts: [
          { amount: '-10', reason: 'Loyalty', tax },
          { percent: '5', reason: 'Season', tax },
        ],
      })
      expect(totals).toMatchObject({ subtotal: '-120.00', discount: '-16.00', net: '-104.00' })
      for (const [profile, format] of [
        ['en16931', 'ubl'],
        ['en16931', 'cii'],
        ['xrechnung', 'xrechnung'],
        ['factur-x', 'factur-x'],
      ]) {
        expect(await validation(id, `?profile=${profile}`), profile).toMatchObject({ valid: true })
        expect((await xml(id, format)).statusCode, format).toBe(200)
      }
    })

    test('409: a draft has no number', async () => {
      const { id } = await given.invoice({ customer: BUYER })
      const response = await xml(id)
      expect(response.json()).toMatchObject({ status: 409, code: 'einvoice_not_available' })
    })

    test('409: a void invoice', async () => {
      const { id } = await issued()
      await given.put(id, { status: 'void' })
      expect((await xml(id)).json()).toMatchObject({ status: 409, code: 'einvoice_not_available' })
    })

    test('404: no such invoice; 422: no such format', async () => {
      expect((await xml(MISSING_ID)).statusCode).toBe(404)
      const { id } = await issued()
      expect((await xml(id, 'edifact')).statusCode).toBe(422)
    })

    test('422: every broken fatal rule, with the pointer and the advice', async () => {
      const customer = { ...BUYER, reference: null, address: { country_code: 'DE' } }
      const { id } = await issued({ customer })
      const problem = (await xml(id, 'xrechnung', { 'accept-language': 'en' })).json()
      expect(problem).toMatchObject({ status: 422, code: 'einvoice_invalid', profile: 'xrechnung' })
      expect(problem.errors).toEqual([
        {
          rule: 'BR-DE-8',
          code: 'BR-DE-8',
          level: 'error',
          resource: 'customer',
          pointer: '/address/city',
          message: 'Enter the city of the customer’s address.',
        },
        {
          rule: 'BR-DE-9',
          code: 'BR-DE-9',
          level: 'error',
          resource: 'customer',
          pointer: '/address/postal_code',
          message: 'Enter the postal code of the customer’s address.',
        },
        {
          rule: 'BR-DE-15',
          code: 'BR-DE-15',
          level: 'error',
          resource: 'invoice',
          pointer: '/reference',
          message:
            'Enter the customer’s reference on the invoice; for German authorities it is the Leitweg-ID.',
        },
      ])
      expect((await xml(id, 'ubl')).statusCode).toBe(200)
    })
  })

  describe('GET /invoices/:id/validation', () => {
    test('200: valid, with warnings', async () => {
      const { id } = await issued()
      expect(await validation(id, '?profile=xrechnung')).toMatchObject({
        profile: 'xrechnung',
        valid: true,
        errors: [{ rule: 'BR-DE-TMP-32', level: 'warning', pointer: '/delivery_date' }],
      })
    })

    test('200: of a draft too, without asking for the number', async () => {
      const { id } = await given.invoice({ customer: { ...BUYER, reference: null } })
      const answer = await validation(id, '?profile=peppol')
      expect(answer.valid).toBe(false)
      expect(rulesOf(answer)).toEqual(['PEPPOL-EN16931-R003', 'DE-R-015'])
    })

    test.each([
      ['de', 'Referenz des Kunden'],
      ['fr-CA, en;q=0.5', 'référence du client'],
      ['en', 'customer’s reference'],
      ['ja', 'Referenz des Kunden'],
    ])('200: in the language of %s, else that of the settings', async (language, words) => {
      const { id } = await issued({ customer: { ...BUYER, reference: null } })
      const answer = await validation(id, '?profile=xrechnung', { 'accept-language': language })
      expect(answer.errors[0].message).toContain(words)
    })

    test('200: the profile that is required of the invoice, else the standard', async () => {
      const plain = await issued()
      expect((await validation(plain.id)).profile).toBe('en16931')
      const wanted = await given.invoice({ customer: BUYER, e_invoice_profile: 'peppol' })
      expect((await validation(wanted.id)).profile).toBe('peppol')
    })

    test('200: an item is named by its place', async () => {
      const items = [
        { description: 'Design', unit_price: '10', tax: { rate: '19' } },
        { description: 'Course', unit_price: '10', tax: { category: 'E' } },
      ]
      const { id } = await issued({ items })
      expect(await validation(id)).toMatchObject({
        valid: false,
        errors: [{ rule: 'BR-E-10', pointer: '/items/1/tax/reason', resource: 'invoice' }],
      })
    })

    test('200: items outside the scope of VAT among others are the fault, not the VAT numbers', async () => {
      const items = ['O', 'Z'].map((category) => ({
        description: 'Design',
        unit_price: '10',
        tax: { category },
      }))
      const { id } = await issued({ items })
      const rules = rulesOf(await validation(id))
      expect(rules).toContain('BR-O-11')
      expect(rules.filter((rule) => /^BR-[OZ]-0[2-4]$/.test(rule))).toEqual([])
    })

    test('422: an unknown profile', async () => {
      const { id } = await issued()
      expect((await get(`/invoices/${id}/validation?profile=x`)).statusCode).toBe(422)
    })
  })

  describe('invoices that EN 16931 cannot express', () => {
    test('422: a third decimal', async () => {
      const items = [{ description: 'Design', unit_price: '10.125', tax: { rate: '10' } }]
      const { id } = await issued({ currency: 'KWD', items })
      const { errors } = (await xml(id)).json()
      expect(errors.map(({ rule }: Json) => rule)).toEqual(['BR-DEC-23', 'BR-DEC-14'])
      expect(errors[0]).toMatchObject({ pointer: '/items/0', resource: 'invoice' })
    })

    test('422: tax that was rounded line by line', async () => {
      const item = { description: 'Design', unit_price: '0.13', tax: { rate: '19' } }
      const { id } = await issued({ rounding: 'line', items: [item, item, item] })
      const [only] = (await xml(id)).json().errors
      expect(only).toMatchObject({ rule: 'BR-CO-17', pointer: '/rounding' })
    })

    test.each([
      'xrechnung',
      'xrechnung-cii',
    ])('422: a direct debit by means 49 without mandate and account, as %s', async (format) => {
      const { id } = await issued({ payment: { means: '49' } })
      const refused = (await xml(id, format)).json()
      expect(refused.errors).toContainEqual(
        expect.objectContaining({ rule: 'BR-DE-31', pointer: '/payment/payer_iban' }),
      )
    })

    test('422: several earlier invoices, in CII other than Factur-X', async () => {
      const preceding = [{ number: 'A' }, { number: 'B' }]
      const { id } = await issued({ kind: 'partial', preceding })
      for (const format of ['ubl', 'factur-x', 'factur-x-basic'])
        expect((await xml(id, format)).statusCode).toBe(200)
      expect((await xml(id, 'cii')).json().errors[0]).toMatchObject({
        pointer: '/preceding/1/number',
      })
    })
  })

  describe('issuing with a required e-invoice profile', () => {
    const LACKING = { ...BUYER, reference: null }

    test.each([
      ['the customer', { customer: { ...LACKING, e_invoice_profile: 'xrechnung' } }],
      ['the invoice', { customer: LACKING, e_invoice_profile: 'xrechnung' }],
    ])('422: required by %s, and no number is used', async (_who, body) => {
      const draft = await given.invoice(body)
      const refused = await app.call('PUT', `/invoices/${draft.id}`, { status: 'sent' })
      expect(refused.json()).toMatchObject({
        status: 422,
        code: 'einvoice_invalid',
        errors: [{ rule: 'BR-DE-15', pointer: '/reference' }],
      })
      expect(await given.read(draft.id)).toMatchObject({
        status: 'draft',
        number: null,
        version: 1,
      })

      const before = await issued()
      const mended = await given.put(draft.id, { reference: '04011000-12345-03', status: 'sent' })
      const [first, second] = [before, mended].map(({ number }) => Number(number.slice(-4)))
      expect(second).toBe((first ?? 0) + 1)
    })

    test('422: required by the settings; nothing is created with `status: sent`', async () => {
      await given.settings({ eInvoiceProfile: 'peppol' })
      const listed = async () => (await get('/invoices?limit=1&include=total')).json().total
      const before = await listed()
      const body = { customer: LACKING, items: [{ description: 'A' }], status: 'sent' }
      const refused = await app.call('POST', '/invoices', body)
      expect(refused.statusCode, refused.body).toBe(422)
      expect(rulesOf(refused.json())).toContain('PEPPOL-EN16931-R003')
      expect(await listed()).toBe(before)
      expect((await app.call('POST', '/invoices', { ...body, status: 'draft' })).statusCode).toBe(
        201,
      )
      await given.settings({ eInvoiceProfile: null })
    })
  })

  describe('the hybrid PDF', () => {
    test('422: characters that no font has are named; /validation warns of them', async () => {
      const { id } = await issued({ customer: { ...BUYER, name: 'თბილისი Հ' } })
      const refused = await get(`/invoices/${id}/pdf?format=factur-x`)
      expect(refused.json()).toMatchObject({ status: 422, code: 'einvoice_glyph_missing' })
      expect(refused.json().detail).toContain('თ ბ ი ლ ს Հ')
      const { errors } = await validation(id, '?profile=factur-x')
      expect(errors).toMatchObject([{ rule: '6.2.11.8', level: 'warning' }])
      expect((await get(`/invoices/${id}/pdf`)).statusCode).toBe(200)
      // Who issues a draft is warned, whatever its profile is.
      const draft = await given.invoice({ customer: { ...BUYER, name: 'თბილისი Հ' } })
      const found = (await validation(draft.id)).errors
      expect(found).toContainEqual(
        expect.objectContaining({
          level: 'warning',
          message: expect.stringContaining('თ ბ ი ლ ს Հ'),
        }),
      )
    })

    test('200: the PDF contains the same XML', async () => {
      const { id, number } = await issued()
      const { statusCode, headers, rawPayload } = await get(`/invoices/${id}/pdf?format=factur-x`)
      expect(statusCode).toBe(200)
      expect(headers['content-type']).toBe('application/pdf')
      expect(headers['content-disposition']).toBe(`inline; filename="${number}.pdf"`)
      const attached = firstXml(rawPayload)
      expect(Buffer.from(attached ?? []).toString()).toBe((await xml(id, 'factur-x')).body)
      const again = await get(`/invoices/${id}/pdf?format=factur-x`)
      expect(again.rawPayload.equals(rawPayload)).toBe(true)
      const plain = await get(`/invoices/${id}/pdf`)
      expect(plain.headers.etag).not.toBe(headers.etag)
      const known = { 'if-none-match': String(headers.etag) }
      expect((await get(`/invoices/${id}/pdf?format=factur-x`, known)).statusCode).toBe(304)
    })

    test.each([
      ['factur-x-basic', 'factur-x-basic'],
      ['zugferd-xrechnung', 'xrechnung-cii'],
    ])('200: %s contains the same as the XML as %s', async (format, same) => {
      const { id } = await issued()
      const { rawPayload } = await get(`/invoices/${id}/pdf?format=${format}`)
      const attached = firstXml(rawPayload)
      expect(Buffer.from(attached ?? []).toString()).toBe((await xml(id, same)).body)
    })

    test('422: a remaining cent, in BASIC only', async () => {
      const items = [{ description: 'Design', unit_price: '0.03', tax: { rate: '19' } }]
      const { id } = await issued({ prices_include_tax: true, items })
      expect((await xml(id, 'factur-x')).statusCode).toBe(200)
      const { errors } = (await xml(id, 'factur-x-basic')).json()
      expect(errors).toMatchObject([{ rule: 'BT-114', pointer: '/prices_include_tax' }])
    })

    test('422: a broken rule, before anything is printed; 409: a draft', async () => {
      const items = [{ description: 'Course', unit_price: '10', tax: { category: 'E' } }]
      const { id } = await issued({ items })
      const refused = await get(`/invoices/${id}/pdf?format=factur-x`)
      expect(refused.json()).toMatchObject({ status: 422, code: 'einvoice_invalid' })
      const draft = await given.invoice({ customer: BUYER })
      const none = await get(`/invoices/${draft.id}/pdf?format=factur-x`)
      expect(none.json()).toMatchObject({ status: 409, code: 'einvoice_not_available' })
    })
  })

  describe('the public twins', () => {
    const open = (token: string, path = '') =>
      app.send({ url: `/api/v1/public/invoices/${token}${path}` })

    test('200: XML and links to it, not stored in caches', async () => {
      const { id } = await issued()
      const { share_token: token } = await given.publish(id)
      const { links } = (await open(token)).json()
      expect(links.xml).toMatch(/\/xml$/)
      expect(links.factur_x).toMatch(/\/pdf\?format=factur-x$/)
      const { statusCode, headers, body } = await open(token, '/xml?format=peppol')
      expect(statusCode).toBe(200)
      expect(headers['cache-control']).toBe('private, no-store')
      expect(body).toBe((await xml(id, 'peppol')).body)
      const page = await app.send({ url: `/i/${token}` })
      expect(page.body).toContain(`/api/v1/public/invoices/${token}/xml`)
    })

    test('409: no e-invoice, no links, and no details about the reason', async () => {
      const items = [{ description: 'Course', unit_price: '10', tax: { category: 'E' } }]
      const { id } = await issued({ items })
      const { share_token: token } = await given.publish(id)
      expect((await open(token)).json().links).toMatchObject({ xml: null, factur_x: null })
      const refused = (await open(token, '/xml')).json()
      expect(refused).toMatchObject({ status: 409, code: 'einvoice_not_available' })
      expect(refused.errors).toBeUndefined()
      expect((await app.send({ url: `/i/${token}` })).body).not.toContain('/xml')
    })

    test('200: links go with a payment that an e-invoice cannot state, and come back without it', async () => {
      const { id } = await issued({ currency: 'TND' })
      const { share_token: token } = await given.publish(id)
      const read = async () => {
        const { links } = (await open(token)).json()
        const { statusCode } = await open(token, '/xml')
        return [links.xml !== null, links.factur_x !== null, statusCode]
      }
      expect(await read()).toEqual([true, true, 200])
      await app.call('POST', `/invoices/${id}/payments`, { amount: '0.001' })
      expect(await read()).toEqual([false, false, 409])
      const [payment] = (await get(`/invoices/${id}/payments`)).json().data
      await app.call('DELETE', `/invoices/${id}/payments/${payment.id}`)
      expect(await read()).toEqual([true, true, 200])
      await app.call('PUT', `/invoices/${id}`, { status: 'void' })
      expect(await read()).toEqual([false, false, 409])
    })

    test('404: an unknown token', async () => {
      expect((await open('A'.repeat(43), '/xml')).statusCode).toBe(404)
    })
  })

  describe('POST /invoices/import', () => {
    const post = (file: string | Buffer, type = 'application/xml', query = '') =>
      app.call('POST', `/invoices/import${query}`, file, { 'content-type': type })
    const RICH = {
      order_reference: 'PO-77',
      delivery_date: '2026-11-18',
      references: { project: 'P-1' },
      items: [
        {
          description: 'Cover design',
          quantity: '3',
          unit: 'HUR',
          unit_price: '80.005',
          discount: { percent: '5' },
          tax: { rate: '19' },
          item_number: 'SKU-1',
        },
      ],
      charges: [{ reason: 'Versand', amount: '6.90' }],
    }

    test.each([
      'ubl',
      'cii',
      'peppol',
      'xrechnung-cii',
    ])('201: a draft of our own file as %s, to the cent', async (format) => {
      const source = await issued(RICH)
      const response = await post((await xml(source.id, format)).body)
      expect(response.statusCode, response.body).toBe(201)
      const { invoice, differences, unread } = response.json()
      expect(response.headers.location).toBe(`/api/v1/invoices/${invoice.id}`)
      expect(differences).toEqual([])
      expect(unread).toEqual([])
      expect(invoice).toMatchObject({
        status: 'draft',
        number: null,
        issue_date: source.issue_date,
        reference: source.reference,
        order_reference: 'PO-77',
        totals: source.totals,
        taxes: source.taxes,
        customer: { name: BUYER.name, tax_id: BUYER.tax_id, endpoint: BUYER.endpoint },
        items: [{ unit: 'HUR', unit_price: '80.005', item_number: 'SKU-1' }],
      })
    })

    test('201: for a customer there is already', async () => {
      const customer = await given.customer({ name: 'Known' })
      const source = await issued()
      const file = (await xml(source.id)).body
      const response = await post(file, 'text/xml', `?customer_id=${customer.id}`)
      expect(response.json().invoice).toMatchObject({ customer_id: customer.id })
    })

    test('201: out of a hybrid PDF', async () => {
      const source = await issued()
      const pdf = await get(`/invoices/${source.id}/pdf?format=factur-x`)
      const response = await post(pdf.rawPayload, 'application/pdf')
      expect(response.statusCode, response.body).toBe(201)
      expect(response.json().invoice.totals.total).toBe(source.totals.total)
      const plain = await get(`/invoices/${source.id}/pdf`)
      const refused = await post(plain.rawPayload, 'application/pdf')
      expect(refused.json()).toMatchObject({ status: 422, code: 'einvoice_unreadable' })
    })

    test('422: a PDF with two invoices, of which one is chosen', async () => {
      const pdf = hybridPdf({ 'a.xml': supplierXml('TWO-1'), 'b.xml': supplierXml('TWO-2') })
      const asked = (await post(pdf, 'application/pdf')).json()
      expect(asked).toMatchObject({ status: 422, code: 'einvoice_attachments' })
      const chosen = await post(pdf, 'application/pdf', '?attachment=b.xml')
      expect(chosen.json().invoice.metadata).toEqual({ e_invoice_number: 'TWO-2' })
    })

    test('201: a due date that the file lacks is a note, and so is a type that a draft lacks', async () => {
      const notes = async (xml: string) => {
        const { not_taken: notTaken, differences, invoice } = (await post(xml)).json()
        return { notTaken, differences, invoice }
      }
      const undated = await notes(writeCii({ ...MINIMAL, dueDate: undefined }, 'en16931'))
      expect(undated.notTaken).toContainEqual({
        path: '/dueDate',
        reason: `The e-invoice has no due date. The draft is due on ${undated.invoice.due_date}, by your payment terms.`,
      })
      const dated = await notes(writeCii({ ...MINIMAL, dueDate: dayOf('2026-12-02') }, 'en16931'))
      expect(dated.notTaken.map(({ path }: { path: string }) => path)).not.toContain('/dueDate')
      const credit = {
        ...MINIMAL,
        typeCode: '261',
        totals: { ...MINIMAL.totals, paidCents: undefined, dueCents: MINIMAL.totals.withTaxCents },
      }
      const selfBilled = await notes(writeCii(credit, 'en16931'))
      expect(selfBilled.invoice.type).toBe('credit_note')
      expect(selfBilled.differences).toEqual([])
      expect(selfBilled.notTaken).toContainEqual({
        path: '/typeCode',
        reason:
          'The file is of type 261, “Self-billed credit note”. The draft is an ordinary credit note.',
      })
    })

    test('201: a note names totals of the file that differ from ours', async () => {
      const source = await issued()
      const forged = (await xml(source.id)).body
        .replace(/(<cbc:TaxInclusiveAmount[^>]*>)[^<]*/, '$11.00')
        .replace(/(<cbc:PayableAmount[^>]*>)[^<]*/, '$11.00')
      const { invoice, differences } = (await post(forged)).json()
      expect(invoice.totals.total).toBe(source.totals.total)
      expect(differences).toEqual([
        { field: 'total', file: '1.00', draft: source.totals.total },
        { field: 'due', file: '1.00', draft: source.totals.total },
      ])
    })

    test.each([
      ['cus_nope', 'There is no customer cus_nope.'],
      ['', 'Give the id of a customer.'],
    ])('422: for the unknown customer "%s"', async (id, message) => {
      const file = (await xml((await issued()).id)).body
      const refused = (await post(file, 'application/xml', `?customer_id=${id}`)).json()
      expect(refused).toMatchObject({ status: 422 })
      expect(refused.errors).toEqual([
        { pointer: '?customer_id', code: 'unknown_customer', message },
      ])
    })

    test('413: a file whose declared size is too large is refused before it is sent', async () => {
      const post = (bytes: number) =>
        app.call('POST', '/invoices/import', 'x', {
          'content-type': 'application/xml',
          'content-length': String(bytes),
        })
      const refused = (await post(5 * 1024 * 1024 + 1)).json()
      expect(refused).toMatchObject({ status: 413, code: 'einvoice_too_large' })
      expect(refused.detail).toBe(
        'The e-invoice is larger than 5 MiB. Send it without large attachments.',
      )
    })

    test.each([
      ['no XML', 'hello', 422, 'einvoice_unreadable'],
      ['another document', '<a/>', 422, 'einvoice_format_unknown'],
    ])('422: %s', async (_what, file, status, code) => {
      expect((await post(file)).json()).toMatchObject({ status, code })
    })

    test('413: more than 5 MiB; 415: anything but XML and PDF', async () => {
      const large = await post(Buffer.alloc(5 * 1024 * 1024 + 1, 32))
      expect(large.json()).toMatchObject({ status: 413, code: 'einvoice_too_large' })
      const json = await app.call('POST', '/invoices/import', { a: 1 })
      expect(json.json()).toMatchObject({ status: 415, code: 'unsupported_media_type' })
      expect(json.json().detail).toContain('application/xml')
      expect((await post('a', 'text/plain')).statusCode).toBe(415)
    })

    /** Our own file with its first line so many times, each with its own id. */
    const withLines = async (count: number) => {
      const file = (await xml((await issued()).id)).body
      const line = /<cac:InvoiceLine>.*?<\/cac:InvoiceLine>/s.exec(file)?.[0] ?? ''
      const lines = Array.from({ length: count }, (_, index) =>
        line.replace(/<cbc:ID>[^<]*/, `<cbc:ID>${index + 1}`),
      )
      return file.replace(line, lines.join(''))
    }

    test('201 with 1000 lines; 422 with more, and the answer names the limit', async () => {
      const most = await post(await withLines(1000))
      expect(most.statusCode).toBe(201)
      expect(most.json().invoice.items).toHaveLength(1000)
      expect((await post(await withLines(1001))).json()).toMatchObject({
        status: 422,
        code: 'einvoice_too_long',
        errors: [
          {
            pointer: '/items',
            code: 'too_many_items',
            message: 'Too many entries: the file has 1001, but at most 1000 are allowed.',
          },
        ],
      })
    })

    test('422: a file that lacks everything gets the list of missing terms from the worker', async () => {
      const file = (await xml((await issued()).id)).body.replace(/<cbc:IssueDate>[^<]*<.*?>/, '')
      const refused = (await post(file)).json()
      expect(refused).toMatchObject({ status: 422, code: 'einvoice_incomplete' })
      expect(refused.errors).not.toEqual([])
    })

    test.each([
      ['the name of the buyer', BUYER.name, '\u200b'],
      ['the name of an item', 'Cover design', ' \u2060\u00ad'],
      ['the name of an item, as a reference', 'Cover design', '&#x200B;'],
    ])('201: %s shows nothing, which the notes tell', async (_what, name, blank) => {
      const file = (await xml((await issued(RICH)).id)).body.replaceAll(`>${name}<`, `>${blank}<`)
      const answer = await post(file)
      expect(answer.statusCode, answer.body).toBe(201)
      expect(answer.json().not_taken).toContainEqual(
        expect.objectContaining({ reason: expect.stringMatching(/^The file lacks BT-(44|153)/) }),
      )
    })

    test('files of any size are read in one process, whose memory has a limit', async () => {
      const workers = startedWorkers()
      const other = await startTestApp(engine)
      try {
        const lines = await withLines(2_000)
        const plain = (await xml((await issued()).id)).body
        const text = `<cbc:Note><![CDATA[${'x'.repeat(4.9 * 1024 * 1024)}]]></cbc:Note>`
        const long = plain.replace('<cbc:InvoiceTypeCode', `${text}<cbc:InvoiceTypeCode`)
        const headers = { 'content-type': 'application/xml' }
        const send = (file: string) => other.call('POST', '/invoices/import', file, headers)
        expect((await send(lines)).json()).toMatchObject({ code: 'einvoice_too_long' })
        expect((await send(long)).statusCode).toBe(201)
      } finally {
        await other.close()
      }
      expect(workers.stop()).toEqual([['--max-old-space-size=256', 'read-draft-worker.ts']])
    })

    test('others are served while a long file is read', async () => {
      const file = await withLines(5_000)
      let turns = 0
      let isRead = false
      const count = () => {
        turns++
        if (!isRead) setImmediate(count)
      }
      const refused = post(file)
      count()
      expect((await refused).json()).toMatchObject({ status: 422 })
      isRead = true
      // In the process that serves requests, a reader would leave it a few dozen turns.
      expect(turns).toBeGreaterThan(1_000)
    })

    test('403: a key that may only read', async () => {
      const headers = { ...(await given.key('read')), 'content-type': 'application/xml' }
      expect((await app.call('POST', '/invoices/import', '<a/>', headers)).statusCode).toBe(403)
    })
  })
})
