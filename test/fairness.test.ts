import { availableParallelism } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { transaction } from '../src/core/record/transaction.ts'
import type { ReadWork } from '../src/core/record/work.ts'
import { inTurn } from '../src/platform/database/db.ts'
import type { CompanyId } from '../src/platform/database/tables.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { WAIT } from './patience.ts'

const [LOUD, QUIET] = [1n, 2n] as CompanyId[] as [CompanyId, CompanyId]

/** Transactions that note their company when they begin and end when they are released. */
function heldTransactions(app: TestApp) {
  const begun: CompanyId[] = []
  const gate = Promise.withResolvers<void>()
  const begin = (company: CompanyId): Promise<void> =>
    transaction(workFor(app, company), async () => {
      begun.push(company)
      await gate.promise
    })
  return { begun, begin, release: gate.resolve }
}

const workFor = (app: TestApp, company: CompanyId): ReadWork => ({
  ...app.work(),
  companyId: company,
})

describe('companies in one process on PostgreSQL, with ten connections', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp('postgres')
  })
  afterAll(() => app.close())

  test('three transactions of one run at once; another company does not wait for them', async () => {
    const { begun, begin, release } = heldTransactions(app)
    const loud = Array.from({ length: 12 }, () => begin(LOUD))
    await vi.waitFor(() => expect(begun).toHaveLength(3), WAIT)
    const quiet = begin(QUIET)
    await vi.waitFor(() => expect(begun).toEqual([LOUD, LOUD, LOUD, QUIET]), WAIT)
    release()
    await Promise.all([...loud, quiet])
  })

  test('lists wait in the same line, reads of one resource do not', async () => {
    const { begun, begin, release } = heldTransactions(app)
    const loud = Array.from({ length: 3 }, () => begin(LOUD))
    await vi.waitFor(() => expect(begun).toHaveLength(3), WAIT)
    let isListed = false
    const list = app.call('GET', '/invoices').then((answer) => {
      isListed = true
      return answer.statusCode
    })
    expect((await app.call('GET', '/settings')).statusCode).toBe(200)
    expect(isListed).toBe(false)
    expect(await inTurn(workFor(app, QUIET), async () => 'read')).toBe('read')
    release()
    await Promise.all(loud)
    expect(await list).toBe(200)
  })

  test('long reads of one leave a core free while another company works', async () => {
    await Promise.all([LOUD, QUIET].map((it) => transaction(workFor(app, it), async () => {})))
    const gate = Promise.withResolvers<void>()
    let begun = 0
    const reads = Array.from({ length: 12 }, () =>
      inTurn(workFor(app, LOUD), async () => {
        begun += 1
        await gate.promise
      }),
    )
    const share = Math.min(3, Math.max(1, availableParallelism() - 1))
    await vi.waitFor(() => expect(begun).toBe(share), WAIT)
    expect(await inTurn(workFor(app, QUIET), async () => 'read')).toBe('read')
    expect(begun).toBe(share)
    gate.resolve()
    await Promise.all(reads)
  })
})

describe('companies in one process on SQLite, which has one writer', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp('sqlite')
  })
  afterAll(() => app.close())

  test('a quiet company comes after two transactions of a loud one, however many wait', async () => {
    const { begun, begin, release } = heldTransactions(app)
    const loud = Array.from({ length: 12 }, () => begin(LOUD))
    await setImmediate()
    const quiet = begin(QUIET)
    release()
    await Promise.all([...loud, quiet])
    expect(begun.indexOf(QUIET)).toBeLessThanOrEqual(3)
    expect(begun).toHaveLength(13)
  })

  test('its change is on the disk before most of those that a loud company sent before it', async () => {
    const begun: CompanyId[] = []
    const begin = (company: CompanyId): Promise<void> =>
      transaction(workFor(app, company), async () => void begun.push(company))
    const loud = Array.from({ length: 32 }, () => begin(LOUD))
    await begin(QUIET)
    expect(begun.length).toBeLessThan(10)
    await Promise.all(loud)
    expect(begun).toHaveLength(33)
  })

  test('it does not wait for all lists of a loud company', async () => {
    let count = 0
    const list = () =>
      inTurn(workFor(app, LOUD), async () => {
        count += 1
      })
    const lists = Array.from({ length: 32 }, list)
    await transaction(workFor(app, QUIET), async () => {})
    expect(count).toBeLessThan(32)
    await Promise.all(lists)
  })
})
