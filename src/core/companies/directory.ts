import { LRUCache } from 'lru-cache'
import { type Clock, instant } from '../../platform/clock.ts'
import { type Db, inTransaction, type Trx } from '../../platform/database/db.ts'
import { companyDb } from '../../platform/database/scope.ts'
import type { CompanyId } from '../../platform/database/tables.ts'
import { isId } from '../../platform/ids.ts'
import { type Company, FIRST_COMPANY, isThere } from './company.ts'
import * as repository from './inner/repository.ts'

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
const HANDLE = /^[a-z2-7]{8}$/

export type Directory = ReturnType<typeof createDirectory>

/** The companies of the installation, each read again after some seconds. */
export function createDirectory({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
  const kept = new LRUCache<string, { readonly company: Company; readonly readMs: number }>({
    max: KEPT_MAX,
  })

  const find = async (
    key: string,
    read: () => Promise<Company | undefined>,
  ): Promise<Company | undefined> => {
    const known = kept.get(key)
    if (known && clock.now() - known.readMs < FRESH_MS) return known.company
    const company = await read()
    // A missing company may be created at any moment, so it is not cached.
    if (company && isThere(company)) kept.set(key, { company, readMs: clock.now() })
    else kept.delete(key)
    return company
  }

  const findByNumber = (number: CompanyId) =>
    find(String(number), () => repository.findCompany(db, { number }))

  const requireByNumber = async (number: CompanyId): Promise<Company> => {
    const company = await findByNumber(number)
    if (company) return company
    throw new Error(`Company ${number} is not in the directory.`)
  }

  /** After a change by this process. */
  const forget = ({ number, id, handle }: Company): void => {
    for (const key of [String(number), id, handle]) kept.delete(key)
  }

  /** Changes it under a lock, within a transaction. After the commit, call `forget`. */
  const changeIn = async (
    trx: Trx,
    number: CompanyId,
    decide: (before: Company) => Partial<Company>,
  ): Promise<Company> => {
    const before = await repository.lockCompany(trx, number)
    const updatedAt = instant(clock)
    const after = { ...before, ...decide(before), version: before.version + 1, updatedAt }
    await repository.saveCompany(trx, after)
    return after
  }

  /** Also companies that no longer exist, or not yet. */
  async function* ever(): AsyncGenerator<Company> {
    let after = 0n
    for (;;) {
      const batch = await repository.listAfter(db, after, BATCH)
      yield* batch
      after = batch.at(-1)?.number ?? after
      if (batch.length < BATCH) return
    }
  }

  return {
    requireByNumber,

    /** Whether a company exists, and is neither deleted nor being imported. */
    has: async (number: CompanyId): Promise<boolean> =>
      ifThere(await findByNumber(number)) !== undefined,

    first: (): Promise<Company> => requireByNumber(FIRST_COMPANY),

    findById: async (id: string): Promise<Company | undefined> =>
      isId('com', id)
        ? ifThere(await find(id, () => repository.findCompany(db, { id })))
        : undefined,

    findByHandle: async (handle: string): Promise<Company | undefined> =>
      HANDLE.test(handle)
        ? ifThere(await find(handle, () => repository.findByHandle(db, handle)))
        : undefined,

    /** Also a company that no longer exists, or not yet. */
    findEver: (id: string): Promise<Company | undefined> => repository.findCompany(db, { id }),

    /** Changes it under a lock. `also` writes in the same transaction. */
    async change(
      number: CompanyId,
      decide: (before: Company) => Partial<Company>,
      also: (trx: Trx) => Promise<void> = async () => {},
    ) {
      const changed = await inTransaction(db, async (trx) => {
        const after = await changeIn(trx, number, decide)
        await also(trx)
        return after
      })
      forget(changed)
      return changed
    },

    /** Gives it the name that `read` finds under the lock, so that the last of several counts. */
    async rename(number: CompanyId, read: (trx: Trx) => Promise<string>): Promise<Company> {
      const named = await inTransaction(companyDb(db, number).db, async (trx) => {
        const before = await repository.lockCompany(trx, number)
        const name = await read(trx)
        return name === '' || name === before.name
          ? before
          : changeIn(trx, number, () => ({ name }))
      })
      forget(named)
      return named
    },

    forget,

    /** All existing companies, in the order of their creation. */
    async *all(): AsyncGenerator<Company> {
      for await (const company of ever()) if (isThere(company)) yield company
    },

    ever,

    /** The numbers of the next companies, with any status. */
    listNumbers: (after: CompanyId, limit: number) => repository.listNumbersAfter(db, after, limit),

    list: (only: readonly CompanyId[] | null, page: PageRequest) =>
      repository.listCompanies(db, only, page),
    count: (only: readonly CompanyId[] | null) => repository.countCompanies(db, only),
    lockNextNumber: repository.lockNextNumber,
    lock: repository.lockCompany,
    insert: repository.insertCompany,
    save: repository.saveCompany,
    /** Deletes a company that was never visible. */
    async discard(company: Company): Promise<void> {
      await inTransaction(db, (trx) => repository.deleteImporting(trx, company.number))
      forget(company)
    },

    handlesOf: (number: CompanyId) => repository.listHandles(db, number),
    listTaken: (handles: readonly string[]) => repository.listTaken(db, handles),
    listToDelete: (now: string, limit: number) => repository.listToDelete(db, now, limit),

    /** Whether there is more than one. */
    hasSeveral: async (within: Db = db): Promise<boolean> =>
      (await repository.listAfter(within, FIRST_COMPANY, 1)).length > 0,
  }
}

const ifThere = (company: Company | undefined): Company | undefined =>
  company && isThere(company) ? company : undefined
