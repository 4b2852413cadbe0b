import type { FastifyRequest } from 'fastify'
import type { LRUCache } from 'lru-cache'
import type { Company } from '../../core/companies/company.ts'
import type { Directory } from '../../core/companies/directory.ts'
import type { ReadWork, WorkFor } from '../../core/record/work.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/database/db.ts'
import type { CompanyId } from '../../platform/database/tables.ts'
import type { MailRecords } from '../../platform/outbound/mail-records.ts'
import type { OidcProvider } from './oidc/provider.ts'
import type { Hashing } from './people/inner/hashing.ts'
import { browserName } from './sign-in/inner/browser-name.ts'
import type { Cookies } from './sign-in/inner/cookies.ts'
import type { Throttle } from './sign-in/inner/throttle.ts'

export type AccessConfig = Pick<Config, 'host' | 'publicUrl' | 'apiKey' | 'oidc'>

/** What sign-in and the management of people and companies share: they run before a company is known. */
export interface Access extends AccessParts {
  readonly throttle: Throttle
  readonly hashing: Hashing
  readonly cookies: Cookies
  /** The companies of host names, as this process read them lately. */
  readonly hosts: LRUCache<string, KnownHost>
  /** Runs a write for which the request need not wait. */
  readonly later: (write: () => Promise<unknown>) => void
  /** Resolves when no such write is running. Await it before closing the database. */
  readonly settled: () => Promise<void>
  /** As `settled`, and closes the connection to the other provider. */
  readonly close: () => Promise<void>
}

interface KnownHost {
  readonly company: CompanyId | null
  readonly readMs: number
}

export interface AccessParts {
  readonly db: Db
  readonly clock: Clock
  readonly directory: Directory
  readonly config: AccessConfig
  /** DNS. */
  readonly records: Pick<MailRecords, 'txt'>
  /** Null: no other provider is configured. */
  readonly oidc: OidcProvider | null
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
