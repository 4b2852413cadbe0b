import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { givens, type Json, rowCounts } from '../../../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../../../test/harness.ts'
import { startedWorkers } from '../../../../../test/workers.ts'
import { verifyDatabase } from '../../../../books/audit/verify.ts'
import { countsOf, importFile } from '../../imports/file.ts'
import { CUSTOMER, type InvioFile, invoice, item, SETTINGS, writeInvio } from './invio.testing.ts'

describe.each(ENGINES)('importing from Invio (%s)', (engine) => {
  let app: TestApp
  const files: InvioFile[] = []

  beforeEach(async () => {
    app = await startTestApp(engine)
  })

  afterEach(async () => {
    await app.close()
    for (const file of files.splice(0)) file.remove()
  })

  const given = (...args: Parameters<typeof writeInvio>): InvioFile => {
    const file = writeInvio(...args)
    files.push(file)
    return file
  }
  const run = async ({ path: source }: Pick<InvioFile, 'path'>, dryRun = false) => {
    const file = { kind: 'invio', source, dryRun } as const
    const report = await importFile(app.work(), file)
    const noted = (wanted: string) => report.notes.filter(({ code }) => code === wanted)
    const { contents, ...others } = report
    return {
      ...others,
      customers: countsOf(contents, 'customer'),
      invoices: countsOf(contents, 'invoice'),
      settings: noted('settings_taken').flatMap(({ params: { names = '' } }) => names.split(', ')),
      differences: noted('total_differs').map(({ params, message }) => ({ ...params, message })),
      unpublished: noted('link_left').map(({ params: { number } }) => number),
    }
  }
  const byNumber = async (number: string): Promise<Json> => {
    const { data } = (await app.call('GET', `/invoices?q=${number}`)).json()
    const [entry] = data.filter((it: Json) => it.number === number)
    return givens(app).read(entry.id)
  }
  const counts = async () => ({
    ...(await rowCounts(app)),
    revisions: (await app.tables.selectFrom('revisions').select('sequence').execute()).length,
  })

  const everything = () => ({
    settings: SETTINGS,
    customers: [CUSTOMER],
    invoices: [
      invoice('a', 'INV-2026-004', { status: 'paid' }),
      invoice('b', 'INV-2026-005', { status: 'overdue', subtotal: 119, total: 119 }),
      invoice('c', 'INV-2026-006', { status: 'voided' }),
      invoice('d', 'DRAFT-7XK2QP', { status: 'draft' }),
    ],
    invoice_items: [
      item('a', { unit: 'hour', quantity: 2.5, unit_price: 40, notes: 'In the old orchard' }),
      item('b', { unit_price: 119, unit: 'QQQ' }),
      item('c'),
      item('d', { unit: 'basket' }),
    ],
    invoice_status_history: [
      {
        id: 'h',
        invoice_id: 'a',
        status: 'paid',
        changed_at: '2026-03-11T23:30:00.000Z',
        payment_method: 'transfer',
      },
    ],
  })

  test('invoices that were issued without a company come over, with a note', async () => {
    const settings = SETTINGS.filter(({ key }) => key !== 'companyName')
    const file = given({ ...everything(), settings })
    const { ok, notes } = await run(file)
    expect(ok).toBe(true)
    expect(notes).toContainEqual({
      where: 'settings',
      code: 'seller_name_missing',
      params: { count: expect.stringMatching(/^\d$/) },
      message: expect.stringMatching(/^Invio has no company name\. .*: \d\.$/),
    })
  })

  test('customers, invoices, payments and settings are imported, and the chain verifies', async () => {
    await givens(app).settings({ companyName: null })
    const report = await run(given(everything()))
    expect(report).toMatchObject({
      ok: true,
      faults: [],
      customers: { imported: 1, alreadyThere: 0 },
      invoices: { imported: 4, alreadyThere: 0 },
      unpublished: ['INV-2026-004', 'INV-2026-005', 'INV-2026-006'],
    })
    expect(report.notes.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('`companyEmail` was skipped'),
        expect.stringContaining('Billwright has no setting `postalCityFormat`'),
        expect.stringContaining('The unit basket has no code'),
        expect.stringContaining('The unit QQQ has no code'),
      ]),
    )
    expect(await byNumber('INV-2026-004')).toMatchObject({
      status: 'paid',
      issue_date: '2026-03-02',
      due_date: '2026-03-16',
      customer: { name: 'Brindle & Sons', address: { line1: 'Mill Lane 9', line2: 'Yard 2' } },
      seller: { name: 'Lumen Orchard', address: { line1: 'Quayside 4', line2: 'Building C' } },
      items: [{ quantity: '2.5', unit: 'HUR', unit_price: '40.00', details: 'In the old orchard' }],
      totals: { total: '100.00', paid: '100.00', due: '0.00' },
      template: { id: 'professional-modern' },
      share_token: null,
      issued_at: '2026-03-02T09:00:00.000Z',
    })
    expect(await byNumber('INV-2026-005')).toMatchObject({ status: 'sent', overdue: true })
    expect(await byNumber('INV-2026-006')).toMatchObject({ status: 'void' })
    const payments = await app.tables.selectFrom('payments').selectAll().execute()
    expect(payments).toMatchObject([
      { amount_minor: 10_000n, paid_at: '2026-03-11', method: 'transfer', automatic: 1n },
    ])
    const settings = (await app.call('GET', '/settings')).json()
    expect(settings).toMatchObject({
      companyName: 'Lumen Orchard',
      accentColor: '#336699',
      defaultTerms: 'Due in 14 days',
      invoiceNumbering: { pattern: 'INV-{YYYY}-{SEQ:3}', reset: 'yearly' },
    })
    expect(await verifyDatabase(app.work())).toMatchObject({ ok: true, gaps: [] })
  })

  test('a second run changes nothing, also after changes here', async () => {
    const file = given(everything())
    await run(file)
    await givens(app).settings({ companyName: 'Lumen Orchard Ltd', accentColor: '#000000' })
    const before = await counts()
    expect(await run(file)).toMatchObject({
      ok: true,
      customers: { imported: 0, alreadyThere: 1 },
      invoices: { imported: 0, alreadyThere: 4 },
      settings: [],
    })
    expect(await counts()).toEqual(before)
    expect((await app.call('GET', '/settings')).json()).toMatchObject({
      companyName: 'Lumen Orchard Ltd',
      accentColor: '#000000',
    })
  })

  test('a later run imports only new records', async () => {
    const file = given(everything())
    await run(file)
    file.add({ invoices: [invoice('e', 'INV-2026-007')], invoice_items: [item('e')] })
    expect(await run(file)).toMatchObject({ invoices: { imported: 1, alreadyThere: 4 } })
  })

  test('a dry run returns the same report and stores nothing', async () => {
    const file = given(everything())
    const before = await counts()
    const dry = await run(file, true)
    expect(await counts()).toEqual(before)
    expect(dry).toEqual({ ...(await run(file)), dryRun: true })
  })

  test('one fault cancels the import, and all faults are listed', async () => {
    const { invoices, ...others } = everything()
    const faulty = [
      invoice('x', 'INV-2026-020', { customer_id: 'lost' }),
      invoice('y', 'INV-2026-021', { currency: 'XXQ' }),
      invoice('z', 'INV-2026-022', { issue_date: 'soon' }),
    ]
    const file = given({ ...others, invoices: [...invoices, ...faulty] })
    const before = await counts()
    const report = await run(file)
    expect(report.ok).toBe(false)
    expect(report.faults).toMatchObject([
      { where: 'invoice INV-2026-020', code: 'unknown_customer' },
      { where: 'invoice INV-2026-021', field: 'currency', code: 'unknown_currency' },
      { where: 'invoice INV-2026-022', field: 'issue_date', code: 'wrong_format' },
    ])
    expect(await counts()).toEqual(before)
  })

  test('an invoice keeps its total, whatever new ones to its customer withhold or grant', async () => {
    await run(given({ settings: SETTINGS, customers: [CUSTOMER] }))
    const { data } = (await app.call('GET', '/customers')).json()
    const agreed = {
      withholdings: [{ rate: '20' }],
      early_payment: [{ percent: '2', days: 10 }],
    }
    const changed = await app.call('PATCH', `/customers/${data[0].id}`, agreed)
    expect(changed.statusCode, changed.body).toBe(200)
    await run(given(everything()))
    expect(await byNumber('INV-2026-004')).toMatchObject({
      customer_id: data[0].id,
      ...{ withholdings: [], early_payment: [] },
      totals: { withheld: '0.00', payable: '100.00', paid: '100.00', due: '0.00' },
    })
  })

  test('a number that is used here is a fault', async () => {
    const giving = givens(app)
    await giving.settings({ invoiceNumbering: { pattern: 'INV-{YYYY}-{SEQ:3}' } })
    await giving.invoice({ status: 'sent', issue_date: '2026-02-01' })
    const rows = { invoices: [invoice('a', 'INV-2026-001')], invoice_items: [item('a')] }
    const report = await run(given({ customers: [CUSTOMER], ...rows }))
    expect(report.faults).toMatchObject([{ where: 'invoice INV-2026-001', code: 'number_taken' }])
  })

  test('the next number follows the imported ones, without gap or duplicate', async () => {
    await run(given(everything()))
    const giving = givens(app)
    const issue = async (date: string) =>
      (await giving.invoice({ status: 'sent', issue_date: date })).number
    expect(await issue('2026-04-01')).toBe('INV-2026-007')
    expect(await issue('2026-04-02')).toBe('INV-2026-008')
    expect(await issue('2027-01-02')).toBe('INV-2027-001')
    expect(await verifyDatabase(app.work())).toMatchObject({ ok: true, gaps: [] })
  })

  test('a series that has begun passes over a number that is brought in later', async () => {
    const giving = givens(app)
    await giving.settings({ invoiceNumbering: { pattern: 'INV-{YYYY}-{SEQ:3}' } })
    const issue = async () => (await giving.invoice({ status: 'sent' })).number
    expect(await issue()).toBe('INV-2026-001')
    const rows = { invoices: [invoice('a', 'INV-2026-002')], invoice_items: [item('a')] }
    await run(given({ customers: [CUSTOMER], ...rows }))
    expect(await issue()).toBe('INV-2026-003')
    expect(await issue()).toBe('INV-2026-004')
    expect(await verifyDatabase(app.work())).toMatchObject({ ok: true, gaps: [] })
  })

  const post = (body: Buffer, headers: Readonly<Record<string, string>> = {}) =>
    app.call('POST', '/imports?kind=invio', body, {
      'content-type': 'application/vnd.sqlite3',
      ...headers,
    })
  const ended = async (id: string): Promise<Json> => {
    await app.services.jobRunner.runDue()
    return (await app.call('GET', `/imports/${id}`)).json()
  }

  test('201: an uploaded file is checked first, then imported once', async () => {
    const bytes = readFileSync(given(everything()).path)
    // As of a database whose journal is a write-ahead log.
    bytes.fill(2, 18, 20)
    const { id } = (await post(bytes)).json()
    const ready = await ended(id)
    expect(ready).toMatchObject({
      ...{ kind: 'invio', format: 'sqlite', status: 'ready', issues: true },
      ...{ rows: 6, valid: 6, faulty: 0 },
      contents: [
        { kind: 'customer', status: 'valid', count: 1 },
        { kind: 'invoice', status: 'valid', count: 4 },
        { kind: 'settings', status: 'valid', count: 1 },
      ],
    })
    const noted = (await app.call('GET', `/imports/${id}/records?notes=true&limit=100`)).json()
    expect(noted.data.map(({ label }: Json) => label)).toContain('invoice INV-2026-005')
    expect((await app.call('GET', '/customers')).json().data).toEqual([])
    await app.call('POST', `/imports/${id}/commit`, {})
    expect(await ended(id)).toMatchObject({ status: 'done', imported: 6, failed: 0 })
    expect(await byNumber('INV-2026-004')).toMatchObject({ status: 'paid' })
    const again = await post(bytes)
    expect([again.statusCode, again.json().id]).toEqual([200, id])
  })

  if (engine === 'sqlite')
    describe('what the database of the service does not see', () => {
      test('each note has its code, with what its sentence names', async () => {
        const { notes } = await run(given(everything()))
        const told = notes.map(({ where, code, params }) => [where, code, params])
        expect(told).toContainEqual([
          'settings',
          'setting_unknown',
          { setting: 'postalCityFormat' },
        ])
        expect(told).toContainEqual([
          'settings',
          'setting_skipped',
          { setting: 'companyEmail', reason: 'wrong_format' },
        ])
        expect(told).toContainEqual(['invoice INV-2026-005', 'unit_unknown', { unit: 'QQQ' }])
      })

      test('each total that differs is listed with its reason', async () => {
        const file = given({
          customers: [CUSTOMER],
          invoices: [
            invoice('noise', 'N-1', { subtotal: 100, total: 100.00000000000001 }),
            invoice('wrong', 'N-2', { subtotal: 100, total: 250 }),
            // 3 × 0.335 is 1.005: Invio rounds the sum, we round each line.
            invoice('lines', 'N-3', { subtotal: 1.01, total: 1.01 }),
            invoice('empty', 'N-4', { subtotal: 5, total: 5 }),
            invoice('yen', 'N-5', { currency: 'JPY', subtotal: 100.4, total: 100.4 }),
          ],
          invoice_items: [
            item('noise'),
            item('wrong'),
            item('lines', { unit_price: 0.335, sort_order: 1 }),
            item('lines', { unit_price: 0.335, sort_order: 2 }),
            item('lines', { unit_price: 0.335, sort_order: 3 }),
            item('yen', { unit_price: 100.4 }),
          ],
        })
        const { differences } = await run(file)
        const told = differences.map((it: Json) => [
          it.invoice,
          it.field,
          it.source,
          it.ours,
          it.reason,
        ])
        expect(told).toEqual([
          ['N-1', 'total', '100.00000000000001', '100.00', 'float_noise'],
          ['N-2', 'total', '250', '100.00', 'unexplained'],
          ['N-3', 'subtotal', '1.01', '1.02', 'line_rounding'],
          ['N-3', 'total', '1.01', '1.02', 'follows'],
          ['N-4', 'subtotal', '5', '0.00', 'no_items'],
          ['N-4', 'total', '5', '0.00', 'no_items'],
          ['N-5', 'subtotal', '100.4', '100', 'currency_digits'],
          ['N-5', 'total', '100.4', '100', 'currency_digits'],
        ])
        for (const { message } of differences) expect(message).toMatch(/\.$/)
      })

      test('taxes, discounts and the way of rounding that comes to the stored totals', async () => {
        const percent = (id: string, itemId: string, rate: number) => ({
          id,
          invoice_item_id: itemId,
          percent: rate,
        })
        const file = given({
          customers: [CUSTOMER],
          invoices: [
            // Each line's tax is 0.095, rounded to 0.10; the tax of the whole is 0.19.
            invoice('line', 'T-1', { subtotal: 1, tax_amount: 0.2, total: 1.2 }),
            invoice('whole', 'T-2', { subtotal: 1, tax_rate: 19, tax_amount: 0.19, total: 1.19 }),
            invoice('split', 'T-3', {
              subtotal: 200,
              discount_percentage: 10,
              discount_amount: 20,
              tax_amount: 23.4,
              total: 203.4,
            }),
            invoice('many', 'T-4', { subtotal: 100, tax_amount: 14.98, total: 114.98 }),
          ],
          invoice_items: [
            { ...item('line', { unit_price: 0.5 }), id: 'l1' },
            { ...item('line', { unit_price: 0.5 }), id: 'l2' },
            { ...item('whole', { unit_price: 0.5 }), id: 'w1' },
            { ...item('whole', { unit_price: 0.5 }), id: 'w2' },
            { ...item('split'), id: 's1' },
            { ...item('split'), id: 's2' },
            { ...item('many'), id: 'm1' },
          ],
          invoice_item_taxes: [
            percent('1', 'l1', 19),
            percent('2', 'l2', 19),
            percent('3', 's1', 19),
            percent('4', 's2', 7),
            percent('5', 'm1', 5),
            percent('6', 'm1', 9.975),
          ],
        })
        const report = await run(file)
        expect(report).toMatchObject({ ok: true, faults: [], differences: [] })
        expect(await byNumber('T-1')).toMatchObject({ rounding: 'line', totals: { total: '1.20' } })
        expect(await byNumber('T-2')).toMatchObject({
          rounding: 'document',
          totals: { total: '1.19' },
        })
        expect(await byNumber('T-3')).toMatchObject({
          discounts: [{ amount: '10.00' }, { amount: '10.00' }],
          totals: { discount: '20.00', tax: '23.40', total: '203.40' },
        })
        expect(await byNumber('T-4')).toMatchObject({ items: [{ tax: { rate: '14.975' } }] })
      })

      test('the first version of the schema, which has fewer tables and columns', async () => {
        const rows = { customers: [CUSTOMER], invoices: [invoice('a', 'INV-2026-001')] }
        const file = given({ ...rows, invoice_items: [item('a')] }, { isFirst: true })
        expect(await run(file)).toMatchObject({
          ok: true,
          invoices: { imported: 1 },
          differences: [],
        })
      })

      test('403: it needs the scopes of all that it does', async () => {
        const bytes = readFileSync(given(everything()).path)
        for (const [missing, ...scopes] of [
          ['admin', 'read', 'write', 'issue'],
          ['write', 'read', 'issue', 'admin'],
          ['issue', 'read', 'write', 'admin'],
        ] as const) {
          const reply = await post(bytes, await givens(app).key(...scopes))
          expect(reply.json()).toMatchObject({ status: 403, code: 'missing_scope', scope: missing })
        }
      })

      test('an uploaded file runs nothing of its own', async () => {
        const constrained = given(everything())
        constrained.run(`create table more (a check (a > 1)); pragma ignore_check_constraints = on;
          insert into more values (1)`)
        // It would be damaged if the constraint were evaluated.
        expect((await post(readFileSync(constrained.path))).statusCode).toBe(201)
        for (const [sql, reason] of [
          ['create virtual table more using fts5(a)', 'virtual tables'],
          ['create table more (a, b as (a + 1))', 'computed columns'],
          ['create table more (a, b as (a + 1) stored)', 'computed columns'],
        ] as const) {
          const file = given(everything())
          file.run(sql)
          const reply = await post(readFileSync(file.path))
          expect(reply.json()).toMatchObject({ status: 422, code: 'invio_unreadable' })
          expect(reply.json().detail).toContain(`it has ${reason}`)
        }
      })

      test('the reason that a file is unreadable is in our words', async () => {
        expect((await post(Buffer.from('no database'))).json().detail).toBe(
          'The file cannot be read as a SQLite database: it is missing, damaged or no database.',
        )
      })

      test('a fault is that of its record', async () => {
        const lost = given({ ...everything(), customers: [] })
        const { id } = (await post(readFileSync(lost.path))).json()
        expect(await ended(id)).toMatchObject({ status: 'ready', faulty: 4 })
        const { data } = (await app.call('GET', `/imports/${id}/records?status=faulty`)).json()
        expect(data[0]).toMatchObject({
          ...{ kind: 'invoice', label: 'invoice DRAFT-7XK2QP' },
          faults: [{ column: 'customer_id', code: 'unknown_customer' }],
        })
      })

      test('422: other files, damaged ones, and views in place of tables', async () => {
        const bytes = readFileSync(given(everything()).path)
        const damaged = Buffer.from(bytes).fill(0xee, bytes.length / 2, bytes.length / 2 + 4096)
        const endless = given(everything())
        endless.run(`drop table customers;
          create view customers as with recursive r(id) as (select 1 union all select id + 1 from r)
            select id, 'x' as name from r`)
        for (const body of [Buffer.from('no database'), damaged, readFileSync(endless.path)])
          expect((await post(body)).json()).toMatchObject({ status: 422, code: 'invio_unreadable' })
      })

      test('an upload is read in a process of its own, whose memory has a limit', async () => {
        const workers = startedWorkers()
        const reply = await post(readFileSync(given(everything()).path))
        expect(reply.json()).toMatchObject({ status: 'reading', rows: 6 })
        expect(workers.stop()).toEqual([['--max-old-space-size=256', 'read-file-worker.ts']])
      })

      test('415: a file of another content type', async () => {
        for (const type of ['text/csv', 'application/json', 'application/octet-stream']) {
          const reply = await post(Buffer.from('{}'), { 'content-type': type })
          expect(reply.json()).toMatchObject({ status: 415, code: 'unsupported_media_type' })
        }
      })

      test('what is no database of Invio is said to be none', async () => {
        await expect(run({ path: import.meta.filename })).rejects.toThrow(
          'cannot be read as a SQLite database',
        )
      })
    })
})
