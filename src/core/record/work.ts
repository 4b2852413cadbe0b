import type { FastifyRequest } from 'fastify'
import { instant } from '../../platform/clock.ts'
import type { Trx } from '../../platform/database/db.ts'
import { type CompanyDb, companyDb } from '../../platform/database/scope.ts'
import type { Company, CompanyScope } from '../companies/company.ts'
import { companyNotFound } from '../companies/errors.ts'
import type { Actor } from '../http/actor.ts'
import type { App } from './app.ts'
import type { NewRevision } from './chain.ts'
import type { LoggedEvent, NewEvent } from './event.ts'

/** Who acts, for which company, and when. `db` is the pool, or the transaction of a `Work`. */
export interface ReadWork extends CompanyScope {
  readonly actor: Actor
  /** RFC 3339 in UTC: one instant for the whole request, job or command. */
  readonly at: string
  readonly app: App
  /**
   * Runs in the transaction that records events, once its head is locked, e.g. to create webhook
   * deliveries. If it returns a function, that gets the events once they are written.
   */
  readonly follow: Follow
}

/** A company in a database, and the app that reads it: all that reading a file needs. */
export interface AppScope extends CompanyDb {
  readonly app: App
}

/** The work inside a transaction. Only `transaction` of transaction.ts creates it. */
export interface Work extends ReadWork {
  readonly db: Trx
  readonly journal: PendingRecord
}

/** The record of a transaction, which it writes in this order when it commits. */
export interface PendingRecord {
  readonly revisions: NewRevision[]
  readonly events: NewEvent[]
}

export type Follow = (
  work: Work,
) => Promise<((events: readonly LoggedEvent[]) => Promise<void>) | null>

/** Creates the work of one request, job or command. */
export type WorkFor = (actor: Actor, company: Company) => ReadWork

export const createWorkFor =
  (app: App, follow: Follow = async () => null): WorkFor =>
  (actor, company) => ({
    ...companyDb(app.db, company.number),
    company,
    actor,
    at: instant(app.clock),
    app,
    follow,
  })

/** Creates the work of a request, whose company was found with its caller. */
export type WorkOf = (request: FastifyRequest) => ReadWork

export const createWorkOf =
  (workFor: WorkFor): WorkOf =>
  (request) => {
    if (!request.company) throw request.refusal ?? companyNotFound()
    return workFor(request.actor ?? VISITOR, request.company)
  }

/** A reader of a public page with a link, or of a URL that needs no credential. */
const VISITOR: Actor = { kind: 'system', id: 'visitor', name: 'Visitor', scopes: new Set() }

/** The service itself, without a person or key. */
export const SERVICE: Actor = {
  kind: 'system',
  id: 'service',
  name: 'Billwright',
  scopes: new Set(),
}
