import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens, type Json } from '../../../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../../../test/harness.ts'

describe.each(ENGINES)('products and entries as CSV (%s)', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine)
  })
  afterAll(() => app.close())

  const upload = (query: string, lines: readonly string[]) =>
    app.call('POST', `/imports?${query}`, Buffer.from(lines.join('\n')), {
      'content-type': 'text/csv',
    })
  const read = async (path: string): Promise<Json> => (await app.call('GET', path)).json()
  const settled = async (id: string) => {
    await app.services.jobRunner.runDue()
    return read(`/imports/${id}`)
  }
  const check = async (query: string, lines: readonly string[]): Promise<Json> => {
    const answer = await upload(query, lines)
    expect(answer.statusCode, answer.body).toBe(201)
    return settled(answer.json().id)
  }
  const commit = async (id: string, body: object = {}): Promise<Json> => {
    const answer = await app.call('POST', `/imports/${id}/commit`, body)
    expect(answer.statusCode, answer.body).toBe(200)
    return settled(id)
  }
  const faultsOf = async (id: string) =>
    (await read(`/imports/${id}/records?status=faulty`)).data.flatMap(({ faults }: Json) =>
      faults.map(({ line, column, code }: Json) => `${line} ${column} ${code}`),
    )

  test('rows become products; those with one item number are prices of one', async () => {
    const { id, ...checked } = await check('kind=products', [
      'name;item_number;unit;tax.category;tax.rate;price.currency;price.unit_price;price.min_quantity;archived',
      'Atlas;A-1;C62;S;19;EUR;50;;false',
      'Atlas;A-1;;;;EUR;45.50;10;',
      'Globe;G-1;;;;;;;true',
    ])
    expect(checked).toMatchObject({ status: 'ready', rows: 2, valid: 2, known: 0 })
    expect((await read('/products')).data).toEqual([])
    expect(await commit(id)).toMatchObject({ status: 'done', imported: 2 })
    const { data } = await read('/products')
    expect(data).toMatchObject([
      {
        name: 'Atlas',
        unit: 'C62',
        tax: { category: 'S', rate: '19' },
        prices: [{ unit_price: '50.00' }, { unit_price: '45.50', min_quantity: '10' }],
      },
      { name: 'Globe', prices: [], archived: true },
    ])
  })

  test('an export can be changed and imported: the item number identifies the product', async () => {
    const { body } = await app.call('GET', '/products/export?archived=false')
    const [header = '', ...rows] = body.trim().split('\r\n')
    const kept = header.split(',').map((name) => !/^(id|created_at|updated_at)$/.test(name))
    const cells = (line: string) => line.split(',').filter((_, at) => kept[at])
    const changed = [header, ...rows].map((line) => cells(line).join(','))
    const dearer = changed.map((line) => line.replace('50.00', '55.00'))
    expect(await check('kind=products', dearer)).toMatchObject({ valid: 0, known: 1 })
    const { id, ...checked } = await check('kind=products&existing=update', dearer)
    expect(checked).toMatchObject({ rows: 1, valid: 1, known: 0 })
    const done = await commit(id)
    expect(done).toMatchObject({ status: 'done', imported: 0, updated: 1, done: 1, of: 1 })
    const { data } = await read('/products?archived=false')
    expect(data).toHaveLength(1)
    expect(data[0].prices.map(({ unit_price }: Json) => unit_price)).toEqual(['55.00', '45.50'])
    await app.call('POST', `/imports/${id}/undo`)
    expect(await settled(id)).toMatchObject({ status: 'undone', undone: 0, kept: 0 })
    expect((await read('/products?archived=false')).data).toHaveLength(1)
  })

  test('every fault with its line and column, and nothing is imported', async () => {
    const { id, ...checked } = await check('kind=products', [
      'name,item_number,price.unit_price',
      'New,N-1,5',
      'Wrong,N-2,-5',
      ',N-3,',
    ])
    expect(checked).toMatchObject({ faulty: 3, valid: 0 })
    const faults = await faultsOf(id)
    expect(faults).toContain('2 price.currency required')
    expect(faults).toContain('4 name required')
    expect((await read('/products?q=New')).data).toEqual([])
  })

  test('columns of another program get their meaning by a mapping', async () => {
    const lines = ['Bezeichnung;Artikelnummer', 'Karte;K-1']
    const refused = await upload('kind=products', lines)
    expect(refused.json().errors[0].code).toBe('unknown_column')
    const columns = JSON.stringify({ Bezeichnung: 'name', Artikelnummer: 'item_number' })
    const query = `kind=products&columns=${encodeURIComponent(columns)}`
    expect(await check(query, lines)).toMatchObject({ valid: 1 })
    for (const wrong of ['x', '[]', '{"a":1}'])
      expect((await upload(`kind=products&columns=${wrong}`, lines)).statusCode).toBe(422)
  })

  test('entries name their customer by id or by name', async () => {
    const { id } = await givens(app).customer({ name: 'Fernweh Books' })
    await givens(app).customer({ name: 'Twin' })
    await givens(app).customer({ name: 'Twin' })
    const head = 'customer,customer_id,date,description,quantity,unit_price'
    const good = await check('kind=entries', [
      head,
      'Fernweh Books,,2026-03-02,Design,2.5,80',
      `,${id},2026-03-03,Call,0.25,80`,
    ])
    expect(await commit(good.id)).toMatchObject({ imported: 2 })
    const { data } = await read(`/entries?customer_id=${id}&sort=date`)
    expect(data).toMatchObject([{ quantity: '2.5' }, { quantity: '0.25' }])
    const wrong = await check('kind=entries', [
      head,
      'Nobody,,2026-03-02,Design,1,80',
      'Twin,,2026-03-02,Design,1,80',
    ])
    expect(await faultsOf(wrong.id)).toEqual([
      '2 customer unknown_customer',
      '3 customer ambiguous_customer',
    ])
    const { body } = await app.call('GET', `/entries/export?customer_id=${id}`)
    expect(body).toContain('Fernweh Books')
  })
})
