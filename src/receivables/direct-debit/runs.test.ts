import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { givens, type Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { runNow } from '../../../test/jobs.ts'
import { transactionsOf } from '../../../test/sqlite-transactions.ts'
import { type Debits, debits, ibanOf } from './debits.testing.ts'

const TODAY = '2026-05-11'

describe.each(ENGINES)('runs of direct debits (%s)', (engine) => {
  let app: TestApp
  let debit: Debits

  beforeAll(async () => {
    app = await startTestApp(engine)
    debit = debits(app)
    await debit.prepare()
  })
  afterAll(() => app.close())
  beforeEach(() => app.clock.set(`${TODAY}T08:00:00.000Z`))

  /** A run with a file for each scheme. */
  const twoFiles = async () => {
    const { id } = await givens(app).customer({ name: 'Debtor', kind: 'business' })
    const core = await debit.announced(await debit.mandate(id))
    const b2b = await debit.mandate(id, { scheme: 'B2B', b2b_confirmed_on: TODAY })
    const other = await debit.announced(b2b)
    const run = await debit.hand()
    expect(run.files.map(({ scheme }: Json) => scheme)).toEqual(['CORE', 'B2B'])
    return { run, core, other }
  }
  const statusOf = async ({ id }: Json): Promise<string> => (await debit.collection(id)).status
  const refusal = (messageId: string): Buffer =>
    Buffer.from(
      `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId><GrpSts>RJCT</GrpSts><StsRsnInf><Rsn><Cd>FF01</Cd></Rsn></StsRsnInf></OrgnlGrpInfAndSts></CstmrPmtStsRpt></Document>`,
    )

  const refusals = (messageId: string, some: readonly Json[]): Buffer => {
    const reason = '<TxSts>RJCT</TxSts><StsRsnInf><Rsn><Cd>AM04</Cd></Rsn></StsRsnInf>'
    const debits = some.map(
      ({ end_to_end: id }) =>
        `<TxInfAndSts><OrgnlEndToEndId>${id}</OrgnlEndToEndId>${reason}</TxInfAndSts>`,
    )
    return Buffer.from(
      `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId></OrgnlGrpInfAndSts><OrgnlPmtInfAndSts><OrgnlPmtInfId>P</OrgnlPmtInfId>${debits.join('')}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`,
    )
  }

  test('422: a day that is past', async () => {
    const past = { collect_on: '2026-05-10' }
    const draft = await debit.post('/direct-debit-runs', { collect_on: TODAY })
    for (const [method, path, body] of [
      ['POST', '/direct-debit-runs', past],
      ['POST', '/direct-debit-runs', { ...past, dry_run: true }],
      ['PATCH', `/direct-debit-runs/${draft.id}`, past],
    ] as const)
      expect((await app.call(method, path, body)).json()).toMatchObject({
        status: 422,
        errors: [{ pointer: '/collect_on', code: 'out_of_range', params: { from: TODAY } }],
      })
  })

  test('a bank that refuses one file leaves the collections of the other on their way', async () => {
    const { run, core, other } = await twoFiles()
    const refused = await debit.post(`/direct-debit-runs/${run.id}/refused`, {
      ...{ reason: 'FF01', file: 1 },
    })
    expect(refused).toMatchObject({ status: 'submitted', refused_because: null })
    expect(refused.files).toMatchObject([{ refused_because: 'FF01' }, { refused_because: null }])
    expect(await statusOf(core)).toBe('announced')
    expect(await statusOf(other)).toBe('submitted')
    const next = await debit.hand()
    expect(next.collections).toMatchObject([{ collection_id: core.id }])
    // Said again, it does not touch the collection in its new file.
    await debit.post(`/direct-debit-runs/${run.id}/refused`, { reason: 'FF01', file: 1 })
    expect(await statusOf(core)).toBe('submitted')
    const all = await debit.post(`/direct-debit-runs/${run.id}/refused`, { reason: 'ED05' })
    expect(all).toMatchObject({ status: 'refused', refused_because: 'ED05' })
    expect([await statusOf(core), await statusOf(other)]).toEqual(['submitted', 'announced'])
    await debit.post(`/direct-debit-runs/${next.id}/refused`, { reason: 'over' })
    await debit.post(`/collections/${core.id}/cancel`)
    await debit.post(`/collections/${other.id}/cancel`)
  })

  test('a report that refuses one file does the same, and the last of them ends the run', async () => {
    const { run, core, other } = await twoFiles()
    const path = `/direct-debit-runs/${run.id}/report`
    const bytes = refusal(run.files[1].message_id)
    for (let times = 0; times < 2; times += 1)
      expect(await debit.upload(path, bytes, 'application/xml')).toMatchObject({
        status: 'submitted',
        files: [{ refused_because: null }, { refused_because: 'FF01' }],
      })
    expect([await statusOf(core), await statusOf(other)]).toEqual(['submitted', 'announced'])
    const last = await debit.post(`/direct-debit-runs/${run.id}/refused`, {
      ...{ reason: 'FF01', file: 1 },
    })
    expect(last.status).toBe('refused')
    await debit.post(`/collections/${core.id}/cancel`)
    await debit.post(`/collections/${other.id}/cancel`)
  })

  test('a report that refuses many debits is taken a few at a time, also after a crash', async () => {
    const count = engine === 'sqlite' ? 60 : 22
    const { id } = await givens(app).customer({ name: 'Debtor' })
    const mandate = await debit.mandate(id)
    for (let at = 0; at < count; at += 1) await debit.announced(mandate)
    const run = await debit.hand()
    const path = `/direct-debit-runs/${run.id}/report`
    const take = (some: readonly Json[]) =>
      debit.upload(path, refusals(run.files[0].message_id, some), 'application/xml')
    const place = `/direct-debit-runs/${run.id}`
    const { etag = '' } = (await app.call('GET', place)).headers
    // What a process leaves if it ends in the middle.
    await take(run.collections.slice(0, 5))
    const again = await app.call('GET', place, undefined, { 'if-none-match': String(etag) })
    expect(again.statusCode, 'what was refused makes a new version').toBe(200)
    let taken: Json
    const counts = await transactionsOf(async () => {
      taken = await take(run.collections)
    })
    expect(taken).toMatchObject({ status: 'settled' })
    const { body: metrics } = await app.send({ url: '/metrics' })
    expect(metrics).toMatch(/^direct_debit_returns_total\{code="AM04"\} \d+$/m)
    expect(metrics).toMatch(/^collections_total\{via="file",outcome="failed"\} \d+$/m)
    expect(taken.collections.map(({ rejected }: Json) => rejected)).toEqual(
      Array(count).fill('AM04'),
    )
    const { version } = taken
    expect(await take(run.collections)).toMatchObject({ status: 'settled', version })
    if (engine === 'sqlite') expect(Math.max(...counts)).toBeLessThan(300)
    for (const { collection_id } of run.collections)
      await debit.post(`/collections/${collection_id}/cancel`)
  })

  test('a run is approved, canceled and refused in few statements, however many debits it has', async () => {
    const made: Json[] = []
    for (let at = 0; at < (engine === 'sqlite' ? 30 : 3); at += 1) {
      const { id } = await givens(app).customer({ name: `Debtor ${at}` })
      made.push(await debit.announced(await debit.mandate(id)))
    }
    const all = async (): Promise<Json[]> => {
      const found: Json[] = []
      for (const { id } of made) found.push(await debit.collection(id))
      return found
    }
    const statements = async (run: () => Promise<Json>): Promise<Json> => {
      let done: Json
      const counts = await transactionsOf(async () => {
        done = await run()
      })
      if (engine === 'sqlite') expect(Math.max(...counts)).toBeLessThan(80)
      return done
    }
    for (const [path, status] of [
      ['cancel', 'canceled'],
      ['refused', 'refused'],
    ] as const) {
      const { id } = await debit.post('/direct-debit-runs')
      const approved = await statements(() => debit.approve(id))
      expect(approved).toMatchObject({ status: 'approved', count: made.length })
      expect(await all()).toMatchObject(
        made.map(() => ({ status: 'submitted', run_id: id, attempts: [{ outcome: 'submitted' }] })),
      )
      const body = path === 'refused' ? { reason: 'FF01' } : {}
      const done = await statements(() => debit.post(`/direct-debit-runs/${id}/${path}`, body))
      expect(done.status).toBe(status)
      expect(await all()).toMatchObject(
        made.map(() => ({ status: 'announced', run_id: null, attempts: [] })),
      )
    }
    for (const { id } of made) await debit.post(`/collections/${id}/cancel`)
  })

  // On PostgreSQL, its answers give turns to others, too.
  test.runIf(engine === 'sqlite')('others are served while a long report is read', async () => {
    const { run, core, other } = await twoFiles()
    const many = Array.from({ length: 20_000 }, (_, at) => ({ end_to_end: `${at}` }))
    const report = refusals(run.files[0].message_id, many)
    let turns = 0
    let isRead = false
    const count = () => {
      turns += 1
      if (!isRead) setImmediate(count)
    }
    const taken = debit.upload(`/direct-debit-runs/${run.id}/report`, report, 'application/xml')
    count()
    expect(await taken).toMatchObject({ status: 'submitted' })
    isRead = true
    // In the process that serves requests, the reader would leave it a few dozen turns.
    expect(turns).toBeGreaterThan(1_000)
    await debit.post(`/direct-debit-runs/${run.id}/refused`, { reason: 'over' })
    await debit.post(`/collections/${core.id}/cancel`)
    await debit.post(`/collections/${other.id}/cancel`)
  })

  test('404 for a file that the run does not have', async () => {
    const { run, core, other } = await twoFiles()
    const answer = await app.call('POST', `/direct-debit-runs/${run.id}/refused`, {
      ...{ reason: 'FF01', file: 3 },
    })
    expect(answer.json()).toMatchObject({ status: 404, code: 'run_file_not_found' })
    await debit.post(`/direct-debit-runs/${run.id}/refused`, { reason: 'over' })
    await debit.post(`/collections/${core.id}/cancel`)
    await debit.post(`/collections/${other.id}/cancel`)
  })

  test('the next file tells the bank again what a refused one told it', async () => {
    const { id } = await givens(app).customer({ name: 'Debtor' })
    const method = await debit.mandate(id)
    const first = await debit.announced(method)
    const { collections } = await debit.hand()
    await debit.statement(collections[0].collect_on, [
      { amount: '119.00', endToEnd: collections[0].end_to_end },
    ])
    expect(await statusOf(first)).toBe('collected')
    const changed = await app.call('PATCH', `/payment-methods/${method.id}`, {
      mandate: { iban: 'DE87123456780000000002' },
    })
    expect(changed.statusCode, changed.body).toBe(200)
    const second = await debit.announced(method)
    for (let times = 0; times < 2; times += 1) {
      const run = await debit.hand()
      const file = await app.call('GET', `/direct-debit-runs/${run.id}/files/1`)
      expect(file.body.replaceAll(/>\s+</g, '><')).toContain(
        '<OrgnlDbtrAcct><Id><IBAN>DE17123456780000000001</IBAN>',
      )
      await debit.post(`/direct-debit-runs/${run.id}/refused`, { reason: 'FF01' })
    }
    await debit.post(`/collections/${second.id}/cancel`)
  })

  test('charges by a provider do not keep direct debits from being booked on their day', async () => {
    await givens(app).settings({ directDebit: { bookOn: 'due_date' } })
    const { id } = await givens(app).customer({ name: 'Debtor' })
    const first = await debit.announced(await debit.mandate(id))
    await debit.hand()
    const row = await app.tables
      .selectFrom('collections')
      .selectAll()
      .where('id', '=', first.id)
      .executeTakeFirstOrThrow()
    const others = Array.from({ length: 500 }, (_, at) => ({
      ...{ ...row, id: `col_${at}`, invoice_id: `inv_${at}` },
      ...{ via: 'provider', next_on: '2026-05-01', run_id: null },
    }))
    for (let at = 0; at < others.length; at += 50)
      await app.tables
        .insertInto('collections')
        .values(others.slice(at, at + 50))
        .execute()
    app.clock.set('2026-05-15T08:00:00.000Z')
    await runNow(app, 'direct_debit.book')
    expect(await statusOf(first)).toBe('collected')
    await app.tables.deleteFrom('collections').where('via', '=', 'provider').execute()
    await givens(app).settings({ directDebit: { bookOn: 'statement' } })
  })

  test('above the limit two people approve: the second one writes the file', async () => {
    app.clock.set('2026-06-01T08:00:00.000Z')
    await givens(app).settings({ directDebit: { limit: '118.99' } })
    await debit.colleague('bob@example.org')
    const { id } = await givens(app).customer({ name: 'Debtor' })
    const it = await debit.announced(await debit.mandate(id))
    const draft = await debit.post('/direct-debit-runs')
    const first = await debit.approve(draft.id)
    expect(first).toMatchObject({
      ...{ status: 'draft', approved_by: null, files: [] },
      first_approval: { at: app.work().at },
    })
    expect(await statusOf(it)).toBe('announced')
    expect(await debit.approve(draft.id, 'ada@example.org', 409)).toMatchObject({
      code: 'second_person_needed',
    })
    // Computing the draft again removes the approval.
    const changed = await app.call('PATCH', `/direct-debit-runs/${draft.id}`, {})
    expect(changed.json().first_approval).toBeNull()
    expect((await debit.approve(draft.id, 'bob@example.org')).status).toBe('draft')
    const approved = await debit.approve(draft.id)
    expect(approved).toMatchObject({ status: 'approved', count: 1, sum: '119.00' })
    expect(approved.approved_by).not.toBe(approved.first_approval.by)
    expect(await statusOf(it)).toBe('submitted')
    await debit.post(`/direct-debit-runs/${draft.id}/cancel`)
    // At the limit, one is enough.
    await givens(app).settings({ directDebit: { limit: '119.00' } })
    const run = await debit.hand()
    expect(run).toMatchObject({ status: 'submitted', first_approval: null })
    await debit.post(`/direct-debit-runs/${run.id}/refused`, { reason: 'over' })
    await debit.post(`/collections/${it.id}/cancel`)
    await givens(app).settings({ directDebit: { limit: null } })
  })

  test('409: the account of a mandate changed after the draft, or between two approvals', async () => {
    app.clock.set('2026-06-03T08:00:00.000Z')
    await givens(app).settings({ directDebit: { limit: '118.99' } })
    const { id } = await givens(app).customer({ name: 'Debtor' })
    const method = await debit.mandate(id)
    const it = await debit.announced(method)
    const iban = async (value: string) => {
      const changed = { mandate: { iban: value } }
      const answer = await app.call('PATCH', `/payment-methods/${method.id}`, changed)
      expect(answer.statusCode, answer.body).toBe(200)
    }
    const draft = await debit.post('/direct-debit-runs')
    await iban(ibanOf(7))
    expect((await debit.approve(draft.id, 'ada@example.org', 409)).code).toBe('run_changed')
    await app.call('PATCH', `/direct-debit-runs/${draft.id}`, {})
    expect((await debit.approve(draft.id)).first_approval).not.toBeNull()
    await iban(ibanOf(8))
    expect((await debit.approve(draft.id, 'bob@example.org', 409)).code).toBe('run_changed')
    await app.call('PATCH', `/direct-debit-runs/${draft.id}`, {})
    // A later second approval writes the file.
    await debit.approve(draft.id)
    app.clock.set('2026-06-03T08:10:00.000Z')
    const { files } = await debit.approve(draft.id, 'bob@example.org')
    expect(files).toHaveLength(1)
    const file = await app.call('GET', `/direct-debit-runs/${draft.id}/files/1`)
    expect(file.body).toContain(`<IBAN>${ibanOf(8)}</IBAN>`)
    await debit.post(`/direct-debit-runs/${draft.id}/cancel`)
    await debit.post(`/collections/${it.id}/cancel`)
    await givens(app).settings({ directDebit: { limit: null } })
  })

  test('the limit holds for all runs of 24 hours together, also for runs approved at once', async () => {
    app.clock.set('2026-06-08T08:00:00.000Z')
    await givens(app).settings({ directDebit: { limit: '238.00' } })
    const { id } = await givens(app).customer({ name: 'Debtor' })
    const method = await debit.mandate(id)
    const all: Json[] = []
    for (let at = 0; at < 4; at += 1) all.push(await debit.announced(method))
    const runOf = (...taken: number[]): Promise<Json> =>
      debit.post('/direct-debit-runs', {
        exclude: all.filter((_, at) => !taken.includes(at)).map(({ id }) => id),
      })
    const first = await runOf(0)
    expect((await debit.approve(first.id)).status).toBe('approved')
    const drafts = [await runOf(1), await runOf(2)]
    const both = await Promise.all(drafts.map(({ id }) => debit.approve(id)))
    expect(both.map(({ status }) => status).toSorted()).toEqual(['approved', 'draft'])
    const waiting = both.find(({ status }) => status === 'draft')
    expect(waiting?.first_approval).not.toBeNull()
    // A run that two people approved leaves the sum as it was.
    const second = await debit.approve(waiting?.id, 'bob@example.org')
    expect(second.status).toBe('approved')
    const last = await runOf(3)
    expect((await debit.approve(last.id)).status).toBe('draft')
    // A day later, the sum begins again.
    app.clock.set('2026-06-09T08:00:00.001Z')
    await app.call('PATCH', `/direct-debit-runs/${last.id}`, {})
    expect((await debit.approve(last.id)).status).toBe('approved')
    for (const run of [first, ...drafts, last])
      await debit.post(`/direct-debit-runs/${run.id}/cancel`)
    for (const it of all) await debit.post(`/collections/${it.id}/cancel`)
    await givens(app).settings({ directDebit: { limit: null } })
  })

  test('422: an answer names every fault of a mandate', async () => {
    const { id } = await givens(app).customer({ name: 'Debtor', kind: 'consumer' })
    const mandate = { account_holder: '…', iban: 'DE00', reference: '/a', signed_on: '2030-01-01' }
    const path = `/customers/${id}/payment-methods`
    const answer = await app.call('POST', path, { mandate: { ...mandate, scheme: 'B2B' } })
    expect(answer.json()).toMatchObject({ status: 422, code: 'invalid_request' })
    const pairs = answer.json().errors.map((it: Json) => [it.pointer, it.code])
    expect(pairs).toEqual([
      ['/mandate/signed_on', 'signed_in_future'],
      ['/mandate/scheme', 'business_mandate_only'],
      ['/mandate/reference', 'mandate_reference_invalid'],
      ['/mandate/account_holder', 'name_not_writable'],
      ['/mandate/iban', 'iban_invalid'],
    ])
    const one = { ...mandate, account_holder: 'Ada', reference: 'a', signed_on: '2026-01-01' }
    expect((await app.call('POST', path, { mandate: one })).json()).toMatchObject({
      ...{ status: 422, code: 'iban_invalid' },
      errors: [{ pointer: '/mandate/iban', code: 'iban_invalid' }],
    })
  })

  test('a run collects once from a one-off mandate', async () => {
    const { id } = await givens(app).customer({ name: 'Debtor' })
    const method = await debit.mandate(id, { type: 'one_off' })
    const [first, second] = [await debit.announced(method), await debit.announced(method)]
    const draft = await debit.post('/direct-debit-runs')
    const names = async ({ id: collection_id, invoice_id }: Json) => {
      const { number: invoice_number } = await debit.get(`/invoices/${invoice_id}`)
      const customer = { customer_id: method.customer_id, customer_name: 'Debtor' }
      return { collection_id, invoice_id, invoice_number, ...customer }
    }
    expect(draft.collections).toMatchObject([await names(first)])
    const left = await names(second)
    expect(draft.left_out).toEqual([{ ...left, reason: 'mandate_used_up' }])
    await debit.post(`/collections/${first.id}/cancel`)
    await debit.post(`/collections/${second.id}/cancel`)
  })
})
