import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMigratedDatabase, type TestDatabase } from './databases.ts'
import { entryOf } from './entry.ts'
import { type Givens, givens, ITEM, type Json } from './givens.ts'
import { API_KEY, COMPANY_NAME, ENGINES, startTestApp, type TestApp } from './harness.ts'

const CLIENTS = 64
const ISSUES = 100

/** `INV-2026-0001` … as many as there are, each once. */
const series = (count: number, prefix = 'INV-2026-'): readonly string[] =>
  Array.from({ length: count }, (_, i) => `${prefix}${String(i + 1).padStart(4, '0')}`)

/** Does `work` `ISSUES` times, by `CLIENTS` clients that each wait for their answer. */
async function crowd<T>(work: (index: number) => Promise<T>): Promise<readonly T[]> {
  let next = 0
  const results: T[] = []
  const client = async () => {
    for (let index = next++; index < ISSUES; index = next++) results.push(await work(index))
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return results
}

/** A crowd on a slow machine may wait for a connection for too long: 503, nothing done, ask again. */
async function patiently<T extends { readonly statusCode: number }>(ask: () => Promise<T>) {
  for (let tries = 1; ; tries++) {
    const answer = await ask()
    if (answer.statusCode !== 503 || tries === 5) return answer
  }
}

describe.each(ENGINES)('numbers in one process (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  let year = 2026
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
  })
  afterAll(() => app.close())

  /** Each test issues in a different year, so that none meets the numbers of another. */
  const nextYear = () => String(++year)
  const issue = (issue_date: string, body: object = {}) =>
    given.invoice({ issue_date, status: 'sent', ...body })
  const tryToIssue = (id: string) => app.call('PUT', `/invoices/${id}`, { status: 'sent' })

  test('100 drafts issued at once get 100 numbers without gap or twin', async () => {
    const { id: customer_id } = await given.customer()
    const drafts = await crowd(() => given.invoice({ customer_id, issue_date: '2026-11-21' }))
    const issued = await crowd((index) => patiently(() => tryToIssue(drafts[index].id)))
    expect(issued.map((answer) => answer.json().number).sort()).toEqual(series(ISSUES))
  })

  test('200 and no second number: one draft issued ten times at once', async () => {
    const day = `${nextYear()}-01-01`
    const { id } = await given.invoice({ issue_date: day })
    const answers = await Promise.all(Array.from({ length: 10 }, () => tryToIssue(id)))
    expect(new Set(answers.map((answer) => answer.json().number)).size).toBe(1)
    expect((await issue(day)).number).toBe(`INV-${year}-0002`)
  })

  test('a number of an imported invoice is skipped, with any other data', async () => {
    const day = `${nextYear()}-03-01`
    const { id } = await issue(day)
    const imported = { number: `INV-${year}-0002`, series: null, sequence: null }
    await app.tables.updateTable('invoices').set(imported).where('id', '=', id).execute()
    const external_ids = [{ system: 'shop', id: `order-${year}` }]
    const made = await app.call('POST', '/invoices', {
      customer: { name: 'Fernweh Books' },
      items: [ITEM],
      issue_date: day,
      status: 'sent',
      external_ids,
    })
    expect(made.json()).toMatchObject({ number: `INV-${year}-0003`, external_ids })
  })

  test('a failed issue uses no number', async () => {
    const day = `${nextYear()}-06-01`
    const first = await issue(day)
    const draft = await given.invoice({ issue_date: day })
    const refused = [
      await app.call('PUT', `/invoices/${draft.id}`, { status: 'sent', currency: 'ZZZ' }),
      await app.call('PUT', `/invoices/${draft.id}`, { status: 'sent' }, { 'if-match': '"old"' }),
      await app.call('POST', '/invoices', {
        customer_id: 'cus_none',
        items: [ITEM],
        status: 'sent',
      }),
    ]
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([422, 412, 422])
    const second = await given.put(draft.id, { status: 'sent' })
    expect([first.number, second.number]).toEqual([`INV-${year}-0001`, `INV-${year}-0002`])
  })

  test('a transaction that is rolled back after it took a number leaves no gap', async () => {
    const day = `${nextYear()}-06-01`
    await issue(day)
    const { id } = await given.invoice({ issue_date: day })
    const broken = app.tables.transaction().execute(async (trx) => {
      await trx
        .updateTable('number_series')
        .set({ last_value: 2n })
        .where('key', '=', `invoice:${year}`)
        .execute()
      throw new Error('The process ends here.')
    })
    await expect(broken).rejects.toThrow('ends here')
    expect((await given.put(id, { status: 'sent' })).number).toBe(`INV-${year}-0002`)
  })

  test('a void number stays used', async () => {
    const day = `${nextYear()}-06-01`
    const { id } = await issue(day)
    await given.put(id, { status: 'void' })
    expect((await issue(day)).number).toBe(`INV-${year}-0002`)
  })

  test('reset yearly: the year of the issue date counts, not the order of issuing', async () => {
    const [first, second] = [nextYear(), nextYear()]
    const numbers = []
    for (const day of [`${second}-01-01`, `${first}-12-31`, `${second}-12-31`, `${first}-01-01`])
      numbers.push((await issue(day)).number)
    expect(numbers).toEqual([
      `INV-${second}-0001`,
      `INV-${first}-0001`,
      `INV-${second}-0002`,
      `INV-${first}-0002`,
    ])
  })

  test('reset monthly: each month begins at 1', async () => {
    const pattern = 'M{YYYY}{MM}-{SEQ:2}'
    await given.settings({ invoiceNumbering: { pattern, reset: 'monthly' } })
    const numbers = []
    for (const day of ['2026-01-31', '2026-02-01', '2026-01-01', '2027-01-01'])
      numbers.push((await issue(day)).number)
    await given.settings({ invoiceNumbering: null })
    expect(numbers).toEqual(['M202601-01', 'M202602-01', 'M202601-02', 'M202701-01'])
  })

  test('a new pattern keeps counting in the same series', async () => {
    const day = `${nextYear()}-03-01`
    const before = await issue(day)
    await given.settings({ invoiceNumbering: { pattern: 'R/{YY}/{SEQ:3}' } })
    const after = await issue(day)
    await given.settings({ invoiceNumbering: null })
    expect([before.number, after.number]).toEqual([`INV-${year}-0001`, `R/${year % 100}/002`])
    expect((await given.read(before.id)).number).toBe(before.number)
  })

  test('a new reset with the same pattern continues after the used numbers', async () => {
    const day = `${nextYear()}-03-01`
    const pattern = `N${year}-{YYYY}-{SEQ:4}`
    await given.settings({ invoiceNumbering: { pattern } })
    for (let i = 0; i < 3; i++) await issue(day)
    await given.settings({ invoiceNumbering: { reset: 'never' } })
    const next = [await issue(day), await issue(`${nextYear()}-03-01`)]
    await given.settings({ invoiceNumbering: null })
    expect(next.map(({ number }) => number)).toEqual([
      `N${year - 1}-${year - 1}-0004`,
      `N${year - 1}-${year}-0005`,
    ])
  })
})

describe('numbers in two processes on one PostgreSQL', () => {
  let database: TestDatabase
  let dataDir: string
  let processes: readonly ChildProcess[] = []
  let ports: readonly number[]

  beforeAll(async () => {
    database = await createMigratedDatabase('postgres')
    dataDir = mkdtempSync(join(tmpdir(), 'billwright-two-'))
    ports = [await freePort(), await freePort()]
    processes = ports.map((port) => start(port))
    await Promise.all(ports.map(ready))
    await call(0, 'PATCH', '/settings', { companyName: COMPANY_NAME })
  })
  afterAll(async () => {
    await Promise.all(processes.map(stop))
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  function start(port: number): ChildProcess {
    const { config } = database
    return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', entryOf('main')], {
      cwd: join(import.meta.dirname, '..'),
      stdio: 'ignore',
      env: {
        PATH: process.env.PATH ?? '',
        PORT: String(port),
        DATABASE_URL: config.engine === 'postgres' ? config.url : '',
        DATA_DIR: join(dataDir, String(port)),
        API_KEY,
        LOG_LEVEL: 'silent',
        // Nothing is printed here, so that no browser need be unpacked.
        CHROMIUM_PATH: join(dataDir, 'none'),
      },
    })
  }

  const call = async (index: number, method: string, path: string, body: object): Promise<Json> => {
    const ask = async () => {
      const answer = await fetch(`http://127.0.0.1:${ports[index % 2]}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return Object.assign(answer, { statusCode: answer.status })
    }
    const response = await patiently(ask)
    const json: Json = await response.json()
    expect(response.ok, JSON.stringify(json)).toBe(true)
    return json
  }

  async function ready(port: number): Promise<void> {
    const deadline = Date.now() + 40_000
    while (Date.now() < deadline) {
      const response = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null)
      if (response?.ok) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error(`Nothing listens on port ${port}.`)
  }

  test('100 issues by 64 clients, and 100 creations that issue at once: no gap, no twin', async () => {
    const { id: customer_id } = await call(0, 'POST', '/customers', { name: 'Fernweh Books' })
    const body = { customer_id, issue_date: '2026-11-21', items: [ITEM] }
    const drafts = await crowd((index) => call(index, 'POST', '/invoices', body))
    const issued = await crowd((index) =>
      call(index, 'PUT', `/invoices/${drafts[index].id}`, { status: 'sent' }),
    )
    const created = await crowd((index) =>
      call(index, 'POST', '/invoices', { ...body, status: 'sent' }),
    )
    const numbers = [...issued, ...created].map(({ number }) => number)
    expect(numbers.sort()).toEqual(series(2 * ISSUES))
  })

  test('a process that is killed in the middle leaves no gap and no twin', async () => {
    const { id: customer_id } = await call(0, 'POST', '/customers', { name: 'Fernweh Books' })
    const body = { customer_id, issue_date: '2027-11-21', items: [ITEM], status: 'sent' }
    let answered = 0
    await crowd(async (index) => {
      if (answered++ === 20) processes[1]?.kill('SIGKILL')
      await call(index, 'POST', '/invoices', body).catch((error: unknown) => {
        // Only the process that was killed may leave its callers without an answer.
        if (index % 2 === 0) throw error
      })
    })
    const last = await call(0, 'POST', '/invoices', body)
    const response = await fetch(
      `http://127.0.0.1:${ports[0]}/api/v1/invoices?issued_from=2027-01-01&limit=1&include=total`,
      { headers: { authorization: `Bearer ${API_KEY}` } },
    )
    const { total }: Json = await response.json()
    expect(last.number).toBe(series(total, 'INV-2027-').at(-1))
  })
})

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}
