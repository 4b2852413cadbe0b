import type { FastifyRequest } from 'fastify'
import { FIRST_COMPANY } from '../companies/company.ts'
import type { Actor } from '../http/actor.ts'
import { type Clock, instant } from '../platform/clock.ts'
import { type Db, inTransaction, type Trx } from '../platform/database/db.ts'
import type { Scope } from '../platform/database/scope.ts'
import type { LoggedEvent } from './event.ts'
import { type Journal, newJournal, writeJournal } from './journal.ts'

/** Who does what, for which company, and when. `db` is the pool, or the transaction of a `Work`. */
export interface ReadWork extends Scope {
  readonly actor: Actor
  /** RFC 3339 in UTC: one instant for the whole request, job or command. */
  readonly at: string
  /** Runs in the transaction that records events: webhooks make their deliveries here. */
  readonly follow: Follow
}

/** The same inside a transaction. Made by `transaction` alone. */
export interface Work extends ReadWork {
  readonly db: Trx
  readonly journal: Journal
}

export type Follow = (work: Work, events: readonly LoggedEvent[]) => Promise<void>

/** Makes the work of one request, job or command. */
export type WorkFor = (actor: Actor) => ReadWork

export interface WorkDeps {
  readonly db: Db
  readonly clock: Clock
  readonly follow: Follow
}

export const createWorkFor =
  ({ db, clock, follow }: WorkDeps): WorkFor =>
  (actor) => ({ db, company: FIRST_COMPANY, actor, at: instant(clock), follow })

/**
 * Runs a use case in one transaction and adds what it recorded to the chain and the log at its end:
 * the lock on the company's head is taken last and released by the commit. A use case inside another
 * one joins its transaction. A transient failure of the engine repeats `run`, so it must have no
 * effect outside the database.
 */
export function transaction<T>(work: ReadWork | Work, run: (work: Work) => Promise<T>): Promise<T> {
  if ('journal' in work) return run(work)
  return inTransaction(work.db, async (db) => {
    const inside: Work = { ...work, db, journal: newJournal() }
    const result = await run(inside)
    await writeJournal(inside)
    return result
  })
}

/** Makes the work of a request of a known caller. */
export type WorkOf = (request: FastifyRequest) => ReadWork

export const createWorkOf =
  (workFor: WorkFor): WorkOf =>
  (request) =>
    workFor(request.actor ?? VISITOR)

/** Reads a public page with a link, or an address that needs no credential. */
export const VISITOR: Actor = { kind: 'system', id: 'visitor', name: 'Visitor', scopes: new Set() }

/** The service itself, where no person and no key asked for something. */
export const SERVICE: Actor = {
  kind: 'system',
  id: 'service',
  name: 'Billwright',
  scopes: new Set(),
}
