import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ENGINES } from '../../../test/databases.ts'
import { type CustomersFixture, startCustomers } from './routes.testing.ts'

describe.each(ENGINES)('lists of customers (%s)', (engine) => {
  let ctx: CustomersFixture
  beforeAll(async () => {
    ctx = await startCustomers(engine)
  })
  afterAll(() => ctx.server.close())
  beforeEach(() => ctx.clear())

  const list = async (query: string) => {
    const { json } = await ctx.server.send({ method: 'GET', path: `/customers${query}` })
    return (json.data as { name: string }[]).map(({ name }) => name)
  }

  test('200: pages by name contain each customer once, also with equal names', async () => {
    for (const name of ['Cy', 'Al', 'Bo', 'Bo', 'Bo', 'Di']) await ctx.given({ name })
    for (const [sort, expected] of [
      ['name', ['Al', 'Bo', 'Bo', 'Bo', 'Cy', 'Di']],
      ['-name', ['Di', 'Cy', 'Bo', 'Bo', 'Bo', 'Al']],
      ['created_at', ['Cy', 'Al', 'Bo', 'Bo', 'Bo', 'Di']],
      ['-created_at', ['Di', 'Bo', 'Bo', 'Bo', 'Al', 'Cy']],
    ] as const) {
      const seen: { id: string; name: string }[] = []
      let cursor: string | null = null
      do {
        const next: string = cursor === null ? '' : `&cursor=${cursor}`
        const { json } = await ctx.server.send({
          method: 'GET',
          path: `/customers?limit=2&sort=${sort}${next}`,
        })
        seen.push(...(json.data as typeof seen))
        cursor = json.next_cursor as string | null
        expect(json.has_more).toBe(cursor !== null)
      } while (cursor !== null)
      expect(seen.map(({ name }) => name)).toEqual(expected)
      expect(new Set(seen.map(({ id }) => id)).size).toBe(6)
    }
  })

  test('200: search finds the beginnings of words in any case; signs separate words', async () => {
    await ctx.given({ name: 'Ägäis Tours', address: { city: 'Athens', country_code: 'GR' } })
    await ctx.given({ name: '100% Juice', email: 'juice_bar@example.com' })
    await ctx.given({ name: 'Plain', contact_name: 'Zoë', tax_id: 'ATU123' })
    expect(await list('?q=%C3%84G%C3%84IS')).toEqual(['Ägäis Tours'])
    expect(await list('?q=tours%20ATHENS')).toEqual(['Ägäis Tours'])
    expect(await list('?q=100%25')).toEqual(['100% Juice'])
    expect(await list('?q=juice_bar@exa')).toEqual(['100% Juice'])
    expect(await list('?q=ours')).toEqual([])
    expect(await list('?q=%25')).toEqual([])
    expect(await list('?q=!')).toEqual([])
    expect(await list('?q=atu1')).toEqual(['Plain'])
    expect(await list('?q=zo%C3%AB')).toEqual(['Plain'])
    expect(await list('?q=')).toHaveLength(3)
  })

  test('200: filters by country and archived, and counts matches', async () => {
    await ctx.given({ name: 'A', address: { country_code: 'DE' } })
    await ctx.given({ name: 'B', address: { country_code: 'FR' }, archived: true })
    await ctx.given({ name: 'C', address: { country_code: 'FR' } })
    expect(await list('?country=fr')).toEqual(['B', 'C'])
    expect(await list('?country=FR&archived=false')).toEqual(['C'])
    expect(await list('?archived=true')).toEqual(['B'])
    const { json } = await ctx.server.send({
      method: 'GET',
      path: '/customers?include=total&limit=1&country=FR',
    })
    expect(json).toMatchObject({ total: 2, has_more: true })
  })

  test.each([
    ['?limit=0', '?limit'],
    ['?limit=101', '?limit'],
    ['?limit=x', '?limit'],
    ['?sort=email', '?sort'],
    ['?page=2', '?page'],
    ['?archived=maybe', '?archived'],
    ['?country=DEU', '?country'],
    ['?q=%00', '?q'],
    ['?q=a&q=b', '?q'],
    ['?cursor=nonsense', '?cursor'],
    ['?cursor=WyJuYW1lIiwxLDJd', '?cursor'],
  ])('422: %s', async (query, pointer) => {
    const response = await ctx.server.send({ method: 'GET', path: `/customers${query}` })
    expect(response.status).toBe(422)
    expect(response.json.errors).toMatchObject([{ pointer }])
  })
})
