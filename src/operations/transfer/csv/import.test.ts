import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens, type Json, rowCounts } from '../../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../../test/harness.ts'
import { importFile } from '../imports/file.ts'

describe.each(ENGINES)('importing CSV (%s)', (engine) => {
  let app: TestApp
  let folder: string

  beforeAll(async () => {
    app = await startTestApp(engine)
    folder = mkdtempSync(join(tmpdir(), 'billwright-csv-'))
  })

  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const fileOf = (lines: readonly string[]): string => {
    const path = join(folder, 'import.csv')
    writeFileSync(path, lines.join('\n'))
    return path
  }
  const importAs = (kind: 'customers' | 'invoices', source: string, dryRun: boolean) =>
    importFile(app.work(), { kind, source, dryRun })
  const customers = (lines: readonly string[], dryRun = false) =>
    importAs('customers', fileOf(lines), dryRun)
  const invoices = (lines: readonly string[], dryRun = false) =>
    importAs('invoices', fileOf(lines), dryRun)
  const list = async (path: string): Promise<Json> => (await app.call('GET', path)).json().data

  test('customers: a row each, with parts, numbers, flags and quoted lines', async () => {
    const report = await customers([
      '\ufeffname;address.city;address.country_code;payment_terms_days;archived;notes;metadata.source',
      'Saltmarsh Press;Wells;gb;14;false;"Two',
      'lines";fair',
      '"Ölmühle; Kern";;DE;;;;',
    ])
    expect(report).toMatchObject({ dryRun: false, ok: true, rows: 2, imported: 2, faults: [] })
    const [salt] = await list('/customers?q=saltmarsh')
    expect(salt).toMatchObject({
      address: { city: 'Wells', country_code: 'GB' },
      payment_terms_days: 14,
      notes: 'Two\nlines',
      metadata: { source: 'fair' },
    })
    expect(await list('/customers?q=kern')).toMatchObject([{ name: 'Ölmühle; Kern' }])
  })

  test('invoices: `item_kind` makes a row a heading, a text or a subtotal, beside the kind of the invoice', async () => {
    await customers(['name', 'Kiln & Clay'])
    const head = 'invoice,customer_name,kind,item_kind,description,details,unit_price'
    const report = await invoices([
      head,
      'a,Kiln & Clay,,heading,Kitchen,,',
      'a,,,item,Cupboard,,90.00',
      'a,,,text,As agreed,In oak,',
      'a,,,subtotal,,,',
      'b,Kiln & Clay,prepayment,,Deposit,,40.00',
    ])
    expect(report).toMatchObject({ ok: true, imported: 2, faults: [] })
    const listed = await list('/invoices?q=kiln&sort=total')
    const [deposit, kitchen] = await Promise.all(
      listed.map(async ({ id }: Json) => (await app.call('GET', `/invoices/${id}`)).json()),
    )
    expect(deposit).toMatchObject({ kind: 'prepayment', items: [{ kind: 'item' }] })
    expect(kitchen).toMatchObject({ kind: 'standard', totals: { net: '90.00' } })
    expect(kitchen.items).toMatchObject([
      { kind: 'heading', description: 'Kitchen' },
      { kind: 'item', description: 'Cupboard' },
      { kind: 'text', description: 'As agreed', details: 'In oak' },
      { kind: 'subtotal', total: '90.00' },
    ])
    const wrong = await invoices([head, 'c,Kiln & Clay,,title,Kitchen,,', 'c,,,,Cupboard,,1'], true)
    expect(wrong.faults).toMatchObject([{ line: 2, field: 'item_kind', value: 'title' }])
  })

  test('customers: every fault with its line and column, and nothing is stored', async () => {
    const before = await rowCounts(app)
    const lines = [
      'name,email,payment_terms_days,address.country_code',
      'Good,,7,',
      ',nobody,soon,',
      '"Third',
      'of two lines",,,XX',
    ]
    const report = await customers(lines, true)
    expect(report).toMatchObject({ ok: false, rows: 3, imported: 0 })
    expect(report.faults.map(({ line, field, code }) => [line, field, code])).toEqual([
      [3, 'name', 'required'],
      [3, 'payment_terms_days', 'wrong_type'],
      [4, 'address.country_code', 'unknown_country'],
    ])
    expect((await customers(lines)).faults).toEqual(report.faults)
    const unknown = await customers(['name,total', 'Good,1'])
    expect(unknown).toMatchObject({
      ok: false,
      faults: [{ field: 'total', code: 'unknown_column' }],
    })
    expect(await rowCounts(app)).toEqual(before)
  })

  test('invoices have the defaults of the settings, as in the editor', async () => {
    const given = givens(app)
    await given.customer({ name: 'With Defaults' })
    const early = [{ percent: '2', days: 10 }]
    const kept = [{ rate: '20' }]
    const round = [{ currency: 'EUR', to: '0.05' }]
    await given.settings({ earlyPayment: early, withholdings: kept, cashRounding: round })
    const lines = [
      'invoice,customer_name,issue_date,currency,description,quantity,unit_price,tax.rate',
      'd,With Defaults,2026-05-04,EUR,Defaults,1,99.99,19',
    ]
    expect(await invoices(lines)).toMatchObject({ ok: true, imported: 1 })
    await given.settings({ earlyPayment: null, withholdings: null, cashRounding: null })
    const [entry] = await list('/invoices?q=defaults')
    expect(await given.read(entry.id)).toMatchObject({
      early_payment: [{ percent: '2', until: '2026-05-14' }],
      withholdings: [{ rate: '20', amount: '20.00' }],
      ...{ cash_rounding: '0.05', totals: { total: '119.00', payable: '99.00' } },
    })
  })

  test('invoices: rows that name the same invoice are its items, and `sent` gives numbers', async () => {
    await givens(app).customer({ name: 'Only One' })
    const lines = [
      'invoice,customer_name,status,issue_date,currency,description,quantity,unit_price,tax.rate,metadata.source',
      'a,Only One,sent,2026-05-04,EUR,Layout,2,40.50,19,fair',
      'a,,,,,Proofs,1,9,7,',
      'b,Only One,,2026-05-05,EUR,Index,1,30,19,',
    ]
    const dry = await invoices(lines, true)
    expect(dry).toMatchObject({ dryRun: true, ok: true, rows: 2, imported: 2, faults: [] })
    expect(await list('/invoices?currency=EUR&q=layout')).toEqual([])
    expect(await invoices(lines)).toMatchObject({ ok: true, imported: 2 })
    const [entry] = await list('/invoices?q=proofs')
    expect(await givens(app).read(entry.id)).toMatchObject({
      number: 'INV-2026-0001',
      status: 'sent',
      items: [{ quantity: '2', unit_price: '40.50' }, { description: 'Proofs' }],
      totals: { total: '106.02' },
      metadata: { source: 'fair' },
    })
    expect(await list('/invoices?q=index')).toMatchObject([{ status: 'draft', number: null }])
  })

  test('invoices: faults of items in their own line, those of the whole in its first', async () => {
    await givens(app).customer({ name: 'Namesake' })
    await givens(app).customer({ name: 'Namesake' })
    const [known] = await list('/customers?q=namesake')
    const before = await rowCounts(app)
    const report = await invoices([
      'invoice,customer_id,customer_name,issue_date,due_date,currency,description,quantity,tax.rate,notes',
      `a,${known.id},,2026-05-04,2026-05-01,EUR,Layout,1,,first`,
      'a,,,,,,Proofs,"1,5",,second',
      'b,,Nobody,2026-05-04,,EUR,Layout,1,19,',
      'c,,Namesake,04.05.2026,,EUR,,1,19,',
      ',,Namesake,,,EUR,Layout,1,19,',
      'd,,,2026-05-04,,EUR,Layout,1,19,',
    ])
    expect(report.faults.map(({ line, field, code }) => [line, field, code])).toEqual([
      [3, 'notes', 'contradiction'],
      [4, 'customer_name', 'unknown_customer'],
      [5, 'customer_name', 'ambiguous_customer'],
      [5, 'issue_date', 'wrong_format'],
      [6, 'invoice', 'required'],
      [7, 'customer_name', 'required'],
    ])
    expect(await rowCounts(app)).toEqual(before)
    const further = await invoices([
      'invoice,customer_id,issue_date,period_start,period_end,currency,description,quantity',
      `a,${known.id},2026-05-04,2026-05-04,2026-05-01,EUR,Layout,1`,
      'a,,,,,,Proofs,"1,5"',
      'b,cus_019aa3c1-4a7e-7cc0-8000-5b1f3c2d1e0f,2026-05-04,,,EUR,Layout,1',
      `c,${known.id},2026-05-04,,,EUR,,1`,
    ])
    expect(further.faults.map(({ line, field, code }) => [line, field, code])).toEqual([
      [3, 'quantity', 'not_a_number'],
      [2, 'period_end', 'out_of_range'],
      [4, 'customer_id', 'unknown_customer'],
      [5, 'description', 'required'],
    ])
  })

  test('invoices: issuing without a company name is a fault in its line', async () => {
    await customers(['name', 'Nameless & Co'])
    await givens(app).settings({ companyName: null })
    const before = await rowCounts(app)
    const rows = [
      'invoice,customer_name,status,description,unit_price',
      'A,Nameless & Co,draft,Chart,10',
      'B,Nameless & Co,sent,Chart,10',
    ]
    const report = await invoices(rows)
    await givens(app).settings({ companyName: 'Atelier Nord' })
    expect(report).toMatchObject({
      ok: false,
      imported: 0,
      faults: [
        { line: 3, code: 'seller_incomplete', message: expect.stringContaining('no company name') },
      ],
    })
    expect(await rowCounts(app)).toEqual(before)
  })

  test('a file that is not a CSV file is refused with a sentence', async () => {
    await expect(customers([''])).rejects.toThrow('is empty')
    await expect(customers(['name', '"open'])).rejects.toThrow('is not a CSV file')
    await expect(customers(['name'])).rejects.toThrow('has no rows')
    await expect(importAs('customers', join(folder, 'none.csv'), true)).rejects.toThrow('ENOENT')
  })
})
