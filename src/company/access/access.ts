import type { FastifyRequest } from 'fastify'
import type { Company } from '../../core/companies/company.ts'
import type { Directory } from '../../core/companies/directory.ts'
import type { ReadWork, WorkFor } from '../../core/record/work.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/database/db.ts'
import type { MailRecords } from '../../platform/outbound/mail-records.ts'
import type { OidcProvider } from './oidc/provider.ts'
import type { Hashing } from './people/inner/hashing.ts'
import { browserName } from './sign-in/inner/browser-name.ts'
import type { Cookies } from './sign-in/inner/cookies.ts'
import type { Throttle } from './sign-in/inner/throttle.ts'

export type AccessConfig = Pick<Config, 'host' | 'publicUrl' | 'apiKey' | 'oidc'>

/** Dependencies that the folders in `access/` share. */
export interface AccessContext {
  readonly db: Db
  readonly clock: Clock
  readonly directory: Directory
  readonly config: AccessConfig
  readonly throttle: Throttle
  readonly hashing: Hashing
  /** DNS. */
  readonly records: Pick<MailRecords, 'txt'>
  /** Null: no other provider is configured. */
  readonly oidc: OidcProvider | null
  /** Runs a write for which the request need not wait. */
  readonly later: (write: () => Promise<unknown>) => void
  /** Logs the cause of a failure for the operator; the browser shows only a short message. */
  readonly warn: (message: string, details: object) => void
  readonly workFor: WorkFor
  /** Names the company in its settings and in the directory; safe to repeat. */
  readonly nameCompany: (
    work: ReadWork,
    name: string,
    decide?: (before: Company) => Partial<Company>,
  ) => Promise<Company>
}

/** The address of the person who sends a password. */
export interface Source {
  readonly address: string
  /** The cookie that shows that this browser signed in before. */
  readonly device: string | null
  /** The cookie of the browser's current session. */
  readonly session: string | null
  /** As `browserName` returns it. */
  readonly browser: string | null
}

export const sourceOf = (request: FastifyRequest, cookies: Cookies): Source => ({
  address: request.ip,
  device: cookies.deviceOf(request),
  session: cookies.sessionOf(request),
  browser: browserName(request.headers['user-agent']),
})
