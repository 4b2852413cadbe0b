import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, ITEM, type Json } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'

/** What every object has: no table may find it. */
const NAMES = ['__proto__', 'constructor', 'toString'] as const

/** Codes of e-invoices, by a part of the name of their element. */
const CODE =
  /<((?:\w+:)?\w*(?:Code|CurrencyID|Divisa|Natura|TipoDocumento|EsigibilitaIVA|Modalita\w*|Condizioni\w*|TipoCassa|TipoRitenuta|Nazione|IdPaese|Formato|P_12|KodWaluty|KodKraju|RodzajFaktury|FormaPlatnosci|TypeCode|CountryID|Name|AlgoritmoCompressione|NomeAttachment))([^<>]*)>([^<>]+)<\//g
const FILES = ['', 'fatturapa', 'ksef'].flatMap((folder) => {
  const path = join(import.meta.dirname, 'golden/einvoices', folder)
  return readdirSync(path)
    .filter((name) => name.endsWith('.xml'))
    .slice(0, 2)
    .map((name) => ({ name, xml: readFileSync(join(path, name), 'utf8') }))
})

describe.each(ENGINES)('names that every object has (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  let customer_id: string
  let issued: Json
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
    customer_id = (await given.customer({ name: 'Dunlin' })).id
    issued = await given.invoice({ customer_id, status: 'sent' })
  })
  afterAll(() => app.close())

  const expectNoBug = async (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => {
    const answer = await app.call(method, path, body, headers)
    const asked = `${method} ${path} ${JSON.stringify(body) ?? ''}`.slice(0, 300)
    expect(answer.statusCode, `${asked}: ${answer.body.slice(0, 300)}`).toBeLessThan(500)
    expect(answer.body, asked).not.toMatch(/\[native code\]|\[object Object\]/)
    return answer
  }

  test('in every parameter with text of every reading route', async () => {
    const { paths } = (await app.call('GET', '/openapi.json')).json()
    let count = 0
    for (const [path, { get }] of Object.entries<Json>(paths))
      for (const { in: where, name, schema } of get?.parameters ?? []) {
        if (where !== 'query' || schema.type !== 'string' || path.includes('/admin/')) continue
        const value = NAMES[count++ % NAMES.length] ?? ''
        const at = path.replace('/api/v1', '').replaceAll('{id}', customer_id)
        const answer = await expectNoBug('GET', `${at}?${name}=${value}`)
        if (schema.enum) expect(answer.statusCode, `${path} ${name}`).toBeGreaterThan(399)
      }
    expect(count).toBeGreaterThan(100)
  })

  test.each(
    NAMES,
  )('%s is no code of an invoice, customer, product, entry or setting', async (name) => {
    const buyer = { customer: { name: 'Dunlin' } }
    const address = { line1: 'Quay 1', city: 'Ulm', postal_code: '89073' }
    const item = (more: object) => ({ ...buyer, items: [{ ...ITEM, ...more }] })
    const refused: readonly (readonly [string, string, object])[] = [
      ['POST', '/invoices', { ...buyer, items: [ITEM], currency: name }],
      ['POST', '/invoices', { ...buyer, items: [ITEM], kind: name }],
      ['POST', '/invoices', { ...buyer, items: [ITEM], status: name }],
      ['POST', '/invoices', { ...buyer, items: [ITEM], rounding: name }],
      ['POST', '/invoices', { ...buyer, items: [ITEM], template: { id: name } }],
      ['POST', '/invoices', { ...buyer, items: [ITEM], e_invoice_profile: name }],
      ['POST', '/invoices', item({ unit: name })],
      ['POST', '/invoices', item({ tax: { category: name, rate: '19' } })],
      ['POST', '/invoices', item({ tax: { preset: name } })],
      ['POST', '/invoices', item({ tax: { category: 'E', rate: '0', reason_code: name } })],
      ['POST', '/invoices', item({ origin_country: name })],
      ['POST', '/invoices', item({ classification: { scheme: name, code: '1' } })],
      ['POST', '/customers', { name: 'D', currency: name }],
      ['POST', '/customers', { name: 'D', address: { ...address, country_code: name } }],
      ['POST', '/products', { name: 'P', unit: name }],
      ['POST', '/products', { name: 'P', kind: name }],
      ['POST', '/products', { name: 'P', prices: [{ currency: name, unit_price: '1' }] }],
      ['POST', '/entries', { customer_id, description: 'W', unit_price: '1', unit: name }],
      ['POST', '/entries', { customer_id, description: 'W', unit_price: '1', kind: name }],
      ['POST', '/entries/invoice', { customer_id, until: '2026-12-31', group_by: name }],
      ['POST', `/invoices/${issued.id}/payments`, { amount: '1', method: name }],
      ['PATCH', '/settings', { currency: name }],
      ['PATCH', '/settings', { country_code: name }],
      ['PATCH', '/settings', { time_zone: name }],
      ['POST', '/webhooks', { url: 'https://hooks.example/x', events: [name] }],
      ['POST', '/api-keys', { name: 'k', scopes: [name] }],
      ['POST', '/invitations', { email: 'd@dunlin.example', role: name }],
      ['POST', '/imports/imp_1/commit', { duplicates: name }],
    ]
    const taken: string[] = []
    for (const [method, path, body] of refused) {
      const { statusCode } = await expectNoBug(method, path, body)
      if (statusCode < 400) taken.push(JSON.stringify(body))
    }
    // The method of a payment is free text.
    expect(taken.filter((it) => !it.includes('"method"'))).toEqual([])
  })

  test.each(
    NAMES,
  )('%s as a language, in texts, placeholders and templates prints as it is', async (name) => {
    const customer = await given.customer({
      ...{ name, tax_id: name, notes: name, metadata: { [`x-${name}`]: name } },
    })
    const items = [{ ...ITEM, description: name, item_number: name }]
    const more = { language: name, locale: name }
    for (const body of [{}, more, { notes: `{${name}} {{${name}}}` }]) {
      const made = await expectNoBug('POST', '/invoices', {
        customer_id: customer.id,
        items,
        ...body,
      })
      if (made.statusCode !== 201) continue
      const { id } = made.json()
      for (const form of ['', '/html', '/validation', '/calculation', '/xml'])
        await expectNoBug('GET', `/invoices/${id}${form}`, undefined, { 'accept-language': name })
      const mail = { to: ['d@dunlin.example'], subject: `{${name}}`, text: `{${name}}` }
      await expectNoBug('POST', `/invoices/${id}/send`, mail)
      await expectNoBug('POST', `/invoices/${id}/send/preview`, mail)
    }
    for (const text of [`{{${name}}}`, `{{#${name}}}x{{/${name}}}`, `{{invoice.${name}}}`]) {
      const files = { html: `<p>${text}</p>`, css: '' }
      await expectNoBug('POST', '/templates/preview', { ...files, name: 'T' })
      await expectNoBug('POST', '/templates', { ...files, id: 't', name: 'T' })
    }
    const schedule = { unit: 'month', start_date: '2027-01-31' }
    const recurring = {
      name,
      schedule,
      invoice: { customer_id, items: [{ ...ITEM, description: `{${name}}` }] },
    }
    expect((await expectNoBug('POST', '/recurring-invoices', recurring)).statusCode).toBe(422)
    await expectNoBug('PATCH', '/settings', {
      numberFormat: `{${name}}`,
      locale: name,
      language: name,
    })
    expect((await app.call('GET', '/settings')).statusCode).toBe(200)
  })

  test.each(NAMES)('%s in columns and cells of files', async (name) => {
    const files = {
      customers:
        'name,currency,language,address.country_code,payment_terms_days,archived,tax_id,external_id',
      products:
        'name,item_number,unit,kind,tax.category,tax.preset,price.currency,price.unit_price',
      entries:
        'customer,description,kind,unit,quantity,unit_price,currency,tax.category,tax.preset',
      invoices:
        'invoice,customer_name,status,currency,description,unit,unit_price,tax.category,kind',
      recurring_invoices:
        'recurring,name,customer_name,action,schedule.unit,schedule.start_date,description',
      payments: 'invoice_number,amount,paid_at,method,source,reference,invoice_external_id',
    }
    for (const [kind, head] of Object.entries(files)) {
      const columns = head.split(',')
      const send = async (header: string, query = '') => {
        const line = columns.map(() => name).join(',')
        const file = Buffer.from(`${header}\n${line}\n`)
        const path = `/imports?kind=${kind}${query}`
        return expectNoBug('POST', path, file, { 'content-type': 'text/csv' })
      }
      const { id } = (await send(head)).json()
      await app.services.jobRunner.runDue()
      const it = (await app.call('GET', `/imports/${id}`)).json()
      const { data } = (await app.call('GET', `/imports/${id}/records`)).json()
      const codes = data.flatMap(({ faults }: Json) => faults.map(({ code }: Json) => code))
      expect([kind, it.status, codes.includes('internal')]).toEqual([kind, 'ready', false])
      const asColumn = (await send(head.replace(columns[1] ?? '', name))).json()
      expect(asColumn.errors).toMatchObject([{ code: 'unknown_column' }])
      const mapped = JSON.stringify({ [columns[0] ?? '']: name })
      const byName = await send(head, `&columns=${encodeURIComponent(mapped)}`)
      expect(byName.statusCode).toBe(422)
    }
  })

  test('as codes of e-invoices', async () => {
    let count = 0
    for (const { name: file, xml } of FILES)
      for (const [at, { 0: all, 1: element, 3: text = '', index }] of [
        ...xml.matchAll(CODE),
      ].entries()) {
        const value = NAMES[at % NAMES.length] ?? ''
        const from = index + all.lastIndexOf(`>${text}<`) + 1
        const changed = xml.slice(0, from) + value + xml.slice(from + text.length)
        const headers = { 'content-type': 'application/xml' }
        const what = `${file} ${element}`
        const sent = await app.call('POST', '/supplier-invoices', changed, headers)
        expect(sent.statusCode, `${what}: ${sent.body}`).toBeLessThan(500)
        count += 1
        if (sent.statusCode !== 201) continue
        const { id } = sent.json()
        for (const form of ['', '/html']) {
          const answer = await app.call('GET', `/supplier-invoices/${id}${form}`)
          expect(answer.statusCode, what).toBe(200)
          expect(answer.body, what).not.toMatch(/native code|\[object Object\]/)
        }
        const draft = await app.call('POST', '/invoices/import', changed, headers)
        expect(draft.statusCode, `${what}: ${draft.body}`).toBeLessThan(500)
        expect(draft.body, what).not.toMatch(/native code|\[object Object\]/)
      }
    expect(count).toBeGreaterThan(50)
  })
})
