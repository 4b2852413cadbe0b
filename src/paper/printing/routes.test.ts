import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, MISSING_ID } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { pdfText } from '../../../test/pdf-text.ts'
import { withParts } from '../../../test/work.ts'
import { builtInVersions } from '../../company/templates/inner/builtin.ts'
import { createPdfRenderer } from '../../platform/browser/pdf/renderer.ts'
import { getInvoice } from '../../sales/invoices/read.ts'
import { invoicePdf } from './print.ts'

describe.each(ENGINES)('invoices as documents (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
    await given.settings({ companyName: 'Atelier Nord', locale: 'en' })
  })
  afterAll(() => app.close())

  const html = (id: string, query = '') => app.call('GET', `/invoices/${id}/html${query}`)
  const pdf = (id: string, query = '') => app.call('GET', `/invoices/${id}/pdf${query}`)
  const preview = (id: string, body?: object) => app.call('POST', `/templates/${id}/preview`, body)

  describe('GET /invoices/:id/html', () => {
    test('200: a whole document that can do nothing but show itself', async () => {
      const invoice = await given.invoice({ status: 'sent', notes: '<script>alert(1)</script>' })
      const { statusCode, headers, body } = await html(invoice.id)
      expect(statusCode).toBe(200)
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(headers['content-security-policy']).toContain("default-src 'none'")
      expect(headers['content-security-policy']).toContain('sandbox')
      expect(headers['cache-control']).toBe('private, no-cache')
      expect(body).toMatch(/^<!DOCTYPE html>/i)
      expect(body).toContain(invoice.number)
      expect(body).toContain('Atelier Nord')
      expect(body).toContain('142.80')
      expect(body).not.toContain('<script')
      expect(body).toContain('&lt;script')
    })

    test('200: as a pro forma without a number, and as a delivery note without prices', async () => {
      const invoice = await given.invoice({ status: 'sent' })
      const proForma = (await html(invoice.id, '?as=pro-forma')).body
      expect(proForma).toContain('Pro forma invoice')
      expect(proForma).toContain('This document is not an invoice')
      expect(proForma).toContain('142.80')
      expect(proForma).not.toContain(invoice.number)
      const { id } = await given.invoice()
      const note = (await html(id, '?as=delivery-note')).body
      expect(note).toContain('Delivery note')
      expect(note).toContain(invoice.items[0].description)
      expect(note).not.toContain('80.00')
    })

    test('200: a delivery note to the address of the customer, else to the place of delivery', async () => {
      const address = { line1: 'Hafenstraße 7', postal_code: '20457', city: 'Hamburg' }
      const { id: customer_id } = await given.customer({ name: 'Fernweh', address })
      const noteOf = async (rest: object) => {
        const { id } = await given.invoice({ customer_id, ...rest })
        return (await html(id, '?as=delivery-note')).body
      }
      expect(await noteOf({})).toContain('Hafenstraße 7')
      const elsewhere = await noteOf({ delivery: { address: { line1: 'Kai 3', city: 'Bremen' } } })
      expect(elsewhere).toContain('Kai 3')
      expect(elsewhere).not.toContain('Hafenstraße 7')
    })

    test('409: a credit note is no such paper; 422: with a format', async () => {
      const { id } = await given.invoice({ status: 'sent' })
      const note = await given.creditNote(id, { status: 'sent' })
      for (const answer of [
        await html(note.id, '?as=pro-forma'),
        await pdf(note.id, '?as=delivery-note'),
      ])
        expect([answer.statusCode, answer.json().code]).toEqual([409, 'no_such_paper'])
      const both = await pdf(id, '?as=pro-forma&format=factur-x')
      expect(both.json()).toMatchObject({ errors: [{ pointer: '?as', code: 'format_or_as' }] })
      expect((await html(id, '?as=quote')).statusCode).toBe(422)
    })

    test('304: the same version; 200 after a change', async () => {
      const { id } = await given.invoice()
      const { etag } = (await html(id)).headers
      const path = `/invoices/${id}/html`
      const conditional = { 'if-none-match': String(etag) }
      expect((await app.call('GET', path, undefined, conditional)).statusCode).toBe(304)
      await given.put(id, { notes: 'Changed' })
      expect((await app.call('GET', path, undefined, conditional)).statusCode).toBe(200)
    })

    test.each([
      'minimalist-clean',
      'professional-modern',
    ])('200: a draft and a void invoice have a watermark, a sent one does not (%s)', async (id) => {
      const template = { id }
      const draft = await given.invoice({ template })
      expect((await html(draft.id)).body).toMatch(/>\s*Draft\s*</i)
      await given.publish(draft.id)
      const { share_token: token } = await given.read(draft.id)
      const shared = await app.send({ url: `/api/v1/public/invoices/${token}/html` })
      expect(shared.body).toMatch(/>\s*Draft\s*</i)
      const sent = await given.put(draft.id, { status: 'sent' })
      expect((await html(sent.id)).body).not.toMatch(/>\s*(Draft|Void)\s*</i)
      await given.put(sent.id, { status: 'void' })
      expect((await html(sent.id)).body).toMatch(/>\s*Void\s*</i)
    })

    test('200: ?template renders with another, and changes nothing', async () => {
      const before = await given.invoice({ template: { id: 'minimalist-clean' } })
      const own = await html(before.id)
      const other = await html(before.id, '?template=professional-modern')
      expect(other.statusCode).toBe(200)
      expect(other.body).not.toBe(own.body)
      expect(await given.read(before.id)).toEqual(before)
    })

    test('200: in the language of the invoice', async () => {
      const { id } = await given.invoice({ language: 'de' })
      const { body } = await html(id)
      expect(body).toMatch(/lang="de/)
      expect(body).toContain('Rechnung')
      expect(body).toContain('142,80')
    })

    test.each(
      builtInVersions(),
    )('200: $id $version prints the words of split payment in Poland, with notes and without', async ({
      id,
      version,
    }) => {
      const template = { id, version }
      const poland = { split_payment: true }
      for (const rest of [{ notes: 'Many thanks' }, { notes: null }]) {
        const marked = await given.invoice({ status: 'sent', template, poland, ...rest })
        expect((await html(marked.id)).body).toContain('mechanizm podzielonej płatności')
        await given.creditNote(marked.id, { status: 'sent' })
        expect((await html(marked.id)).body).toContain('mechanizm podzielonej płatności')
      }
      const other = await given.invoice({ status: 'sent', template })
      expect((await html(other.id)).body).not.toContain('podzielonej')
    })

    test('404: no such invoice, no such template', async () => {
      const { id } = await given.invoice()
      for (const missing of [MISSING_ID, 'x', '%00']) {
        const response = await html(missing)
        expect([response.statusCode, response.json().code]).toEqual([404, 'invoice_not_found'])
      }
      for (const missing of ['none', '..', '%2e%2e%2f']) {
        const response = await html(id, `?template=${missing}`)
        expect([response.statusCode, response.json().code]).toEqual([404, 'template_not_found'])
      }
    })
  })

  describe('GET /invoices/:id/pdf', () => {
    test('200: with the words of split payment in Poland, also on the page of the customer', async () => {
      const { id } = await given.invoice({ poland: { split_payment: true } })
      const { share_token } = (await app.call('POST', `/invoices/${id}/publish`)).json()
      const shared = await app.call('GET', `/public/invoices/${share_token}/html`)
      expect(shared.body).toContain('mechanizm podzielonej płatności')
      const text = pdfText((await pdf(id)).rawPayload)
      if (text !== null) expect(text).toContain('mechanizm podzielonej płatności')
    })

    test('200: a PDF with a safe name, shown inline; the same bytes every time and after a restart', async () => {
      await given.settings({ invoiceNumbering: { pattern: '../A/{SEQ:4}', reset: 'never' } })
      const { id } = await given
        .invoice({ status: 'sent', issue_date: '2031-01-01' })
        .finally(() => given.settings({ invoiceNumbering: null }))
      const first = await pdf(id)
      expect(first.statusCode, first.body).toBe(200)
      expect(first.headers['content-type']).toBe('application/pdf')
      expect(first.headers['content-disposition']).toBe('inline; filename="A-0001.pdf"')
      expect(first.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
      const again = await pdf(id)
      expect(again.rawPayload.equals(first.rawPayload)).toBe(true)
      expect(again.headers.etag).toBe(first.headers.etag)

      const cacheDir = mkdtempSync(join(tmpdir(), 'billwright-restart-'))
      const renderer = createPdfRenderer({
        chromiumPath: app.config.browser.path,
        remoteUrl: app.config.browser.remoteUrl,
        concurrency: 1,
        cacheDir,
        log: () => {},
      })
      const work = withParts(app.work(), { renderer })
      const { bytes } = await invoicePdf(work, await getInvoice(work, id))
      await renderer.close()
      rmSync(cacheDir, { recursive: true, force: true })
      expect(Buffer.from(bytes).equals(first.rawPayload)).toBe(true)
    })

    test('200: a draft and its public copy are the same document; 304 by ETag', async () => {
      const { id } = await given.invoice()
      const { share_token: token } = await given.publish(id)
      const own = await pdf(id)
      expect(own.headers['content-disposition']).toBe('inline; filename="draft.pdf"')
      const url = `/api/v1/public/invoices/${token}/pdf`
      const shared = await app.send({ url })
      expect(shared.statusCode).toBe(200)
      expect(shared.headers['cache-control']).toContain('no-store')
      expect(shared.rawPayload.equals(own.rawPayload)).toBe(true)
      const headers = { 'if-none-match': String(shared.headers.etag) }
      expect((await app.send({ url, headers })).statusCode).toBe(304)
      await app.call('POST', `/invoices/${id}/unpublish`)
      expect((await app.send({ url, headers })).statusCode).toBe(404)
    })

    test('200: five at once print one document once', async () => {
      const { id } = await given.invoice({ status: 'sent' })
      const answers = await Promise.all(Array.from({ length: 5 }, () => pdf(id)))
      const [first] = answers
      for (const answer of answers)
        expect(answer.rawPayload.equals(first?.rawPayload ?? Buffer.alloc(0))).toBe(true)
    })

    test('404: no such invoice, no such template', async () => {
      const { id } = await given.invoice()
      expect((await pdf(MISSING_ID)).statusCode).toBe(404)
      expect((await pdf(id, '?template=none')).statusCode).toBe(404)
    })
  })

  describe('POST /templates/:id/preview', () => {
    test('200: sample data, with and without a body, in a language', async () => {
      const plain = await preview('minimalist-clean')
      expect(plain.statusCode, plain.body).toBe(200)
      expect(plain.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(plain.headers['content-security-policy']).toContain('sandbox')
      expect((await preview('minimalist-clean', {})).body).toBe(plain.body)
      const german = await preview('minimalist-clean', { language: 'de' })
      expect(german.body).toContain('Rechnung')
    })

    test('200: a real invoice, as its own HTML', async () => {
      const { id } = await given.invoice()
      const shown = await preview('professional-modern', { invoice_id: id })
      expect(shown.body).toBe((await html(id, '?template=professional-modern')).body)
    })

    test('404: no such template or invoice; 422: no such field', async () => {
      expect((await preview('none')).json().code).toBe('template_not_found')
      const missing = await preview('minimalist-clean', { invoice_id: MISSING_ID })
      expect(missing.json().code).toBe('invoice_not_found')
      expect((await preview('minimalist-clean', { invoice: 'x' })).statusCode).toBe(422)
      expect((await preview('minimalist-clean', { language: 'no language' })).statusCode).toBe(422)
    })
  })
})
