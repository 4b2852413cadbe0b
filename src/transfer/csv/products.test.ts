import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens, type Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'

describe.each(ENGINES)('products and entries as CSV (%s)', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine)
  })
  afterAll(() => app.close())

  const upload = (path: string, lines: readonly string[]) =>
    app.call('POST', path, Buffer.from(lines.join('\n')), { 'content-type': 'text/csv' })
  const read = async (path: string): Promise<Json> => (await app.call('GET', path)).json()

  test('rows become products; those with one item number are prices of one', async () => {
    const lines = [
      'name;item_number;unit;tax.category;tax.rate;price.currency;price.unit_price;price.min_quantity;archived',
      'Atlas;A-1;C62;S;19;EUR;50;;false',
      'Atlas;A-1;;;;EUR;45.50;10;',
      'Globe;G-1;;;;;;;true',
    ]
    const dry = await upload('/products/import?dry_run=true', lines)
    expect(dry.json()).toEqual({
      dry_run: true,
      ok: true,
      rows: 3,
      imported: 2,
      known: 0,
      faults: [],
    })
    expect((await read('/products')).data).toEqual([])
    expect((await upload('/products/import', lines)).json()).toMatchObject({ imported: 2 })
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
    const [head = '', ...others] = changed
    const again = await upload('/products/import', [
      head,
      ...others.map((line) => line.replace('50.00', '55.00')),
    ])
    expect(again.json(), again.body).toMatchObject({ ok: true, rows: 2, imported: 1 })
    const { data } = await read('/products?archived=false')
    expect(data).toHaveLength(1)
    expect(data[0].prices.map(({ unit_price }: Json) => unit_price)).toEqual(['55.00', '45.50'])
  })

  test('422: every fault with its line and column, and nothing is imported', async () => {
    const lines = ['name,item_number,price.unit_price', 'New,N-1,5', 'Wrong,N-2,-5', ',N-3,']
    const answer = await upload('/products/import', lines)
    expect(answer.statusCode).toBe(422)
    const pointers = answer.json().errors.map(({ pointer }: Json) => pointer)
    expect(pointers).toContain('/lines/2/price.currency')
    expect(pointers).toContain('/lines/4/name')
    const dry = (await upload('/products/import?dry_run=true', lines)).json()
    expect(dry).toMatchObject({ ok: false, imported: 0 })
    expect((await read('/products?q=New')).data).toEqual([])
  })

  test('columns of another program get their meaning by a mapping', async () => {
    const lines = ['Bezeichnung;Artikelnummer', 'Karte;K-1']
    const refused = await upload('/products/import', lines)
    expect(refused.json().errors[0].code).toBe('unknown_column')
    const columns = JSON.stringify({ Bezeichnung: 'name', Artikelnummer: 'item_number' })
    const path = `/products/import?columns=${encodeURIComponent(columns)}`
    expect((await upload(path, lines)).json()).toMatchObject({ imported: 1 })
    for (const wrong of ['x', '[]', '{"a":1}'])
      expect((await upload(`/products/import?columns=${wrong}`, lines)).statusCode).toBe(422)
  })

  test('422: no CSV; 415: another type', async () => {
    expect((await upload('/products/import', [''])).json().code).toBe('csv_unreadable')
    const latin = Buffer.from('name\nStra\xdfe\n', 'latin1')
    const headers = { 'content-type': 'text/csv' }
    const answer = await app.call('POST', '/products/import', latin, headers)
    expect(answer.json().code).toBe('csv_unreadable')
    for (const type of ['application/json', 'application/vnd.sqlite3', 'text/plain'])
      for (const path of ['/products/import', '/entries/import']) {
        const wrong = await app.call('POST', path, Buffer.from('{}'), { 'content-type': type })
        expect(wrong.json()).toMatchObject({ status: 415, code: 'unsupported_media_type' })
        expect(wrong.json().detail).toContain('text/csv')
      }
  })

  test('entries name their customer by id or by name', async () => {
    const { id } = await givens(app).customer({ name: 'Fernweh Books' })
    await givens(app).customer({ name: 'Twin' })
    await givens(app).customer({ name: 'Twin' })
    const head = 'customer,customer_id,date,description,quantity,unit_price'
    const ok = await upload('/entries/import', [
      head,
      'Fernweh Books,,2026-03-02,Design,2.5,80',
      `,${id},2026-03-03,Call,0.25,80`,
    ])
    expect(ok.json(), ok.body).toMatchObject({ imported: 2 })
    const { data } = await read(`/entries?customer_id=${id}&sort=date`)
    expect(data).toMatchObject([{ quantity: '2.5' }, { quantity: '0.25' }])
    const wrong = await upload('/entries/import', [
      head,
      'Nobody,,2026-03-02,Design,1,80',
      'Twin,,2026-03-02,Design,1,80',
    ])
    expect(wrong.json().errors.map(({ pointer, code }: Json) => [pointer, code])).toEqual([
      ['/lines/2/customer', 'unknown_customer'],
      ['/lines/3/customer', 'unknown_customer'],
    ])
    const { body } = await app.call('GET', `/entries/export?customer_id=${id}`)
    expect(body).toContain('Fernweh Books')
  })
})
