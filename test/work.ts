import { type Actor, SCOPES } from '../src/http/actor.ts'
import type { Clock } from '../src/platform/clock.ts'
import type { Db } from '../src/platform/database/db.ts'
import { createWorkFor, type ReadWork } from '../src/record/work.ts'

/** A caller with every scope. */
export const TESTER: Actor = { kind: 'system', id: 'test', name: 'Test', scopes: new Set(SCOPES) }

/** The work of that caller without a service: no webhook follows its events. */
export const workOn = (db: Db, clock: Clock): ReadWork =>
  createWorkFor({ db, clock, follow: async () => {} })(TESTER)
