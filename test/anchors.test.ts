import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDirectory, requireCompanyByNumber } from '../src/core/companies/directory.ts'
import { findAnchorPath, verifyAnchors } from '../src/core/record/anchors/anchors.ts'
import { leafOfHead, rootOfPath } from '../src/core/record/anchors/inner/merkle.ts'
import { recordRevision } from '../src/core/record/journal.ts'
import { transaction } from '../src/core/record/transaction.ts'
import { exportCompany } from '../src/operations/lifecycle/lifecycle.ts'
import { companyDb } from '../src/platform/database/scope.ts'
import type { CompanyId } from '../src/platform/database/tables.ts'
import { openArchive } from '../src/platform/zip/reader.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'
import { runNow } from './jobs.ts'

const COMPANIES = 5n
const idOf = (number: bigint) => `com_00000000-0000-7000-8000-00000000000${number}`

describe.each(ENGINES)('anchors (%s)', (engine) => {
  let app: TestApp
  const verify = () => verifyAnchors(createDirectory(app))
  const anchors = () => app.tables.selectFrom('anchors').selectAll().orderBy('number').execute()

  const addRevision = async (number: bigint) => {
    const entry = await requireCompanyByNumber(createDirectory(app), number as CompanyId)
    const read = { ...app.work(), ...companyDb(app.db, entry.number), company: entry }
    await transaction(read, async (work) =>
      recordRevision(work, {
        resourceId: `inv_${number}`,
        version: 1,
        action: 'deleted',
        changes: {},
        stateVersion: 1,
        stateHash: '',
      }),
    )
  }

  const anchorOn = async (day: string) => {
    app.clock.set(`${day}T03:00:00.000Z`)
    await runNow(app, 'audit.anchor')
  }

  beforeAll(async () => {
    app = await startTestApp(engine)
  })
  afterAll(() => app.close())

  test('a single company has no anchors', async () => {
    await addRevision(1n)
    await anchorOn('2026-11-21')
    expect(await anchors()).toEqual([])
    expect(await verify()).toEqual({ checked: 0, faults: [] })
    expect(await findAnchorPath(createDirectory(app), app.work().company)).toBeNull()
  })

  test('one a day, with the root before, and only the heads that moved', async () => {
    for (let number = 2n; number <= COMPANIES; number++) {
      const { status, name, createdAt, updatedAt } = app.work().company
      await app.tables
        .insertInto('companies')
        .values({
          number,
          id: idOf(number),
          version: 1n,
          handle: `aaaaaaa${'abcdef'[Number(number)]}`,
          name,
          status,
          limits: '{}',
          created_at: createdAt,
          updated_at: updatedAt,
        })
        .execute()
      if (number < COMPANIES) await addRevision(number)
    }
    await anchorOn('2026-11-21')
    await anchorOn('2026-11-21')
    await addRevision(3n)
    await anchorOn('2026-11-22')
    await anchorOn('2026-11-23')
    const [first, second, third] = await anchors()
    expect(first).toMatchObject({ number: 1n, day: '2026-11-21', heads: COMPANIES - 1n })
    expect(second).toMatchObject({ number: 2n, day: '2026-11-22', previous_root: first?.root })
    expect(third).toMatchObject({ number: 3n, day: '2026-11-23', previous_root: second?.root })
    expect(new Set([first?.root, second?.root, third?.root]).size).toBe(3)
    const moved = await app.tables.selectFrom('anchored_heads').select(['anchor']).execute()
    expect(moved.map(({ anchor }) => anchor).toSorted()).toEqual([1n, 1n, 1n, 1n, 2n])
    expect(await verify()).toEqual({ checked: 3, faults: [] })
  })

  test('each company has a path from its head to the newest root', async () => {
    await addRevision(4n)
    const newest = (await anchors()).at(-1)
    for (let number = 1n; number < COMPANIES; number++) {
      const company = await requireCompanyByNumber(createDirectory(app), number as CompanyId)
      const found = await findAnchorPath(createDirectory(app), company)
      expect(found?.head).toMatchObject({
        companyId: company.id,
        sequence: number === 3n ? 2n : 1n,
      })
      expect(found && rootOfPath(leafOfHead(found.head), found.path)).toBe(newest?.root)
      expect(found?.anchor).toEqual({
        number: newest?.number,
        day: newest?.day,
        root: newest?.root,
      })
    }
    const empty = await requireCompanyByNumber(createDirectory(app), COMPANIES as CompanyId)
    expect(await findAnchorPath(createDirectory(app), empty)).toBeNull()
  })

  test('the archive of a company has that path', async () => {
    const { lifecycle } = app.services
    const manifestOf = async (number: bigint) => {
      const company = await requireCompanyByNumber(createDirectory(app), number as CompanyId)
      const { stream } = exportCompany(lifecycle, company, 'correct horse battery')
      const archive = await openArchive(await buffer(stream))
      const manifest = JSON.parse(await archive.text('manifest.json'))
      archive.close()
      return manifest
    }
    const { company, anchor } = await manifestOf(4n)
    const head = { companyId: company.id, sequence: 1n, hash: anchor.head.hash }
    expect(rootOfPath(leafOfHead(head), anchor.path)).toBe((await anchors()).at(-1)?.root)
    expect((await manifestOf(COMPANIES)).anchor).toBeNull()
  })

  const setStatus = (number: bigint, status: string) =>
    app.tables
      .updateTable('companies')
      .set({ status })
      .where('number', '=', number as CompanyId)
      .execute()
  const rowsOf = (table: 'revisions' | 'heads') =>
    app.tables
      .selectFrom(table)
      .selectAll()
      .where('company_id', '=', 2n as CompanyId)
      .execute()

  test('a deleted company leaves the tree, and older anchors stay right; so they do if it returns', async () => {
    const [revisions, heads] = [await rowsOf('revisions'), await rowsOf('heads')]
    for (const table of ['revisions', 'heads'] as const)
      await app.tables
        .deleteFrom(table)
        .where('company_id', '=', 2n as CompanyId)
        .execute()
    expect((await verify()).faults).toHaveLength(1)
    await setStatus(2n, 'deleted')
    expect(await verify()).toEqual({ checked: 3, faults: [] })
    const other = await requireCompanyByNumber(createDirectory(app), 4n as CompanyId)
    const found = await findAnchorPath(createDirectory(app), other)
    expect(found && rootOfPath(leafOfHead(found.head), found.path)).toBe(found?.anchor.root)
    await anchorOn('2026-11-24')
    expect((await anchors()).at(-1)).toMatchObject({ heads: COMPANIES - 2n })
    expect(await verify()).toEqual({ checked: 4, faults: [] })
    await app.tables.insertInto('revisions').values(revisions).execute()
    await app.tables.insertInto('heads').values(heads).execute()
    await setStatus(2n, 'active')
    await anchorOn('2026-11-25')
    expect((await anchors()).at(-1)).toMatchObject({ heads: COMPANIES - 1n })
    expect(await verify()).toEqual({ checked: 5, faults: [] })
  })

  test('a company that is not imported completely has no place in the tree', async () => {
    await addRevision(COMPANIES)
    await setStatus(COMPANIES, 'importing')
    await anchorOn('2026-11-26')
    await setStatus(COMPANIES, 'active')
    expect((await anchors()).at(-1)).toMatchObject({ heads: COMPANIES - 1n })
    expect(await verify()).toEqual({ checked: 6, faults: [] })
  })

  test('a recomputed chain, a changed or a missing anchor is found', async () => {
    const revisions = app.tables.updateTable('revisions').where('company_id', '=', 3n as CompanyId)
    const { hash } = await app.tables
      .selectFrom('revisions')
      .select('hash')
      .where('company_id', '=', 3n as CompanyId)
      .where('sequence', '=', 1n)
      .executeTakeFirstOrThrow()
    const first = revisions.where('sequence', '=', 1n)
    await first.set({ hash: 'f'.repeat(64) }).execute()
    expect((await verify()).faults).toEqual([
      `Revision 1 of company ${idOf(3n)} is not the one in anchor 1.`,
    ])
    await first.set({ hash }).execute()
    const heads = app.tables.updateTable('anchored_heads').where('company', '=', 3n)
    await heads
      .where('anchor', '=', 1n)
      .set({ hash: 'f'.repeat(64) })
      .execute()
    expect((await verify()).faults).toEqual([
      'The root of anchor 1 is not that of its heads.',
      `Revision 1 of company ${idOf(3n)} is not the one in anchor 1.`,
    ])
    await heads.where('anchor', '=', 1n).set({ hash }).execute()
    const second = app.tables.updateTable('anchors').where('number', '=', 2n)
    const { root } = (await anchors())[1] ?? { root: '' }
    await second.set({ root: 'f'.repeat(64) }).execute()
    expect((await verify()).faults).toEqual([
      'The root of anchor 2 is not that of its heads.',
      'Anchor 3 names another root than that of anchor 2.',
    ])
    await second.set({ root }).execute()
    await app.tables.deleteFrom('anchored_heads').where('anchor', '=', 4n).execute()
    await app.tables.deleteFrom('anchors').where('number', '=', 4n).execute()
    await app.tables.deleteFrom('anchors').where('number', '=', 3n).execute()
    await app.tables
      .insertInto('anchors')
      .values({ number: 4n, day: '2026-11-24', at: '', heads: 3n, previous_root: root, root })
      .execute()
    expect((await verify()).faults).toContain('Anchor 3 is missing.')
  })
})
