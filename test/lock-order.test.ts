import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { deleteTemplate } from '../src/company/templates/change.ts'
import { lockTemplate } from '../src/company/templates/inner/repository.ts'
import { transaction } from '../src/core/record/transaction.ts'
import type { Work } from '../src/core/record/work.ts'
import { enqueueLanes } from '../src/core/webhooks/deliveries/inner/jobs.ts'
import { listSubscribers } from '../src/core/webhooks/inner/repository.ts'
import { queueInvoice } from '../src/messages/mail/sending/send.ts'
import { importFile } from '../src/operations/transfer/imports/file.ts'
import type { FileReport } from '../src/operations/transfer/report.ts'
import { tablesOfAllCompanies } from '../src/platform/database/scope.ts'
import { lockCollection } from '../src/receivables/collections/read.ts'
import { deleteCustomer } from '../src/sales/customers/change.ts'
import { duplicateInvoice } from '../src/sales/invoices/duplicate.ts'
import { lockForChange } from '../src/sales/invoices/lock.ts'
import { type Givens, givens, ITEM } from './givens.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { WAIT } from './patience.ts'

describe('two requests that lock the same rows', () => {
  let app: TestApp
  let given: Givens
  let deadlocks = 0
  beforeAll(async () => {
    countDeadlocks()
    app = await startTestApp('postgres', { OUTBOUND_ALLOW: '127.0.0.1:1' })
    given = givens(app)
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    await app.close()
  })

  /** Another transaction waits for a row that this one has locked, or the request needs none. */
  const untilWaitingOr = (isAnswered: () => boolean) =>
    vi.waitFor(async () => {
      if (isAnswered()) return
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(
        tablesOfAllCompanies(app.db),
      )
      expect(rows).toHaveLength(1)
    }, WAIT)

  /** The service repeats the transaction that PostgreSQL ends: no answer tells of a deadlock. */
  const countDeadlocks = () => {
    const query = pg.Client.prototype.query
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...given: unknown[]
    ) {
      const answer = Reflect.apply(query, this, given)
      answer?.catch?.((error: { code?: string }) => {
        if (error.code === '40P01') deadlocks += 1
      })
      return answer
    })
  }

  /** Sends the request between two parts of a transaction. */
  const during = async (
    request: readonly [method: string, path: string, body?: object],
    parts: { first(work: Work): Promise<unknown>; second(work: Work): Promise<unknown> },
  ) => {
    deadlocks = 0
    let isAnswered = false
    let answer: Promise<LightMyRequestResponse> | undefined
    await transaction(app.work(), async (work) => {
      await parts.first(work)
      answer ??= app.call(...request).finally(() => {
        isAnswered = true
      })
      await untilWaitingOr(() => isAnswered)
      await parts.second(work)
    })
    const status = (await answer)?.statusCode
    expect(deadlocks).toBe(0)
    return status
  }

  test('204: a webhook is deleted while an event is added to its waiting deliveries', async () => {
    const url = 'http://127.0.0.1:1/hook'
    const { id } = (await app.call('POST', '/webhooks', { url })).json()
    const customer = await given.customer()
    const lane = { webhookId: id, lane: `customer/${customer.id}` }
    const status = await during(['DELETE', `/webhooks/${id}`], {
      first: listSubscribers,
      second: (work) => enqueueLanes(work, [lane]),
    })
    expect(status).toBe(204)
  })

  test('409: the customer of an invoice is deleted while the invoice is copied', async () => {
    const invoice = await given.invoice({ status: 'sent' })
    const change = { id: invoice.id, ifMatch: undefined }
    const status = await during(['DELETE', `/customers/${invoice.customer_id}`], {
      first: (work) => lockForChange(work, change),
      second: (work) => duplicateInvoice(work, change),
    })
    expect(status).toBe(409)
  })

  test('422: an import names a customer that is deleted meanwhile', async () => {
    const { id } = await given.customer()
    const { id: other } = await given.customer()
    const folder = mkdtempSync(join(tmpdir(), 'billwright-import-'))
    const file = join(folder, 'invoices.csv')
    const rows = [id, other].map((customer, index) => `${index},${customer},Cover,1,10.00,S,19`)
    const head = 'invoice,customer_id,description,quantity,unit_price,tax.category,tax.rate'
    writeFileSync(file, [head, ...rows].join('\n'))
    let report: Promise<FileReport> | undefined
    await transaction(app.work(), async (work) => {
      await deleteCustomer(work, { id, ifMatch: undefined })
      report = importFile(app.work(), {
        ...{ kind: 'invoices', source: file, dryRun: false },
      })
      await untilWaitingOr(() => false)
    })
    const found = await report
    rmSync(folder, { recursive: true })
    expect(found).toMatchObject({ ok: false, faults: [{ line: 2, code: 'unknown_customer' }] })
  })

  test('201: a template is installed again while it is deleted', async () => {
    const template = { id: 'own', name: 'Own', html: '<p>{{number}}</p>' }
    await app.call('POST', '/templates', template)
    const status = await during(['POST', '/templates', { ...template, html: '<p>New</p>' }], {
      first: (work) => lockTemplate(work, { ...template, source: 'upload' }),
      second: (work) => deleteTemplate(work, { id: 'own', ifMatch: undefined }),
    })
    expect(status).toBe(201)
  })

  test('200: a delivery is sent again by hand while its attempt is noted', async () => {
    const url = 'http://127.0.0.1:1/hook'
    const { id } = (await app.call('POST', '/webhooks', { url })).json()
    await given.customer()
    const { data } = (await app.call('GET', `/webhooks/${id}/deliveries`)).json()
    const path = `/webhooks/${id}/deliveries/${data[0].id}/redeliver`
    const status = await during(['POST', path], {
      first: ({ db }) =>
        sql`select 1 from jobs where kind = 'webhook.deliver' for update`.execute(db),
      second: ({ db }) =>
        tablesOfAllCompanies(db).updateTable('webhook_deliveries').set({ tries: 1n }).execute(),
    })
    expect(status).toBe(200)
  })

  test('202: the mail of an invoice bounces while its collection is charged', async () => {
    const customer = await given.customer({ email: 'accounts@fernweh.example' })
    const mandate = {
      ...{ reference: 'M1', signed_on: '2025-03-10', account_holder: 'Ida Brandt' },
      iban: 'DE89370400440532013000',
    }
    const bankAccount = { iban: 'DE87123456781234567890', creditorId: 'DE98ZZZ09999999999' }
    await given.settings({ bankAccount })
    const path = `/customers/${customer.id}/payment-methods`
    expect((await app.call('POST', path, { mandate })).statusCode).toBe(201)
    const tables = tablesOfAllCompanies(app.db)
    await tables.updateTable('payment_methods').set({ status: 'active' }).execute()
    const body = { customer_id: customer.id, items: [ITEM], currency: 'EUR', status: 'sent' }
    const { id } = await given.invoice(body)
    const collected = await app.call('POST', `/invoices/${id}/collect`, {})
    expect(collected.statusCode, collected.body).toBe(201)
    const { id: collection } = collected.json()
    const occasion = `invoice:${id}:issue`
    const message = await transaction(app.work(), (work) =>
      queueInvoice(work, { id, occasion, body: { attach: [] } }),
    )
    await tables.updateTable('messages').set({ status: 'sent' }).execute()
    const bounce = {
      ...{ message_id: message.messageId, recipient: 'accounts@fernweh.example' },
      ...{ state: 'bounced', code: '5.1.1', detail: 'No such user' },
    }
    const status = await during(['POST', '/messages/bounces', bounce], {
      first: (work) => lockCollection(work, collection),
      second: (work) => lockForChange(work, { id, ifMatch: undefined }),
    })
    expect(status).toBe(202)
    expect((await app.call('GET', `/collections/${collection}`)).json().problems).toEqual([
      'notice_not_sent',
    ])
  })
})
