import type { FastifyRequest } from 'fastify'
import { inTransaction, type Trx } from '../../platform/database/db.ts'
import { settle } from '../../platform/database/sent-statements.ts'
import { isOpen } from '../companies/company.ts'
import { companyClosed, companyMoving } from '../companies/errors.ts'
import { hasEntries, newJournal, writeJournal } from './journal.ts'
import type { ReadWork, Work, WorkOf } from './work.ts'

/**
 * Runs a use case in one transaction, or in that of an outer use case. At the end it writes the revisions
 * and events, so that the company's head is locked only until the commit. After a transient failure of
 * the database, `run` is repeated, so it must have no other effects.
 */
export function transaction<T>(work: ReadWork | Work, run: (work: Work) => Promise<T>): Promise<T> {
  if ('journal' in work) return run(work)
  const isMoving = work.company.status === 'moving'
  if (!isMoving && !isOpen(work.company)) throw companyClosed(work.company)
  const write = async (db: Trx) => {
    const inside: Work = { ...work, db, journal: newJournal() }
    const result = await run(inside)
    // Events and revisions may still be recorded, and the head refuses them if necessary. Other
    // writes have no such check.
    if (isMoving && !hasEntries(inside.journal)) throw companyMoving()
    await writeJournal(inside)
    return result
  }
  return inTransaction(work.db, write, work.companyId)
}

/**
 * Checks the meaning of a body by making the change and rolling it back. It must have no other
 * effect.
 */
export const checkedBy =
  <Body, Params = { readonly id: string }>(
    workOf: WorkOf,
    change: (work: Work, body: Body, params: Params) => Promise<unknown>,
  ) =>
  (request: FastifyRequest, body: unknown): Promise<void> =>
    tryOut(workOf(request), async (work) => {
      await change(work, body as Body, request.params as Params)
    })

/** Makes a change and rolls it back. Returns its result, or throws its error. */
export async function tryOut<T>(work: ReadWork, change: (work: Work) => Promise<T>): Promise<T> {
  let tried: { readonly result: T } | undefined
  try {
    return await transaction(work, async (work) => {
      tried = { result: await change(work) }
      await settle(work.db)
      throw new TriedOut()
    })
  } catch (error) {
    if (error instanceof TriedOut && tried) return tried.result
    throw error
  }
}

class TriedOut extends Error {}
