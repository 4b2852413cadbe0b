import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens, type Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { transaction } from '../../core/record/transaction.ts'
import { fromCell, toCell, toCsv } from '../../core/render/cells.ts'
import { createCustomer } from '../../sales/customers/change.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+49 30 1234', "'+49 30 1234"],
  ['-A1', "'-A1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', "'\r=1"],
  ['＝1+1', "'＝1+1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['Fernweh;=1+1', "Fernweh;'=1+1"],
  ['=1;-1', "'=1;'-1"],
  ["'=1", "''=1"],
  ['-12.50', '-12.50'],
  ['Fernweh', 'Fernweh'],
  ["'s-Hertogenbosch", "'s-Hertogenbosch"],
])('the cell %j is written as %j and read back', (text, cell) => {
  expect(toCell(text)).toBe(cell)
  expect(fromCell(cell)).toBe(text)
})

test('cells are quoted according to RFC 4180', () => {
  expect(toCsv([['a,b', 'say "x"', 'two\nlines', null, true, 7]])).toBe(
    '"a,b","say ""x""","two\nlines",,true,7\r\n',
  )
})

describe.each(ENGINES)('exports (%s)', (engine) => {
  let app: TestApp

  beforeAll(async () => {
    app = await startTestApp(engine)
    const giving = givens(app)
    const { id } = await giving.customer({ name: '=cmd()', address: { city: 'Ulm, Donau' } })
    await giving.customer({ name: 'Zweite', archived: true })
    for (const day of ['01', '02', '03'])
      await giving.invoice({ customer_id: id, issue_date: `2026-06-${day}`, status: 'sent' })
  })

  afterAll(() => app.close())

  const get = async (path: string, headers?: Record<string, string>) => {
    const response = await app.call('GET', path, undefined, headers)
    return {
      ...response,
      lines: response.body.trimEnd().split(/\r?\n/),
      status: response.statusCode,
    }
  }

  test('200: customers as CSV, safe for spreadsheets', async () => {
    const { lines, headers, status } = await get('/customers/export?archived=false')
    expect(status).toBe(200)
    expect(headers['content-type']).toMatch(/^text\/csv; charset=utf-8/)
    expect(headers['content-disposition']).toBe('attachment; filename="customers.csv"')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(`,'=cmd(),`)
    expect(lines[1]).toContain('"Ulm, Donau"')
  })

  test('200: the filters and the order of the list', async () => {
    const { lines } = await get('/invoices/export?issued_from=2026-06-02&sort=issue_date')
    expect(lines[0]).toMatch(/^id,type,number,status,/)
    expect(lines.slice(1).map((line) => line.split(',')[8])).toEqual(['2026-06-02', '2026-06-03'])
  })

  test('200: JSON lines equal the responses of the API', async () => {
    const { lines, headers } = await get('/invoices/export?format=jsonl')
    expect(headers['content-type']).toMatch(/^application\/jsonl/)
    const exported: Json[] = lines.map((line) => JSON.parse(line))
    expect(exported.map(({ issue_date }) => issue_date)).toEqual([
      '2026-06-03',
      '2026-06-02',
      '2026-06-01',
    ])
    expect(exported[0]).toEqual(await givens(app).read(exported[0].id))
    const customers = (await get('/customers/export?format=jsonl')).lines
    expect(customers.map((line) => JSON.parse(line).name)).toEqual(['=cmd()', 'Zweite'])
  })

  test('200: a byte order mark on request', async () => {
    expect((await get('/customers/export?bom=true')).body.startsWith('\ufeffid,')).toBe(true)
    expect((await get('/customers/export')).body.startsWith('id,')).toBe(true)
  })

  test('200: nothing that matches gives the heading alone', async () => {
    expect((await get('/invoices/export?q=nothing')).lines).toHaveLength(1)
    expect((await get('/invoices/export?q=nothing&format=jsonl')).body).toBe('')
  })

  test('more than one page, each entry once', async () => {
    await transaction(app.work(), async (work) => {
      for (let index = 0; index < 450; index++)
        await createCustomer(work, { name: `Page ${index % 7}` })
    })
    const { lines } = await get('/customers/export?q=page')
    expect(lines).toHaveLength(451)
    expect(new Set(lines).size).toBe(451)
  })

  test('422: paging, another format, an unknown filter', async () => {
    for (const query of ['limit=5', 'cursor=x', 'format=xlsx', 'status=open'])
      expect((await get(`/invoices/export?${query}`)).status).toBe(422)
  })

  test('401 and 403: without a key, and with one that may not read', async () => {
    const url = '/api/v1/invoices/export'
    expect((await app.send({ method: 'GET', url })).statusCode).toBe(401)
    const key = await givens(app).key('write')
    expect((await get('/invoices/export', key)).status).toBe(403)
  })
})
