import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { quoteBreaks } from '../../books/audit/inner/quote-checks.ts'
import { readQuotes } from '../../books/audit/inner/repository.ts'
import { withSnapshot } from '../../books/audit/snapshot.ts'
import { verifyDatabase } from '../../books/audit/verify.ts'
import { findCompanySecret } from '../../core/companies/secrets.ts'
import { markQuotesExpired } from './open.ts'

const DESIGN = {
  description: 'Cover design',
  quantity: '4',
  unit_price: '250.00',
  tax: { rate: '19' },
}
const EXTRA = {
  description: 'Second draft',
  unit_price: '300.00',
  tax: { rate: '7' },
  optional: true,
}
const MISSING = 'quo_019aa3c1-4a7e-7cc0-8000-000000000000'

/** The text of some JSON with one value changed, for every value at any depth. */
function tampered(whole: Json): readonly { readonly name: string; readonly text: string }[] {
  const found: { readonly name: string; readonly text: string }[] = []
  const walk = (holder: Json, path: string) => {
    for (const key of Object.keys(holder)) {
      const value = holder[key]
      if (value !== null && typeof value === 'object') walk(value, `${path}/${key}`)
      holder[key] = value === null ? 'x' : null
      found.push({ name: `${path}/${key}`, text: JSON.stringify(whole) })
      holder[key] = value
    }
  }
  walk(whole, '')
  return found
}

describe.each(ENGINES)('quotes (%s)', (engine) => {
  let app: TestApp
  let customer: string

  beforeAll(async () => {
    app = await startTestApp(engine)
    await call('PATCH', '/settings', { companyName: 'Nordlicht', timeZone: 'Europe/Berlin' })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    app.clock.set('2026-11-21T08:00:00Z')
    customer = (await call('POST', '/customers', { name: 'Fernweh Books' })).id
  })

  const call: TestApp['json'] = (...request) => app.json(...request)

  const refused: TestApp['refused'] = (...request) => app.refused(...request)

  const at = (id: string, rest = '') => `/quotes/${id}${rest}`
  const draft = (rest: object = {}): Promise<Json> =>
    call('POST', '/quotes', { customer_id: customer, items: [DESIGN, EXTRA], ...rest })
  const opened = async (rest: object = {}): Promise<Json> => {
    const { id } = await draft(rest)
    return call('POST', at(id, '/open'))
  }
  const accepted = async (rest: object = {}): Promise<Json> => {
    const { id } = await opened(rest)
    return call('POST', at(id, '/accept'), { name: 'Mia Brandt' })
  }

  describe('drafting', () => {
    test('201: has the defaults of an invoice, and totals without unselected items', async () => {
      const quote = await draft({ terms_text: 'Half in advance.' })
      expect(quote).toMatchObject({
        number: null,
        status: 'draft',
        expired: false,
        revision: 1,
        customer_name: 'Fernweh Books',
        issue_date: '2026-11-21',
        valid_until: '2026-12-21',
        terms_text: 'Half in advance.',
        on_accept: 'nothing',
        totals: { net: '1000.00', tax: '190.00', total: '1190.00' },
        items: [
          { description: 'Cover design', total: '1000.00', optional: false, selected: true },
          { description: 'Second draft', total: '300.00', optional: true, selected: false },
        ],
        share_url: null,
        invoicing: { state: 'none', net: '0.00', rest: '1000.00' },
      })
      expect(await call('GET', at(quote.id))).toEqual(quote)
    })

    test('200: changes the fields in the request, and keeps the ids of items', async () => {
      const { id, items } = await draft()
      const [design, extra] = items
      const changed = await call('PATCH', at(id), {
        items: [
          { ...DESIGN, id: design.id, quantity: '2' },
          { ...EXTRA, id: extra.id, selected: true },
        ],
        valid_until: null,
      })
      expect(changed.items.map((item: Json) => item.id)).toEqual([design.id, extra.id])
      expect(changed).toMatchObject({ valid_until: null, totals: { net: '800.00' }, version: 2 })
      expect((await call('PUT', at(id), { valid_until: null })).version).toBe(2)
    })

    test('422: names every fault, and unknown fields', async () => {
      const answer = await refused('POST', '/quotes', {
        customer_id: customer,
        items: [{ ...DESIGN, tax: { rate: '2000' } }],
        language: 'zz-zz-zz-zz-1',
      })
      expect(answer.errors.map(({ pointer }: Json) => pointer)).toContain('/items/0/tax/rate')
      expect(
        (
          await refused('POST', '/quotes', {
            customer_id: customer,
            items: [DESIGN],
            due_date: '2026-12-01',
          })
        ).errors[0].pointer,
      ).toBe('/due_date')
      const corrects = { customer_id: customer, items: [DESIGN], type: 'credit_note' }
      expect((await refused('POST', '/quotes', corrects)).errors).toMatchObject([
        { pointer: '/type', code: 'unknown_field' },
      ])
    })

    test('404 and 204', async () => {
      const { id } = await draft()
      await call('DELETE', at(id))
      expect((await refused('GET', at(id))).code).toBe('quote_not_found')
      expect((await refused('GET', at(MISSING))).code).toBe('quote_not_found')
      expect((await refused('GET', '/quotes/1')).code).toBe('quote_not_found')
    })

    test('200: an entry of the list has the amounts and names of its quote', async () => {
      const names = { external_ids: [{ system: 'shop', id: 'Q1' }], metadata: { crm: '4711' } }
      const quote = await draft(names)
      const { net, tax, total } = quote.totals
      const { data } = await call('GET', '/quotes?external_id=shop:Q1')
      expect(data).toMatchObject([{ id: quote.id, net, tax, total, ...names }])
    })

    test('412: another version', async () => {
      const { id } = await draft()
      const { etag } = (await app.call('GET', at(id))).headers
      await call('PATCH', at(id), { notes: 'n' })
      const stale = { 'if-match': String(etag) }
      const answer = await app.call('PATCH', at(id), { notes: 'other' }, stale)
      expect(answer.statusCode).toBe(412)
      expect((await app.call('DELETE', at(id), undefined, stale)).statusCode).toBe(412)
    })

    test('409: a customer with a quote is not deleted', async () => {
      await draft()
      expect((await refused('DELETE', `/customers/${customer}`)).code).toBe('customer_in_use')
    })
  })

  describe('opening', () => {
    test('200: assigns gapless numbers and a link, and locks the contents', async () => {
      const first = await opened()
      const second = await opened()
      expect(first.number).toMatch(/^Q-2026-\d{4}$/)
      expect(Number(second.number.slice(-4)) - Number(first.number.slice(-4))).toBe(1)
      expect(first).toMatchObject({ status: 'open', opened_at: '2026-11-21T08:00:00.000Z' })
      expect(first.document_hash).toMatch(/^[0-9a-f]{64}$/)
      expect(first.share_url).toContain(`/q/${first.share_token}`)
      await call('PATCH', `/customers/${customer}`, { name: 'Another name' })
      expect((await call('GET', at(first.id))).customer.name).toBe('Fernweh Books')
    })

    test('409: an open quote is locked but for its last day', async () => {
      const { id } = await opened()
      expect(await refused('PATCH', at(id), { notes: 'n' })).toMatchObject({
        code: 'quote_locked',
        fields: ['notes'],
      })
      expect((await refused('DELETE', at(id))).code).toBe('quote_locked')
      const extended = await call('PATCH', at(id), { valid_until: '2027-01-31' })
      expect(extended.valid_until).toBe('2027-01-31')
    })

    test('409: is not opened twice, and not after its last day', async () => {
      const { id } = await opened()
      expect((await refused('POST', at(id, '/open'))).code).toBe('invalid_transition')
      const late = await draft({ valid_until: '2026-11-20' })
      expect((await refused('POST', at(late.id, '/open'))).code).toBe('quote_expired')
      const dates = { issue_date: '2027-03-01', valid_until: '2027-02-28' }
      const never = await draft(dates)
      expect((await refused('POST', at(never.id, '/open'))).code).toBe('quote_expired')
      const oneDay = await draft({ ...dates, valid_until: '2027-03-01' })
      expect((await call('POST', at(oneDay.id, '/open'))).status).toBe('open')
    })

    test('403: needs the scope `issue`', async () => {
      const { id } = await draft()
      const key = await call('POST', '/api-keys', { name: 'drafts', scopes: ['read', 'write'] })
      const by = { authorization: `Bearer ${key.secret ?? key.key}` }
      expect((await app.call('POST', at(id, '/open'), undefined, by)).statusCode).toBe(403)
      expect((await app.call('PATCH', at(id), { notes: 'n' }, by)).statusCode).toBe(200)
    })

    test('200: the last day still counts', async () => {
      const { id } = await opened({ valid_until: '2026-11-25' })
      app.clock.set('2026-11-25T22:30:00Z')
      expect((await call('GET', at(id))).expired).toBe(false)
      app.clock.set('2026-11-25T23:30:00Z')
      expect((await call('GET', at(id))).expired).toBe(true)
      const { data } = await call('GET', `/quotes?status=expired&customer_id=${customer}`)
      expect(data.map((entry: Json) => entry.id)).toEqual([id])
    })
  })

  describe('answers of staff', () => {
    test('200: accepted with the items that were chosen, also after the last day', async () => {
      const { id, items } = await opened({ valid_until: '2026-11-22' })
      app.clock.set('2026-11-30T08:00:00Z')
      const quote = await call('POST', at(id, '/accept'), {
        name: 'Mia Brandt',
        note: 'By phone.',
        selected: [items[1].id],
      })
      expect(quote).toMatchObject({
        status: 'accepted',
        totals: { net: '1300.00', tax: '211.00' },
        acceptance: { by: 'staff', name: 'Mia Brandt', note: 'By phone.', selected: [items[1].id] },
      })
    })

    test('200: declined, opened again, accepted; the history keeps each answer', async () => {
      const { id } = await opened()
      await call('POST', at(id, '/decline'), { note: 'Too expensive.' })
      await call('POST', at(id, '/reopen'))
      const quote = await call('POST', at(id, '/accept'), {})
      expect(quote.answers.map(({ kind }: Json) => kind)).toEqual([
        'declined',
        'reopened',
        'accepted',
      ])
    })

    test('409: no other transition', async () => {
      const { id } = await draft()
      expect(await refused('POST', at(id, '/accept'), {})).toMatchObject({
        code: 'invalid_transition',
        allowed: ['open'],
        params: { reason: 'draft' },
      })
      expect((await refused('POST', at(id, '/reopen'))).code).toBe('invalid_transition')
      const { id: other } = await opened()
      await call('POST', at(other, '/withdraw'))
      expect((await refused('POST', at(other, '/accept'), {})).code).toBe('invalid_transition')
    })

    test('422: an unknown optional item', async () => {
      const { id, items } = await opened()
      const answer = await refused('POST', at(id, '/accept'), { selected: [items[0].id] })
      expect(answer.errors).toMatchObject([{ pointer: '/selected/0', code: 'unknown_item' }])
    })
  })

  describe('revisions', () => {
    test('200: the next revision gets number and link when it is opened', async () => {
      const first = await opened()
      const second = await call('POST', at(first.id, '/revise'))
      expect(second).toMatchObject({ revision: 2, status: 'draft', number: null })
      expect((await call('GET', at(first.id))).status).toBe('open')
      await call('PATCH', at(second.id), { items: [{ ...DESIGN, quantity: '3' }] })
      const after = await call('POST', at(second.id, '/open'))
      expect(after).toMatchObject({
        number: `${first.number}-2`,
        share_token: first.share_token,
        totals: { net: '750.00' },
      })
      expect((await call('GET', at(first.id))).status).toBe('superseded')
    })

    test('409: the answer to the one before wins', async () => {
      const first = await opened()
      const second = await call('POST', at(first.id, '/revise'))
      await call('POST', at(first.id, '/accept'), {})
      expect((await refused('POST', at(second.id, '/open'))).code).toBe('invalid_transition')
      expect((await refused('POST', at(first.id, '/revise'))).code).toBe('invalid_transition')
    })
  })

  describe('invoicing', () => {
    test('201: the rest, with the ids of the items and the number of the quote', async () => {
      const { id, number, items } = await accepted()
      const invoice = await call('POST', at(id, '/invoice'), {})
      expect(invoice).toMatchObject({
        status: 'draft',
        quote_id: id,
        references: { sales_order: number },
        items: [{ id: items[0].id, quantity: '4' }],
        totals: { total: '1190.00' },
      })
      expect((await call('GET', at(id))).invoicing).toMatchObject({
        state: 'full',
        net: '1000.00',
        rest: '0.00',
        items: [{ id: items[0].id, invoiced: '4', left: '0' }],
        invoices: [{ id: invoice.id, status: 'draft' }],
      })
      expect((await refused('POST', at(id, '/invoice'), {})).code).toBe('quote_overinvoiced')
      await call('DELETE', `/invoices/${invoice.id}`)
      expect((await call('GET', at(id))).invoicing.state).toBe('none')
      const { data } = await call('GET', `/invoices?quote_id=${id}`)
      expect(data).toEqual([])
    })

    test('201: parts by quantity and percent, then the rest, to the cent', async () => {
      const discounts = [{ amount: '10.00', tax: { rate: '19' } }]
      const { id, items, totals } = await accepted({
        discounts,
        items: [{ ...DESIGN, quantity: '3' }],
      })
      const [{ id: item }] = items
      const parts = [
        { mode: 'items', items: [{ id: item, quantity: '1' }] },
        { mode: 'items', items: [{ id: item, percent: '12.5' }] },
        {},
      ]
      const made: Json[] = []
      for (const body of parts) made.push(await call('POST', at(id, '/invoice'), body))
      expect(made.map((invoice) => invoice.items[0].quantity)).toEqual(['1', '0.375', '1.625'])
      expect(made.map((invoice) => invoice.discounts[0].amount)).toEqual(['3.33', '1.25', '5.42'])
      const net = made.reduce((sum, invoice) => sum + Number(invoice.totals.net), 0)
      expect(net.toFixed(2)).toBe(totals.net)
      await call('PATCH', `/invoices/${made[0]?.id}`, { status: 'sent' })
      await call('PATCH', `/invoices/${made[0]?.id}`, { status: 'void' })
      expect((await call('GET', at(id))).invoicing.items[0].left).toBe('1')
    })

    test('409: more than is left, unless it is asked for', async () => {
      const { id, items } = await accepted()
      const body = { mode: 'items', items: [{ id: items[0].id, quantity: '5' }] }
      expect((await refused('POST', at(id, '/invoice'), body)).code).toBe('quote_overinvoiced')
      const invoice = await call('POST', at(id, '/invoice'), { ...body, allow_more: true })
      expect(invoice.items[0].quantity).toBe('5')
    })

    test('409: not accepted, unless it is open and forced', async () => {
      const { id } = await opened()
      expect((await refused('POST', at(id, '/invoice'), {})).code).toBe('quote_not_accepted')
      await call('POST', at(id, '/invoice'), { force: true })
      await call('POST', at(id, '/accept'), {})
      expect((await refused('POST', at(id, '/reopen'))).code).toBe('quote_invoiced')
    })

    test('422: invalid parts', async () => {
      const { id, items } = await accepted()
      const [{ id: item }] = items
      const faultOf = async (part: object) =>
        (await refused('POST', at(id, '/invoice'), { mode: 'items', items: [part] })).errors[0]
      expect(await faultOf({ id: 'itm_1' })).toMatchObject({ pointer: '/items/0/id' })
      expect(await faultOf({ id: item, quantity: '1', percent: '1' })).toMatchObject({
        code: 'quantity_or_percent',
      })
      expect(await faultOf({ id: item, quantity: '-1' })).toMatchObject({ code: 'out_of_range' })
      expect(await faultOf({ id: item, percent: '0.000001' })).toMatchObject({
        code: 'too_precise',
      })
      expect((await refused('POST', at(id, '/invoice'), { mode: 'items' })).errors).toMatchObject([
        { pointer: '/items' },
      ])
    })

    test('200: accepting drafts an invoice if the quote says so', async () => {
      const { id } = await accepted({ on_accept: 'draft_invoice' })
      const { data } = await call('GET', `/invoices?quote_id=${id}`)
      expect(data).toHaveLength(1)
      const { data: revisions } = await call('GET', `/invoices/${data[0].id}/revisions`)
      expect(revisions[0].actor.name).toMatch(/^Quote Q-2026-/)
    })
  })

  test('200: reads a quote of an older version, which lacks newer columns', async () => {
    const { id } = await opened({ charges: [{ amount: '5', tax: { category: 'S', rate: '19' } }] })
    const before = await call('GET', `/quotes/${id}`)
    const ofQuote = () => app.tables.selectFrom('quotes').selectAll().where('id', '=', id)
    const { content } = await ofQuote().executeTakeFirstOrThrow()
    const set = (content: string) =>
      app.tables.updateTable('quotes').set({ content }).where('id', '=', id).execute()
    const older = JSON.stringify(JSON.parse(content), (_, value) => value ?? undefined)
    expect(older).not.toContain('null')
    await set(older)
    expect(await call('GET', `/quotes/${id}`)).toEqual(before)
    expect(await app.call('GET', `/quotes/${id}/html`)).toMatchObject({ statusCode: 200 })
    await set(content)
  })

  test('lists by words, status and customer, page by page', async () => {
    const first = await draft()
    const second = await opened({ items: [{ ...DESIGN, description: 'Letterpress' }] })
    const ids = async (query: string) =>
      (await call('GET', `/quotes?customer_id=${customer}${query}`)).data.map(({ id }: Json) => id)
    expect(await ids('&sort=created_at')).toEqual([first.id, second.id])
    expect(await ids('&q=letterpress')).toEqual([second.id])
    expect(await ids('&status=draft')).toEqual([first.id])
    const page = await call('GET', `/quotes?customer_id=${customer}&limit=1&include=total`)
    expect(page).toMatchObject({ total: 2, has_more: true })
    expect(await ids(`&limit=1&cursor=${page.next_cursor}`)).toEqual([first.id])
  })

  test.each([
    'created_at',
    'issue_date',
    'customer_name',
    'total',
  ])('sorts by %s, page by page', async (sort) => {
    const made = [
      await draft(),
      await draft({ items: [{ ...DESIGN, unit_price: '9.00' }], issue_date: '2026-01-05' }),
      await draft({ items: [{ ...DESIGN, unit_price: '80000.00' }] }),
    ]
    const all = await call('GET', `/quotes?customer_id=${customer}&sort=${sort}`)
    const paged: Json[] = []
    for (let cursor = ''; ; ) {
      const query = `customer_id=${customer}&sort=${sort}&limit=1${cursor}`
      const page = await call('GET', `/quotes?${query}`)
      paged.push(...page.data)
      if (page.next_cursor === null) break
      cursor = `&cursor=${page.next_cursor}`
    }
    expect(paged).toEqual(all.data)
    expect(paged).toHaveLength(made.length)
    if (sort === 'total')
      expect(paged.map(({ total }: Json) => Number(total))).toEqual([
        ...paged.map(({ total }: Json) => Number(total)).toSorted((a, b) => a - b),
      ])
  })

  test('422: a cursor of another kind', async () => {
    const page = await call('GET', `/quotes?sort=total&limit=1`)
    const [, rest] = [
      page.next_cursor,
      JSON.parse(Buffer.from(page.next_cursor, 'base64url').toString()),
    ]
    const forged = Buffer.from(JSON.stringify({ ...rest, value: 'much' })).toString('base64url')
    const answer = await app.call('GET', `/quotes?sort=total&cursor=${forged}`)
    expect(answer.statusCode).toBe(422)
  })

  test('201: a duplicate is a new quote with the same contents, dated today', async () => {
    const source = await accepted({ terms_text: 'Half in advance.', issue_date: '2026-11-01' })
    const copy = await call('POST', at(source.id, '/duplicate'))
    expect(copy).toMatchObject({
      status: 'draft',
      revision: 1,
      number: null,
      revisions: [{ id: copy.id, revision: 1 }],
      issue_date: '2026-11-21',
      valid_until: '2026-12-21',
      terms_text: 'Half in advance.',
      answers: [],
      totals: source.totals,
      items: [{ optional: false }, { optional: true, selected: false }],
      share_url: null,
    })
    const ids = ({ items }: Json) => items.map(({ id }: Json) => id)
    expect(ids(copy).filter((id: string) => ids(source).includes(id))).toEqual([])
    const { status } = await call('POST', at(copy.id, '/open'))
    expect(status).toBe('open')
    expect((await app.call('POST', at(MISSING, '/duplicate'))).statusCode).toBe(404)
  })

  test('records that a quote expired once, and again after its last day was changed', async () => {
    const { id } = await opened({ valid_until: '2026-11-22' })
    const mark = () => markQuotesExpired(app.work())
    const expired = async () => {
      const { data } = await call('GET', '/events?type=quote.expired&limit=100')
      return data.filter(({ resource }: Json) => resource.id === id).length
    }
    app.clock.set('2026-11-22T20:00:00Z')
    await mark()
    expect(await expired()).toBe(0)
    app.clock.set('2026-11-23T08:00:00Z')
    await Promise.all([mark(), mark(), mark()])
    expect(await expired()).toBe(1)
    await call('PATCH', at(id), { valid_until: '2026-11-24' })
    await mark()
    expect(await expired()).toBe(1)
    app.clock.set('2026-11-25T08:00:00Z')
    await mark()
    await mark()
    expect(await expired()).toBe(2)
  })

  test('writes events without names, words or tokens', async () => {
    const { id } = await accepted()
    const { data } = await call('GET', '/events?type=quote.*&limit=100')
    const own = data.filter(({ resource }: Json) => resource.id === id)
    expect(own.map(({ type }: Json) => type).toSorted()).toEqual([
      'quote.accepted',
      'quote.created',
      'quote.opened',
    ])
    expect(JSON.stringify(own)).not.toMatch(/Mia|Fernweh|Cover/)
  })

  describe('verify', () => {
    const report = async () => {
      const { database } = app.config
      return withSnapshot(database, (scope) => verifyDatabase(scope, () => {}))
    }

    test('finds no fault in data of the service', async () => {
      await accepted()
      const deleted = await draft()
      await call('DELETE', at(deleted.id))
      expect(await report()).toMatchObject({ ok: true, breaks: [], gaps: [] })
    })

    test('finds a change of each stored field, also inside its JSON', async () => {
      const { id, share_token: token, document_hash } = await opened({ deposit_percent: '30' })
      const link = `/public/quotes/${token}`
      await app.call('GET', `${link}/pdf`)
      const said = { name: 'Mia Brandt', email: 'mia@example.org', note: 'Yes', consent: true }
      await call('POST', `${link}/accept`, { revision: 1, document_hash, ...said })
      const other = (await call('POST', '/customers', { name: 'Other' })).id
      const ofQuote = () => app.tables.selectFrom('quotes').selectAll().where('id', '=', id)
      const row: Json = await ofQuote().executeTakeFirstOrThrow()
      expect(JSON.parse(row.answers)[0]).toMatchObject({
        address: '127.0.0.1',
        ...said,
        consent: /./,
      })
      const scope = app.work()
      const secret = (await findCompanySecret(scope, 'share_tokens')) ?? ''
      const installed = { secret, company: scope.companyId }
      // The part of verify that looks at quotes, for each field; the whole of it once.
      const faultsOf = async () => {
        for await (const batch of readQuotes(scope))
          for (const audited of batch)
            if (audited.quote.id === id) return quoteBreaks(audited, installed)
        return []
      }
      const expectFound = async (column: string, value: unknown, name = column) => {
        const set = (to: unknown) =>
          sql`update quotes set ${sql.ref(column)} = ${to} where id = ${id}`.execute(app.tables)
        await set(value)
        expect(await faultsOf(), name).toContainEqual(
          expect.objectContaining({ kind: 'quote_state', invoiceId: id }),
        )
        await set(row[column])
      }
      expect(await faultsOf()).toEqual([])
      const { company_id: _, id: __, customer_id: ___, ...fields } = row
      for (const [column, value] of Object.entries(fields))
        await expectFound(column, typeof value === 'bigint' ? value + 1n : `${value ?? ''}x`)
      await expectFound('customer_id', other)
      let places = 0
      for (const column of ['answers', 'content', 'optional_items'])
        for (const { name, text } of tampered(JSON.parse(row[column]))) {
          await expectFound(column, text, `${column}${name}`)
          places += 1
        }
      expect(places).toBeGreaterThan(100)
      await app.tables.updateTable('quotes').set({ answers: '[]' }).where('id', '=', id).execute()
      expect((await report()).breaks).toMatchObject([{ kind: 'quote_state', invoiceId: id }])
      await app.tables
        .updateTable('quotes')
        .set({ answers: row.answers })
        .where('id', '=', id)
        .execute()
      expect(await report()).toMatchObject({ ok: true, breaks: [] })
    })

    test('finds a quote that is gone', async () => {
      const { id, number } = await accepted()
      const rows = await app.tables.selectFrom('quotes').selectAll().where('id', '=', id).execute()
      await app.tables.deleteFrom('quotes').where('id', '=', id).execute()
      const { breaks, ok } = await report()
      expect(ok).toBe(false)
      expect(breaks).toMatchObject([{ kind: 'invoice_missing', number }])
      await app.tables.insertInto('quotes').values(rows).execute()
    })
  })

  test('64 answers at once and two revisions that open: one of them decides', async () => {
    const first = await opened()
    const second = await call('POST', at(first.id, '/revise'))
    const answers = await Promise.all([
      ...Array.from({ length: 64 }, () => app.call('POST', at(first.id, '/accept'), {})),
      app.call('POST', at(second.id, '/open')),
      app.call('POST', at(second.id, '/open')),
    ])
    const opens = answers.slice(64).filter(({ statusCode }) => statusCode === 200).length
    const accepts = answers.slice(0, 64).filter(({ statusCode }) => statusCode === 200).length
    expect(opens + accepts).toBe(1)
    expect(answers.every(({ statusCode }) => statusCode === 200 || statusCode === 409)).toBe(true)
  })
})
