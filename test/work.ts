import { type Company, FIRST_COMPANY } from '../src/core/companies/company.ts'
import { type Actor, SCOPES } from '../src/core/http/actor.ts'
import { type App, createParts } from '../src/core/record/app.ts'
import { createWorkFor, type ReadWork } from '../src/core/record/work.ts'
import type { Clock } from '../src/platform/clock.ts'
import { readConfig } from '../src/platform/config.ts'
import type { Db } from '../src/platform/database/db.ts'

/** A caller with every scope. */
export const TESTER: Actor = { kind: 'system', id: 'test', name: 'Test', scopes: new Set(SCOPES) }

/** The parts of a service that reaches nothing outside, but for those given. */
export const partsOn = (db: Db, clock: Clock, more: Partial<App> = {}): App =>
  createParts({ config: readConfig({}), db, clock, ...more })

/** The work of that caller without a service: no webhook follows its events. */
export const workOn = (db: Db, clock: Clock, company = TEST_COMPANY): ReadWork =>
  createWorkFor(partsOn(db, clock))(TESTER, company)

/** The work of a service that has other parts. */
export const withParts = <W extends ReadWork>(work: W, parts: Partial<App>): W => ({
  ...work,
  app: { ...work.app, ...parts },
})

/** Company 1, where no directory is asked for it. */
export const TEST_COMPANY: Company = {
  number: FIRST_COMPANY,
  id: 'com_019aa5d2-7c00-7000-8000-000000000001',
  version: 1,
  handle: 'testtest',
  name: 'Atelier Nord',
  status: 'active',
  limits: {},
  genesis: null,
  archive: null,
  lastHead: null,
  deleteAt: null,
  statusBefore: null,
  domain: null,
  createdAt: '2026-11-21T09:30:00.000Z',
  updatedAt: '2026-11-21T09:30:00.000Z',
}
