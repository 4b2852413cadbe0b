import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens, type Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { runNow } from '../../../test/jobs.ts'
import { verifyDatabase } from '../../books/audit/verify.ts'
import { transaction } from '../../core/record/transaction.ts'
import { type CamtEntry, camt } from '../bank/statements.testing.ts'
import { noteNotice } from '../collections/notice.ts'
import { type Debits, debits } from './debits.testing.ts'

/** Cases beside the project: a collection from its notice to its return, step by step. */
const FILE = new URL('../../../../shared/payments/vectors/collections.json', import.meta.url)
const IBANS = ['DE17123456780000000001', 'DE87123456780000000002', 'DE60123456780000000003']

interface Case {
  readonly id: string
  readonly title: string
  readonly given: Json
  readonly steps: readonly Json[]
  readonly expect: Json
}

const LASTSCHRIFT = { L: { via: 'file', kind: 'sepa_debit', notice_days: 2 } }
const ISSUED = [
  { do: 'issue', invoice: 'A', collect: 'L' },
  { do: 'mail', invoice: 'A', result: 'accepted' },
  { do: 'run', date: '2026-05-13', collect_on: '2026-05-18' },
]

/** Our own, which run without the cases beside the project. */
const OWN: readonly Case[] = [
  {
    id: 'own1',
    title: 'collected, returned for lack of funds, and collected again',
    given: { invoices: { A: { total: '119.00', due: '2026-05-18' } }, methods: LASTSCHRIFT },
    steps: [
      ...ISSUED,
      { do: 'statement', date: '2026-05-18', entries: [{ single: 'A' }] },
      {
        do: 'statement',
        date: '2026-05-20',
        entries: [{ return: 'A', amount: '-122.50', code: 'AM04' }],
      },
      { do: 'run', date: '2026-05-21', collect_on: '2026-05-25' },
      { do: 'statement', date: '2026-05-25', entries: [{ single: 'A' }] },
    ],
    expect: {
      invoices: {
        A: {
          status: 'paid',
          paid: '119.00',
          due: '0.00',
          payments: [
            ['payment', '119.00'],
            ['return', '-119.00'],
            ['payment', '119.00'],
          ],
        },
      },
      collections: { A: { status: 'collected', attempts: 2 } },
      methods: { L: 'active' },
      attention: [],
      bank_fees: '3.50',
    },
  },
  {
    id: 'own2',
    title: 'the account is closed: the mandate ends, and nothing is collected again',
    given: { invoices: { A: { total: '50.00', due: '2026-05-18' } }, methods: LASTSCHRIFT },
    steps: [...ISSUED, { do: 'report', rejected: { A: 'AC04' } }],
    expect: {
      invoices: { A: { status: 'sent', paid: '0.00', due: '50.00', payments: [] } },
      collections: { A: { status: 'given_up', attempts: 1, ended_because: 'AC04' } },
      methods: { L: 'canceled' },
      attention: ['charge_failed'],
    },
  },
]

/** With a reason each. */
const NOT_YET: Readonly<Record<string, string>> = {}

describe.each(ENGINES)('direct debits by file (%s)', (engine) => {
  const ofOthers: readonly Case[] = existsSync(FILE)
    ? JSON.parse(readFileSync(FILE, 'utf8')).cases.filter(({ id }: Case) => id.startsWith('d'))
    : []
  let app: TestApp
  let debit: Debits
  let count = 0

  beforeAll(async () => {
    app = await startTestApp(engine)
    debit = debits(app)
    await debit.prepare()
  })
  afterAll(() => app.close())

  const world = async (it: Case) => {
    count += 1
    await givens(app).settings({
      directDebit: { bookOn: it.given.settings?.bookOn ?? 'statement' },
    })
    const methods: Record<string, Json> = {}
    const { id: customerId } = await givens(app).customer({ name: `Debtor ${count}` })
    for (const [index, [name, given]] of Object.entries<Json>(it.given.methods).entries()) {
      methods[name] = await debit.mandate(customerId, {
        reference: `M${engine}-${count}-${index}`,
        // It ends three years later.
        signed_on: given.expires_on?.replace('2026', '2023') ?? '2025-03-10',
        iban: IBANS[index],
        notice_days: given.notice_days,
      })
    }
    return { customerId, methods }
  }

  const eventsSince = async (start: number) => {
    const rows = await app.tables
      .selectFrom('events')
      .select('type')
      .orderBy('sequence')
      .offset(start)
      .limit(10_000)
      .execute()
    const counts: Record<string, number> = {}
    for (const { type } of rows) {
      if (
        /^(collection|payment_method)\.|^direct_debit_run\.(approved|refused)|^payment\.(recorded|returned)$|^invoice\.(paid|reopened)$/.test(
          type,
        )
      )
        counts[type] = (counts[type] ?? 0) + 1
    }
    return counts
  }
  const countEvents = async () =>
    Number(
      (
        await app.tables
          .selectFrom('events')
          .select((e) => e.fn.countAll<bigint>().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    )

  test.each(
    [...OWN, ...ofOthers].filter(({ id }) => !(id in NOT_YET)).map((it) => [it.id, it.title, it]),
  )('%s: %s', async (_id, _title, it: Case) => {
    app.clock.set('2026-05-04T10:00:00.000Z')
    const { customerId, methods } = await world(it)
    const start = await countEvents()
    const invoices: Record<string, string> = {}
    const leftOut: Record<string, string> = {}
    let run: Json = null
    let feesMinor = 0n
    const collectionOf = async (name: string): Promise<Json> =>
      (await debit.get(`/collections?invoice_id=${invoices[name]}`)).data[0]

    /** Notices after a failure are accepted. */
    const tellAgain = async () => {
      for (const name of Object.keys(invoices)) {
        const { id, status, attempts } = await collectionOf(name)
        if (status === 'planned' && attempts.length > 0)
          await debit.post(`/collections/${id}/announce`, {})
      }
    }

    for (const step of it.steps) {
      if (step.do === 'run') await tellAgain()
      if (step.date) debit.at(step.date)
      if (step.do === 'issue') {
        const { mandate } = methods[step.collect]
        const given = it.given.invoices[step.invoice]
        const draft = await givens(app).invoice({
          customer_id: customerId,
          currency: 'EUR',
          issue_date: '2026-05-04',
          due_date: given.due,
          items: [{ description: 'Hosting', quantity: '1', unit_price: given.total }],
          payment: { means: '59', mandate: mandate.reference, payer_iban: mandate.iban },
        })
        invoices[step.invoice] = draft.id
        await app.call('PATCH', `/invoices/${draft.id}`, { status: 'sent' })
        await runNow(app, 'collection.watch')
      }
      if (step.do === 'mail')
        await transaction(app.work(), (work) =>
          noteNotice(work, {
            invoiceId: invoices[step.invoice] ?? '',
            messageId: 'msg_1',
            writtenAt: work.at,
            isAccepted: step.result === 'accepted',
          }),
        )
      if (step.do === 'day') await runNow(app, 'direct_debit.book')
      if (step.do === 'run') {
        const draft = await debit.post('/direct-debit-runs', { collect_on: step.collect_on })
        for (const { collection_id, reason } of draft.left_out)
          for (const name of Object.keys(invoices))
            if ((await collectionOf(name))?.id === collection_id) leftOut[name] = reason
        run = await debit.approve(draft.id)
        if (run.count > 0) run = await debit.post(`/direct-debit-runs/${run.id}/submitted`, {})
      }
      if (step.do === 'refused')
        await debit.post(`/direct-debit-runs/${run.id}/refused`, { reason: step.reason })
      if (step.do === 'report') {
        const parts = []
        for (const [name, code] of Object.entries(step.rejected)) {
          const { end_to_end } = await collectionOf(name)
          parts.push(
            `<TxInfAndSts><OrgnlEndToEndId>${end_to_end}</OrgnlEndToEndId><TxSts>RJCT</TxSts><StsRsnInf><Rsn><Cd>${code}</Cd></Rsn></StsRsnInf></TxInfAndSts>`,
          )
        }
        const xml = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><OrgnlGrpInfAndSts><OrgnlMsgId>${run.files[0].message_id}</OrgnlMsgId></OrgnlGrpInfAndSts><OrgnlPmtInfAndSts><OrgnlPmtInfId>${run.files[0].message_id}-1</OrgnlPmtInfId>${parts.join('')}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`
        for (let times = 0; times < 2; times += 1)
          await debit.upload(
            `/direct-debit-runs/${run.id}/report`,
            Buffer.from(xml),
            'application/xml',
          )
      }
      if (step.do === 'statement') {
        const entries: CamtEntry[] = []
        for (const [index, entry] of step.entries.entries()) {
          const reference = `${engine}-${count}-${step.date}-${index}`
          const own = await collectionOf(entry.single ?? entry.return ?? entry.batch[0])
          if (entry.batch)
            entries.push({
              ...{ amount: entry.amount, day: step.date, reference },
              text: `SAMMLER ${run.files[0].message_id}-1`,
            })
          if (entry.single)
            entries.push({
              ...{ amount: own.amount, day: step.date, reference, endToEnd: own.end_to_end },
            })
          if (entry.return)
            entries.push({
              ...{ amount: entry.amount, day: step.date, reference, endToEnd: own.end_to_end },
              returnReason: entry.code,
              original: own.amount,
            })
        }
        const id = `${engine}-${count}-${step.date}`
        await debit.upload('/bank-files', camt([{ id, entries }], id), 'application/xml')
        await runNow(app, 'collection.watch')
        const { data } = await debit.get(
          `/bank-entries?from=${step.date}&to=${step.date}&limit=100`,
        )
        for (const { allocations, bank_reference } of data)
          if (bank_reference?.startsWith(`${engine}-${count}-`))
            for (const { kind, amount } of allocations)
              if (kind === 'fee') feesMinor += BigInt(amount.replace('.', ''))
      }
    }
    await tellAgain()
    const { expect: expected } = it
    for (const [name, wanted] of Object.entries<Json>(expected.invoices)) {
      const invoice = await givens(app).read(invoices[name] ?? '')
      const { data: payments } = await debit.get(`/invoices/${invoices[name]}/payments`)
      expect(
        {
          status: invoice.status,
          paid: invoice.totals.paid,
          due: invoice.totals.due,
          payments: payments.map(({ amount }: Json) => [
            amount.startsWith('-') ? 'return' : 'payment',
            amount,
          ]),
        },
        name,
      ).toEqual(wanted)
    }
    for (const [name, wanted] of Object.entries<Json>(expected.collections)) {
      const { status, attempts, ended_because, next_on } = await collectionOf(name)
      expect({
        status,
        attempts: attempts.length,
        ...(wanted.ended_because && { ended_because }),
        ...(wanted.next_on && { next_on }),
      }).toEqual(wanted)
    }
    for (const [name, status] of Object.entries(expected.methods))
      expect((await debit.get(`/payment-methods/${methods[name].id}`)).status, name).toBe(status)
    if (expected.left_out) expect(leftOut).toEqual(expected.left_out)
    if (expected.bank_fees) expect(feesMinor).toBe(BigInt(expected.bank_fees.replace('.', '')))
    if (expected.events) expect(await eventsSince(start)).toEqual(expected.events)
    // What is left must not disturb the next case.
    for (const name of Object.keys(invoices)) {
      const { status, run_id } = await collectionOf(name)
      if (status === 'submitted')
        await debit.post(`/direct-debit-runs/${run_id}/refused`, { reason: 'over' })
      const { id, status: now } = await collectionOf(name)
      if (now === 'planned' || now === 'announced') await debit.post(`/collections/${id}/cancel`)
    }
  })

  test('verify finds nothing wrong', async () => {
    const { breaks } = await verifyDatabase(app.work())
    expect(breaks).toEqual([])
  })
})
