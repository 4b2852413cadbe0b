import { LRUCache } from 'lru-cache'
import { type Clock, instant } from '../../platform/clock.ts'
import { type Db, inTransaction, type Trx } from '../../platform/database/db.ts'
import { groupByMachine } from '../../platform/database/postgres/placement.ts'
import { companyDb } from '../../platform/database/scope.ts'
import type { CompanyId } from '../../platform/database/tables.ts'
import { isId } from '../../platform/ids.ts'
import { type Company, FIRST_COMPANY, isThere } from './company.ts'
import * as repository from './inner/repository.ts'

export {
  insertCompany,
  lockCompany,
  lockNextNumber,
  saveCompany,
} from './inner/repository.ts'

type PageRequest = repository.CompanyPage

/** Company 1 of a database that is open for a short time. */
export async function requireFirst(db: Db): Promise<Company> {
  const first = await repository.findCompany(db, { number: FIRST_COMPANY })
  if (first) return first
  throw new Error('The database has no companies. Start the service once to migrate it.')
}

/** How long a change by another process may be unseen. */
export const FRESH_MS = 5_000
const KEPT_MAX = 10_000
const BATCH = 500
const PLACED_AT_ONCE = 10_000
const HANDLE = /^[a-z2-7]{8}$/

/** The companies of the installation, each read again after some seconds. */
export interface Directory {
  readonly db: Db
  readonly clock: Clock
  readonly kept: LRUCache<string, { readonly company: Company; readonly readMs: number }>
}

export const createDirectory = ({ db, clock }: Pick<Directory, 'db' | 'clock'>): Directory => ({
  db,
  clock,
  kept: new LRUCache({ max: KEPT_MAX }),
})

async function find(
  { clock, kept }: Directory,
  key: string,
  read: () => Promise<Company | undefined>,
): Promise<Company | undefined> {
  const known = kept.get(key)
  if (known && clock.now() - known.readMs < FRESH_MS) return known.company
  const company = await read()
  // A missing company may be created at any moment, so it is not cached.
  if (company && isThere(company)) kept.set(key, { company, readMs: clock.now() })
  else kept.delete(key)
  return company
}

const findByNumber = (directory: Directory, number: CompanyId) =>
  find(directory, String(number), () => repository.findCompany(directory.db, { number }))

export async function requireCompanyByNumber(
  directory: Directory,
  number: CompanyId,
): Promise<Company> {
  const company = await findByNumber(directory, number)
  if (company) return company
  throw new Error(`Company ${number} is not in the directory.`)
}

/** Whether a company exists, and is neither deleted nor being imported. */
export const hasCompany = async (directory: Directory, number: CompanyId): Promise<boolean> =>
  ifThere(await findByNumber(directory, number)) !== undefined

export const firstCompany = (directory: Directory): Promise<Company> =>
  requireCompanyByNumber(directory, FIRST_COMPANY)

export const findCompanyById = async (
  directory: Directory,
  id: string,
): Promise<Company | undefined> =>
  isId('com', id)
    ? ifThere(await find(directory, id, () => repository.findCompany(directory.db, { id })))
    : undefined

export const findCompanyByHandle = async (
  directory: Directory,
  handle: string,
): Promise<Company | undefined> =>
  HANDLE.test(handle)
    ? ifThere(await find(directory, handle, () => repository.findByHandle(directory.db, handle)))
    : undefined

/** Also a company that no longer exists, or not yet. */
export const findCompanyEver = ({ db }: Directory, id: string): Promise<Company | undefined> =>
  repository.findCompany(db, { id })

/** After a change by this process. */
export function forgetCompany({ kept }: Directory, { number, id, handle }: Company): void {
  for (const key of [String(number), id, handle]) kept.delete(key)
}

/** Changes it under a lock. `also` writes in the same transaction. */
export async function changeInDirectory(
  directory: Directory,
  number: CompanyId,
  decide: (before: Company) => Partial<Company>,
  also: (trx: Trx) => Promise<void> = async () => {},
): Promise<Company> {
  const changed = await inTransaction(directory.db, async (trx) => {
    const after = await changeIn(directory, trx, await repository.lockCompany(trx, number), decide)
    await also(trx)
    return after
  })
  forgetCompany(directory, changed)
  return changed
}

/** Gives it the name that `read` finds under the lock, so that the last of several counts. */
export async function renameCompany(
  directory: Directory,
  number: CompanyId,
  read: (trx: Trx) => Promise<string>,
): Promise<Company> {
  const named = await inTransaction(companyDb(directory.db, number).db, async (trx) => {
    const before = await repository.lockCompany(trx, number)
    const name = await read(trx)
    if (name === '' || name === before.name) return before
    return changeIn(directory, trx, before, () => ({ name }))
  })
  forgetCompany(directory, named)
  return named
}

/** After the commit, call `forgetCompany`. */
async function changeIn(
  { clock }: Directory,
  trx: Trx,
  before: Company,
  decide: (before: Company) => Partial<Company>,
): Promise<Company> {
  const updatedAt = instant(clock)
  const after = { ...before, ...decide(before), version: before.version + 1, updatedAt }
  await repository.saveCompany(trx, after)
  return after
}

/** All existing companies, in the order of their creation. */
export async function* existingCompanies(directory: Directory): AsyncGenerator<Company> {
  for await (const company of allCompaniesEver(directory)) if (isThere(company)) yield company
}

/** Also companies that no longer exist, or not yet. */
export async function* allCompaniesEver({ db }: Directory): AsyncGenerator<Company> {
  let after = 0n
  for (;;) {
    const batch = await repository.listAfter(db, after, BATCH)
    yield* batch
    after = batch.at(-1)?.number ?? after
    if (batch.length < BATCH) return
  }
}

/** The numbers of the next companies, with any status. */
export const listCompanyNumbers = ({ db }: Directory, after: CompanyId, limit: number) =>
  repository.listNumbersAfter(db, after, limit)

/** All companies, by the machine of a distributed database that has their rows. */
export async function companiesByMachine(
  directory: Directory,
): Promise<readonly (readonly CompanyId[])[]> {
  const machines = new Map<string, CompanyId[]>()
  for (let after = 0n as CompanyId; ; ) {
    const numbers = await listCompanyNumbers(directory, after, PLACED_AT_ONCE)
    const last = numbers.at(-1)
    if (last === undefined) return [...machines.values()]
    for (const [machine, companies] of await groupByMachine(directory.db, numbers))
      machines.set(machine, [...(machines.get(machine) ?? []), ...companies])
    after = last
  }
}

export const listInDirectory = (
  { db }: Directory,
  only: readonly CompanyId[] | null,
  page: PageRequest,
) => repository.listCompanies(db, only, page)

export const countInDirectory = ({ db }: Directory, only: readonly CompanyId[] | null) =>
  repository.countCompanies(db, only)

/** Deletes a company that was never visible. */
export async function discardCompany(directory: Directory, company: Company): Promise<void> {
  await inTransaction(directory.db, (trx) => repository.deleteImporting(trx, company.number))
  forgetCompany(directory, company)
}

export const handlesOfCompany = ({ db }: Directory, number: CompanyId) =>
  repository.listHandles(db, number)

export const listTakenHandles = ({ db }: Directory, handles: readonly string[]) =>
  repository.listTaken(db, handles)

export const listCompaniesToDelete = ({ db }: Directory, now: string, limit: number) =>
  repository.listToDelete(db, now, limit)

/** Whether there is more than one. */
export const hasSeveralCompanies = async ({ db }: Directory, within: Db = db): Promise<boolean> =>
  (await repository.listAfter(within, FIRST_COMPANY, 1)).length > 0

const ifThere = (company: Company | undefined): Company | undefined =>
  company && isThere(company) ? company : undefined
