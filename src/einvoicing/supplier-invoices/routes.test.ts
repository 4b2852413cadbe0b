import { readFileSync } from 'node:fs'
import { writeCii, writeUbl } from '@billwright/einvoice/write'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  encryptedFile,
  signedFile,
} from '../../../packages/einvoice/src/hybrid/signed-data.testing.ts'
import { FULL, MINIMAL } from '../../../packages/einvoice/src/model/document.testing.ts'
import { detail, fattura } from '../../../packages/einvoice/src/received/small.testing.ts'
import { givens } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { hybridPdf } from '../../../test/hybrid-pdf.ts'
import { supplierXml } from '../../../test/supplier-xml.ts'
import { verifyDatabase } from '../../books/audit/verify.ts'

const KEY = 'Bearer test-key-0123456789abcdef'
const PATH = '/supplier-invoices'
const DUE = '<DataScadenzaPagamento>2026-12-02</DataScadenzaPagamento>'

const hybrid = (xml: string) => hybridPdf({ 'factur-x.xml': xml })

describe.each(ENGINES)('supplier invoices (%s)', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine)
  })
  afterAll(() => app.close())

  const post = (file: string | Uint8Array, headers: Record<string, string> = {}, query = '') =>
    app.send({
      method: 'POST',
      url: `/api/v1${PATH}${query}`,
      headers: { authorization: KEY, 'content-type': 'application/xml', ...headers },
      payload: Buffer.from(file),
    })
  const received = async (file: string | Uint8Array, headers?: Record<string, string>) => {
    const answer = await post(file, headers)
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json()
  }
  const step = (id: string, action: string, body?: unknown, headers?: Record<string, string>) =>
    app.call('POST', `${PATH}/${id}/${action}`, body, headers)

  test('201: a signed FatturaPA, stored unchanged, with its findings', async () => {
    const golden = '../../../test/golden/einvoices/fatturapa/flat-rate-stamp-duty.xml'
    const xml = readFileSync(new URL(golden, import.meta.url), 'utf8')
      .replace(/(<CedentePrestatore>[\s\S]*?<IdCodice>)\d+/, '$112345670018')
      .replace(/<Numero>[^<]*/, '<Numero>P7M-1')
    const file = signedFile(Buffer.from(xml))
    const made = await received(file, { 'content-type': 'application/pkcs7-mime' })
    expect(made).toMatchObject({ number: 'P7M-1', format: 'fatturapa', profile: 'fatturapa' })
    expect(made.findings.map((it: { rule: string; level: string }) => [it.rule, it.level])).toEqual(
      [
        ['CMS', 'warning'],
        ['BT-31', 'warning'],
      ],
    )
    const original = await app.call('GET', `${PATH}/${made.id}/original`)
    expect(original.headers['content-type']).toBe('application/pkcs7-mime')
    expect(original.rawPayload.equals(file)).toBe(true)
  })

  test('422: a PDF with two invoices, of which one is chosen', async () => {
    const pdf = hybridPdf({ 'a.xml': supplierXml('TWO-1'), 'b.xml': supplierXml('TWO-2') })
    const type = { 'content-type': 'application/pdf' }
    const asked = (await post(pdf, type)).json()
    expect(asked).toMatchObject({ status: 422, code: 'einvoice_attachments', params: { count: 2 } })
    expect(asked.attachments).toEqual(
      [
        ['a.xml', 'TWO-1'],
        ['b.xml', 'TWO-2'],
      ].map(([name, number]) => expect.objectContaining({ name, number, total: '50.00' })),
    )
    expect((await post(pdf, type, '?attachment=c.xml')).json()).toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: '?attachment', code: 'not_allowed' }],
    })
    const chosen = await post(pdf, type, '?attachment=b.xml')
    expect(chosen.json()).toMatchObject({ number: 'TWO-2', format: 'pdf' })
  })

  test.each([
    ['first', ['a.xml', 'c.xml']],
    ['second', ['c.xml', 'a.xml']],
  ])('201: both invoices of a PDF, the %s before the other; 409: one of them twice', async (order, names) => {
    const pdf = hybridPdf({
      'a.xml': supplierXml(`A-${order}`),
      'b.xml': writeUbl({ ...MINIMAL, number: `A-${order}` }, 'en16931'),
      'c.xml': supplierXml(`C-${order}`),
    })
    const choose = (name: string) =>
      post(pdf, { 'content-type': 'application/pdf' }, `?attachment=${name}`)
    const ids = new Map<string, string>()
    for (const name of names) {
      const answer = await choose(name)
      expect(answer.statusCode, answer.body).toBe(201)
      ids.set(name, answer.json().id)
    }
    for (const name of ['a.xml', 'c.xml', 'b.xml'])
      expect((await choose(name)).json()).toMatchObject({
        code: 'supplier_invoice_exists',
        supplier_invoice_id: ids.get(name === 'b.xml' ? 'a.xml' : name),
      })
    const asked = await post(pdf, { 'content-type': 'application/pdf' })
    expect(asked.json().code).toBe('einvoice_attachments')
    const [first, second] = [ids.get('a.xml'), ids.get('c.xml')]
    const left = (await app.call('GET', `${PATH}/${second}`)).json()
    expect(left).toMatchObject({
      number: `C-${order}`,
      lot: { position: 2, of: 2, invoices: [{ id: first }, { id: second }] },
    })
    await app.call('DELETE', `${PATH}/${first}`)
    const original = await app.call('GET', `${PATH}/${second}/original`)
    expect(original.headers['content-type']).toBe('application/pdf')
    expect(original.rawPayload.equals(pdf)).toBe(true)
    expect((await choose('c.xml')).statusCode).toBe(409)
    expect((await choose('b.xml')).statusCode).toBe(201)
    expect((await verifyDatabase(app.work())).breaks).toEqual([])
  })

  test('201: one invoice in two formats, or under any name', async () => {
    const names = [
      { 'a.xml': '<Other/>', 'RE-7.xml': supplierXml('ANY-1') },
      { x: supplierXml('ANY-2') },
    ]
    for (const files of names)
      expect(await received(hybridPdf(files), { 'content-type': 'application/pdf' })).toMatchObject(
        {
          number: expect.stringMatching(/^ANY/),
        },
      )
  })

  test('201: the contents, the findings, and the unchanged file', async () => {
    const xml = supplierXml('A-1')
    const answer = await post(xml)
    const made = answer.json()
    expect(answer.headers.location).toBe(`/api/v1${PATH}/${made.id}`)
    expect(made).toMatchObject({
      status: 'new',
      kind: 'invoice',
      number: 'A-1',
      seller_name: 'Papierhaus Lindner',
      total: '50.00',
      due: '0.00',
      profile: 'en16931',
      findings: [],
      duplicate_of: null,
      allowed: ['accept', 'reject'],
      content: { lines: [{ name: 'Fahrrad geprüft', unit_price: '50', net: '50.00' }] },
    })
    const read = await app.call('GET', `${PATH}/${made.id}`)
    expect(read.json()).toEqual(made)
    expect(read.headers.etag).toBe(answer.headers.etag)
    const original = await app.call('GET', `${PATH}/${made.id}/original`)
    expect(original.body).toBe(xml)
    expect(original.headers).toMatchObject({
      'content-type': 'application/xml',
      'content-disposition': expect.stringContaining('attachment; filename="A-1.xml"'),
      'content-security-policy': "default-src 'none'; sandbox",
    })
  })

  test('201: a PDF with a script is stored unchanged, as a download that no browser shows', async () => {
    const script = '/OpenAction<</S/JavaScript/JS(app.alert(1))>>'
    const pdf = hybridPdf({ 'factur-x.xml': supplierXml('JS-1') }, script)
    const made = await received(pdf, { 'content-type': 'application/pdf' })
    const original = await app.call('GET', `${PATH}/${made.id}/original`)
    expect(original.rawPayload.equals(pdf)).toBe(true)
    expect(original.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; filename="JS-1\.pdf"/),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    const shown = await app.call('GET', `${PATH}/${made.id}/html`)
    expect(shown.body).not.toContain('app.alert')
  })

  test('201: a hybrid PDF is read by its XML and stored unchanged', async () => {
    const pdf = hybrid(writeCii(FULL, 'factur-x'))
    const made = await received(pdf, { 'content-type': 'application/pdf' })
    expect(made).toMatchObject({ format: 'pdf', number: FULL.number, total: '445.81' })
    const original = await app.call('GET', `${PATH}/${made.id}/original`)
    expect(Buffer.from(pdf).equals(original.rawPayload)).toBe(true)
  })

  test('201: broken rules are findings in the language of the reader', async () => {
    const specification = 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0'
    const xml = supplierXml('A-2').replace('urn:cen.eu:en16931:2017', specification)
    const made = await received(xml, { 'accept-language': 'de' })
    expect(made.profile).toBe('xrechnung')
    const page = await app.call('GET', `${PATH}/${made.id}/html`)
    expect(page.body).toContain('XRechnung 3.0 (UBL)')
    expect(made.errors).toBeGreaterThan(0)
    expect(made.findings).toContainEqual({
      rule: 'BR-DE-15',
      level: 'error',
      line: null,
      message: 'Die Käuferreferenz fehlt.',
    })
    const english = await app.call('GET', `${PATH}/${made.id}`, undefined, {
      'accept-language': 'en',
    })
    expect(english.json().findings).toContainEqual(
      expect.objectContaining({ message: 'The reference of the buyer is missing.' }),
    )
  })

  test('201: totals without lines and taxes, as in Factur-X MINIMUM', async () => {
    const minimum = writeCii({ ...FULL, number: 'M-1', lines: [], taxBreakdown: [] }, 'en16931')
    const made = await received(
      minimum.replace('urn:cen.eu:en16931:2017', 'urn:factur-x.eu:1p0:minimum'),
    )
    expect(made).toMatchObject({ profile: 'minimum', number: 'M-1', total: '445.81', errors: 0 })
    expect(made.findings).toMatchObject([{ rule: 'MINIMUM', level: 'warning' }])
    const html = await app.call('GET', `${PATH}/${made.id}/html`)
    expect(html.body).toContain('€445.81')
  })

  test('201: the amount to pay of the file, with its parts, in the answer and on the page', async () => {
    const document =
      '<DatiRitenuta><TipoRitenuta>RT01</TipoRitenuta><ImportoRitenuta>200.00</ImportoRitenuta><AliquotaRitenuta>20.00</AliquotaRitenuta></DatiRitenuta>'
    const payments = detail('500.00', DUE) + detail('520.00', DUE.replace('12-02', '12-22'))
    const made = await received(fattura({ number: 'W-1', document, payment: payments }))
    expect(made).toMatchObject({
      total: '1220.00',
      due: '1020.00',
      due_date: '2026-12-22',
      findings: [],
      type_name: null,
      content: {
        totals: { parts: [{ kind: 'withholding', amount: '-200.00', in_total: false }] },
        payment: { schedule: [{ amount: '500.00' }, { amount: '520.00' }] },
      },
    })
    const german = await app.call('GET', `${PATH}/${made.id}/html?language=de`)
    expect(german.body).toContain('Steuereinbehalt (RT01, 20\u00a0%)')
    for (const shown of ['-200,00', '1.020,00', '520,00']) expect(german.body).toContain(shown)
  })

  test('201: a lot becomes one supplier invoice for each of its invoices, all or none', async () => {
    const numbers = ['L-1', 'L-2', 'L-3']
    const xml = fattura(...numbers.map((number) => ({ number })))
    const first = await received(xml)
    expect(first).toMatchObject({ number: 'L-1', lot: { position: 1, of: 3 } })
    const { invoices, sha256 } = first.lot
    expect(invoices.map(({ number }: { number: string }) => number)).toEqual(numbers)
    expect(first.sha256).toBe(sha256)
    for (const [index, { id, number }] of invoices.entries()) {
      const one = (await app.call('GET', `${PATH}/${id}`)).json()
      expect(one).toMatchObject({
        number,
        total: '1220.00',
        lot: { position: index + 1, invoices },
      })
      expect((await app.call('GET', `${PATH}/${id}/original`)).body).toBe(xml)
      expect((await app.call('GET', `${PATH}/${id}/html`)).body).toContain(number)
    }
    expect((await post(xml)).json()).toMatchObject({
      code: 'supplier_invoice_exists',
      supplier_invoice_id: first.id,
    })
    expect((await step(invoices[1].id, 'accept')).json()).toMatchObject({ status: 'accepted' })
    await app.call('DELETE', `${PATH}/${first.id}`)
    const left = (await app.call('GET', `${PATH}/${invoices[2].id}`)).json()
    expect(left.lot.invoices.map(({ number }: { number: string }) => number)).toEqual([
      'L-2',
      'L-3',
    ])
    expect((await app.call('GET', `${PATH}/${invoices[2].id}/original`)).body).toBe(xml)
    expect((await verifyDatabase(app.work())).breaks).toEqual([])
    // The rest of the lot is here already.
    expect((await post(xml)).json()).toMatchObject({
      code: 'supplier_invoice_exists',
      supplier_invoice_id: invoices[1].id,
    })
    const count = async (q: string) =>
      (await app.call('GET', `${PATH}?q=${q}&include=total`)).json().total
    expect(await count('L-1')).toBe(0)
    const bad = fattura({ number: 'BAD-1' }, { number: 'BAD-2', total: 'viel' })
    expect((await post(bad)).json()).toMatchObject({ code: 'einvoice_incomplete' })
    expect(await count('BAD-1')).toBe(0)
    const many = fattura(...Array.from({ length: 51 }, (_, at) => ({ number: `N-${at}` })))
    expect((await post(many)).json()).toMatchObject({
      code: 'einvoice_too_long',
      errors: [{ code: 'too_many_items', params: { max: 50 } }],
    })
  })

  test('201: each type of document by its name', async () => {
    const typed = (code: string) =>
      writeCii({ ...MINIMAL, number: `T-${code}`, typeCode: code }, 'en16931')
    for (const [code, kind, name] of [
      ['261', 'credit_note', 'Self-billed credit note'],
      ['326', 'invoice', 'Partial invoice'],
      ['384', 'invoice', 'Corrected invoice'],
      ['386', 'invoice', 'Prepayment invoice'],
      ['393', 'invoice', 'Factored invoice'],
      ['471', 'invoice', 'Self-billed corrective invoice'],
      ['503', 'credit_note', 'Prepayment credit note'],
      ['751', 'invoice', 'Invoice information for accounting purposes'],
      ['877', 'invoice', 'Final construction invoice'],
      ['999', 'invoice', null],
    ] as const) {
      const made = await received(typed(code), { 'accept-language': 'en' })
      expect(made).toMatchObject({ kind, type_name: name })
      const page = await app.call('GET', `${PATH}/${made.id}/html?language=en`)
      expect(page.body).toContain(name ?? 'Invoice (999)')
    }
  })

  test('a document for another company has a warning', async () => {
    await givens(app).settings({ companyTaxId: 'DE136695976' })
    const made = await received(writeCii({ ...FULL, number: 'B-1' }, 'en16931'))
    expect(made.findings[0]).toMatchObject({
      rule: 'BT-48',
      level: 'warning',
      message: expect.stringContaining('SE556677889901'),
    })
  })

  test('409 supplier_invoice_exists: the same bytes; another file of the number is a duplicate', async () => {
    const first = await received(supplierXml('C-1'))
    const again = await post(supplierXml('C-1'))
    expect(again.json()).toMatchObject({
      status: 409,
      code: 'supplier_invoice_exists',
      supplier_invoice_id: first.id,
    })
    const second = await received(supplierXml('C-1').replace('Fahrrad', 'Dreirad'))
    expect(second.duplicate_of).toBe(first.id)
    expect((await received(supplierXml('C-1', 'Another seller'))).duplicate_of).toBe(first.id)
    await app.call('DELETE', `${PATH}/${first.id}`)
    const left = await app.call('GET', `${PATH}/${second.id}`)
    expect(left.json().duplicate_of).toBeNull()
    // What was deleted may come again.
    await received(supplierXml('C-1'))
  })

  test.each([
    ['<a/>', 422, 'einvoice_format_unknown'],
    [encryptedFile(Buffer.from('x')), 422, 'einvoice_encrypted'],
    ['no xml', 422, 'einvoice_unreadable'],
    ['%PDF-1.7 nothing', 422, 'einvoice_unreadable'],
    [supplierXml('D').replace('>EUR<', '>EURO<'), 422, 'einvoice_incomplete'],
    [supplierXml('D').replaceAll('>50.00<', `>${'9'.repeat(30)}.00<`), 422, 'einvoice_incomplete'],
  ])('refused: %.40s', async (file, status, code) => {
    const answer = await post(file)
    expect(answer.json()).toMatchObject({ status, code })
  })

  test('415: a body that is no e-invoice by its type', async () => {
    const answer = await post('x', { 'content-type': 'text/plain' })
    expect(answer.json()).toMatchObject({ status: 415, code: 'unsupported_media_type' })
  })

  test('200: accepted, paid, and undone; 409 for other changes', async () => {
    const { id } = await received(supplierXml('E-1'))
    expect((await step(id, 'pay', {})).json()).toMatchObject({
      status: 409,
      code: 'invalid_transition',
      allowed: ['accept', 'reject'],
      params: { reason: 'new' },
    })
    expect((await step(id, 'accept')).json()).toMatchObject({ status: 'accepted', version: 2 })
    expect((await step(id, 'pay', { paid_on: '2026-02-28' })).json()).toMatchObject({
      status: 422,
      errors: [{ pointer: '/paid_on', code: 'out_of_range' }],
    })
    expect((await step(id, 'pay', {})).json()).toMatchObject({
      status: 'paid',
      paid_on: '2026-11-21',
      allowed: ['reopen'],
    })
    const reopened = (await step(id, 'reopen')).json()
    expect(reopened).toMatchObject({ status: 'accepted', paid_on: null })
    const rejected = await step(id, 'reject', { reason: 'Not ordered.' })
    expect(rejected.json()).toMatchObject({ status: 'rejected', reason: 'Not ordered.' })
    expect((await app.call('DELETE', `${PATH}/${id}`)).json()).toMatchObject({
      status: 409,
      code: 'supplier_invoice_decided',
    })
    expect((await step(id, 'reject', { reason: ' ' })).statusCode).toBe(422)
    const events = (await app.call('GET', `/events?resource_id=${id}`)).json()
    const types = events.data.map(({ type }: { type: string }) => type.split('.')[1]).sort()
    expect(types).toEqual(['accepted', 'paid', 'received', 'rejected', 'reopened'])
  })

  test('412: another change came first', async () => {
    const { id } = await received(supplierXml('E-2'))
    const { etag } = (await app.call('GET', `${PATH}/${id}`)).headers
    const headers = { 'if-match': String(etag) }
    expect((await step(id, 'accept', undefined, headers)).statusCode).toBe(200)
    expect((await step(id, 'reopen', undefined, headers)).statusCode).toBe(412)
  })

  test('404: unknown', async () => {
    const unknown = 'sin_019aa5d2-7c00-7000-8000-0123456789ab'
    for (const path of [unknown, `${unknown}/original`, `${unknown}/html`, 'inv_1'])
      expect((await app.call('GET', `${PATH}/${path}`)).json()).toMatchObject({
        status: 404,
        code: 'supplier_invoice_not_found',
      })
  })

  test('the page escapes the contents of the file', async () => {
    const { id } = await received(supplierXml('F-1', '&lt;script&gt;alert(1)&lt;/script&gt;'))
    const { body, headers } = await app.call('GET', `${PATH}/${id}/html?language=fr`)
    expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(body).not.toContain('<script')
    expect(body).toContain('<html lang="fr"')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
  })

  test('the list finds by words, status and days, page by page; the export has the same', async () => {
    for (const number of ['G-1', 'G-2', 'G-3'])
      await received(supplierXml(number, 'Gärtnerei Grün'))
    const first = (await app.call('GET', `${PATH}?q=grün&limit=2&include=total`)).json()
    expect(first).toMatchObject({ total: 3, has_more: true })
    const second = await app.call('GET', `${PATH}?q=grün&limit=2&cursor=${first.next_cursor}`)
    const numbers = [...first.data, ...second.json().data].map(({ number }) => number)
    expect(numbers).toEqual(['G-3', 'G-2', 'G-1'])
    const count = async (query: string) =>
      (await app.call('GET', `${PATH}?q=grün&include=total&${query}`)).json().total
    expect(await count('status=new')).toBe(3)
    expect(await count('status=paid,rejected')).toBe(0)
    expect(await count('issued_to=2026-02-28')).toBe(0)
    expect(await count('issued_from=2026-03-01&sort=issue_date')).toBe(3)
    const csv = (await app.call('GET', `${PATH}/export?q=grün`)).body.split('\r\n')
    expect(csv[0]).toContain('id,status,kind,number,seller_name')
    expect(csv[1]).toContain(',new,invoice,G-3,Gärtnerei Grün,2026-03-01,')
    expect(csv).toHaveLength(5)
  })

  test('the audit finds a changed decision, a changed original, and a row that is gone', async () => {
    const { id, sha256 } = await received(supplierXml('H-1'))
    const breaks = async () => (await verifyDatabase(app.work())).breaks
    expect(await breaks()).toEqual([])
    await sql`update supplier_invoices set status = 'paid' where id = ${id}`.execute(app.tables)
    expect(await breaks()).toMatchObject([{ kind: 'supplier_invoice_state', invoiceId: id }])
    await sql`update supplier_invoices set status = 'new' where id = ${id}`.execute(app.tables)
    await sql`update file_contents set bytes = ${Buffer.from('x')} where sha256 = ${sha256}`.execute(
      app.tables,
    )
    expect(await breaks()).toMatchObject([{ kind: 'file_content' }])
    await sql`delete from supplier_invoices where id = ${id}`.execute(app.tables)
    expect(await breaks()).toContainEqual(expect.objectContaining({ kind: 'invoice_missing' }))
  })
})
