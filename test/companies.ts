import type { Db } from '../src/platform/database/db.ts'
import type { CompanyId } from '../src/platform/database/tables.ts'
import { newHandle, newId } from '../src/platform/ids.ts'

/** Another company in the directory, without people; answers its number. */
export async function givenCompany(db: Db, number = 2n): Promise<CompanyId> {
  await givenCompanies(db, [number])
  return number as CompanyId
}

/** Many at once, as rows. */
export async function givenCompanies(db: Db, numbers: readonly bigint[]): Promise<void> {
  const at = '2026-11-21T09:30:00.000Z'
  const rows = numbers.map((number) => ({
    number,
    id: newId('com'),
    version: 1n,
    handle: newHandle(),
    name: `Company ${number}`,
    status: 'active',
    limits: '{}',
    genesis: null,
    archive: null,
    last_head: null,
    delete_at: null,
    created_at: at,
    updated_at: at,
  }))
  await db.insertInto('companies').values(rows).execute()
  const handles = rows.map(({ handle, number }) => ({ handle, company: number }))
  await db.insertInto('company_handles').values(handles).execute()
}
