import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, type Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { PUBLIC_FIELDS } from '../../sales/contents/fields.ts'

const PARTY = ['address', 'contact_name', 'name', 'tax_id']

/** Every name that the public JSON may have, at any depth; any other name fails the test. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  '': [
    ...Object.values(PUBLIC_FIELDS).map(({ wire }) => wire),
    'charges',
    'corrects',
    'customer',
    'discounts',
    'display_status',
    'files',
    'items',
    'links',
    'number',
    'overdue',
    'pay',
    'seller',
    'settlement',
    'status',
    'taxes',
    'totals',
    'type',
  ].sort(),
  seller: [
    ...PARTY,
    'bank_account',
    'email',
    'payment_instructions',
    'phone',
    'registration_id',
    'tax_numbers',
    'website',
  ].sort(),
  customer: PARTY,
  address: ['city', 'country_code', 'line1', 'line2', 'postal_code', 'region'],
  bank_account: ['bank_code', 'bank_name', 'bic', 'holder', 'iban', 'number', 'qr_iban'],
  items: [
    'charge',
    'description',
    'details',
    'discount',
    'kind',
    'position',
    'quantity',
    'tax',
    'total',
    'unit',
    'unit_price',
  ],
  discount: ['percent'],
  discounts: ['amount', 'reason'],
  charges: ['amount', 'percent', 'reason'],
  tax: ['category', 'label', 'rate', 'reason', 'second'],
  taxes: ['amount', 'category', 'label', 'rate', 'reason', 'second', 'taxable'],
  pay: ['available', 'early_payment', 'offers', 'reason'],
  links: ['factur_x', 'html', 'page', 'pdf', 'xml'],
}
const TOTALS = [
  ...['charge', 'discount', 'due', 'net', 'paid', 'payable', 'rounding'],
  ...['split_tax', 'subtotal', 'tax', 'total', 'withheld'],
]

const UNKNOWN = 'A'.repeat(43)
const MALFORMED = ['x', '%00', '..%2f..', 'ä', '%F0%9F%92%A9', 'A'.repeat(42), 'A'.repeat(2000)]

describe.each(ENGINES)('the public reading of an invoice (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp(engine, { PUBLIC_URL: 'https://bills.example.org' })
    given = givens(app)
    await given.settings({
      companyName: 'Atelier Nord',
      companyEmail: 'hello@atelier.example',
      companyAddress: { line1: 'Kaistraße 1', city: 'Kiel', countryCode: 'DE' },
      bankAccount: { holder: 'Atelier Nord', iban: 'DE02120300000000202051' },
      paymentInstructions: 'Please quote the number.',
    })
  })
  afterAll(() => app.close())

  const open = (path: string) => app.send({ url: `/api/v1/public/invoices/${path}` })
  const FULL = {
    customer: {
      name: 'Fernweh Books',
      endpoint: { scheme: 'EM', id: 'desk@fernweh.example' },
      notes: 'CUSTOMER-SECRET',
      metadata: { secret: 'CUSTOMER-METADATA' },
    },
    items: [
      {
        description: 'Cover design',
        unit_price: '80',
        discount: { percent: '10' },
        tax: { category: 'S', rate: '19' },
      },
    ],
    discounts: [{ reason: 'Loyalty', amount: '1.00' }],
    charges: [{ reason: 'Courier', percent: '5' }],
    notes: 'Thank you.',
    internal_notes: 'INVOICE-SECRET',
    metadata: { secret: 'INVOICE-METADATA' },
  }
  const givenPublished = async (body: object = {}): Promise<Json> => {
    const { id } = await given.invoice({ ...FULL, status: 'sent', ...body })
    return given.publish(id)
  }

  describe('JSON', () => {
    test('200: the reduced shape and not one name more, at any depth', async () => {
      const { share_token: token } = await givenPublished()
      const view = (await open(token)).json()
      const { totals, ...rest } = view
      expect(namesIn({ ...rest, totals: {} })).toEqual({ ...KEYS, totals: [] })
      expect(
        Object.keys(totals)
          .filter((name) => name !== 'credited')
          .sort(),
      ).toEqual(TOTALS)
    })

    test('200: printed fields only, and no internal ones', async () => {
      const invoice = await givenPublished()
      const { body } = await open(invoice.share_token)
      expect(JSON.parse(body)).toMatchObject({
        number: invoice.number,
        status: 'sent',
        issue_date: '2026-11-21',
        due_date: '2026-12-21',
        seller: { name: 'Atelier Nord', bank_account: { iban: 'DE02120300000000202051' } },
        customer: { name: 'Fernweh Books' },
        items: [{ description: 'Cover design', total: '72.00' }],
        totals: invoice.totals,
        taxes: [{ category: 'S', rate: '19', taxable: '74.60', amount: '14.17' }],
        notes: 'Thank you.',
      })
      const secrets = ['SECRET', 'METADATA', invoice.id, invoice.customer_id, invoice.items[0].id]
      for (const secret of [...secrets, 'inv_', 'cus_', 'itm_', 'version', 'desk@fernweh'])
        expect(body).not.toContain(secret)
    })

    test('200: every text in it is one that a built-in template prints', async () => {
      const mark = (name: string) => `~${name}~`
      const lines = (party: string) => ({
        line1: mark(`${party} line1`),
        line2: mark(`${party} line2`),
        city: mark(`${party} city`),
      })
      await given.settings({
        companyName: mark('seller'),
        companyContact: mark('seller contact'),
        companyPhone: mark('seller phone'),
        companyWebsite: 'https://atelier.example/~site~',
        companyAddress: { ...lines('seller'), postalCode: '24103', region: mark('seller region') },
        companyTaxId: mark('seller tax id'),
        companyTaxNumber: mark('seller tax number'),
        companyRegistrationId: mark('seller registration'),
        companyTradingName: mark('seller trading name'),
        companyLegalForm: mark('seller legal form'),
        bankAccount: {
          holder: mark('holder'),
          bankName: mark('bank'),
          creditorId: 'DE98ZZZ09999999999',
        },
      })
      const { share_token: token } = await givenPublished({
        customer: {
          name: mark('buyer'),
          contact_name: mark('buyer contact'),
          email: 'buyer-mail@example.org',
          phone: mark('buyer phone'),
          trading_name: mark('buyer trading name'),
          address: { ...lines('buyer'), postal_code: '10115', region: mark('buyer region') },
          tax_id: mark('buyer tax id'),
          registration_id: mark('buyer registration'),
        },
        reference: mark('reference'),
        order_reference: mark('order'),
        items: [
          {
            description: mark('description'),
            details: mark('details'),
            unit_price: '80',
            charge: { reason: mark('item charge'), amount: '1' },
            note: mark('note'),
            item_number: mark('item number'),
            order_line: mark('order line'),
            accounting_code: mark('accounting code'),
            attributes: [{ name: mark('attribute'), value: mark('value') }],
            tax: { category: 'E', rate: '0', reason: mark('tax reason') },
          },
        ],
        discounts: [{ reason: mark('discount'), amount: '1' }],
        charges: [{ reason: mark('charge'), amount: '2' }],
        terms: mark('terms'),
        notes: mark('notes'),
      })
      const { body } = await open(token)
      const pages = ['minimalist-clean', 'professional-modern'].map(async (template) => {
        const { id } = (await app.call('GET', '/invoices?limit=1&sort=-created_at')).json().data[0]
        return (await app.call('GET', `/invoices/${id}/html?template=${template}`)).body
      })
      const printed = (await Promise.all(pages)).join('')
      const marks = [...new Set(body.match(/~[^~]*~/g))]
      expect(marks.length).toBeGreaterThan(20)
      expect(marks.filter((it) => !printed.includes(it))).toEqual([])
      for (const secret of ['buyer-mail', 'DE98ZZZ']) expect(body).not.toContain(secret)
    })

    test('200: links are absolute and open', async () => {
      const { share_token: token, share_url } = await givenPublished()
      const { links } = (await open(token)).json()
      const base = `https://bills.example.org/api/v1/public/invoices/${token}`
      const page = `https://bills.example.org/i/${token}`
      expect(links).toMatchObject({ page, html: `${base}/html`, pdf: `${base}/pdf` })
      expect(share_url).toBe(page)
      for (const url of [links.html, links.page]) {
        const { pathname } = new URL(url)
        expect((await app.send({ url: pathname })).statusCode).toBe(200)
      }
    })

    test('200: a credential makes no difference, not even a wrong one', async () => {
      const { share_token: token } = await givenPublished()
      const plain = await open(token)
      const url = `/api/v1/public/invoices/${token}`
      const keyed = await app.send({ url, headers: { authorization: 'Bearer wrong' } })
      expect([keyed.statusCode, keyed.body]).toEqual([200, plain.body])
    })
  })

  test('200: no form may be cached, indexed or leak its address', async () => {
    const { share_token: token } = await givenPublished()
    for (const path of [token, `${token}/html`, UNKNOWN, `${UNKNOWN}/html`, `${UNKNOWN}/pdf`]) {
      const { headers } = await open(path)
      expect(headers['cache-control']).toContain('no-store')
      expect(headers['x-robots-tag']).toContain('noindex')
      expect(headers['referrer-policy']).toBe('no-referrer')
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers).not.toHaveProperty('access-control-allow-origin')
      expect(headers).not.toHaveProperty('set-cookie')
    }
  })

  describe('the token', () => {
    test('43 characters of base64url; publishing twice keeps it and the status', async () => {
      const { id } = await given.invoice({ status: 'sent' })
      const first = await given.publish(id)
      expect(first.share_token).toMatch(/^[A-Za-z0-9_-]{43}$/)
      expect(first).toMatchObject({ status: 'sent', published_at: '2026-11-21T09:30:00.000Z' })
      expect(await given.publish(id)).toEqual(first)
    })

    test('is stored nowhere', async () => {
      const { share_token: token } = await givenPublished()
      const rows = await app.tables.selectFrom('invoices').selectAll().execute()
      const text = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? 0 : value))
      expect(text).not.toContain(token)
    })

    test('404: unpublishing revokes it for good, and publishing makes another', async () => {
      const { id, share_token: first } = await givenPublished()
      const response = await app.call('POST', `/invoices/${id}/unpublish`)
      expect(response.json()).toMatchObject({
        share_token: null,
        share_url: null,
        published_at: null,
      })
      for (const form of ['', '/html', '/pdf'])
        expect((await open(`${first}${form}`)).statusCode).toBe(404)
      const { share_token: second } = await given.publish(id)
      expect(second).not.toBe(first)
      expect((await open(second)).statusCode).toBe(200)
      expect((await open(first)).statusCode).toBe(404)
    })

    test('200: unpublishing an unpublished invoice changes nothing', async () => {
      const before = await given.invoice()
      const response = await app.call('POST', `/invoices/${before.id}/unpublish`)
      expect([response.statusCode, response.json()]).toEqual([200, before])
    })

    test('200: editing a published draft keeps it', async () => {
      const { id } = await given.invoice()
      const { share_token: token } = await given.publish(id)
      await given.put(id, { notes: 'Edited after publishing' })
      expect((await open(token)).json().notes).toBe('Edited after publishing')
      await given.put(id, { status: 'sent' })
      expect((await open(token)).json().number).toMatch(/^INV-/)
    })

    test('404: of a deleted draft', async () => {
      const { id } = await given.invoice()
      const { share_token: token } = await given.publish(id)
      await app.call('DELETE', `/invoices/${id}`)
      expect((await open(token)).statusCode).toBe(404)
    })

    test('404: opens only its own invoice', async () => {
      const { share_token: token, id } = await givenPublished()
      const bearer = { authorization: `Bearer ${token}` }
      expect((await app.call('GET', `/invoices/${id}`, undefined, bearer)).statusCode).toBe(401)
      expect((await app.call('GET', `/invoices/${token}`)).statusCode).toBe(404)
      expect((await open(id)).statusCode).toBe(404)
      const put = { method: 'PUT', url: `/api/v1/public/invoices/${token}` } as const
      expect((await app.send(put)).statusCode).toBe(405)
    })

    test.each(['', '/html', '/pdf'])('404: the same answer for every fault (%s)', async (form) => {
      const { id, share_token: revoked } = await givenPublished()
      await app.call('POST', `/invoices/${id}/unpublish`)
      const reference = await open(`${UNKNOWN}${form}`)
      expect(reference.statusCode).toBe(404)
      expect(reference.json().code).toBe('share_not_found')
      for (const token of [revoked, ...MALFORMED]) {
        const answer = await open(`${token}${form}`)
        const shown = { ...answer.json(), request_id: reference.json().request_id }
        expect(shown, token).toEqual(reference.json())
        expect(answer.statusCode).toBe(404)
        expect(Object.keys(answer.headers).sort()).toEqual(Object.keys(reference.headers).sort())
      }
    })

    test('404: the page for people is in the language of the browser', async () => {
      const headers = { 'accept-language': 'de-AT, en;q=0.5' }
      for (const path of ['i', 'q']) {
        const { body } = await app.send({ url: `/${path}/${UNKNOWN}`, headers })
        expect(body).toContain('<html lang="de"')
        expect(body).toContain('Link nicht gefunden')
      }
      expect((await app.send({ url: `/i/${UNKNOWN}` })).body).toContain('Link not found')
    })

    test('404: the page names the sender, also for a link that never was', async () => {
      const { id, share_token: revoked } = await givenPublished()
      await app.call('POST', `/invoices/${id}/unpublish`)
      const { companyName } = (await app.call('GET', '/settings')).json()
      for (const path of ['i', 'q']) {
        const { body } = await app.send({ url: `/${path}/${revoked}` })
        expect(body).toContain(companyName)
        expect(body).toContain('mailto:hello%40atelier.example')
        expect((await app.send({ url: `/${path}/${UNKNOWN}` })).body).toBe(body)
        // A handle of no company.
        const other = await app.send({ url: `/${path}/zzzzzzzz.${UNKNOWN}` })
        expect(other.body).not.toContain(companyName)
      }
    })

    test('404: the page for people reveals nothing more', async () => {
      const { id, share_token: revoked } = await givenPublished()
      await app.call('POST', `/invoices/${id}/unpublish`)
      const reference = await app.send({ url: `/i/${UNKNOWN}` })
      expect(reference.statusCode).toBe(404)
      expect(reference.headers['content-type']).toContain('text/html')
      for (const token of [revoked, ...MALFORMED]) {
        const answer = await app.send({ url: `/i/${token}` })
        expect([answer.statusCode, answer.body], token).toEqual([404, reference.body])
      }
    })
  })

  test('200: the page for people shows state and amount, and runs only its own script', async () => {
    const invoice = await givenPublished({ customer: { name: '<script>alert(1)</script>' } })
    const { body, headers } = await app.send({ url: `/i/${invoice.share_token}` })
    expect(body).toContain(invoice.number)
    const forms = `/api/v1/public/invoices/${invoice.share_token}`
    expect(body).toContain(`<a download href="${forms}/pdf">Download PDF</a>`)
    expect(body).toContain(`<iframe src="${forms}/html" title="Invoice ${invoice.number}">`)
    expect(body).toMatch(/<h1>Invoice [-\w]+ · &lt;script&gt;[^<]+<\/h1>/)
    const [, script, ...others] = body.split(/<script>|<\/script>/)
    expect(others.join('')).not.toContain('<script')
    const hash = createHash('sha256').update(String(script)).digest('base64')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['content-security-policy']).toContain(`script-src 'sha256-${hash}';`)
    expect(headers['cache-control']).toContain('no-store')
    expect(headers['x-robots-tag']).toContain('noindex')
  })

  test('200: the page of an invoice credited in full calls it credited, not open', async () => {
    const { id, share_token: token } = await givenPublished()
    const before = await app.send({ url: `/i/${token}` })
    expect(before.body).toContain('<div class="state open"><dt>Status</dt><dd>Open</dd></div>')
    await app.call('POST', `/invoices/${id}/credit-note`, { status: 'sent' })
    const after = await app.send({ url: `/i/${token}` })
    expect(after.body).toContain(
      '<div class="state credited"><dt>Status</dt><dd>Credited</dd></div>',
    )
    expect(after.body).not.toContain('Due date')
  })

  test('200: the page says how late an invoice is, and on which day it was paid', async () => {
    const dates = { issue_date: '2026-10-01', due_date: '2026-10-31' }
    const { id, share_token: token } = await givenPublished(dates)
    const late = await app.send({ url: `/i/${token}?language=en` })
    expect(late.body).toMatch(/<div class="state overdue"><dt>Status<\/dt><dd>\d+ days late<\/dd>/)
    expect(late.body).not.toContain('days ago')
    const { due } = (await given.read(id)).totals
    await given.payment(id, { amount: due, paid_at: '2026-11-02' })
    const paid = await app.send({ url: `/i/${token}?language=en` })
    const [, day] = /<dd>Paid in full on ([^<]*2026)<\/dd>/.exec(paid.body) ?? []
    expect(day).toContain('Nov')
    expect(paid.body).toContain(`Paid<small>${day}</small></span>`)
  })

  test('200: the page links to other open documents of the customer, if the setting is on', async () => {
    const { id, customer_id, share_token: token } = await givenPublished()
    const body = { customer_id, items: [{ description: 'Chart', unit_price: '20' }] }
    const issued = () => given.invoice({ ...body, status: 'sent' })
    const other = await issued()
    const hidden = await issued()
    const { share_token: link } = await given.publish(other.id)
    const note = await given.creditNote(id, {
      items: [{ id: (await given.read(id)).items[0].id, quantity: '0.5' }],
      status: 'sent',
    })
    await given.publish(note.id)
    const page = async () => (await app.send({ url: `/i/${token}?language=en` })).body
    expect(await page()).not.toMatch(/Your other open documents|\/i\//)
    await given.settings({ shareOtherInvoices: true })
    const shown = await page()
    expect(shown).toContain('Your other open documents')
    expect(shown).toContain(`<a href="/i/${link}">Invoice ${other.number}</a>`)
    expect(shown).toContain(`Credit note ${note.number}</a>`)
    expect(shown).not.toContain(hidden.number)
    const stranger = await givenPublished({ customer: { name: 'Other' } })
    const theirs = await app.send({ url: `/i/${stranger.share_token}` })
    expect(theirs.body).not.toContain(other.number)
    await given.settings({ shareOtherInvoices: false })
  })

  test('200: the page links web addresses in the payment instructions, and escapes the rest', async () => {
    const paymentInstructions =
      'Card: https://pay.example/nord?a=1&b="x".\n<b>javascript:alert(1)</b>'
    await given.settings({ paymentInstructions })
    const { share_token: token } = await givenPublished()
    const { body } = await app.send({ url: `/i/${token}` })
    expect(body).toContain('<a href="https://pay.example/nord?a=1&amp;b=">')
    expect(body).toContain('&lt;b&gt;javascript:alert(1)&lt;/b&gt;')
    await given.settings({ paymentInstructions: 'Please quote the number.' })
  })

  test('200: the page of a credit note names its invoice, and does not ask for payment', async () => {
    const { id, number } = await givenPublished()
    const note = await given.creditNote(id, { status: 'sent' })
    const { share_token: token } = await given.publish(note.id)
    const { body } = await app.send({ url: `/i/${token}` })
    expect(body).toContain('<div class="state issued"><dt>Status</dt><dd>Issued</dd></div>')
    expect(body).toContain(`<dt>Corrects invoice</dt><dd>${number} of`)
    expect(body).not.toMatch(/Amount due|Due date|Open</)
    expect(body).toContain('<dt>Set off against the invoice</dt>')
    expect((await open(token)).json()).toMatchObject({
      display_status: 'issued',
      settlement: { set_off: note.totals.total, refund_due: '0.00' },
    })
  })

  test('200: the page and the document of a credit note show how its total was used', async () => {
    const { id } = await givenPublished()
    await app.call('POST', `/invoices/${id}/payments`, {})
    const note = await given.creditNote(id, { status: 'sent' })
    const { share_token: token } = await given.publish(note.id)
    const texts = async () => [
      (await app.send({ url: `/i/${token}` })).body,
      (await open(`${token}/html`)).body,
    ]
    for (const text of await texts()) expect(text).toContain('To be refunded')
    await app.call('POST', `/invoices/${id}/payments`, { amount: `-${note.totals.total}` })
    for (const text of await texts()) expect(text).toContain('>Refunded<')
    expect((await texts())[0]).not.toContain('To be refunded')
  })

  test('200: a written-off invoice looks open to its customer, with the amount due', async () => {
    const { id, share_token: token } = await givenPublished()
    await given.put(id, { status: 'uncollectible' })
    const { body } = await app.send({ url: `/i/${token}` })
    expect(body).toContain('<div class="state open"><dt>Status</dt><dd>Open</dd></div>')
    expect(body).toContain('<dt>Amount due</dt>')
    expect((await open(token)).json().display_status).toBe('open')
  })

  test('200: HTML may show itself and nothing else', async () => {
    const { share_token: token } = await givenPublished({ notes: '<img src=x onerror=alert(1)>' })
    const { headers, body } = await open(`${token}/html`)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['content-security-policy']).toContain('sandbox')
    expect(headers['content-security-policy']).not.toContain('script')
    expect(body).toContain('&lt;img')
    expect(body).not.toContain('<img src=x')
  })
})

test('404: of several companies, an address without a handle names none', async () => {
  const app = await startTestApp('sqlite')
  const nameOf = async () => (await app.send({ url: `/i/${UNKNOWN}` })).body
  await app.call('PATCH', '/settings', { companyName: 'Atelier Nord' })
  expect(await nameOf()).toContain('Atelier Nord')
  const ada = { email: 'ada@second.example', password: 'nine quiet lighthouses', role: 'admin' }
  await app.call('POST', '/users', ada)
  const body = { name: 'Second', owner: ada.email }
  const made = await app.call('POST', '/companies', body)
  expect(made.statusCode, made.body).toBe(201)
  expect(await nameOf()).not.toContain('Atelier Nord')
  await app.close()
})

/** The names of each object, by the name of its parent; the entries of a list count together. */
function namesIn(value: object, at = '', found: Record<string, string[]> = {}) {
  const names = new Set([...(found[at] ?? []), ...Object.keys(value)])
  found[at] = [...names].sort()
  for (const [name, entry] of Object.entries(value))
    for (const one of [entry].flat())
      if (one !== null && typeof one === 'object') namesIn(one, name, found)
  return found
}
