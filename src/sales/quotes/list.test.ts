import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens, ITEM, type Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'

/** More than the list sorts, and more than it checks in its order. */
const ROWS = 7000
/** The newest ones. */
const DECLINED = 1600
const PER_INSERT = 200
const SORTS = ['created_at', 'customer_name'] as const
const PAPERS = ['vellum', 'kraft']
const idOf = (n: number) => `quo_019aa3c1-4a7e-7cc0-8000-${String(n).padStart(12, '0')}`

interface Expected {
  readonly id: string
  readonly status: string
  readonly words: readonly string[]
  readonly keys: Readonly<Record<(typeof SORTS)[number], string>>
}

const padded = (n: number) => String(n).padStart(6, '0')

/** Every 700th has a rare word and every 900th a rare status; half have one frequent word, half another. */
function expectedOf(n: number): Expected {
  const rest = n >= ROWS - DECLINED ? 'declined' : 'accepted'
  return {
    id: idOf(n),
    status: n % 900 === 7 ? 'withdrawn' : rest,
    words: [PAPERS[n % 2] ?? '', ...(n % 700 === 3 ? ['zinc'] : []), ...(n === 9 ? PAPERS : [])],
    keys: {
      created_at: padded(n),
      customer_name: `Customer ${padded((n * 31) % 777)}`,
    },
  }
}

const ALL = Array.from({ length: ROWS }, (_, n) => expectedOf(n))

describe.each(ENGINES)('the list of many quotes (%s)', (engine) => {
  let app: TestApp

  beforeAll(async () => {
    app = await startTestApp(engine)
    const customer = await givens(app).customer({ name: 'Fernweh' })
    const body = { customer_id: customer.id, items: [ITEM] }
    const { id } = (await app.call('POST', '/quotes', body)).json()
    const own = app.tables.selectFrom('quotes').selectAll().where('id', '=', id)
    const row = await own.executeTakeFirstOrThrow()
    await app.call('DELETE', `/quotes/${id}`)
    for (let start = 0; start < ROWS; start += PER_INSERT) {
      const part = ALL.slice(start, start + PER_INSERT)
      const rows = part.map(({ id, status, keys }) => ({
        ...row,
        ...{ id, root_id: id, status },
        customer_name: keys.customer_name,
        created_at: `2026-01-01T00:00:00.${keys.created_at}Z`,
      }))
      await app.tables.insertInto('quotes').values(rows).execute()
      const words = part.flatMap(({ id, words }) =>
        [...new Set(words)].map((word) => ({
          company_id: row.company_id,
          quote_id: id,
          word: Buffer.from(word),
        })),
      )
      await app.tables.insertInto('quote_words').values(words).execute()
    }
    await sql`analyze`.execute(app.db)
  })
  afterAll(() => app.close())

  const page = async (query: string): Promise<Json> => {
    const response = await app.call('GET', `/quotes?${query}`)
    expect(response.statusCode, response.body).toBe(200)
    return response.json()
  }

  /** The first two pages are right in every order, and the count. */
  const expectFound = async (query: string, isMatch: (it: Expected) => boolean) => {
    const matches = ALL.filter(isMatch)
    for (const sort of SORTS)
      for (const sign of ['', '-']) {
        const sorted = matches
          .toSorted((a, b) => (a.keys[sort] + a.id < b.keys[sort] + b.id ? -1 : 1))
          .map(({ id }) => id)
        if (sign === '-') sorted.reverse()
        const first = await page(`${query}&sort=${sign}${sort}&limit=3`)
        const next = `&cursor=${first.next_cursor}`
        const second = first.has_more
          ? (await page(`${query}&sort=${sign}${sort}&limit=3${next}`)).data
          : []
        const found = [...first.data, ...second].map(({ id }: Json) => id)
        expect(found, `${query} by ${sign}${sort}`).toEqual(sorted.slice(0, 6))
      }
    expect((await page(`${query}&include=total&limit=1`)).total).toBe(matches.length)
  }

  const has = (start: string) => (it: Expected) => it.words.some((word) => word.startsWith(start))

  test('200: by words, frequent and rare ones, and ones that few share', async () => {
    await expectFound('q=kraft', has('kraft'))
    await expectFound('q=zin', has('zinc'))
    await expectFound('q=zinc+VELLUM', (it) => has('zinc')(it) && has('vellum')(it))
    await expectFound('q=vellum+kraft', ({ id }) => id === idOf(9))
    await expectFound('q=ellum', () => false)
    await expectFound('q=%25', () => false)
  })

  test('200: by a rare status, one of many, several, and together with a word', async () => {
    const is = (status: string) => (it: Expected) => it.status === status
    await expectFound('status=withdrawn', is('withdrawn'))
    await expectFound('status=accepted', is('accepted'))
    await expectFound('status=withdrawn,declined', (it) => it.status !== 'accepted')
    await expectFound('status=open', () => false)
    await expectFound('status=declined&q=zinc', (it) => is('declined')(it) && has('zinc')(it))
  })
})

describe.each(ENGINES)('the words of a quote (%s)', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine)
  })
  afterAll(() => app.close())

  test('200: it is found by its customer, reference, items and number, as they are now', async () => {
    const given = givens(app)
    const { id: customer_id } = await given.customer({ name: 'Fernweh & Söhne' })
    const body = { customer_id, reference: 'PO-17', items: [{ ...ITEM, description: 'Leinen' }] }
    const quote = (await app.call('POST', '/quotes', body)).json()
    const found = async (q: string) =>
      (await app.call('GET', `/quotes?q=${encodeURIComponent(q)}`)).json().data.length
    for (const q of ['fern', 'SÖHNE', 'po 17', 'leinen fernweh']) expect(await found(q), q).toBe(1)
    await app.call('PATCH', `/quotes/${quote.id}`, { items: [{ ...ITEM, description: 'Kraft' }] })
    expect([await found('leinen'), await found('kraft')]).toEqual([0, 1])
    const opened = (await app.call('POST', `/quotes/${quote.id}/open`, {})).json()
    expect([await found(opened.number), await found('kraft')]).toEqual([1, 1])
    const draft = (await app.call('POST', '/quotes', { ...body, reference: 'gone' })).json()
    await app.call('DELETE', `/quotes/${draft.id}`)
    expect(await found('gone')).toBe(0)
  })
})
