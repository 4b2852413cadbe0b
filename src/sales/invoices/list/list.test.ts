import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, type Json } from '../../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../../test/harness.ts'

const ROWS = 62

/** The date of a draft is that of the day on which it is looked at. */
const isIssued = ({ status }: Json): boolean => status !== 'draft'

describe.each(ENGINES)('the list of invoices (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  let all: readonly Json[]

  const list = async (query: string): Promise<Json> => {
    const response = await app.call('GET', `/invoices?${query}`)
    expect(response.statusCode, response.body).toBe(200)
    return response.json()
  }
  const idsOf = async (query: string): Promise<readonly string[]> =>
    (await list(`limit=100&${query}`)).data.map(({ id }: Json) => id).sort()
  const idsWhere = (keep: (invoice: Json) => boolean): readonly string[] =>
    all
      .filter(keep)
      .map(({ id }) => id)
      .sort()

  /** Many alike in every sort, some without due date, number or total: ties and nulls. */
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
    const customers = [
      await given.customer({ name: 'Ada 100% Ltd' }),
      await given.customer({ name: 'Grace_Hopper \\ Sons' }),
    ]
    for (let i = 0; i < ROWS; i++) {
      app.clock.set(`2026-11-21T09:3${i % 7}:00.000Z`)
      await given.invoice({
        customer_id: customers[i % 2].id,
        status: ['draft', 'sent', 'paid', 'sent'][i % 4],
        issue_date: `2026-0${1 + (i % 3)}-15`,
        due_date: i % 5 === 0 ? null : `2026-1${i % 3}-01`,
        currency: ['EUR', 'USD', 'JPY'][i % 3],
        items: [{ description: `Part p${i}x Ärmel`, unit_price: i % 10 }],
      })
    }
    const [first, second] = (await list('status=sent&limit=2')).data
    await given.put(first.id, { status: 'void' })
    await given.put(second.id, { status: 'uncollectible' })
    for (const { id } of (await list('status=draft&limit=3')).data) await given.publish(id)
    const pages = [await list('limit=100&sort=created_at')]
    all = pages.flatMap(({ data }) => data)
    expect(all).toHaveLength(ROWS)
  })
  afterAll(() => app.close())

  test('200: each entry names its customer and issue date, and no more than the list needs', async () => {
    const { data, has_more, next_cursor } = await list('limit=1&status=paid')
    expect(data[0]).toMatchObject({
      id: expect.stringMatching(/^inv_/),
      type: 'invoice',
      number: expect.stringMatching(/^INV-2026-/),
      status: 'paid',
      overdue: false,
      customer_id: expect.stringMatching(/^cus_/),
      customer_name: 'Ada 100% Ltd',
      issue_date: expect.stringMatching(/^2026-/),
      currency: expect.stringMatching(/^[A-Z]{3}$/),
      total: expect.any(String),
      due: expect.stringMatching(/^0(\.00)?$/),
      published: false,
    })
    expect(data[0]).toHaveProperty('due_date')
    expect(data[0]).not.toHaveProperty('items')
    expect(data[0]).not.toHaveProperty('share_token')
    expect({ has_more, cursor: typeof next_cursor }).toEqual({ has_more: true, cursor: 'string' })
  })

  test('200: 25 a page by default, newest issue date first', async () => {
    const { data, total } = await list('')
    expect(data).toHaveLength(25)
    expect(total).toBeUndefined()
    expect(data[0].issue_date).toBe('2026-03-15')
  })

  test('200: include=total counts all matches on every page', async () => {
    expect((await list('include=total&limit=1')).total).toBe(ROWS)
    const drafts = await list('include=total&limit=1&status=draft')
    expect(drafts.total).toBe(idsWhere(({ status }) => status === 'draft').length)
    expect((await list('include=total&q=nothing+like+it')).total).toBe(0)
  })

  describe.each(['issue_date', 'due_date', 'created_at', 'number', 'total'])('sort=%s', (sort) => {
    test.each(['', '-'])('200: "%s" pages through all rows once, in order', async (sign) => {
      const seen: Json[] = []
      let cursor = ''
      do {
        const query = `sort=${sign}${sort}&limit=7${cursor && `&cursor=${cursor}`}`
        const { data, next_cursor, has_more } = await list(query)
        expect(has_more).toBe(next_cursor !== null)
        seen.push(...data)
        cursor = next_cursor ?? ''
      } while (cursor !== '')
      expect(seen.map(({ id }) => id).sort()).toEqual(idsWhere(() => true))
      expect(seen.map(({ id }) => id)).toEqual(
        (await list(`sort=${sign}${sort}&limit=100`)).data.map(({ id }: Json) => id),
      )
      if (sort === 'created_at') return
      const keys = seen.map((entry) => entry[sort] ?? '')
      const inOrder = sort === 'total' ? keys.map(toMinor(seen)) : keys
      const ascending = inOrder.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
      expect(inOrder).toEqual(sign === '-' ? ascending.reverse() : ascending)
    })
  })

  test.each(['due', '-due'])('200: sort=%s pages through what is owed, in order', async (sort) => {
    const isPayable = (it: Json) => it.status === 'sent' && it.currency === 'EUR' && it.due > 5
    await given.payment(idsWhere(isPayable)[0] ?? '', { amount: '0.50' })
    const seen: Json[] = []
    let cursor = ''
    do {
      const query = `has_due=true&sort=${sort}&limit=7${cursor && `&cursor=${cursor}`}`
      const { data, next_cursor } = await list(query)
      seen.push(...data)
      cursor = next_cursor ?? ''
    } while (cursor !== '')
    expect(seen.length).toBeGreaterThan(14)
    expect(seen.map(({ id }) => id).sort()).toEqual(await idsOf('has_due=true'))
    const keys = seen.map(({ due, currency }) => Math.round(due * (currency === 'JPY' ? 1 : 100)))
    const ascending = keys.toSorted((a, b) => a - b)
    expect(keys).toEqual(sort === 'due' ? ascending : ascending.reverse())
  })

  test.each([
    'sort=due',
    'sort=-due&has_due=false&overdue=true',
  ])('422: %s: the order of the amount due is that of open invoices only', async (query) => {
    for (const path of ['/invoices', '/invoices/export']) {
      const response = await app.call('GET', `${path}?${query}`)
      expect(response.statusCode).toBe(422)
      expect(response.json().errors).toMatchObject([{ pointer: '?sort', code: 'not_allowed' }])
    }
  })

  test('422: a cursor of another order, or with no amount', async () => {
    const { next_cursor } = await list('limit=1')
    const odd = Buffer.from(JSON.stringify(['due', 'many', 'inv_1'])).toString('base64url')
    for (const cursor of [next_cursor, odd]) {
      const response = await app.call('GET', `/invoices?has_due=true&sort=due&cursor=${cursor}`)
      expect(response.statusCode).toBe(422)
      expect(response.json()).toMatchObject({ code: 'invalid_cursor' })
    }
  })

  test('200: a row added between two pages is neither repeated nor skipped', async () => {
    const first = await list('sort=-issue_date&limit=10')
    const added = await given.invoice({ issue_date: '2026-12-31' })
    const second = await list(`sort=-issue_date&limit=100&cursor=${first.next_cursor}`)
    await app.call('DELETE', `/invoices/${added.id}`)
    const ids = [...first.data, ...second.data].map(({ id }: Json) => id)
    expect(ids.sort()).toEqual(idsWhere(() => true))
  })

  test.each([
    ['status=draft', (it: Json) => it.status === 'draft'],
    ['status=void', (it: Json) => it.status === 'void'],
    ['status=uncollectible', (it: Json) => it.status === 'uncollectible'],
    ['overdue=true', (it: Json) => it.overdue],
    ['overdue=false', (it: Json) => !it.overdue],
    ['has_due=true', (it: Json) => it.status === 'sent' && Number(it.due) > 0],
    ['has_due=false', (it: Json) => it.status !== 'sent' || Number(it.due) <= 0],
    ['has_due=true&overdue=false', (it: Json) => it.status === 'sent' && it.due > 0 && !it.overdue],
    ['issued_from=2026-02-15', (it: Json) => isIssued(it) && it.issue_date >= '2026-02-15'],
    ['issued_to=2026-02-15', (it: Json) => isIssued(it) && it.issue_date <= '2026-02-15'],
    ['due_from=2026-11-01', (it: Json) => it.due_date !== null && it.due_date >= '2026-11-01'],
    ['due_to=2026-11-01', (it: Json) => it.due_date !== null && it.due_date <= '2026-11-01'],
    ['currency=JPY', (it: Json) => it.currency === 'JPY'],
    ['published=true', (it: Json) => it.published],
    ['published=false', (it: Json) => !it.published],
    [
      'status=sent&currency=EUR&issued_to=2026-01-31&overdue=true',
      (it: Json) =>
        it.status === 'sent' && it.currency === 'EUR' && it.issue_date < '2026-02' && it.overdue,
    ],
  ])('200: ?%s', async (query, keep) => {
    const expected = idsWhere(keep)
    expect(expected.length).toBeGreaterThan(0)
    expect(await idsOf(query)).toEqual(expected)
  })

  test('200: customer_id; one that is not there has no invoices', async () => {
    const { customer_id: id } = all[0]
    expect(await idsOf(`customer_id=${id}`)).toEqual(idsWhere((it) => it.customer_id === id))
    expect(await idsOf('customer_id=cus_none')).toEqual([])
  })

  describe('?q=', () => {
    const find = (q: string) => idsOf(`q=${encodeURIComponent(q)}`)

    test('200: finds by number, customer name and item text, in any case', async () => {
      const { id, number } = all.find((it) => it.number !== null)
      expect(await find(number.toLowerCase())).toEqual([id])
      expect(await find('ADA')).toEqual(idsWhere((it) => it.customer_name.startsWith('Ada')))
      expect(await find('PART P17X')).toHaveLength(1)
      expect(await find('part ärmel')).toHaveLength(ROWS)
      expect(await find('ÄRMEL grace')).toEqual(idsWhere((it) => it.customer_name[0] === 'G'))
    })

    test.each([
      ['100%', 'Ada 100% Ltd'],
      ['hopper_GRACE', 'Grace_Hopper \\ Sons'],
      ['grace\\son', 'Grace_Hopper \\ Sons'],
      ['  ltd.. ', 'Ada 100% Ltd'],
    ])('200: %s are words, with any separators', async (q, name) => {
      expect(await find(q)).toEqual(idsWhere((it) => it.customer_name === name))
    })

    test('200: the beginning of a word finds it, another part does not', async () => {
      const { id, number } = all.find((it) => it.number !== null)
      expect(await find(number.split('-').at(-1))).toEqual([id])
      expect(await find('hop')).toEqual(idsWhere((it) => it.customer_name[0] === 'G'))
      expect(await find('opper')).toEqual([])
    })

    test('200: an unknown word finds nothing, blanks find all', async () => {
      for (const q of ["' OR 1=1 --", '100_x', '%', '_', '%%', 'Ada Hopper', '\\\\', '"', '* &'])
        expect(await find(q), q).toEqual([])
      expect(await find('  ')).toHaveLength(ROWS)
    })

    test('200: decomposed letters find the composed ones', async () => {
      expect(await find('A\u0308rmel')).toHaveLength(ROWS)
    })

    test('200: a draft is found by the name its customer has now', async () => {
      const customer = await given.customer({ name: 'Maiden Name' })
      const { id } = await given.invoice({ customer_id: customer.id })
      await app.call('PUT', `/customers/${customer.id}`, { name: 'Married Name' })
      const found = await find('married')
      await app.call('DELETE', `/invoices/${id}`)
      expect(found).toEqual([id])
    })
  })

  test.each([
    ['limit=0', '?limit'],
    ['limit=101', '?limit'],
    ['limit=many', '?limit'],
    ['limit=1&limit=2', '?limit'],
    ['status=open', '?status'],
    ['sort=customer', '?sort'],
    ['issued_from=2026-02-30', '?issued_from'],
    ['currency=euro', '?currency'],
    ['overdue=perhaps', '?overdue'],
    ['page=2', '?page'],
    ['include=items', '?include'],
    ['cursor=rubbish', '?cursor'],
  ])('422: ?%s', async (query, pointer) => {
    const response = await app.call('GET', `/invoices?${query}`)
    expect(response.statusCode).toBe(422)
    expect(response.json().errors[0].pointer).toBe(pointer)
  })

  test.each([
    ['-issue_date', '-issue_date', 'a\u0000', 'inv_1'],
    ['-issue_date', 'number', '2026-11-21', 'inv_1'],
    ['total', 'total', 'much', 'inv_1'],
    ['total', 'total', '9'.repeat(30), 'inv_1'],
    ['total', 'total', null, 'inv_1'],
    ['total', 'total', '1', 7],
  ])('422: a cursor that is not ours (sort %s, %j)', async (sort, ...parts) => {
    const cursor = Buffer.from(JSON.stringify(parts)).toString('base64url')
    const response = await app.call('GET', `/invoices?sort=${sort}&cursor=${cursor}`)
    expect(response.statusCode).toBe(422)
    expect(response.json().code).toBe('invalid_cursor')
  })
})

/** Totals are compared in the database as minor units, whatever the currency. */
const toMinor = (entries: readonly Json[]) => (total: string, index: number) =>
  Number(total) * (entries[index].currency === 'JPY' ? 1 : 100)
