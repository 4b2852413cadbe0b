import type { Config } from '../config.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Trx } from '../platform/database.ts'
import type { Throttle } from './throttle.ts'

export type AccessConfig = Pick<Config, 'host' | 'publicUrl' | 'apiKey'>

/** What the parts of this folder share. */
export interface AccessContext {
  readonly db: Db
  readonly clock: Clock
  readonly config: AccessConfig
  readonly throttle: Throttle
  /** Runs a write that the request need not wait for. */
  readonly later: (write: () => Promise<unknown>) => void
  /** Stores the company's name in the settings, in the transaction that sets the service up. */
  readonly nameCompany: (trx: Trx, name: string) => Promise<unknown>
}

/** Where somebody who shows a password is. */
export interface Source {
  readonly address: string
  /** Value of the cookie that says that this browser signed in before. */
  readonly device: string | null
}
