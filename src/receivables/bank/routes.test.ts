import { crc32, deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Givens, givens, type Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { runNow } from '../../../test/jobs.ts'
import { printedReference } from '../../sales/contents/payment-reference.ts'
import { type CamtEntry, type CamtStatement, camt, OWN_IBAN } from './statements.testing.ts'

const UNTAXED = { tax: { category: 'Z', rate: '0' } }

describe.each(ENGINES)('bank statements (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  let message = 0
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
    await given.settings({ bankAccount: { iban: OWN_IBAN } })
  })
  afterAll(() => app.close())
  beforeEach(() => given.settings({ bankAutoBook: 'off' }))

  const call: TestApp['json'] = (...request) => app.json(...request)
  const refused: TestApp['refused'] = (...request) => app.refused(...request)
  /** An issued invoice of that amount. */
  const issued = (amount: string, body: object = {}): Promise<Json> =>
    given.invoice({
      status: 'sent',
      issue_date: '2026-11-10',
      items: [{ description: 'Consulting', quantity: '1', unit_price: amount, ...UNTAXED }],
      ...body,
    })
  const statement = (entries: readonly CamtEntry[], more: Partial<CamtStatement> = {}) => {
    message += 1
    return camt([{ id: `STM-${message}`, entries, ...more }], `MSG-${message}`)
  }
  const upload = (bytes: Buffer, query = ''): Promise<Json> =>
    call('POST', `/bank-files${query}`, bytes)
  const settled = () => app.services.jobRunner.runDue()
  /** Uploads a statement and answers its entries, oldest first. */
  const entriesOf = async (bytes: Buffer): Promise<readonly Json[]> => {
    const { id } = await upload(bytes)
    await settled()
    return (await call('GET', `/bank-entries?file_id=${id}&sort=booking_date&limit=100`)).data
  }
  const read = (id: string) => call('GET', `/bank-entries/${id}`)
  const matters = async (): Promise<readonly (readonly string[])[]> =>
    (await call('GET', '/attention?kind=bank')).data.map((it: Json) => [it.code, it.resource.id])

  test('201: a statement is stored, and its entries wait with what they seem to pay', async () => {
    const { id, number, customer_id } = await issued('357.00')
    const bytes = statement(
      [
        {
          amount: '357.00',
          text: `Invoice ${number}`,
          name: 'Fernweh Books GmbH',
          iban: 'DE33123456780000000101',
          reference: 'R-1',
        },
        { amount: '-20.00', text: 'Rent', reference: 'R-2' },
      ],
      { opening: '1000.00', number: '101' },
    )
    const response = await app.call('POST', '/bank-files?name=november.xml', bytes)
    expect(response.statusCode, response.body).toBe(201)
    const file = response.json()
    expect(response.headers.location).toBe(`/api/v1/bank-files/${file.id}`)
    expect(file).toMatchObject({
      name: 'november.xml',
      format: 'camt.053.001.08',
      status: 'done',
      already_imported: false,
      ...{ entries: 2, done: 2, new: 2, known: 0, pending: 0, suspects: 0, replaced: 0 },
      problems: [],
      statements: [
        { number: '101', currency: 'EUR', opening_balance: '1000.00', closing_balance: '1337.00' },
      ],
    })
    await settled()
    const { data, total, classes } = await call(
      'GET',
      `/bank-entries?file_id=${file.id}&sort=-amount&include=total`,
    )
    expect({ total, classes }).toEqual({
      total: 2,
      classes: { certain: 1, likely: 0, possible: 0, none: 1 },
    })
    expect(data).toMatchObject([
      {
        status: 'open',
        amount: '357.00',
        unallocated: '357.00',
        name: 'Fernweh Books GmbH',
        class: 'certain',
        kind: 'exact',
        proposals: [
          {
            kind: 'exact',
            allocations: [{ kind: 'invoice', invoice_id: id, number, amount: '357.00' }],
          },
        ],
      },
      { status: 'ignored', reason: 'outgoing', amount: '-20.00' },
    ])
    const raw = await app.call('GET', `/bank-files/${file.id}/raw`)
    expect(raw.rawPayload.equals(bytes)).toBe(true)
    for (const q of ['357.00', '357,00', '-20,00', 'Fernweh 357,00'])
      expect((await call('GET', `/bank-entries?file_id=${file.id}&q=${q}`)).data).toHaveLength(1)

    const [entry] = data
    const booked = await call('POST', `/bank-entries/${entry.id}/book`, {})
    expect(booked).toMatchObject({
      status: 'booked',
      automatic: false,
      unallocated: '0.00',
      booked_by: { kind: 'key' },
      allocations: [{ kind: 'invoice', invoice_id: id, number, amount: '357.00' }],
    })
    expect(await given.read(id)).toMatchObject({ status: 'paid', totals: { due: '0.00' } })
    const [payment] = (await call('GET', `/invoices/${id}/payments`)).data
    expect(payment).toMatchObject({
      amount: '357.00',
      paid_at: '2026-11-20',
      reference: 'R-1',
      bank_entry_id: entry.id,
    })
    expect(await refused('DELETE', `/invoices/${id}/payments/${payment.id}`)).toMatchObject({
      status: 409,
      code: 'entry_booked',
      bank_entry_id: entry.id,
    })
    expect(await refused('POST', `/bank-entries/${entry.id}/book`, {})).toMatchObject({
      status: 409,
      code: 'entry_booked',
    })
    const accounts = await call('GET', `/customers/${customer_id}/bank-accounts`)
    expect(accounts.data).toMatchObject([{ iban: 'DE33123456780000000101', count: 1 }])
    const { data: events } = await call('GET', '/events?type=bank_entry.booked&limit=100')
    expect(events.at(-1).data).toMatchObject({ id: entry.id, automatic: false })
    expect(JSON.stringify(events)).not.toMatch(/DE33|Fernweh/)

    const undone = await call('POST', `/bank-entries/${entry.id}/unbook`)
    expect(undone).toMatchObject({ status: 'open', allocations: [], flags: ['undone_before'] })
    expect(await given.read(id)).toMatchObject({ status: 'sent', totals: { due: '357.00' } })
    expect((await call('GET', `/invoices/${id}/payments`)).data).toEqual([])
  })

  const automatic = () => given.settings({ bankAutoBook: 'certain' })
  const dueOf = async (id: string): Promise<string> => (await given.read(id)).totals.due
  const named = (number: string, amount: string, more: Partial<CamtEntry> = {}): CamtEntry => ({
    amount,
    text: `Invoice ${number}`,
    reference: `R-${number}`,
    ...more,
  })

  describe('each entry once', () => {
    test('the same bytes again, and the same entries in another file', async () => {
      await automatic()
      const { id, number } = await issued('10.00')
      const entries = [named(number, '10.00')]
      const bytes = statement(entries)
      const first = await upload(bytes)
      const again = await app.call('POST', '/bank-files', bytes)
      expect(again.statusCode).toBe(200)
      expect(again.json()).toMatchObject({ id: first.id, already_imported: true })
      await settled()
      expect(await upload(statement(entries))).toMatchObject({ new: 0, known: 1 })
      await settled()
      expect(await dueOf(id)).toBe('0.00')
      expect((await call('GET', `/invoices/${id}/payments`)).data).toHaveLength(1)
    })

    test('files that overlap', async () => {
      const [one, two, three] = ['1', '2', '3'].map((it) => ({
        ...{ amount: `${it}.01`, text: `Overlap ${it}`, reference: `O-${it}` },
      }))
      if (!one || !two || !three) throw new Error('Three entries are needed.')
      expect(await upload(statement([one, two]))).toMatchObject({ new: 2, known: 0 })
      expect(await upload(statement([two, three]))).toMatchObject({ new: 1, known: 1 })
    })

    test('pending first, then booked', async () => {
      const entry = { amount: '3.10', text: 'Later', reference: 'P-1' }
      const pending = await upload(statement([{ ...entry, isPending: true }]))
      expect(pending).toMatchObject({ entries: 0, new: 0, pending: 1 })
      expect(await upload(statement([entry]))).toMatchObject({ new: 1, known: 0, pending: 0 })
    })

    test('two true equals of one file are two, and a third one in a later file is one more', async () => {
      const equal = { amount: '4.40', text: 'Donation', name: 'Anna Schmidt' }
      expect(await upload(statement([equal, equal]))).toMatchObject({ new: 2, known: 0 })
      expect(await upload(statement([equal, equal, equal]))).toMatchObject({ new: 1, known: 2 })
    })

    test('a notification without a reference reports a payment of the statement: suspected', async () => {
      const entry = { amount: '4.60', text: 'Sale', day: '2026-11-16' }
      const stated = statement([{ ...entry, reference: 'S-1' }])
      expect(await upload(stated)).toMatchObject({ new: 1, suspects: 0 })
      const told = statement([{ ...entry, text: 'Sale 7' }], { kind: '054' })
      expect(await upload(told)).toMatchObject({ new: 1, suspects: 1 })
      const other = statement([{ ...entry, reference: 'S-2' }])
      expect(await upload(other)).toMatchObject({ new: 1, suspects: 1 })
      const both = statement([
        { ...entry, reference: 'S-1' },
        { ...entry, text: 'Sale of another day', day: '2026-11-15' },
      ])
      expect(await upload(both)).toMatchObject({ new: 1, known: 1, suspects: 0 })
    })

    test('single payments replace their sum; a sum after them is known', async () => {
      const parts = [
        { amount: '5.10', text: 'Part 1', reference: 'D-1' },
        { amount: '5.20', text: 'Part 2', reference: 'D-2' },
      ]
      const sum = { amount: '10.30', text: 'Batch', reference: 'BATCH-1' }
      const whole = camt([{ entries: [sum], id: 'B1' }])
      const batch = whole
        .toString()
        .replace(/<TxDtls>.*<\/TxDtls>/, '<Btch><NbOfTxs>2</NbOfTxs></Btch>')
      const [stored] = await entriesOf(Buffer.from(batch))
      const later = { ...sum, details: parts }
      const detailed = await upload(statement([later], { kind: '054' }))
      expect(detailed).toMatchObject({ new: 2, replaced: 1 })
      expect(await read(stored.id)).toMatchObject({ status: 'ignored', reason: 'replaced' })
      const once = await upload(Buffer.from(batch.replace('MSG-1', 'MSG-B2')))
      expect(once).toMatchObject({ new: 0, known: 1 })
      await call('POST', `/bank-files/${detailed.id}/undo`)
      expect(await read(stored.id)).toMatchObject({ status: 'open' })
    })

    test('an entry that no bank calls a batch gives way to its payments, or covers them once it is booked', async () => {
      const days = { day: '2026-11-18' }
      const sum = { amount: '6.30', text: 'Collective', reference: 'BATCH-2', ...days }
      const details = [
        { amount: '3.10', text: 'Part 1', reference: 'D-3', ...days },
        { amount: '3.20', text: 'Part 2', reference: 'D-4', ...days },
      ]
      const [stored] = await entriesOf(statement([sum]))
      const detailed = await upload(statement([{ ...sum, details }], { kind: '054' }))
      expect(detailed).toMatchObject({ new: 2, replaced: 1 })
      expect(await read(stored.id)).toMatchObject({ status: 'ignored', reason: 'replaced' })
      expect(await upload(statement([sum]))).toMatchObject({ new: 0, known: 1 })
      await call('POST', `/bank-files/${detailed.id}/undo`)
      await settled()
      expect(await read(stored.id)).toMatchObject({ status: 'open' })
      await call('POST', `/bank-entries/${stored.id}/book`, {
        allocations: [{ kind: 'other', text: 'Sales of the day' }],
      })
      const again = await entriesOf(statement([{ ...sum, details }], { kind: '054' }))
      expect(again.map((it) => it.reason)).toEqual(['covered', 'covered'])
    })

    test('one payment with a reference of its own takes the place of its entry, and no other payer’s', async () => {
      const entry = { amount: '7.70', text: 'Sale', reference: 'DAY-1', day: '2026-11-17' }
      const detail = (own: string, name: string) => (xml: Buffer) =>
        Buffer.from(
          xml
            .toString()
            .replace('<TxDtls>', `<TxDtls><Refs><AcctSvcrRef>${own}</AcctSvcrRef></Refs>`)
            .replace('<RmtInf>', `<RltdPties><Dbtr><Nm>${name}</Nm></Dbtr></RltdPties><RmtInf>`),
        )
      const named = (name: string) => statement([{ ...entry, name }])
      const [anna] = await entriesOf(named('Anna'))
      expect(await upload(detail('P-1', 'Peter')(statement([entry])))).toMatchObject({
        ...{ new: 1, replaced: 0 },
      })
      expect(await upload(detail('A-1', 'Anna')(statement([entry])))).toMatchObject({
        ...{ new: 1, replaced: 1 },
      })
      expect(await read(anna.id)).toMatchObject({ reason: 'replaced' })
      expect(await upload(named('Anna'))).toMatchObject({ new: 0, known: 1 })
    })

    test('another format of the same payment is suspected, and not booked without a person', async () => {
      await automatic()
      const { id, number } = await issued('12.34')
      const mt940 = [
        ...[':20:START', `:25:${OWN_IBAN}`, ':28C:1/1', ':60F:C261119EUR0,00'],
        ':61:2611191119C12,34NTRFNONREF//M-1',
        ':86:166?00GUTSCHRIFT?20SVWZ+Rent of a room',
        ...[':62F:C261119EUR12,34', '-'],
      ].join('\r\n')
      const [first] = await entriesOf(Buffer.from(mt940))
      expect(first).toMatchObject({ amount: '12.34', status: 'open' })
      const file = await upload(statement([named(number, '12.34', { day: '2026-11-19' })]))
      expect(file).toMatchObject({ new: 1, suspects: 1 })
      await settled()
      const [second] = (await call('GET', `/bank-entries?file_id=${file.id}`)).data
      expect(second).toMatchObject({ status: 'open', class: 'certain', suspect_of: first.id })
      expect(second.flags).toContain('suspect_duplicate')
      expect(await dueOf(id)).toBe('12.34')
    })

    test('undo takes back what was booked, deletes the entries and leaves a mark', async () => {
      await automatic()
      const { id, number } = await issued('20.20')
      const bytes = statement([named(number, '20.20'), { amount: '1.05', text: 'Other' }])
      const file = await upload(bytes)
      await settled()
      expect(await dueOf(id)).toBe('0.00')
      const { data: events } = await call('GET', '/events?type=bank_entry.booked&limit=100')
      expect(events.at(-1).data).toMatchObject({ automatic: true })
      expect(await call('POST', `/bank-files/${file.id}/undo`)).toMatchObject({ status: 'undone' })
      expect(await dueOf(id)).toBe('20.20')
      expect((await call('GET', `/bank-entries?file_id=${file.id}`)).data).toEqual([])
      const again = await upload(bytes)
      expect(again).toMatchObject({ new: 2, already_imported: false })
      await settled()
      const [entry] = (await call('GET', `/bank-entries?file_id=${again.id}&class=certain`)).data
      expect(entry).toMatchObject({ status: 'open', flags: ['undone_before'] })
      await call('POST', `/bank-entries/${entry.id}/book`, {})
      expect(await refused('POST', `/bank-files/${again.id}/undo`)).toMatchObject({
        status: 409,
        code: 'entries_booked',
        entries: [entry.id],
      })
    })

    test('an undo that is refused leaves the file as it was, to be undone later', async () => {
      await automatic()
      const { id, number } = await issued('20.21')
      const file = await upload(statement([named(number, '20.21')]))
      await settled()
      const [paid] = (await call('GET', `/invoices/${id}/payments`)).data
      const back = await call('POST', `/invoices/${id}/payments/${paid.id}/reverse`, {})
      const undo = `/bank-files/${file.id}/undo`
      expect(await refused('POST', undo)).toMatchObject({ status: 409, code: 'payment_reversed' })
      expect((await call('GET', `/bank-files/${file.id}`)).status).toBe('done')
      await app.call('DELETE', `/invoices/${id}/payments/${back.id}`)
      expect(await call('POST', undo)).toMatchObject({ status: 'undone' })
    })
  })

  describe('balances', () => {
    test('that do not agree: nothing of the statement is booked by itself', async () => {
      await automatic()
      const { id, number } = await issued('31.00')
      const bytes = statement([named(number, '31.00')], { opening: '0.00', closing: '30.00' })
      const file = await upload(bytes)
      expect(file.problems).toContain('unbalanced')
      await settled()
      const [entry] = (await call('GET', `/bank-entries?file_id=${file.id}`)).data
      expect(entry).toMatchObject({ status: 'open', class: 'certain', flags: ['unbalanced'] })
      expect(await dueOf(id)).toBe('31.00')
      expect(await matters()).toContainEqual(['statement_unbalanced', file.id])
      await call('POST', `/bank-entries/${entry.id}/ignore`, { reason: 'Twice in the file' })
      expect(await matters()).not.toContainEqual(['statement_unbalanced', file.id])
    })

    test('that do not follow the statement before: a gap, until the missing one comes', async () => {
      const account = { name: 'Gap', iban: 'DE89370400440532013000', currency: 'EUR' }
      const { iban } = await call('POST', '/bank-accounts', account)
      const of = (from: string, opening: string, number: string) =>
        upload(
          statement([{ amount: '1.00', day: from, text: number }], {
            ...{ iban, opening, from, to: from, number },
          }),
        )
      expect(await of('2026-10-01', '10.00', '1')).toMatchObject({ problems: [] })
      expect(await of('2026-10-02', '11.00', '2')).toMatchObject({ problems: [] })
      const after = await of('2026-10-05', '15.00', '4')
      expect(after).toMatchObject({ problems: ['gap'] })
      expect(await matters()).toContainEqual(['statement_gap', after.id])
      const between = statement([{ amount: '3.00', day: '2026-10-03', text: '3' }], {
        ...{ iban, opening: '12.00', from: '2026-10-03', to: '2026-10-03', number: '3' },
      })
      await upload(between)
      expect(await matters()).not.toContainEqual(['statement_gap', after.id])
      // Statements of days that overlap have other balances; their numbers still follow each other.
      const overlapping = (number: string) =>
        upload(
          statement([{ amount: '1.00', day: '2026-10-06', text: number }], {
            ...{ iban, opening: '90.00', from: '2026-10-04', to: '2026-10-06', number },
          }),
        )
      expect(await overlapping('5')).toMatchObject({ problems: [] })
      expect(await overlapping('7')).toMatchObject({ problems: ['gap'] })
    })

    test('that return a payment which nobody knows wait for a person', async () => {
      const [entry] = await entriesOf(
        statement([{ amount: '-77.00', text: 'Return', reference: 'R-77', returnReason: 'AC04' }]),
      )
      expect(await matters()).toContainEqual(['return_unknown', entry.id])
    })
  })

  describe('refusals store nothing', () => {
    const counts = async () => [
      (await call('GET', '/bank-files?include=total')).total,
      (await call('GET', '/bank-entries?include=total')).total,
    ]
    const doctype = (xml: string) =>
      Buffer.from(xml.replace('?>', '?><!DOCTYPE d [<!ENTITY e SYSTEM "file:///etc/passwd">]>'))

    test.each([
      ['a DOCTYPE', () => doctype(camt([{ entries: [] }]).toString()), 'xml_forbidden'],
      [
        'an account of others',
        () => statement([], { iban: 'AT611904300234573201' }),
        'bank_account_unknown',
      ],
      ['another currency', () => statement([], { currency: 'USD' }), 'currency_differs'],
      ['a table that fits no mapping', () => Buffer.from('A;B\n1;2\n3;4\n'), 'csv_profile_needed'],
      [
        'camt.052',
        () =>
          Buffer.from(
            camt([{ entries: [] }])
              .toString()
              .replaceAll('camt.053', 'camt.052'),
          ),
        'format_not_supported',
      ],
      ['a file that is cut off', () => camt([{ entries: [] }]).subarray(0, 300), 'file_unreadable'],
      ['a PDF', () => Buffer.from('%PDF-1.7 and more of it'), 'format_not_supported'],
      ['an endless line', () => Buffer.alloc(3_000_000, 'a'), 'file_unreadable'],
      [
        'a ZIP in a ZIP',
        () => zipOf(['inner.zip', zipOf(['a.xml', statement([])])]),
        'file_unreadable',
      ],
      [
        'a ZIP that unpacks to 60 MB',
        () => zipOf(['a.xml', Buffer.alloc(61 * 1024 * 1024)]),
        'file_unreadable',
      ],
      ['a broken ZIP', () => zipOf(['a.xml', statement([])]).subarray(0, 200), 'file_unreadable'],
    ] as const)('422: %s', async (_what, make, code) => {
      const before = await counts()
      const response = await app.call('POST', '/bank-files', make())
      expect(response.statusCode, response.body).toBe(422)
      const problem = response.json()
      expect(problem.code, response.body).toBe(code)
      expect(JSON.stringify(problem)).not.toMatch(/passwd/)
      expect(await counts()).toEqual(before)
    })

    test('413: more than 20 MB; 422: an empty body, and an unknown query', async () => {
      const before = await counts()
      const large = await app.call('POST', '/bank-files', Buffer.alloc(20 * 1024 * 1024 + 1, ' '))
      expect(large.statusCode).toBe(413)
      expect((await app.call('POST', '/bank-files')).statusCode).toBe(422)
      expect((await app.call('POST', '/bank-files?x=1', statement([]))).statusCode).toBe(422)
      expect(await counts()).toEqual(before)
    })

    test('a dry run reads and answers', async () => {
      const before = await counts()
      const bytes = statement([{ amount: '1.23', text: 'Dry', reference: 'DRY-1' }])
      const tried = await app.call('POST', '/bank-files?dry_run=true', bytes)
      expect(tried.statusCode).toBe(200)
      expect(tried.json()).toMatchObject({ new: 1, known: 0, statements: [{ new: 1 }] })
      expect(await counts()).toEqual(before)
    })

    test('403: a key that may only read gets neither an upload nor the original', async () => {
      const { id } = await upload(statement([]))
      const key = await given.key('read')
      expect((await app.call('POST', '/bank-files', statement([]), key)).statusCode).toBe(403)
      expect((await app.call('GET', `/bank-files/${id}/raw`, undefined, key)).statusCode).toBe(403)
      expect((await app.call('GET', `/bank-files/${id}`, undefined, key)).statusCode).toBe(200)
    })
  })

  test('201: a table is read by the latest stored mapping that has its columns', async () => {
    const iban = 'DE75512108001245126199'
    const { id } = await call('POST', '/bank-accounts', { name: 'Branch', iban, currency: 'EUR' })
    const table = Buffer.from('Posted on;Payee;Sum\n03/11/2026;Anna;12,50\n')
    const query = `?bank_account_id=${id}`
    expect(await refused('POST', `/bank-files${query}`, table)).toMatchObject({
      code: 'csv_profile_needed',
      columns: ['Posted on', 'Payee', 'Sum'],
    })
    const columns = { booking_date: 'Posted on', amount: 'Sum', name: 'Payee' }
    for (const date of ['M/D/y', 'D/M/y']) {
      const mapping = { header: ['posted on', 'Sum'], delimiter: ';', date, decimal: ',', columns }
      await call('POST', '/bank-profiles', { name: date, mapping })
    }
    expect(await upload(table, query)).toMatchObject({ format: 'csv', new: 1 })
    const { data } = await call('GET', `/bank-entries?bank_account_id=${id}`)
    expect(data).toMatchObject([{ booking_date: '2026-11-03', name: 'Anna', amount: '12.50' }])
  })

  test('422: a mapping without a column of amounts', async () => {
    const mapping = {
      ...{ header: ['Tag'], delimiter: ';', date: 'D.M.y', decimal: ',' },
      columns: { booking_date: 'Tag', credit: 'Haben' },
    }
    expect(await refused('POST', '/bank-profiles', { name: 'Half', mapping })).toMatchObject({
      errors: [{ pointer: '/mapping/columns/amount', code: 'required' }],
    })
  })

  test('201: a ZIP of several files; entries before the start of an account are ignored', async () => {
    const iban = 'GB29NWBK60161331926819'
    await call('POST', '/bank-accounts', {
      ...{ name: 'London', iban, currency: 'EUR', start_date: '2026-11-20' },
    })
    const zip = zipOf(
      ['a.xml', statement([{ amount: '1.00', text: 'Early', day: '2026-11-19' }], { iban })],
      ['b.xml', statement([{ amount: '2.00', text: 'In time' }], { iban })],
    )
    const file = await upload(zip)
    expect(file).toMatchObject({ format: 'zip', new: 2, statements: [{ new: 1 }, { new: 1 }] })
    await settled()
    const { data } = await call('GET', `/bank-entries?file_id=${file.id}&sort=booking_date`)
    expect(data).toMatchObject([
      { status: 'ignored', reason: 'before_start' },
      { status: 'open', amount: '2.00' },
    ])
  })

  describe('booking by hand', () => {
    test('one transfer for many invoices, to the cent; the rest goes to the account', async () => {
      const customer = await given.customer({ name: 'Many & Co.' })
      const invoices: Json[] = []
      for (const amount of ['0.10', '0.20', '33.33', '66.37'])
        invoices.push(await issued(amount, { customer_id: customer.id }))
      const [entry] = await entriesOf(
        statement([{ amount: '100.30', text: 'All', reference: 'M-1' }]),
      )
      const parts = invoices.map(({ id }) => ({ kind: 'invoice', invoice_id: id }))
      const allocations = [...parts, { kind: 'account', customer_id: customer.id }]
      const booked = await call('POST', `/bank-entries/${entry.id}/book`, { allocations })
      expect(booked).toMatchObject({ status: 'booked', unallocated: '0.00' })
      expect(booked.allocations.map(({ amount }: Json) => amount)).toEqual([
        ...['0.10', '0.20', '33.33', '66.37', '0.30'],
      ])
      for (const { id } of invoices) expect((await given.read(id)).status).toBe('paid')
      const account = await call('GET', `/customers/${customer.id}/account`)
      expect(account.balances).toMatchObject([{ balance: '0.30' }])
      const found = await call('GET', `/bank-entries?customer_id=${customer.id}`)
      expect(found.data.map(({ id }: Json) => id)).toEqual([entry.id])
      await call('POST', `/bank-entries/${entry.id}/unbook`)
      for (const { id, totals } of invoices) expect(await dueOf(id)).toBe(totals.due)
      const after = await call('GET', `/customers/${customer.id}/account`)
      expect(after.balances).toMatchObject([{ balance: '0.00' }])
    })

    test('a part: the rest stays open, and more than the entry is refused', async () => {
      const { id } = await issued('100.00')
      const [entry] = await entriesOf(
        statement([{ amount: '50.00', text: 'Half', reference: 'H-1' }]),
      )
      const part = (amount: string) => ({
        allocations: [{ kind: 'invoice', invoice_id: id, amount }],
      })
      const path = `/bank-entries/${entry.id}/book`
      expect(await refused('POST', path, part('50.01'))).toMatchObject({
        status: 422,
        code: 'allocation_exceeds',
        left: '50.00',
      })
      expect(await call('POST', path, part('20.00'))).toMatchObject({
        status: 'open',
        unallocated: '30.00',
      })
      expect((await refused('POST', path, part('30.01'))).code).toBe('allocation_exceeds')
      expect(await call('POST', path, part('30.00'))).toMatchObject({ status: 'booked' })
      expect(await dueOf(id)).toBe('50.00')
    })

    test('with a discount and a fee', async () => {
      const { id } = await issued('100.00')
      const [entry] = await entriesOf(
        statement([{ amount: '96.50', text: 'Less', reference: 'L-1' }]),
      )
      const parts = { discount: '2.00', fee: '1.50' }
      const allocations = [{ kind: 'invoice', invoice_id: id, ...parts }]
      await call('POST', `/bank-entries/${entry.id}/book`, { allocations })
      expect(await dueOf(id)).toBe('0.00')
      const [payment] = (await call('GET', `/invoices/${id}/payments`)).data
      expect(payment).toMatchObject({ amount: '96.50', ...parts, bank_entry_id: entry.id })
    })

    test('a payment that was typed by hand is linked, not recorded again', async () => {
      const { id } = await issued('45.00')
      const typed = await given.payment(id, { amount: '45.00' })
      const [entry] = await entriesOf(
        statement([{ amount: '45.00', text: 'Typed', reference: 'T-1' }]),
      )
      const allocations = [{ kind: 'link', payment_id: typed.id }]
      const path = `/bank-entries/${entry.id}`
      expect(await call('POST', `${path}/book`, { allocations })).toMatchObject({
        status: 'booked',
      })
      const { data } = await call('GET', `/invoices/${id}/payments`)
      expect(data).toMatchObject([{ id: typed.id, bank_entry_id: entry.id }])
      await call('POST', `${path}/unbook`)
      expect((await call('GET', `/invoices/${id}/payments`)).data).toMatchObject([
        { id: typed.id, bank_entry_id: null },
      ])
      expect(await dueOf(id)).toBe('0.00')
    })

    test('a payment that comes back opens its invoice, and unbooking pays it again', async () => {
      const { id } = await issued('60.00')
      const [paid, back] = await entriesOf(
        statement([
          { amount: '60.00', text: 'Pays', reference: 'B-1' },
          { amount: '-60.00', text: 'Back', reference: 'B-2', day: '2026-11-21' },
        ]),
      )
      const first = [{ kind: 'invoice', invoice_id: id }]
      const { allocations } = await call('POST', `/bank-entries/${paid.id}/book`, {
        allocations: first,
      })
      await call('POST', `/bank-entries/${back.id}/reopen`)
      const reversal = [{ kind: 'reversal', payment_id: allocations[0].payment_id }]
      await call('POST', `/bank-entries/${back.id}/book`, { allocations: reversal })
      expect(await given.read(id)).toMatchObject({ status: 'sent', totals: { due: '60.00' } })
      expect((await refused('POST', `/bank-entries/${paid.id}/unbook`)).code).toBe(
        'payment_reversed',
      )
      await call('POST', `/bank-entries/${back.id}/unbook`)
      expect((await given.read(id)).status).toBe('paid')
    })

    test('a second return of one payment waits for a person, and holds up no other entry', async () => {
      await automatic()
      const returned = (endToEnd: string, amount: string, reference: string, day: string) =>
        entriesOf(
          statement([{ amount, text: 'Back', endToEnd, reference, day, returnReason: 'AC04' }]),
        )
      const [invoice, later] = [await issued('65.10'), await issued('65.20')]
      const pays = { amount: '65.10', text: invoice.number, endToEnd: 'TWICE', reference: 'TW-1' }
      await entriesOf(statement([pays]))
      const [first] = await returned('TWICE', '-65.10', 'TW-2', '2026-11-21')
      expect(first).toMatchObject({ status: 'booked', kind: 'reversal' })
      const [second] = await returned('TWICE', '-65.10', 'TW-3', '2026-11-22')
      expect(second).toMatchObject({ status: 'open', flags: ['return_unknown'] })

      const onAccount = { amount: '65.30', text: 'For later', endToEnd: 'ACC', reference: 'TW-4' }
      const [kept] = await entriesOf(statement([onAccount]))
      await call('POST', `/bank-entries/${kept.id}/book`, {
        allocations: [{ kind: 'account', customer_id: invoice.customer_id }],
      })
      const [back] = await returned('ACC', '-65.30', 'TW-5', '2026-11-23')
      expect(back).toMatchObject({ status: 'booked' })
      const [again, next] = await entriesOf(
        statement([
          {
            ...{ amount: '-65.30', text: 'Back', endToEnd: 'ACC', reference: 'TW-6' },
            ...{ day: '2026-11-24', returnReason: 'AC04' },
          },
          { amount: '65.20', text: later.number, reference: 'TW-7', day: '2026-11-25' },
        ]),
      )
      expect([again.status, next.status]).toEqual(['open', 'booked'])
    })

    test('money paid back: of an invoice, and from the account', async () => {
      const { id, customer_id } = await issued('70.00')
      await given.payment(id, { amount: '70.00' })
      await given.creditNote(id, { status: 'sent' })
      await call('POST', `/customers/${customer_id}/payments`, { amount: '8.00', apply: 'none' })
      const [invoice, account] = await entriesOf(
        statement([
          { amount: '-70.00', text: 'Refund', reference: 'F-1' },
          { amount: '-8.00', text: 'Refund', reference: 'F-2' },
        ]),
      )
      for (const entry of [invoice, account])
        if ((await read(entry.id)).status === 'ignored')
          await call('POST', `/bank-entries/${entry.id}/reopen`)
      await call('POST', `/bank-entries/${invoice.id}/book`, {
        allocations: [{ kind: 'invoice', invoice_id: id }],
      })
      expect(await dueOf(id)).toBe('0.00')
      await call('POST', `/bank-entries/${account.id}/book`, {
        allocations: [{ kind: 'refund', customer_id }],
      })
      const { balances } = await call('GET', `/customers/${customer_id}/account`)
      expect(balances).toMatchObject([{ balance: '0.00' }])
    })

    test.each([
      ['no allocation', { allocations: [] }, '/allocations'],
      ['an unknown kind', { allocations: [{ kind: 'gift' }] }, '/allocations/0/kind'],
      ['no invoice', { allocations: [{ kind: 'invoice' }] }, '/allocations/0/invoice_id'],
      [
        'a negative part',
        { allocations: [{ kind: 'other', amount: '-5' }] },
        '/allocations/0/amount',
      ],
      [
        'a proposal and parts',
        { proposal_id: '5d8f0c3a9b1e4d72', allocations: [{ kind: 'other' }] },
        '/allocations',
      ],
      ['a fee of money in', { allocations: [{ kind: 'fee' }] }, '/allocations/0/kind'],
    ])('422: %s', async (_what, body, pointer) => {
      const [entry] = await entriesOf(statement([{ amount: '1.00', text: `${pointer} ${_what}` }]))
      const { errors } = await refused('POST', `/bank-entries/${entry.id}/book`, body)
      expect(errors[0].pointer).toBe(pointer)
      expect((await read(entry.id)).allocations).toEqual([])
    })
  })

  test('409: a proposal whose invoice was paid meanwhile is stale; the next comparison drops it', async () => {
    const { id, number } = await issued('81.00')
    const [entry] = await entriesOf(statement([named(number, '81.00')]))
    const [proposal] = entry.proposals
    await given.payment(id, { amount: '1.00' })
    const body = { proposal_id: proposal.id }
    expect(await refused('POST', `/bank-entries/${entry.id}/book`, body)).toMatchObject({
      status: 409,
      code: 'proposal_stale',
    })
    await runNow(app, 'bank.look')
    const after = await read(entry.id)
    expect(after.proposals.map(({ id }: Json) => id)).not.toContain(proposal.id)
  })

  test('two people and the service at once book an entry once', async () => {
    const { id, number } = await issued('90.00')
    const [entry] = await entriesOf(statement([named(number, '90.00')]))
    const path = `/bank-entries/${entry.id}/book`
    const hand = { allocations: [{ kind: 'invoice', invoice_id: id, amount: '90.00' }] }
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => app.call('POST', path, at % 2 === 0 ? {} : hand)),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(answers.filter(({ statusCode }) => statusCode >= 500)).toEqual([])
    expect((await call('GET', `/invoices/${id}/payments`)).data).toHaveLength(1)
    expect(await dueOf(id)).toBe('0.00')
  })

  test('many at once: each that has one certain proposal', async () => {
    const [one, two] = [await issued('91.00'), await issued('92.00')]
    const entries = await entriesOf(
      statement([
        named(one.number, '91.00'),
        named(two.number, '92.00'),
        { amount: '0.93', text: 'Odd' },
      ]),
    )
    const ids = entries.map(({ id }) => id)
    const answer = await call('POST', '/bank-entries/book', { ids })
    expect(answer.booked).toBe(2)
    expect(answer.data.filter(({ booked }: Json) => !booked)).toMatchObject([
      { code: 'proposal_stale' },
    ])
    for (const { id } of [one, two]) expect(await dueOf(id)).toBe('0.00')
  })

  test('a declined proposal is not made again for its entry', async () => {
    const { number } = await issued('93.00')
    const [entry] = await entriesOf(statement([named(number, '93.00')]))
    const [proposal] = entry.proposals
    const path = `/bank-entries/${entry.id}`
    await call('POST', `${path}/decline`, { proposal_id: proposal.id })
    await settled()
    const after = await read(entry.id)
    expect(after.proposals.map(({ id }: Json) => id)).not.toContain(proposal.id)
    expect((await refused('POST', `${path}/decline`, { proposal_id: proposal.id })).code).toBe(
      'proposal_stale',
    )
  })

  test('transfers between own accounts are ignored as a pair', async () => {
    const other = 'FR1420041010050500013M02606'
    await call('POST', '/bank-accounts', { name: 'Paris', iban: other, currency: 'EUR' })
    const [out] = await entriesOf(
      statement([{ amount: '-400.00', text: 'INV-2026-0001', iban: other, reference: 'W-1' }]),
    )
    expect(out).toMatchObject({ status: 'ignored', reason: 'own_transfer', pair_id: null })
    const [back] = await entriesOf(
      statement([{ amount: '400.00', text: 'Transfer', iban: OWN_IBAN, reference: 'W-2' }], {
        iban: other,
      }),
    )
    expect(back).toMatchObject({ status: 'ignored', reason: 'own_transfer', pair_id: out.id })
    expect((await read(out.id)).pair_id).toBe(back.id)
  })

  test('a reference with check digits is printed, and books its payment', async () => {
    const published = async ({ id }: Json) => given.publish(id)
    const before = await published(await issued('61.00'))
    await given.settings({ paymentReference: 'ogm' })
    const invoice = await published(await issued('62.00'))
    await given.settings({ paymentReference: 'none', bankAutoBook: 'certain' })
    const copy = await call('POST', `/invoices/${invoice.id}/duplicate`)
    const later = await published(await call('PATCH', `/invoices/${copy.id}`, { status: 'sent' }))

    const printed = printedReference('ogm', invoice.number) ?? ''
    for (const { id, share_token, number } of [before, invoice, later]) {
      const isStated = id === invoice.id
      const texts = [
        (await app.send({ url: `/i/${share_token}` })).body,
        (await app.call('GET', `/invoices/${id}/html`)).body,
      ]
      for (const text of texts)
        expect([text.includes(printed), text.includes(number)]).toEqual([isStated, true])
    }
    const [entry] = await entriesOf(
      statement([{ amount: '62.00', text: printed.replaceAll('/', ' / '), reference: 'OGM-1' }]),
    )
    expect(entry).toMatchObject({ status: 'booked', booked_by: { kind: 'system' } })
    expect(await call('GET', `/invoices/${invoice.id}`)).toMatchObject({ status: 'paid' })
  })

  test('an account that was forgotten no longer finds its customer', async () => {
    const iban = 'DE66500105170000000066'
    const { customer_id, number } = await issued('66.10')
    const [named] = await entriesOf(
      statement([{ amount: '66.10', text: number, iban, reference: 'FG-1' }]),
    )
    await call('POST', `/bank-entries/${named.id}/book`, {})
    await issued('66.20', { customer_id })
    const [found] = await entriesOf(
      statement([{ amount: '66.20', text: 'Thanks', iban, reference: 'FG-2' }]),
    )
    expect(found.flags).toEqual(['by_iban'])
    await app.call('DELETE', `/customers/${customer_id}/bank-accounts/${iban}`)
    await settled()
    expect((await read(found.id)).flags).toEqual(['amount_only'])
  })

  test('a rule compares accounts without blanks, and does not stop an entry that a person reopened', async () => {
    const { id, number } = await issued('64.10')
    const when = { iban: 'de88 5001 0517 0000 0000 64', direction: 'in' }
    // biome-ignore lint/suspicious/noThenProperty: the wire name of the action.
    const rule = await call('POST', '/bank-rules', { when, then: { ignore: true } })
    expect(rule.when.iban).toBe('DE88500105170000000064')
    const payment = { amount: '64.10', text: number, iban: rule.when.iban, reference: 'RULE-1' }
    const [entry] = await entriesOf(statement([payment]))
    expect(entry).toMatchObject({ status: 'ignored', reason: 'rule' })
    await call('POST', `/bank-entries/${entry.id}/reopen`)
    await settled()
    expect(await read(entry.id)).toMatchObject({
      status: 'open',
      proposals: [{ allocations: [{ invoice_id: id }] }],
    })
    const changed = { when: { iban: 'DE88 5001 0517 0000 0000 65' } }
    expect((await call('PATCH', `/bank-rules/${rule.id}`, changed)).when.iban).toBe(
      'DE88500105170000000065',
    )
    await app.call('DELETE', `/bank-rules/${rule.id}`)
  })

  test('a text for the transfer that a person wrote on one invoice books its payment', async () => {
    const referring = (amount: string, reference: string) =>
      issued(amount, { payment: { reference } })
    const own = await referring('63.01', 'Contract 4711-0815')
    const slip = await referring('63.02', '+71<000000000012344+12345678<')
    const shared = await referring('63.03', 'Contract 998877')
    await referring('63.04', 'Contract 998877')
    const entries = await entriesOf(
      statement([
        { amount: '63.01', text: 'CONTRACT 4711 0815', reference: 'C-1' },
        { amount: '63.02', text: '000000000012344', reference: 'C-2' },
        { amount: '63.03', text: 'Contract 998877', reference: 'C-3' },
      ]),
    )
    expect(entries.map((it) => [it.amount, it.class]).toSorted()).toEqual([
      ['63.01', 'certain'],
      ['63.02', 'certain'],
      ['63.03', 'possible'],
    ])
    const named = entries.flatMap((it) => it.proposals[0].allocations[0].invoice_id)
    expect(named.toSorted()).toEqual([own.id, slip.id, shared.id].toSorted())
  })

  test('404, and 412 for another version', async () => {
    const id = '019aa3c1-4a7e-7cc0-8000-5b1f3c2d1e0f'
    for (const [path, code] of [
      [`/bank-accounts/bac_${id}`, 'bank_account_not_found'],
      [`/bank-files/bkf_${id}`, 'bank_file_not_found'],
      [`/bank-entries/ben_${id}`, 'bank_entry_not_found'],
      [`/bank-profiles/bpr_${id}`, 'bank_profile_not_found'],
      [`/bank-rules/brl_${id}`, 'bank_rule_not_found'],
    ] as const)
      expect(await refused('GET', path)).toMatchObject({ status: 404, code })
    const [entry] = await entriesOf(statement([{ amount: '0.94', text: 'Version' }]))
    const stale = await app.call(
      'POST',
      `/bank-entries/${entry.id}/ignore`,
      {},
      { 'if-match': '"x"' },
    )
    expect(stale.statusCode).toBe(412)
    const ignored = await call('POST', `/bank-entries/${entry.id}/ignore`, { reason: 'private' })
    expect(ignored).toMatchObject({ status: 'ignored', reason: 'private' })
    expect((await refused('POST', `/bank-entries/${entry.id}/book`, {})).code).toBe(
      'entry_not_open',
    )
  })
})

/** A ZIP archive of files that are stored, or deflated if they are large. */
function zipOf(...files: readonly (readonly [name: string, bytes: Uint8Array])[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, bytes] of files) {
    const isLarge = bytes.length > 1024 * 1024
    const packed = isLarge ? deflateRawSync(bytes) : Buffer.from(bytes)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(20, 4)
    head.writeUInt16LE(isLarge ? 8 : 0, 8)
    head.writeUInt32LE(crc32(bytes), 14)
    head.writeUInt32LE(packed.length, 18)
    head.writeUInt32LE(bytes.length, 22)
    head.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(20, 4)
    entry.writeUInt16LE(20, 6)
    head.copy(entry, 10, 8, 30)
    entry.writeUInt32LE(at, 42)
    locals.push(head, Buffer.from(name), packed)
    directory.push(entry, Buffer.from(name))
    at += head.length + name.length + packed.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, listed, end])
}
