import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, type Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { fromCell } from '../../core/render/cells.ts'
import { periodsOf, rowsOf } from './withheld.ts'

const RITENUTA = { rate: '20', code: 'RT01', reason: 'A' }
const ENASARCO = { kind: 'social', rate: '8.5', code: 'RT04', reason: 'R' }
const item = (unit_price: string, rate = '22') => ({
  description: 'Consulenza',
  unit_price,
  tax: { rate },
})

/** The clock of tests stands at 2026-11-21. */
describe.each(ENGINES)('GET /reports/withheld (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
  })
  afterAll(() => app.close())

  const report = async (query = ''): Promise<Json> =>
    (await app.call('GET', `/reports/withheld${query}`)).json()
  const rowsOfCustomer = async (id: string, query = ''): Promise<Json> =>
    (await report(query)).data
      .filter(({ customer_id }: Json) => customer_id === id)
      .map(({ customer_id: _, customer_name: _name, tax_id: _id, ...row }: Json) => row)
  const issued = (customer_id: string, body: object) =>
    given.invoice({
      ...{ customer_id, status: 'sent', issue_date: '2026-03-02', due_date: null },
      ...{ items: [item('1000')], withholdings: [RITENUTA] },
      ...body,
    })
  const figures = (base: string, withheld: string, paid_base: string, paid_withheld: string) => ({
    ...{ base, withheld, paid_base, paid_withheld },
  })
  const income = { kind: 'income_tax', currency: 'EUR' }

  test('200: a year with nothing withheld is empty, this year by default', async () => {
    await given.invoice({ status: 'sent', issue_date: '2026-03-02' })
    expect(await report()).toEqual({ year: 2026, by: 'year', data: [], sums: [] })
  })

  test('200: the part that belongs to payments, in the year in which they came', async () => {
    const { id } = await given.customer({ name: 'Studio Rossi', tax_id: 'IT00743110157' })
    const invoice = await issued(id, { issue_date: '2025-12-20' })
    await given.payment(invoice.id, { amount: '510.00', paid_at: '2025-12-30' })
    await given.payment(invoice.id, { amount: '510.00', paid_at: '2026-01-12' })
    const row = { period: '2025', ...income, documents: 1 }
    expect(await rowsOfCustomer(id, '?year=2025')).toEqual([
      { ...row, ...figures('1000.00', '200.00', '500.00', '100.00') },
    ])
    expect(await rowsOfCustomer(id)).toEqual([
      { ...row, period: '2026', documents: 0, ...figures('0.00', '0.00', '500.00', '100.00') },
    ])
    expect(await rowsOfCustomer(id, '?year=2026&by=month')).toEqual([
      { ...row, period: '2026-01', documents: 0, ...figures('0.00', '0.00', '500.00', '100.00') },
    ])
    expect((await report('?year=2025')).data[0]).toMatchObject({
      customer_name: 'Studio Rossi',
      tax_id: 'IT00743110157',
    })
  })

  test('200: by kind, with bank fees, discounts and tax that only a payment names', async () => {
    const { id } = await given.customer({ name: 'Agenzia Blu' })
    const agent = { rate: '23', base_percent: '50', code: 'RT02', reason: 'R' }
    const both = { items: [item('2450.50')], withholdings: [agent, ENASARCO] }
    const first = await issued(id, both)
    await given.payment(first.id, { amount: '2495.51', fee: '4.00', paid_at: '2026-04-01' })
    // Half of 2,499.51 is paid, and the rest is a discount, which lowers the withheld tax, too.
    const second = await issued(id, both)
    await given.payment(second.id, {
      amount: '1249.76',
      discount: '1249.75',
      paid_at: '2026-04-02',
    })
    const stated = await issued(id, { withholdings: [] })
    await given.payment(stated.id, { amount: '1020.00', withheld: '200.00', paid_at: '2026-05-02' })
    const common = { period: '2026-Q1', currency: 'EUR', documents: 2 }
    expect(await rowsOfCustomer(id, '?by=quarter')).toEqual([
      { ...common, kind: 'income_tax', ...figures('2450.50', '563.62', '0.00', '0.00') },
      { ...common, kind: 'social', ...figures('4901.00', '416.58', '0.00', '0.00') },
      {
        ...{ ...common, period: '2026-Q2', documents: 0, kind: 'income_tax' },
        ...figures('0.00', '0.00', '1837.88', '422.72'),
      },
      {
        ...{ ...common, period: '2026-Q2', documents: 0, kind: 'social' },
        ...figures('0.00', '0.00', '3675.75', '312.44'),
      },
      {
        ...{ period: '2026-Q2', kind: 'unstated', currency: 'EUR', documents: 1 },
        ...{ base: null, withheld: '200.00', paid_base: null, paid_withheld: '200.00' },
      },
    ])
  })

  test('200: a credit note subtracts its share, also from what was paid', async () => {
    const { id } = await given.customer({ name: 'Officina' })
    const invoice = await issued(id, {})
    await given.payment(invoice.id, { amount: '1020.00', paid_at: '2026-03-10' })
    const items = [{ id: invoice.items[0].id, amount: '250.00' }]
    await given.creditNote(invoice.id, { items, status: 'sent', issue_date: '2026-07-01' })
    const row = { ...income, documents: 1 }
    expect(await rowsOfCustomer(id, '?by=quarter')).toEqual([
      { period: '2026-Q1', ...row, ...figures('1000.00', '200.00', '1000.00', '200.00') },
      { period: '2026-Q3', ...row, ...figures('-250.00', '-50.00', '-250.00', '-50.00') },
    ])
    const year = { period: '2026', ...row, documents: 2 }
    const left = figures('750.00', '150.00', '750.00', '150.00')
    expect(await rowsOfCustomer(id)).toEqual([{ ...year, ...left }])
  })

  test('200: void documents and drafts do not count; currencies are never added', async () => {
    const { id } = await given.customer({ name: 'Bottega' })
    const wrong = await issued(id, {})
    await given.put(wrong.id, { status: 'void' })
    await issued(id, { status: 'draft' })
    await issued(id, { currency: 'CHF', items: [item('100')] })
    await issued(id, {
      italy: { withholding: { type: 'RT03', rate: '10', reason: 'A' } },
      withholdings: undefined,
    })
    const row = { period: '2026', documents: 1 }
    expect(await rowsOfCustomer(id)).toEqual([
      {
        ...row,
        kind: 'income_tax',
        currency: 'CHF',
        ...figures('100.00', '20.00', '0.00', '0.00'),
      },
      { ...row, kind: 'social', currency: 'EUR', ...figures('1000.00', '100.00', '0.00', '0.00') },
    ])
  })

  test('200: the sums are those of the rows, and the CSV has the rows', async () => {
    const { data, sums } = await report()
    for (const { kind, currency, withheld, paid_withheld, documents } of sums) {
      const own = data.filter((it: Json) => it.kind === kind && it.currency === currency)
      const sum = (name: string) =>
        own.reduce((total: number, it: Json) => total + Math.round(Number(it[name]) * 100), 0)
      expect(sum('withheld')).toBe(Math.round(Number(withheld) * 100))
      expect(sum('paid_withheld')).toBe(Math.round(Number(paid_withheld) * 100))
      expect(sum('documents') / 100).toBe(documents)
    }
    expect(sums.map(({ kind, currency }: Json) => `${kind} ${currency}`).toSorted()).toEqual([
      'income_tax CHF',
      'income_tax EUR',
      'social EUR',
      'unstated EUR',
    ])
    const answer = await app.call('GET', '/reports/withheld/export')
    expect(answer.headers['content-type']).toMatch(/^text\/csv/)
    expect(answer.headers['content-disposition']).toBe('attachment; filename="withheld-2026.csv"')
    const [head = '', ...lines] = answer.body.trimEnd().split('\r\n')
    expect(head).toBe(
      'period,customer_id,customer_name,tax_id,kind,currency,documents,base,withheld,paid_base,paid_withheld',
    )
    const names = head.split(',')
    expect(lines.map((line) => line.split(',').map(fromCell))).toEqual(
      data.map((row: Json) => names.map((name) => String(row[name] ?? ''))),
    )
  })

  test.each(['year=199', 'by=week', 'from=2026-01-01'])('422: ?%s', async (query) => {
    expect((await app.call('GET', `/reports/withheld?${query}`)).statusCode).toBe(422)
  })

  test('403: a key that may not read', async () => {
    const headers = await given.key('write')
    expect((await app.call('GET', '/reports/withheld', undefined, headers)).statusCode).toBe(403)
  })
})

describe('what was withheld', () => {
  const claim = {
    ...{ customerId: 'cus_1', currency: 'EUR' },
    invoice: {
      ...{ day: '2026-01-31', payableMinor: 102_000n },
      shares: [{ kind: 'income_tax', baseMinor: 100_000n, amountMinor: 20_000n }],
    },
    ...{ creditNotes: [], payments: [] },
  } as const
  const paid = (day: string, receivedMinor: bigint) => ({ day, receivedMinor, withheldMinor: 0n })

  test('adds up to the document, however a payment is divided', () => {
    const payments = Array.from({ length: 7 }, (_, at) => paid(`2026-0${at + 1}-15`, 14_571n))
    const rows = rowsOf({ ...claim, payments: [...payments, paid('2026-12-31', 3n)] }, [
      ...periodsOf('2026', 'month'),
    ])
    const sum = rows.reduce((total, { paidWithheldMinor }) => total + paidWithheldMinor, 0n)
    expect(sum).toBe(20_000n)
    expect(rows.at(-1)).toMatchObject({ period: '2026-12', documents: 0, paidWithheldMinor: 1n })
  })

  test('never exceeds the document, and falls when money is paid back', () => {
    const payments = [paid('2026-02-01', 150_000n), paid('2026-03-01', -150_000n)]
    const rows = rowsOf({ ...claim, payments }, periodsOf('2026', 'month'))
    expect(rows.map(({ period, paidWithheldMinor }) => [period, paidWithheldMinor])).toEqual([
      ['2026-01', 0n],
      ['2026-02', 20_000n],
      ['2026-03', -20_000n],
    ])
  })

  test('nothing to pay: paid on the day of the document, not before', () => {
    const shares = [{ kind: 'other', baseMinor: 3n, amountMinor: 1n }] as const
    const invoice = { day: '2026-01-31', payableMinor: 0n, shares }
    const creditNotes = [{ ...invoice, day: '2026-03-01' }]
    const rows = rowsOf({ ...claim, invoice, creditNotes }, periodsOf('2026', 'month'))
    const sumOf = (name: string) =>
      rows.reduce((sum, it) => sum + (it.period === name ? it.paidWithheldMinor : 0n), 0n)
    expect(['2026-01', '2026-02', '2026-03'].map(sumOf)).toEqual([1n, 0n, -1n])
  })

  test('the periods of a year have no gaps', () => {
    expect(
      periodsOf('2028', 'quarter').map(({ name, from, to }) => `${name} ${from} ${to}`),
    ).toEqual([
      '2028-Q1 2028-01-01 2028-03-31',
      '2028-Q2 2028-04-01 2028-06-30',
      '2028-Q3 2028-07-01 2028-09-30',
      '2028-Q4 2028-10-01 2028-12-31',
    ])
    expect(periodsOf('2028', 'month')[1]).toMatchObject({ to: '2028-02-29' })
  })
})
