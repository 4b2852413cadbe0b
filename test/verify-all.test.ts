import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyAll } from '../src/books/audit/verify-all.ts'
import type { Company } from '../src/core/companies/company.ts'
import { createDirectory, requireCompanyByNumber } from '../src/core/companies/directory.ts'
import { recordRevision } from '../src/core/record/journal.ts'
import { transaction } from '../src/core/record/transaction.ts'
import { companyDb } from '../src/platform/database/scope.ts'
import type { CompanyId } from '../src/platform/database/tables.ts'
import { givens } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'
import { runNow } from './jobs.ts'

const COMPANIES = 5n

describe.each(ENGINES)('verifying every company (%s)', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine)
    await givens(app).invoice({ status: 'sent' })
    for (let number = 2n; number <= COMPANIES; number++) {
      const row = {
        ...app.work().company,
        number: number as CompanyId,
        handle: `aaaaaaa${'abcdef'[Number(number)]}`,
      }
      await insertCompanyRow(row)
      await addRevision(number)
    }
  })
  afterAll(() => app.close())

  const insertCompanyRow = ({ number, handle, name, status, createdAt, updatedAt }: Company) =>
    app.tables
      .insertInto('companies')
      .values({
        number,
        id: `com_00000000-0000-7000-8000-00000000000${number}`,
        version: 1n,
        handle,
        name,
        status,
        limits: '{}',
        created_at: createdAt,
        updated_at: updatedAt,
      })
      .execute()

  const entryOf = async (number: bigint): Promise<Company> =>
    requireCompanyByNumber(createDirectory(app), number as CompanyId)

  /** Of an invoice that was deleted: the chain alone is checked. */
  const addRevision = async (company: bigint) => {
    const owner = await entryOf(company)
    const read = { ...app.work(), ...companyDb(app.db, owner.number), company: owner }
    return transaction(read, async (work) => {
      recordRevision(work, {
        resourceId: `inv_${company}`,
        version: 1,
        action: 'deleted',
        changes: {},
        stateVersion: 1,
        stateHash: '',
      })
    })
  }

  const verify = async (sinceVerified: boolean) => {
    const faulty: bigint[] = []
    const onCompany = ({ number }: Company, { ok }: { readonly ok: boolean }) => {
      if (!ok) faulty.push(number)
    }
    const counts = await verifyAll({
      config: app.config,
      clock: app.clock,
      parallel: 3,
      sinceVerified,
      onCompany,
    })
    return { ...counts, companies: faulty }
  }

  test('first all, then those with new revisions, then none', async () => {
    const all = Number(COMPANIES)
    expect(await verify(true)).toMatchObject({
      verified: all,
      faulty: 0,
      passedOver: 0,
      companies: [],
    })
    await addRevision(3n)
    expect(await verify(true)).toMatchObject({ verified: 1, passedOver: all - 1 })
    expect(await verify(true)).toMatchObject({ verified: 0, passedOver: all })
    expect(await verify(false)).toMatchObject({ verified: all, passedOver: 0 })
  })

  test('a fault of one company is found in it alone, and stays until it is mended', async () => {
    const revisions = app.tables.updateTable('revisions').where('company_id', '=', 4n as CompanyId)
    await revisions.set({ actor_name: 'Somebody else' }).execute()
    await addRevision(4n)
    for (let times = 0; times < 2; times++)
      expect(await verify(true)).toMatchObject({ verified: 1, faulty: 1, companies: [4n] })
    await revisions.set({ actor_name: app.work().actor.name }).execute()
    expect(await verify(true)).toMatchObject({ verified: 1, faulty: 0 })
  })

  test('a company whose rows are being deleted is left out', async () => {
    app.clock.set('2026-11-28T03:00:00.000Z')
    await runNow(app, 'audit.anchor')
    await app.tables
      .deleteFrom('revisions')
      .where('company_id', '=', 5n as CompanyId)
      .execute()
    expect(await verify(false)).toMatchObject({ faulty: 1, companies: [5n] })
    const deleting = { status: 'deleting', last_head: '{"revisions":"1","hash":"","events":"0"}' }
    await app.tables
      .updateTable('companies')
      .set(deleting)
      .where('number', '=', 5n as CompanyId)
      .execute()
    expect(await verify(false)).toMatchObject({ faulty: 0, companies: [], anchors: { faults: [] } })
  })
})
