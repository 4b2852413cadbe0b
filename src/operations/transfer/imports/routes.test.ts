import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens, type Json } from '../../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../../test/harness.ts'
import { LeaseLost } from '../../../core/jobs/handler.ts'
import { IMPORTER } from '../importer.ts'
import { CUSTOMER, invoice, item, writeInvio } from '../inner/invio/invio.testing.ts'
import { runImport } from './run.ts'

describe.each(ENGINES)('imports over the API (%s)', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine)
  })
  afterAll(() => app.close())

  const upload = (query: string, lines: readonly string[], type = 'text/csv') =>
    app.call('POST', `/imports?${query}`, Buffer.from(lines.join('\n')), { 'content-type': type })
  const read = async (path: string): Promise<Json> => (await app.call('GET', path)).json()
  /** Uploads a file and waits for its check. */
  const checked = async (query: string, lines: readonly string[], type?: string): Promise<Json> => {
    const answer = await upload(query, lines, type)
    expect(answer.statusCode, answer.body).toBe(201)
    const { id, status } = answer.json()
    expect([status, answer.headers.location]).toEqual(['reading', `/api/v1/imports/${id}`])
    await app.services.jobRunner.runDue()
    return read(`/imports/${id}`)
  }
  const act = async (id: string, action: string, body?: unknown): Promise<Json> => {
    const answer = await app.call('POST', `/imports/${id}/${action}`, body)
    expect(answer.statusCode, answer.body).toBe(200)
    await app.services.jobRunner.runDue()
    return read(`/imports/${id}`)
  }
  const namesLike = async (q: string): Promise<readonly string[]> =>
    (await read(`/customers?q=${q}&limit=100`)).data.map(({ name }: Json) => name)

  test('customers: checked, reported, committed without the faulty, and undone', async () => {
    await givens(app).customer({ name: 'Alba Known', external_ids: [{ system: 'crm', id: '1' }] })
    const it = await checked('kind=customers&name=alba.csv', [
      'name,external_id,payment_terms_days',
      'Alba Known,crm:1,',
      'Alba One,crm:2,14',
      'Alba Two,crm:3,soon',
      'Alba Three,crm:2,',
      'Alba Four,,',
    ])
    expect(it).toMatchObject({
      ...{ kind: 'customers', format: 'csv', name: 'alba.csv', status: 'ready', issues: false },
      ...{ rows: 5, done: 5, of: 5, valid: 2, faulty: 2, known: 1, imported: 0 },
    })
    expect(await namesLike('alba')).toEqual(['Alba Known'])
    const { data } = await read(`/imports/${it.id}/records?status=faulty`)
    expect(data.map(({ line, faults: [fault] }: Json) => [line, fault.column, fault.code])).toEqual(
      [
        [4, 'payment_terms_days', 'wrong_type'],
        [5, '', 'external_id_taken'],
      ],
    )
    const report = await app.call('GET', `/imports/${it.id}/report?status=faulty`)
    expect(report.headers['content-type']).toContain('text/csv')
    expect(report.body.split('\r\n')).toEqual([
      'position,line,status,resource_id,column,value,code,message',
      expect.stringMatching(/^3,4,faulty,,payment_terms_days,\w+,wrong_type,/),
      expect.stringMatching(/^4,5,faulty,,,,external_id_taken,/),
      '',
    ])

    const refused = await app.call('POST', `/imports/${it.id}/commit`, {})
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'import_has_faults'])
    const done = await act(it.id, 'commit', { accept: ['faults'] })
    expect(done).toMatchObject({ status: 'done', done: 5, imported: 2, failed: 0 })
    expect(await namesLike('alba')).toEqual(['Alba Four', 'Alba Known', 'Alba One'])
    const again = await app.call('POST', `/imports/${it.id}/commit`, {})
    expect(again.json()).toMatchObject({ code: 'import_not_ready', import_status: 'done' })

    const imported = await read(`/imports/${it.id}/records?status=imported&limit=1`)
    const next = await read(
      `/imports/${it.id}/records?status=imported&cursor=${imported.next_cursor}`,
    )
    const [one] = imported.data
    expect(next.data).toHaveLength(1)
    await app.call('PATCH', `/customers/${one.resource_id}`, { notes: 'Changed by a person' })
    const inUse = await app.call('POST', `/imports/${it.id}/undo`)
    expect(inUse.json()).toMatchObject({
      ...{ status: 409, code: 'import_in_use', params: { count: 1, max: 2 } },
      records: [{ line: 3, resource_id: one.resource_id, code: 'import_in_use' }],
    })
    const undone = await act(it.id, 'undo', { keep: 'used' })
    expect(undone).toMatchObject({ status: 'undone', undone: 1, kept: 1 })
    expect(await namesLike('alba')).toEqual(['Alba Known', 'Alba One'])
    const kept = await read(`/imports/${it.id}/records?status=kept`)
    expect(kept.data).toMatchObject([{ line: 3, faults: [{ code: 'import_in_use' }] }])
    const types = (await read(`/events?resource_id=${it.id}`)).data.map(({ type }: Json) => type)
    expect(types).toEqual(['import.ready', 'import.done', 'import.undone'])
    expect((await app.call('DELETE', `/imports/${it.id}`)).statusCode).toBe(204)
    expect((await app.call('GET', `/imports/${it.id}/records`)).json().code).toBe(
      'import_not_found',
    )
  })

  test('undoing an import of Invio deletes invoices before their customers', async () => {
    const file = writeInvio({
      customers: [CUSTOMER],
      invoices: [invoice('draft', 'DRAFT-1', { status: 'draft' })],
      invoice_items: [item('draft')],
    })
    const bytes = readFileSync(file.path)
    file.remove()
    const type = { 'content-type': 'application/vnd.sqlite3' }
    const made = await app.call('POST', '/imports?kind=invio', bytes, type)
    expect(made.statusCode, made.body).toBe(201)
    await app.services.jobRunner.runDue()
    const { id } = made.json()
    expect(await act(id, 'commit', {})).toMatchObject({ status: 'done', imported: 3 })
    // The settings stay.
    const undone = await act(id, 'undo', { keep: 'used' })
    expect(undone).toMatchObject({ status: 'undone', undone: 2, kept: 1 })
    expect(await namesLike('brindle')).toEqual([])
  })

  test('the same file is imported once, unless it is undone', async () => {
    const lines = ['name', 'Bora']
    const first = await checked('kind=customers', lines)
    const second = await checked('kind=customers', lines)
    await act(first.id, 'commit', {})
    const late = await app.call('POST', `/imports/${second.id}/commit`, {})
    expect(late.json()).toMatchObject({ code: 'already_imported', resource_id: first.id })
    const known = await upload('kind=customers', lines)
    expect([known.statusCode, known.json().id]).toEqual([200, first.id])
    await act(first.id, 'undo')
    expect(await act(second.id, 'commit', {})).toMatchObject({ status: 'done', imported: 1 })
    expect(await namesLike('bora')).toEqual(['Bora'])
  })

  test('each line once, though the process ends in the middle', async () => {
    const names = Array.from({ length: 250 }, (_, at) => `Cirrus ${String(at).padStart(3, '0')}`)
    const it = await checked('kind=customers', ['name', ...names])
    expect(it).toMatchObject({ status: 'ready', valid: 250 })
    await app.call('POST', `/imports/${it.id}/commit`, {})
    let transactions = 0
    const job = {
      ...{ key: it.id, payload: { id: it.id }, signal: new AbortController().signal },
      check: async () => {
        transactions += 1
        if ([2, 4].includes(transactions)) throw new LeaseLost()
      },
      finish: async () => {},
    }
    const run = () => runImport({ ...app.work(), actor: IMPORTER }, job)
    const countOf = async () => (await read('/customers?q=cirrus&include=total&limit=1')).total
    for (const _kill of [1, 2]) {
      await expect(run()).rejects.toThrow(LeaseLost)
      const { imported, done } = await read(`/imports/${it.id}`)
      expect([imported, done]).toEqual([await countOf(), await countOf()])
    }
    await run()
    expect(await read(`/imports/${it.id}`)).toMatchObject({ status: 'done', imported: 250 })
    expect(await countOf()).toBe(250)
  })

  test('products of JSON lines, with the line of an unreadable one', async () => {
    const type = 'application/jsonl'
    const price = { currency: 'EUR', unit_price: '9.90' }
    const it = await checked(
      'kind=products',
      [
        JSON.stringify({ name: 'Dune', item_number: 'D-1', prices: [price] }),
        '{"name":',
        '',
        JSON.stringify({ name: 'Dust', prices: [{ currency: 'EUR', unit_price: 'free' }] }),
      ],
      type,
    )
    expect(it).toMatchObject({ format: 'jsonl', rows: 3, valid: 1, faulty: 2 })
    const { body } = await app.call('GET', `/imports/${it.id}/report?format=jsonl&status=faulty`)
    const faulty = body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(faulty).toMatchObject([
      { line: 2, faults: [{ code: 'malformed_json' }] },
      { line: 4, faults: [{ column: 'prices.0.unit_price' }] },
    ])
    await act(it.id, 'commit', { accept: ['faults'] })
    expect((await read('/products?q=dune')).data).toMatchObject([{ item_number: 'D-1' }])
  })

  test('415: neither CSV nor JSON lines, and a file instead of JSON', async () => {
    for (const type of ['application/json', 'application/vnd.sqlite3', 'text/plain']) {
      const headers = { 'content-type': type }
      const answer = await app.call('POST', '/imports?kind=customers', Buffer.from('{}'), headers)
      expect(answer.json()).toMatchObject({ status: 415, code: 'unsupported_media_type' })
      expect(answer.json().detail).toContain('text/csv or application/jsonl')
    }
    const headers = { 'content-type': 'text/csv' }
    const answer = await app.call('POST', '/imports/imp_1/commit', Buffer.from('a'), headers)
    expect(answer.json()).toMatchObject({ status: 415, code: 'unsupported_media_type' })
  })

  test('invoices: issuing needs the scope `issue`, and issued ones stay after undo', async () => {
    await givens(app).customer({ name: 'Ember' })
    const it = await checked('kind=invoices', [
      'invoice,customer_name,status,description,quantity,unit_price,tax.rate,external_id',
      'a,Ember,sent,Layout,2,40.50,19,shop:77',
      'a,,,Proofs,1,9,7,',
      'b,Ember,draft,Index,1,30,19,',
    ])
    expect(it).toMatchObject({ rows: 2, valid: 2, issues: true })
    const clerk = { name: 'Clerk', scopes: ['read', 'write'] }
    const { key } = (await app.call('POST', '/api-keys', clerk)).json()
    const own = { authorization: `Bearer ${key}` }
    const refused = await app.call('POST', `/imports/${it.id}/commit`, {}, own)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'missing_scope'])
    await act(it.id, 'commit', {})
    expect((await read('/invoices?external_id=shop:77')).data).toMatchObject([{ status: 'sent' }])
    expect(await act(it.id, 'undo', { keep: 'used' })).toMatchObject({ undone: 1, kept: 1 })
    const kept = await read(`/imports/${it.id}/records?status=kept`)
    expect(kept.data[0].faults).toMatchObject([{ code: 'invoice_not_deletable' }])
  })

  test('recurring invoices: an item of each row, all paused, and undone', async () => {
    await givens(app).customer({ name: 'Saltmarsh Press' })
    const it = await checked('kind=recurring_invoices', [
      'recurring;name;customer_name;action;schedule.unit;schedule.start_date;schedule.days;schedule.end.after;period.basis;mail.to;metadata.source;description;unit_price;tax.rate',
      '1;Hosting;Saltmarsh Press;send;month;2026-01-31;15 31;12;calendar;books@salt.example, desk@salt.example;old;Hosting {month_year};49;19',
      '1;;;;;;;;;;;Backup {month_year};5;19',
      '2;Rent;Saltmarsh Press;;year;2026-03-01;;;;;;Rent {year};900;',
    ])
    expect(it).toMatchObject({ status: 'ready', rows: 2, valid: 2, issues: true })
    expect((await read('/recurring-invoices')).data).toEqual([])
    expect(await act(it.id, 'commit', {})).toMatchObject({ status: 'done', imported: 2 })
    const { data } = await read('/recurring-invoices?sort=name')
    expect(data).toMatchObject([
      {
        name: 'Hosting',
        status: 'paused',
        action: 'send',
        schedule: { unit: 'month', start_date: '2026-01-31', days: [15, 31], end: { after: 12 } },
        period: { basis: 'calendar' },
        mail: { to: ['books@salt.example', 'desk@salt.example'] },
        invoice: {
          metadata: { source: 'old' },
          items: [{ description: 'Hosting {month_year}' }, { description: 'Backup {month_year}' }],
        },
        next: null,
      },
      { name: 'Rent', status: 'paused', action: 'draft', schedule: { unit: 'year' } },
    ])
    // Days that the other program has billed are skipped.
    const resumed = await app.call('POST', `/recurring-invoices/${data[0].id}/resume`, {})
    expect(resumed.json()).toMatchObject({ status: 'active', next: { date: '2026-11-30' } })
    expect(await act(it.id, 'undo', { keep: 'used' })).toMatchObject({ undone: 1, kept: 1 })
  })

  test('recurring invoices: every fault with its line and column', async () => {
    const it = await checked('kind=recurring_invoices', [
      'recurring,name,customer_name,schedule.unit,schedule.every,schedule.start_date,schedule.days,description,unit_price',
      '1,Hosting,Saltmarsh Press,month,often,2026-01-31,1,Hosting,49',
      '2,Rent,Saltmarsh Press,month,1,2026-01-31,1,Rent,900',
      '2,Other,,,,,,Heating,5',
      '3,Lease,Saltmarsh Press,month,1,2026-01-31,1,Lease,5',
      '3,,,,,,,Lease {nothing},5',
      '4,Lease,Saltmarsh Press,month,1,2026-01-31,1 32,Lease,5',
    ])
    const { data } = await read(`/imports/${it.id}/records?status=faulty`)
    const told = data.flatMap(({ faults }: Json) =>
      faults.map(({ line, column, code }: Json) => `${line} ${column} ${code}`),
    )
    expect(told).toEqual([
      '2 schedule.every wrong_type',
      '4 name contradiction',
      '6 description unknown_placeholder',
      '7 schedule.days out_of_range',
    ])
  })

  test('payments: by number, id or external id; each once, and undone', async () => {
    const given = givens(app)
    const items = [{ description: 'Layout', unit_price: '100' }]
    const sent = (more: object = {}) => given.invoice({ status: 'sent', items, ...more })
    const [one, two] = [await sent(), await sent()]
    const three = await sent({ external_ids: [{ system: 'shop', id: 'p-3' }] })
    const draft = await given.invoice({ external_ids: [{ system: 'shop', id: 'p-4' }] })
    const known = { amount: '10', source: 'bank', reference: '7' }
    await given.payment(one.id, known)
    const it = await checked('kind=payments', [
      'invoice_number,invoice_id,invoice_external_id,amount,paid_at,reference,source',
      `${one.number},,,10.00,2026-11-20,7,bank`,
      `${one.number},,,90.00,2026-11-20,8,bank`,
      `,${two.id},,40.00,2026-11-20,9,bank`,
      ',,shop:p-3,,2026-11-20,10,bank',
      `,,,5,2026-11-20,11,bank`,
      'INV-NONE,,,5,2026-11-20,12,bank',
      `${one.number},${two.id},,5,2026-11-20,13,bank`,
      `,${two.id},,60.01,2026-11-20,14,bank`,
      ',,shop:p-4,5,2026-11-20,15,bank',
      `,${two.id},,five,soon,16,bank`,
    ])
    expect(it).toMatchObject({ status: 'ready', rows: 10, known: 1, valid: 3, faulty: 6 })
    const { data } = await read(`/imports/${it.id}/records?status=faulty`)
    const told = data.flatMap(({ line, faults }: Json) =>
      faults.map(({ column, code }: Json) => `${line} ${column} ${code}`),
    )
    expect(told).toEqual([
      '6 invoice_number required',
      '7 invoice_number unknown_invoice',
      '8  contradiction',
      '9 amount overpayment',
      '10  invoice_not_payable',
      '11 paid_at wrong_format',
    ])
    expect(await read('/payments?source=bank&include=total')).toMatchObject({ total: 1 })
    const done = await act(it.id, 'commit', { accept: ['faults'] })
    expect(done).toMatchObject({ status: 'done', imported: 3, failed: 0 })
    const stateOf = async ({ id }: Json) => {
      const { status, totals } = await given.read(id)
      return `${status} ${totals.due}`
    }
    const states = async () => [await stateOf(one), await stateOf(two), await stateOf(three)]
    expect(await states()).toEqual(['paid 0.00', 'sent 60.00', 'paid 0.00'])
    expect(await act(it.id, 'undo')).toMatchObject({ status: 'undone', undone: 3, kept: 0 })
    expect(await states()).toEqual(['sent 90.00', 'sent 100.00', 'sent 100.00'])
    const lines = [
      { invoice_number: two.number, amount: '100', reference: '20' },
      { ...known, invoice_id: draft.id },
    ]
    const again = await checked(
      'kind=payments',
      lines.map((line) => JSON.stringify(line)),
      'application/jsonl',
    )
    expect(again).toMatchObject({ format: 'jsonl', valid: 1, known: 1 })
  })

  test('payments in JSON lines: a name of the invoice that is no text is a fault', async () => {
    const items = [{ description: 'Layout', unit_price: '100' }]
    const { id, number } = await givens(app).invoice({ status: 'sent', items })
    const it = await checked(
      'kind=payments',
      [
        { invoice_id: 5, invoice_number: number },
        { invoice_number: 12 },
        { invoice_id: id, invoice_external_id: ['shop:p'] },
        { invoice_id: null, invoice_number: number },
      ].map((line) => JSON.stringify({ ...line, amount: '5' })),
      'application/jsonl',
    )
    const { data } = await read(`/imports/${it.id}/records?status=faulty`)
    const told = data.map(({ line, faults }: Json) => [
      line,
      ...faults.map(({ column, code }: Json) => `${column} ${code}`),
    ])
    expect(told).toEqual([
      [1, 'invoice_id wrong_type'],
      [2, 'invoice_number wrong_type'],
      [3, 'invoice_external_id wrong_type'],
    ])
    expect(it).toMatchObject({ valid: 1, faulty: 3 })
  })

  test('409: undoing entries that are billed is refused at once, and keeps all of them', async () => {
    const { id: customer_id } = await givens(app).customer({ name: 'Meridian' })
    const rows = Array.from({ length: 30 }, (_, at) => `${customer_id},Draft ${at},80`)
    const it = await checked('kind=entries', ['customer_id,description,unit_price', ...rows])
    await act(it.id, 'commit', {})
    const billed = await app.call('POST', '/entries/invoice', { customer_id, until: '2026-12-31' })
    expect(billed.statusCode, billed.body).toBe(201)
    const before = await read(`/imports/${it.id}`)
    const refused = await app.call('POST', `/imports/${it.id}/undo`, {})
    expect(refused.json()).toMatchObject({ code: 'import_in_use', params: { count: 30, max: 30 } })
    expect(refused.json().records).toHaveLength(10)
    expect(refused.json().records[0]).toMatchObject({ line: 2, code: 'entry_billed' })
    expect(await read(`/imports/${it.id}`)).toEqual(before)
    const kept = await act(it.id, 'undo', { keep: 'used' })
    expect(kept).toMatchObject({ status: 'undone', undone: 0, kept: 30 })
  })

  test('customers that may be there or twice in the file are asked for', async () => {
    const given = givens(app)
    const there = await given.customer({ name: 'Kestrel Söhne GmbH', email: null })
    const lines = [
      'name,email,tax_id,notes',
      'KESTREL SOEHNE,desk@kestrel.example,,From the file',
      'Kite Press,kite@press.example,,',
      'Kite Press Ltd,KITE@press.example,,',
      'Other name,kite@press.example,,',
      'Lapwing,,DE 12,',
      'Lapwing North,,de12,',
    ]
    const it = await checked('kind=customers', lines)
    expect(it).toMatchObject({ rows: 6, valid: 2, duplicates: 4, faulty: 0, done: 6, of: 6 })
    const { data } = await read(`/imports/${it.id}/records?status=duplicate`)
    expect(
      data.map(({ line, resource_id, notes: [note] }: Json) => [
        line,
        resource_id,
        note.code,
        note.params,
      ]),
    ).toEqual([
      [2, there.id, 'duplicate_there', { name: 'Kestrel Söhne GmbH', reason: 'name' }],
      [4, null, 'duplicate_row', { name: 'Kite Press Ltd', reason: 'name', line: '3' }],
      [5, null, 'duplicate_row', { name: 'Other name', reason: 'email', line: '3' }],
      [7, null, 'duplicate_row', { name: 'Lapwing North', reason: 'tax_id', line: '6' }],
    ])
    const undecided = await app.call('POST', `/imports/${it.id}/commit`, {})
    expect(undecided.json()).toMatchObject({
      ...{ status: 409, code: 'import_has_duplicates', duplicates: 4 },
    })
    const skipped = await act(it.id, 'commit', { duplicates: 'skip' })
    expect(skipped).toMatchObject({ status: 'done', imported: 2, updated: 0 })
    await act(it.id, 'undo')
    const again = await checked('kind=customers', lines)
    const used = await act(again.id, 'commit', { duplicates: 'use' })
    expect(used).toMatchObject({ status: 'done', imported: 2, updated: 4 })
    expect(await read(`/customers/${there.id}`)).toMatchObject({
      name: 'Kestrel Söhne GmbH',
      email: 'desk@kestrel.example',
      notes: 'From the file',
    })
    await act(again.id, 'undo', { keep: 'used' })
    const third = await checked('kind=customers', lines)
    expect(await act(third.id, 'commit', { duplicates: 'create' })).toMatchObject({ failed: 0 })
    expect((await read('/customers?q=kite')).data.length).toBeGreaterThan(2)
  })

  test('entries that are there with the same customer, day, text and amount are asked for', async () => {
    const { id } = await givens(app).customer({ name: 'Plover & Co' })
    const rows = Array.from({ length: 5 }, (_, at) => `Plover & Co,2026-05-0${at + 1},Chart,2,80`)
    const head = 'customer,date,description,quantity,unit_price'
    const first = await checked('kind=entries', [head, ...rows])
    expect(await act(first.id, 'commit', {})).toMatchObject({ imported: 5 })
    const more = 'Plover & Co,2026-05-09,Chart,2,80'
    const second = await checked('kind=entries', [head, ...rows, more, more])
    expect(second).toMatchObject({ rows: 7, valid: 1, duplicates: 6 })
    const done = await act(second.id, 'commit', { duplicates: 'use' })
    expect(done).toMatchObject({ status: 'done', imported: 1, updated: 0 })
    const { total } = await read(`/entries?customer_id=${id}&include=total`)
    expect(total).toBe(6)
  })

  test('entries: durations are exact hours, and the check ends', async () => {
    const { id: customer_id } = await givens(app).customer({ name: 'Turnstone' })
    const head = 'customer,date,description,quantity,unit,unit_price'
    const rows = ['0:20,', '0:20,HUR', ' 0:20 ,', '20,MIN', '0:20,MIN', '0:20,KGM', '0:60,']
    const lines = rows.map((row) => `Turnstone,2026-05-01,Calls,${row},90`)
    const it = await checked('kind=entries', [head, ...lines])
    expect(it).toMatchObject({ status: 'ready', rows: 7, valid: 4, duplicates: 1, faulty: 2 })
    const { data } = await read(`/imports/${it.id}/records?status=faulty`)
    expect(data.map(({ line, faults: [{ column }] }: Json) => [line, column])).toEqual([
      [7, 'quantity'],
      [8, 'quantity'],
    ])
    const done = await act(it.id, 'commit', { accept: ['faults'], duplicates: 'create' })
    expect(done).toMatchObject({ status: 'done', imported: 5 })
    const again = await checked('kind=entries', [head, ...lines.slice(0, 1), ''])
    expect(again).toMatchObject({ status: 'ready', duplicates: 1 })
    const billed = await app.call('POST', '/entries/invoice', {
      ...{ customer_id, until: '2026-12-31', group_by: 'description' },
    })
    const { items } = billed.json()
    expect(items.map(({ quantity, unit }: Json) => `${quantity} ${unit}`)).toEqual([
      '1 HUR',
      '40 MIN',
    ])
  })

  test('invoices and recurring invoices: durations are hours', async () => {
    await givens(app).customer({ name: 'Whimbrel' })
    const it = await checked('kind=invoices', [
      'invoice,customer_name,description,quantity,unit,unit_price',
      'a,Whimbrel,Calls,0:20,,90',
      'a,,Calls,0:20,HUR,90',
      'a,,Calls,0:20,MIN,1.50',
    ])
    expect(await act(it.id, 'commit', {})).toMatchObject({ status: 'done', imported: 1 })
    const { data } = await read('/invoices?q=whimbrel')
    const { items, totals } = await read(`/invoices/${data[0].id}`)
    expect(items.map(({ quantity, unit }: Json) => `${quantity} ${unit}`)).toEqual([
      '0.333333 HUR',
      '0.333333 HUR',
      '20 MIN',
    ])
    expect(totals.net).toBe('90.00')
    const recurring = await checked('kind=recurring_invoices', [
      'recurring,name,customer_name,schedule.unit,schedule.start_date,description,quantity,unit_price',
      '1,Support,Whimbrel,month,2027-01-31,Calls,0:20,90',
    ])
    expect(await act(recurring.id, 'commit', {})).toMatchObject({ status: 'done', imported: 1 })
  })

  test('the same file of entries twice: external ids are known, and another id is another entry', async () => {
    const { id } = await givens(app).customer({ name: 'Sandpiper & Co' })
    const head = 'customer,date,description,unit_price,external_id,metadata.team'
    const rowOf = (at: number) => `Sandpiper & Co,2026-05-01,Chart,80,timer:${at},north`
    const file = [head, rowOf(1), rowOf(2)]
    const first = await checked('kind=entries', file)
    expect(first).toMatchObject({ valid: 2, duplicates: 0 })
    expect(await act(first.id, 'commit', {})).toMatchObject({ imported: 2 })
    const found = await read('/entries?external_id=timer:1&metadata.team=north')
    expect(found.data).toMatchObject([
      {
        customer_id: id,
        external_ids: [{ system: 'timer', id: '1' }],
        metadata: { team: 'north' },
      },
    ])
    const again = await checked('kind=entries', [head, rowOf(2), rowOf(1)])
    expect(again).toMatchObject({ known: 2, valid: 0, duplicates: 0 })
    const more = [...file, rowOf(3), 'Sandpiper & Co,2026-05-01,Chart,80,,']
    expect(await checked('kind=entries', more)).toMatchObject({ known: 2, valid: 1, duplicates: 1 })
  })

  test('a name of several customers is a fault that tells them apart', async () => {
    const given = givens(app)
    const one = await given.customer({ name: 'Twin Oaks', address: { city: 'Wells' } })
    const two = await given.customer({ name: 'Twin Oaks', email: 'oaks@twin.example' })
    for (const [kind, column] of [
      ['entries', 'customer'],
      ['invoices', 'customer_name'],
    ] as const) {
      const group = kind === 'invoices' ? ['invoice,', '1,'] : ['', '']
      const it = await checked(`kind=${kind}`, [
        `${group[0]}${column},description,unit_price`,
        `${group[1]}Twin Oaks,Chart,80`,
      ])
      const { data } = await read(`/imports/${it.id}/records?status=faulty`)
      expect(data[0].faults).toMatchObject([
        { line: 2, column, code: 'ambiguous_customer', value: 'Twin Oaks' },
      ])
      const { message } = data[0].faults[0]
      expect(message).toContain(`${one.id} Wells`)
      expect(message).toContain(`${two.id} oaks@twin.example`)
      expect(message).toContain('`customer_id`')
    }
  })

  test('422: a file that is no CSV, is empty or has unknown columns; 412: a stale version', async () => {
    for (const [lines, code] of [
      [['a"b,c', '"'], 'csv_unreadable'],
      [['name'], 'csv_unreadable'],
      [['name,color', 'Fern,green'], 'invalid_request'],
    ] as const) {
      const answer = await upload('kind=customers', lines)
      expect([answer.statusCode, answer.json().code]).toEqual([422, code])
    }
    const it = await checked('kind=customers&columns=%7B%22Kunde%22:%22name%22%7D', [
      'Kunde',
      'Fern',
    ])
    const stale = await app.call('POST', `/imports/${it.id}/commit`, {}, { 'if-match': '"old"' })
    expect(stale.statusCode).toBe(412)
    const { data, total } = await read('/imports?kind=customers&status=ready&include=total')
    expect([data[0].id, data[0].etag.length > 5, total]).toEqual([it.id, true, 1])
  })
})
